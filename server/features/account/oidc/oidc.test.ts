import { describe, expect, test } from '@jest/globals';
import {
  claimsOf,
  comeBack,
  leave,
  readAs,
  sessionOf,
  setUpSingleSignOn,
  signInBy,
} from '../../../testing/oidc/singleSignOn.ts';
import { signUp } from '../../../testing/people.ts';

const sso = setUpSingleSignOn();

describe('starting single sign-on', () => {
  test('requests a code, with PKCE, a nonce and a new state', async () => {
    const { authorization, answer } = await leave(sso.server);

    const { origin, pathname, searchParams } = new URL(authorization);
    expect(answer.status).toBe(302);
    expect(origin + pathname).toBe(`${sso.issuer.url}/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'marquee',
      response_type: 'code',
      redirect_uri: `${sso.server.url}/api/auth/oidc/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  test('stores the flow in a short-lived cookie that scripts and other sites cannot use, and starts no session', async () => {
    const { answer } = await leave(sso.server);

    const cookies = answer.headers['set-cookie'] as unknown as string[];
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^marquee\.oidc\.[\w-]+=/);
    expect(cookies[0]).toMatch(/; Max-Age=600; Path=\/; .*HttpOnly; SameSite=Lax$/);
  });

  test('encrypts the flow, so that its cookie reveals neither the verifier of the code nor the wanted page', async () => {
    const { authorization, cookie } = await leave(sso.server, '/folders');

    const value = cookie.split('=')[1] ?? '';
    const texts = value.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    const nonce = new URL(authorization).searchParams.get('nonce') ?? '';
    for (const text of [value, ...texts]) for (const secret of [nonce, '/folders']) expect(text).not.toContain(secret);
  });

  test('redirects a signed-in person to the wanted page', async () => {
    const ana = await signUp(sso.server);

    const { answer } = await leave(sso.server, '/users', ana.cookie);

    expect([answer.status, answer.headers.location]).toEqual([302, '/users']);
  });

  test('keeps only the last five flows of each browser', async () => {
    const cookies = await Promise.all([1, 2, 3, 4, 5].map(async () => (await leave(sso.server)).cookie));

    const { answer } = await leave(sso.server, '/', cookies.join('; '));

    const cleared = (answer.headers['set-cookie'] as unknown as string[]).filter((one) => one.includes('1970'));
    expect(cleared).toEqual([expect.stringContaining(`${cookies[0]?.split('=')[0]}=;`)]);
  });
});

describe('returning from the issuer', () => {
  test('the first time creates an account with the issuer’s data and with a Reviewed list', async () => {
    const claims = claimsOf();

    const answer = await signInBy(sso, claims);

    expect([answer.status, answer.headers.location]).toEqual([302, '/folders']);
    const { body } = await readAs(sso.server, answer);
    expect(body).toMatchObject({
      email: claims.email.toLowerCase(),
      firstName: 'Ana',
      lastName: 'Alvarez',
      username: null,
      profileImageUrl: null,
    });
    const lists = await readAs(sso.server, answer, '/api/folders');
    expect(lists.body).toMatchObject([{ name: 'Reviewed', isReviewed: true, userId: body.id }]);
  });

  test('again opens the same account, even with other data from the issuer', async () => {
    const claims = claimsOf();
    const first = await readAs(sso.server, await signInBy(sso, claims));

    const answer = await signInBy(sso, {
      sub: claims.sub,
      email: 'another@example.com',
      given_name: 'Anna',
    });

    expect((await readAs(sso.server, answer)).body).toEqual(first.body);
  });

  test('twice at the same time creates one account', async () => {
    const claims = claimsOf();

    const answers = await Promise.all([1, 2, 3].map(() => signInBy(sso, claims)));

    const users = await Promise.all(answers.map((answer) => readAs(sso.server, answer)));
    expect(new Set(users.map(({ body }) => body.id)).size).toBe(1);
    expect((await readAs(sso.server, answers[0]!, '/api/folders')).body).toHaveLength(1);
  });

  test('clears the cookie of the flow and starts a new session', async () => {
    const { authorization, cookie } = await leave(sso.server);
    const planted = `marquee.sid=s%3Aplanted.signature; ${cookie}`;

    const answer = await comeBack(sso.server, sso.issuer.approve(authorization, claimsOf()), planted);

    expect(String(answer.headers['set-cookie'])).toMatch(/marquee\.oidc\.[\w-]+=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(sessionOf(answer)).not.toContain('planted');
    expect((await readAs(sso.server, answer)).status).toBe(200);
  });

  test('ends the session of another person in this browser', async () => {
    const ben = await signUp(sso.server, 'Ben');
    const { authorization, cookie } = await leave(sso.server);

    const answer = await comeBack(
      sso.server,
      sso.issuer.approve(authorization, claimsOf()),
      `${cookie}; ${ben.cookie}`,
    );

    expect((await readAs(sso.server, answer)).body.firstName).toBe('Ana');
    expect((await ben.get('/api/auth/user')).status).toBe(401);
  });

  test('works for two tabs at the same time', async () => {
    const [one, two] = [await leave(sso.server, '/users'), await leave(sso.server, '/folders')];
    const both = `${one.cookie}; ${two.cookie}`;
    const claims = claimsOf();

    const first = await comeBack(sso.server, sso.issuer.approve(one.authorization, claims), both);
    const second = await comeBack(
      sso.server,
      sso.issuer.approve(two.authorization, claims),
      `${both}; ${sessionOf(first)}`,
    );

    expect([first.headers.location, second.headers.location]).toEqual(['/users', '/folders']);
    expect((await readAs(sso.server, first)).status).toBe(200);
  });

  test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example'])(
    'does not redirect to %s',
    async (returnTo) => {
      const { authorization, cookie } = await leave(sso.server, encodeURIComponent(returnTo));

      const answer = await comeBack(sso.server, sso.issuer.approve(authorization, claimsOf()), cookie);

      expect(answer.headers.location).toBe('/');
    },
  );
});
