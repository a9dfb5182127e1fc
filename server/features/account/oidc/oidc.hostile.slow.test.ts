import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { log } from '../../../platform/log.ts';
import { startIssuer, type TestIssuer } from '../../../testing/oidc/issuer.ts';
import { claimsOf, leave, setUpSingleSignOn } from '../../../testing/oidc/singleSignOn.ts';
import { visitor } from '../../../testing/people.ts';
import { faults, send } from '../../../testing/titles/movieDatabase.faults.ts';
import { createIssuer, type Issuer } from './oidc.ts';

const CALLBACK = 'http://127.0.0.1/api/auth/oidc/callback';
const METADATA = '/.well-known/openid-configuration';
const endpoints = [METADATA, '/token', '/jwks', '/userinfo'];

const answers: Record<string, (res: Parameters<typeof send>[0]) => void> = {
  ...faults,
  deep: (res) => send(res, 200, `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`),
  prototype: (res) => send(res, 200, '{"__proto__":{"issuer":"x","sub":"x"},"constructor":{"prototype":{"sub":"x"}}}'),
  inside: (res) => send(res, 307, '', { location: 'http://169.254.169.254/latest/meta-data' }),
};

let service: TestIssuer;
beforeAll(async () => {
  log.level = 'silent';
  service = await startIssuer();
});
afterAll(() => service.stop());
afterEach(() => service.setFaults({}));

const connect = () =>
  createIssuer({ issuer: new URL(service.url), clientId: 'marquee', clientSecret: service.env.OIDC_CLIENT_SECRET });

async function profileBy(issuer: Issuer) {
  const { url, challenge } = await issuer.begin(CALLBACK);
  const { readProfile } = await issuer.finish(
    new URL(service.approve(url.href, claimsOf('Ana'))).searchParams,
    challenge,
  );
  return readProfile();
}

describe.each(endpoints)('an issuer that answers at %s', (path) => {
  test.each(Object.keys(answers))('in a hostile way (%s) signs no one in, and nothing of it stays', async (fault) => {
    const issuer = connect();
    const before = service.requests.length;
    service.setFaults({ hostile: { path, answer: answers[fault] as (typeof answers)[string] } });

    await expect(profileBy(issuer)).rejects.toMatchObject({ code: 'upstream' });

    expect(service.requests.slice(before).filter((asked) => !endpoints.includes(asked))).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'sub')).toBe(false);
    service.setFaults({});
    expect(await profileBy(issuer)).toMatchObject({ firstName: 'Ana' });
  });
});

describe('the app', () => {
  const sso = setUpSingleSignOn();

  test('answers others while an issuer sends without end', async () => {
    sso.issuer.setFaults({ hostile: { path: METADATA, answer: faults.dripping } });

    const waiting = leave(sso.server);
    const others = await Promise.all(
      ['/healthz', '/readyz', '/api/config'].map(async (path) => (await visitor(sso.server).get(path)).status),
    );

    expect(others).toEqual([200, 200, 200]);
    expect((await waiting).answer.status).toBe(502);
  });
});
