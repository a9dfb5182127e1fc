import { beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { errorBodySchema } from '../../../common/errors.ts';
import { loadConfig } from '../../config/config.ts';
import { type Person, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { isKnownHost } from './hosts.ts';

const isKnown = (headers: Record<string, string>, env: Record<string, string> = {}) =>
  isKnownHost({ headers }, loadConfig(env));

describe('without PUBLIC_URL', () => {
  test.each([
    'localhost',
    'LOCALHOST:3000',
    'localhost.:3000',
    'marquee.localhost',
    '127.0.0.1:3000',
    '127.9.9.9',
    '[::1]:3000',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255:8080',
    '192.168.1.5:3000',
    '169.254.1.1',
    '100.64.0.7',
    '[fe80::1]',
    '[fd12:3456::1]:3000',
    '[::ffff:192.168.1.5]',
    'nas',
    'nas:3000',
    'my_nas',
    'nas.local',
    'films.nas.lan',
    'films.home.arpa',
    'films.internal',
  ])('the private host %s is known', (host) => {
    expect(isKnown({ host })).toBe(true);
  });

  test.each([
    'elsewhere.example',
    'localhost.elsewhere.example',
    'evil.local.example',
    'notlocalhost.example',
    '127.0.0.1.elsewhere.example',
    '8.8.8.8',
    '172.32.0.1',
    '192.169.0.1',
    '0.0.0.0:3000',
    '[2001:db8::1]',
    '[::]',
    '',
    ' ',
    'localhost/..',
    'localhost:3000@elsewhere.example',
    'elsewhere.example#localhost',
    'local host',
    'localhost:99999',
  ])('the host %j is not', (host) => {
    expect(isKnown({ host })).toBe(false);
  });

  test('a request without a Host is refused', () => {
    expect(isKnown({})).toBe(false);
  });

  test('ALLOWED_HOSTS adds names and addresses, at any port', () => {
    const env = { ALLOWED_HOSTS: 'Films.example, 203.0.113.7, [2001:db8::1]' };

    expect(isKnown({ host: 'films.example:8080' }, env)).toBe(true);
    expect(isKnown({ host: '203.0.113.7' }, env)).toBe(true);
    expect(isKnown({ host: '[2001:DB8::1]:3000' }, env)).toBe(true);
    expect(isKnown({ host: 'www.films.example' }, env)).toBe(false);
  });

  test('HOST adds the address that the app listens on', () => {
    expect(isKnown({ host: '203.0.113.7:3000' }, { HOST: '203.0.113.7' })).toBe(true);
    expect(isKnown({ host: '[2001:db8::1]:3000' }, { HOST: '2001:db8::1' })).toBe(true);
    expect(isKnown({ host: '0.0.0.0:3000' }, { HOST: '0.0.0.0' })).toBe(false);
  });

  test('behind a trusted proxy the forwarded host must be known too', () => {
    const foreign = { host: 'app:3000', 'x-forwarded-host': 'elsewhere.example' };
    const known = { host: 'app:3000', 'x-forwarded-host': 'nas.lan' };

    expect(isKnown(foreign, { TRUST_PROXY: 'on' })).toBe(false);
    expect(isKnown(known, { TRUST_PROXY: 'on' })).toBe(true);
    expect(isKnown({ ...known, host: 'elsewhere.example' }, { TRUST_PROXY: 'on' })).toBe(false);
    expect(isKnown(foreign)).toBe(true);
  });
});

describe('with PUBLIC_URL', () => {
  const env = { PUBLIC_URL: 'https://marquee.example', TRUST_PROXY: 'on' };

  test.each(['marquee.example', 'MARQUEE.example:443', 'marquee.example.'])('its host is known as %s', (host) => {
    expect(isKnown({ host }, env)).toBe(true);
  });

  test.each(['localhost:3000', '127.0.0.1', 'app:3000', 'www.marquee.example', 'elsewhere.example'])(
    'the host %s is refused',
    (host) => {
      expect(isKnown({ host }, env)).toBe(false);
      expect(isKnown({ host, 'x-forwarded-host': 'marquee.example' }, env)).toBe(false);
    },
  );

  test('the forwarded host is ignored, and ALLOWED_HOSTS adds the name that the proxy uses', () => {
    expect(isKnown({ host: 'marquee.example', 'x-forwarded-host': 'elsewhere.example' }, env)).toBe(true);
    expect(isKnown({ host: 'app:3000' }, { ...env, ALLOWED_HOSTS: 'app' })).toBe(true);
  });
});

describe('a request for an unknown host', () => {
  const server = setUpServer();
  let ana: Person;
  beforeAll(async () => {
    ana = await signUp(server);
  });

  test.each(['/', '/api/config', '/api/auth/user', '/api/login', '/api/art/poster/movie/603', '/assets/app.js'])(
    'is refused at %s, with the contract’s error body',
    async (path) => {
      const answer = await request(server.url).get(path).set({ Host: 'elsewhere.example', Cookie: ana.cookie });

      expect(answer.status).toBe(421);
      expect(errorBodySchema.strict().parse(answer.body).code).toBe('misdirected');
      expect(answer.body.error).toContain('ALLOWED_HOSTS');
    },
  );

  test.each(['/healthz', '/readyz'])('is answered at %s, for load balancers', async (path) => {
    expect((await request(server.url).get(path).set('Host', '203.0.113.7')).status).toBe(200);
  });

  test('cannot open a socket (P22)', async () => {
    const foreign = { Host: 'elsewhere.example', Origin: 'http://elsewhere.example' };

    await expect(openTab(server, ana, { headers: foreign })).rejects.toThrow();
    (await openTab(server, ana)).close();
  });
});

describe('when PUBLIC_URL is https', () => {
  const server = setUpServer({ env: { PUBLIC_URL: 'https://marquee.example', TRUST_PROXY: 'on' } });

  const writeFrom = (origin: string) =>
    request(server.url)
      .post('/api/auth/login')
      .set({ Host: 'marquee.example', 'X-Forwarded-Proto': 'https', Origin: origin })
      .send({ email: 'nobody@example.com', password: 'x' });
  const socketFrom = (origin: string) =>
    openTab(server, { cookie: '' }, { headers: { Host: 'marquee.example', Origin: origin } }).catch(
      (error: Error) => error.message,
    );

  test('only that exact origin may write and open sockets', async () => {
    const origins = ['https://marquee.example', 'http://marquee.example', 'https://marquee.example:8443', 'null'];

    const statuses = await Promise.all(origins.map(async (origin) => (await writeFrom(origin)).status));
    const sockets = await Promise.all(origins.map(socketFrom));

    expect(statuses).toEqual([401, 403, 403, 403]);
    // The first passes the origin check, but has no session.
    expect(sockets).toEqual(['unauthorized', 'websocket error', 'websocket error', 'websocket error']);
  });
});
