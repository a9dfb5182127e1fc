import { expect, jest, test } from '@jest/globals';
import { PASSWORD, visitor } from '../../testing/people.ts';
import { startTestServer } from '../../testing/server.ts';
import { setupCodeOf } from '../instance/instance.ts';
import { log } from '../log.ts';

test.each(['an app', 'another app in the same process'])(
  '%s logs once that sign-ins get no cookie, because the proxy does not say that the browser uses https',
  async () => {
    const server = await startTestServer({ env: { PUBLIC_URL: 'https://marquee.example', TRUST_PROXY: 'on' } });
    const warn = jest.spyOn(log, 'warn');
    const setupCode = setupCodeOf(server.config.sessionSecret ?? '');
    const register = (email: string, proto: string) =>
      visitor(server)
        .post('/api/auth/register')
        .set({ Host: 'marquee.example', 'X-Forwarded-Proto': proto })
        .send({ email, password: PASSWORD, setupCode });

    const overHttps = await register('ana@example.com', 'https');
    const saidBefore = warn.mock.calls.length;
    const overHttp = [await register('ben@example.com', 'http'), await register('eva@example.com', 'http')];

    const said = warn.mock.calls.map(([line]) => line);
    warn.mockRestore();
    await server.stop();
    const sessionCookies = [overHttps, ...overHttp].map(({ headers }) =>
      String(headers['set-cookie']).includes('.sid='),
    );
    expect(sessionCookies).toEqual([true, false, false]);
    expect(saidBefore).toBe(0);
    expect(said).toEqual([expect.stringContaining('X-Forwarded-Proto: https')]);
  },
);
