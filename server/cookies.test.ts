import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { claimInstance } from './platform/instance/instance.model.ts';
import { startIssuer, type TestIssuer } from './testing/oidc/issuer.ts';
import { claimsOf } from './testing/oidc/singleSignOn.ts';
import { cookieOf, createFolder, PASSWORD, type Person, personWith, visitor } from './testing/people.ts';
import { createGuestLink, startVote, tokenOf } from './testing/polls.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { openTab } from './testing/tabs.ts';

const viaHttps = (test: Test) => test.set('X-Forwarded-Proto', 'https');
/** The cookies as another host of the domain can set them: without the prefix. */
const plantedFrom = (cookies: string) => cookies.replaceAll('__Host-', '');
const namesIn = (cookies: string) => cookies.split('; ').map((cookie) => cookie.split('=')[0]);

// The proxy says that browsers come by https; with PUBLIC_URL the app knows it without a proxy.
describe.each([
  ['by its public address', { PUBLIC_URL: 'https://marquee.example', ALLOWED_HOSTS: '127.0.0.1' }],
  ['by the word of its proxy', {}],
])('over https, known %s', (_, address: Record<string, string>) => {
  let issuer: TestIssuer;
  let server: TestServer;
  let ana: Person;
  beforeAll(async () => {
    issuer = await startIssuer();
    server = await startTestServer({ env: { ...issuer.env, ...address, TRUST_PROXY: 'on' } });
    // The first account of a site that others can reach needs the setup code.
    await claimInstance();
    ana = await signUpByHttps();
  });
  afterAll(async () => {
    await server.stop();
    await issuer.stop();
  });

  async function signUpByHttps(): Promise<Person> {
    const email = `ana.${randomUUID()}@example.com`;
    const answer = await viaHttps(visitor(server).post('/api/auth/register', { email, password: PASSWORD }));
    const { cookie, get, post, put, patch, delete: remove } = personWith(server, cookieOf(answer.headers));
    return {
      user: answer.body,
      cookie,
      get: (...args) => viaHttps(get(...args)),
      post: (...args) => viaHttps(post(...args)),
      put: (...args) => viaHttps(put(...args)),
      patch: (...args) => viaHttps(patch(...args)),
      delete: (...args) => viaHttps(remove(...args)),
    };
  }

  async function leave() {
    const answer = await viaHttps(visitor(server).get('/api/auth/oidc'));
    return { authorization: String(answer.headers.location), cookie: cookieOf(answer.headers) };
  }

  const comeBack = (authorization: string, cookie: string) => {
    const { pathname, search } = new URL(issuer.approve(authorization, claimsOf()));
    return viaHttps(visitor(server).get(pathname + search)).set('Cookie', cookie);
  };

  async function joinAsGuest() {
    const poll = await startVote(ana, (await createFolder(ana)).id);
    const link = await createGuestLink(ana, poll.id);
    const answer = await viaHttps(visitor(server).post(`/api/guest/${tokenOf(link)}`, { name: 'Gil' }));
    const read = (cookie: string) => viaHttps(visitor(server).get(`/api/polls/${poll.id}`)).set('Cookie', cookie);
    return { read, cookie: cookieOf(answer.headers) };
  }

  test('the session and the known device have cookies that only this host can set, and no others are read', async () => {
    expect(namesIn(ana.cookie)).toEqual([expect.stringMatching(/^__Host-marquee\.device\./), '__Host-marquee.sid']);
    const read = (cookie: string) => viaHttps(visitor(server).get('/api/auth/user')).set('Cookie', cookie);

    expect((await read(ana.cookie)).status).toBe(200);
    expect((await read(plantedFrom(ana.cookie))).status).toBe(401);
  });

  test('the flow of single sign-on does too', async () => {
    const { authorization, cookie } = await leave();
    expect(namesIn(cookie)).toEqual([expect.stringMatching(/^__Host-marquee\.oidc\./)]);

    const planted = await comeBack(authorization, plantedFrom(cookie));
    const own = await comeBack(authorization, cookie);

    expect([planted.status, cookieOf(planted.headers)]).toEqual([400, '']);
    expect([own.status, namesIn(cookieOf(own.headers))]).toEqual([302, expect.arrayContaining(['__Host-marquee.sid'])]);
  });

  test('the session of a guest does too', async () => {
    const { read, cookie } = await joinAsGuest();
    expect(namesIn(cookie)).toEqual(['__Host-marquee.guest']);

    expect((await read(plantedFrom(cookie))).status).toBe(401);
    expect((await read(cookie)).status).toBe(200);
  });

  test('a socket is not opened by a planted cookie', async () => {
    const { cookie } = await joinAsGuest();
    const headers = { 'X-Forwarded-Proto': 'https' };

    for (const own of [ana.cookie, cookie]) {
      const tab = await openTab(server, { cookie: own }, { headers });
      tab.close();
      await expect(openTab(server, { cookie: plantedFrom(own) }, { headers })).rejects.toThrow('unauthorized');
    }
  });
});
