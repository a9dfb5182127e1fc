import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { log } from '../../../platform/log.ts';
import { setClock } from '../../../testing/clock.ts';
import { startIssuer, type TestIssuer } from '../../../testing/oidc/issuer.ts';
import { claimsOf } from '../../../testing/oidc/singleSignOn.ts';
import { createIssuer } from './oidc.ts';

const CALLBACK = 'https://marquee.example/api/auth/oidc/callback';
const HOUR_MS = 60 * 60 * 1000;

let service: TestIssuer;
beforeAll(async () => {
  log.level = 'silent';
  service = await startIssuer();
});
afterAll(() => service.stop());
afterEach(() => {
  service.setFaults({});
  jest.useRealTimers();
});

const connect = (clientSecret: string | undefined = service.env.OIDC_CLIENT_SECRET) =>
  createIssuer({ issuer: new URL(service.url), clientId: 'marquee', clientSecret });

async function signIn(issuer: ReturnType<typeof createIssuer>, claims = claimsOf()) {
  const { url, challenge } = await issuer.begin(CALLBACK);
  return issuer.finish(new URL(service.approve(url.href, claims)).searchParams, challenge);
}

test('the metadata is fetched once for several requests, and again after an hour', async () => {
  setClock(Date.now());
  const issuer = connect();
  const asked = () => service.requests.filter((path) => path.startsWith('/.well-known')).length;
  const before = asked();

  await Promise.all([1, 2, 3].map(() => issuer.begin(CALLBACK)));
  await issuer.begin(CALLBACK);
  const atFirst = asked() - before;
  jest.advanceTimersByTime(HOUR_MS + 1);
  await issuer.begin(CALLBACK);

  expect([atFirst, asked() - before]).toEqual([1, 2]);
});

test('the old metadata is used when it cannot be fetched again', async () => {
  setClock(Date.now());
  const issuer = connect();
  await issuer.begin(CALLBACK);

  service.setFaults({ fails: { path: '/.well-known/openid-configuration', status: 500 } });
  jest.advanceTimersByTime(HOUR_MS + 1);

  expect((await issuer.begin(CALLBACK)).url.href).toContain(`${service.url}/authorize`);
});

test('an issuer with another name in its metadata is not trusted', async () => {
  service.setFaults({ metadata: { issuer: 'https://another.example' } });

  await expect(connect().begin(CALLBACK)).rejects.toMatchObject({ code: 'upstream' });
});

test.each([
  ['client_secret_post', undefined],
  ['none', ''],
])('the app authenticates by %s if the issuer accepts only that', async (method, secret) => {
  service.setFaults({ metadata: { token_endpoint_auth_methods_supported: [method] } });
  const claims = claimsOf();

  expect((await signIn(connect(secret), claims)).subject).toBe(`${service.url}#${claims.sub}`);
});

test('an issuer may sign with a new key a minute later', async () => {
  setClock(Date.now());
  const issuer = connect();
  await signIn(issuer);

  service.rotateKey();
  jest.advanceTimersByTime(61_000);
  const claims = claimsOf();

  expect((await signIn(issuer, claims)).subject).toBe(`${service.url}#${claims.sub}`);
});

test('the userinfo endpoint is not asked if the token has the address', async () => {
  const claims = claimsOf();
  service.setFaults({ token: { ...claims, email_verified: 'true' }, fails: { path: '/userinfo', status: 500 } });

  expect(await (await signIn(connect(), claims)).readProfile()).toEqual({
    email: claims.email.toLowerCase(),
    firstName: 'Ana',
    lastName: 'Alvarez',
    picture: null,
  });
});
