import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestIssuer } from '../../../testing/oidc/issuer.ts';
import {
  claimsOf,
  comeBack,
  leave,
  readAs,
  sessionOf,
  signInBy,
  startSingleSignOn,
} from '../../../testing/oidc/singleSignOn.ts';
import { signUp } from '../../../testing/people.ts';
import type { TestServer } from '../../../testing/server.ts';

let issuer: TestIssuer;
let server: TestServer;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ issuer, server, stop } = await startSingleSignOn());
});
afterAll(() => stop());

describe('leaving for single sign-on', () => {
  test('asks for a code, with PKCE, a nonce and a state that is not told to anybody else', async () => {
    const { authorization, answer } = await leave(server);

    const { origin, pathname, searchParams } = new URL(authorization);
    expect(answer.status).toBe(302);
    expect(origin + pathname).toBe(`${issuer.url}/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'marquee',
      response_type: 'code',
      redirect_uri: `${server.url}/api/auth/oidc/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  test('keeps the flow in a short cookie that scripts and other sites do not get, and no session', async () => {
    const { answer } = await leave(server);

    const cookies = answer.headers['set-cookie'] as unknown as string[];
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^marquee\.oidc\.[\w-]+=/);
    expect(cookies[0]).toMatch(/; Max-Age=600; Path=\/api\/auth\/oidc; .*HttpOnly; SameSite=Lax$/);
  });

  test('leads on who is signed in already', async () => {
    const ana = await signUp(server);

    const { answer } = await leave(server, '/users', ana.cookie);

    expect([answer.status, answer.headers.location]).toEqual([302, '/users']);
  });

  test('keeps no more than a few flows of one browser', async () => {
    const cookies = await Promise.all([1, 2, 3, 4, 5].map(async () => (await leave(server)).cookie));

    const { answer } = await leave(server, '/', cookies.join('; '));

    const cleared = (answer.headers['set-cookie'] as unknown as string[]).filter((one) => one.includes('1970'));
    expect(cleared).toHaveLength(5);
  });
});

describe('coming back', () => {
  test('for the first time makes an account of what the issuer says, with a Reviewed list of its own', async () => {
    const claims = claimsOf();

    const answer = await signInBy(issuer, server, claims);

    expect([answer.status, answer.headers.location]).toEqual([302, '/folders']);
    const { body } = await readAs(server, answer);
    expect(body).toMatchObject({
      email: claims.email.toLowerCase(),
      firstName: 'Ana',
      lastName: 'Alvarez',
      username: null,
      profileImageUrl: null,
    });
    const lists = await readAs(server, answer, '/api/folders');
    expect(lists.body).toMatchObject([{ name: 'Reviewed', isReviewed: true, userId: body.id }]);
  });

  test('again opens the same account, whatever the issuer says of the person now', async () => {
    const claims = claimsOf();
    const first = await readAs(server, await signInBy(issuer, server, claims));

    const answer = await signInBy(issuer, server, {
      sub: claims.sub,
      email: 'another@example.com',
      given_name: 'Anna',
    });

    expect((await readAs(server, answer)).body).toEqual(first.body);
  });

  test('twice at the same moment makes one account', async () => {
    const claims = claimsOf();

    const answers = await Promise.all([1, 2, 3].map(() => signInBy(issuer, server, claims)));

    const users = await Promise.all(answers.map((answer) => readAs(server, answer)));
    expect(new Set(users.map(({ body }) => body.id)).size).toBe(1);
    expect((await readAs(server, answers[0]!, '/api/folders')).body).toHaveLength(1);
  });

  test('clears the cookie of the way, and begins a session of its own', async () => {
    const { authorization, cookie } = await leave(server);
    const planted = `marquee.sid=s%3Aplanted.signature; ${cookie}`;

    const answer = await comeBack(server, issuer.approve(authorization, claimsOf()), planted);

    expect(String(answer.headers['set-cookie'])).toMatch(
      /marquee\.oidc\.[\w-]+=; Path=\/api\/auth\/oidc; Expires=Thu, 01 Jan 1970/,
    );
    expect(sessionOf(answer)).not.toContain('planted');
    expect((await readAs(server, answer)).status).toBe(200);
  });

  test('ends the session that somebody else had here', async () => {
    const ben = await signUp(server, 'Ben');
    const { authorization, cookie } = await leave(server);

    const answer = await comeBack(server, issuer.approve(authorization, claimsOf()), `${cookie}; ${ben.cookie}`);

    expect((await readAs(server, answer)).body.firstName).toBe('Ana');
    expect((await ben.get('/api/auth/user')).status).toBe(401);
  });

  test('works for two tabs that left before either came back', async () => {
    const [one, two] = [await leave(server, '/users'), await leave(server, '/folders')];
    const both = `${one.cookie}; ${two.cookie}`;
    const claims = claimsOf();

    const first = await comeBack(server, issuer.approve(one.authorization, claims), both);
    const second = await comeBack(server, issuer.approve(two.authorization, claims), `${both}; ${sessionOf(first)}`);

    expect([first.headers.location, second.headers.location]).toEqual(['/users', '/folders']);
    expect((await readAs(server, first)).status).toBe(200);
  });

  test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example'])(
    'leads nobody on to %s',
    async (returnTo) => {
      const { authorization, cookie } = await leave(server, encodeURIComponent(returnTo));

      const answer = await comeBack(server, issuer.approve(authorization, claimsOf()), cookie);

      expect(answer.headers.location).toBe('/');
    },
  );
});
