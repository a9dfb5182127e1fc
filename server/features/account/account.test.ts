import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { SessionModel } from '../../platform/session/session.ts';
import { cookieOf, PASSWORD, type Person, signInAgain, signUp, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';

const server = setUpServer();
let ana: Person;

beforeAll(async () => {
  ana = await signUp(server, 'Ana', 'Alvarez');
});

const register = (body: object) => visitor(server).post('/api/auth/register', body);
const signIn = (body: object) => visitor(server).post('/api/auth/login', body);
const freshEmail = () => `${randomUUID()}@example.com`;
/** Reads the signed-in user with the cookie of an answer. */
const userOf = (headers: Record<string, unknown>) =>
  visitor(server).get('/api/auth/user').set('Cookie', cookieOf(headers));

describe('registering', () => {
  test('gives the user without the password, and signs in', async () => {
    const email = freshEmail();

    const answer = await register({ email, password: PASSWORD, firstName: ' Bo ', lastName: '' });

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      email,
      firstName: 'Bo',
      lastName: null,
      username: null,
      profileImageUrl: null,
    });
    expect((await userOf(answer.headers)).body).toMatchObject(answer.body);
  });

  test('keeps the address in lower case and without spaces', async () => {
    const email = freshEmail();

    const answer = await register({ email: ` ${email.toUpperCase()} `, password: PASSWORD });

    expect(answer.body.email).toBe(email);
  });

  test.each([
    ['email', undefined],
    ['email', ''],
    ['email', 'ana'],
    ['email', 'ana@'],
    ['email', 'a b@example.com'],
    ['email', `${'a'.repeat(250)}@example.com`],
    ['email', 7],
    ['email', ['ana@example.com']],
    ['email', { $gt: '' }],
    ['password', undefined],
    ['password', 'x'.repeat(9)],
    ['password', 'x'.repeat(129)],
    ['password', 1234567890],
    ['password', { $ne: '' }],
    ['firstName', 7],
    ['firstName', 'x'.repeat(81)],
    ['lastName', {}],
  ])('refuses the %s %p and names the field', async (field, value) => {
    const answer = await register({ email: freshEmail(), password: PASSWORD, [field]: value });

    expect(answer.status).toBe(400);
    expect(answer.body.issues[0].path).toBe(field);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test.each(['k7quvo zim', 'plum fog tax lamp '.repeat(8).slice(0, 128), 'зелёный чайник едет', '  moth 94 rye  '])(
    'takes the password %p',
    async (password) => {
      const email = freshEmail();

      expect((await register({ email, password })).status).toBe(201);
      expect((await signIn({ email, password })).status).toBe(200);
    },
  );

  test('refuses an address that has an account, in any case', async () => {
    const answer = await register({ email: ana.user.email.toUpperCase(), password: PASSWORD });

    expect(answer.body.code).toBe('taken');
  });

  test('twice at the same time makes one account', async () => {
    const email = freshEmail();

    const answers = await Promise.all([1, 2, 3].map(() => register({ email, password: PASSWORD })));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const { headers } = await signIn({ email, password: PASSWORD });
    const own = await visitor(server).get('/api/folders').set('Cookie', cookieOf(headers));
    expect(own.body).toHaveLength(1);
  });

  test('ignores additional fields', async () => {
    const answer = await register({
      email: freshEmail(),
      password: PASSWORD,
      _id: 'f'.repeat(24),
      username: 'admin',
      profileImageUrl: 'https://elsewhere.example/x.png',
      rev: 99,
    });

    expect(answer.body).toMatchObject({ username: null, profileImageUrl: null });
    expect(answer.body.id).not.toBe('f'.repeat(24));
  });
});

describe('signing in', () => {
  test('gives the user, with the address in any case', async () => {
    const answer = await signIn({ email: ana.user.email.toUpperCase(), password: PASSWORD });

    expect(answer.body).toEqual(ana.user);
    expect((await userOf(answer.headers)).body).toMatchObject(ana.user);
  });

  test('gives the same answer to an unknown address and to a wrong password', async () => {
    const unknown = await signIn({ email: freshEmail(), password: PASSWORD });
    const wrong = await signIn({ email: ana.user.email, password: `${PASSWORD}!` });

    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  test.each([
    [{}],
    [{ email: 'x' }],
    [{ email: '', password: PASSWORD }],
    [{ email: 'a@example.com', password: '' }],
    [{ email: { $gt: '' }, password: PASSWORD }],
    [{ email: 'a@example.com', password: { $gt: '' } }],
    [{ email: ['a@example.com'], password: PASSWORD }],
    [{ email: 'a@example.com', password: 'x'.repeat(129) }],
  ])('refuses %j', async (body) => {
    expect((await signIn(body)).body.code).toBe('validation');
  });

  test('starts a new session, so that an attacker cannot prepare one', async () => {
    const again = await signInAgain(server, ana);

    const answer = await again.post('/api/auth/login', { email: ana.user.email, password: PASSWORD });

    expect(cookieOf(answer.headers)).not.toBe(again.cookie);
    expect((await again.get('/api/auth/user')).status).toBe(401);
  });

  test('does not use the session id that a visitor sends', async () => {
    const planted = 'marquee.sid=s%3Aplanted.signature';

    const answer = await signIn({ email: ana.user.email, password: PASSWORD }).set('Cookie', planted);

    expect(cookieOf(answer.headers)).not.toContain('planted');
  });

  test('sets a cookie for thirty days that scripts and other sites cannot use', async () => {
    const answer = await signIn({ email: ana.user.email, password: PASSWORD });

    const cookies = answer.headers['set-cookie'] as unknown as string[];
    const cookie = cookies.find((one) => one.startsWith('marquee.sid='));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/; Secure/);
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookie!)![1]!);
    expect(expires - Date.now()).toBeGreaterThan(29.9 * 24 * 60 * 60 * 1000);
  });

  test('extends the cookie once an hour, so that a slow answer rarely brings back the id of an earlier session', async () => {
    const soon = await ana.get('/api/auth/user');
    const lastModified = new Date(Date.now() - 61 * 60_000);
    await SessionModel.updateMany({ 'session.userId': ana.user.id }, { $set: { lastModified } });
    const later = await ana.get('/api/auth/user');

    expect(soon.headers['set-cookie']).toBeUndefined();
    expect(cookieOf(later.headers)).toMatch(/^marquee\.sid=/);
    expect(ana.cookie.split('; ')).toContain(cookieOf(later.headers));
    const [cookie = ''] = later.headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(/; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });

  test('sets no cookie for visitors', async () => {
    const answers = [await visitor(server).get('/api/auth/user'), await visitor(server).get('/api/login')];

    for (const answer of answers) expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('from another site is refused', async () => {
    const foreign = { Origin: 'https://elsewhere.example' };

    const answers = [
      await signIn({ email: ana.user.email, password: PASSWORD }).set(foreign),
      await register({ email: freshEmail(), password: PASSWORD }).set(foreign),
    ];

    expect(answers.map(({ body }) => body.code)).toEqual(['forbidden', 'forbidden']);
  });
});

describe('signing out', () => {
  const typed = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'none' };
  const clicked = { ...typed, 'Sec-Fetch-Site': 'same-origin' };

  test.each([
    ['an address that was typed', typed],
    ['a link of the app', clicked],
  ])('by %s ends this session but no other, and redirects to the landing page', async (_how, headers) => {
    const again = await signInAgain(server, ana);

    const answer = await again.get('/api/logout').set(headers);

    expect([answer.status, answer.headers.location]).toEqual([302, '/']);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect((await again.get('/api/auth/user')).status).toBe(401);
    expect((await ana.get('/api/auth/user')).status).toBe(200);
    expect((await ana.get('/api/user/security-events')).body[0]).toMatchObject({ type: 'sign-out' });
  });

  test('by the form ends the session', async () => {
    const again = await signInAgain(server, ana);

    const answer = await again.post('/api/logout').set('Origin', server.url);

    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    expect((await again.get('/api/auth/user')).status).toBe(401);
  });

  test.each<[string, Record<string, string>]>([
    ['an image', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Site': 'same-origin' }],
    ['a script’s fetch', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin' }],
    ['a frame', { ...clicked, 'Sec-Fetch-Dest': 'iframe' }],
    ['a link on another site', { ...clicked, 'Sec-Fetch-Site': 'cross-site' }],
    ['a link on a sibling site', { ...clicked, 'Sec-Fetch-Site': 'same-site' }],
    ['a browser that prefetches', { ...clicked, 'Sec-Purpose': 'prefetch;prerender' }],
    ['a browser without these headers', {}],
  ])('by %s needs a confirmation', async (_how, headers) => {
    const again = await signInAgain(server, ana);

    const answer = await again.get('/api/logout').set(headers);

    expect([answer.status, answer.type]).toEqual([200, 'text/html']);
    expect(answer.text).toContain('<form method="post" action="/api/logout">');
    expect(answer.text).not.toContain('<script');
    expect((await again.get('/api/auth/user')).status).toBe(200);
  });

  test('by the form of another site is refused', async () => {
    const again = await signInAgain(server, ana);

    const answer = await again.post('/api/logout').set('Origin', 'https://elsewhere.example');

    expect(answer.body.code).toBe('forbidden');
    expect((await again.get('/api/auth/user')).status).toBe(200);
  });

  test('redirects a visitor to the landing page', async () => {
    const answers = [await visitor(server).get('/api/logout'), await visitor(server).post('/api/logout')];

    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
      [302, '/'],
      [303, '/'],
    ]);
    // The browser may have a session that it does not send, as for an image on another site.
    expect(answers[0]?.headers['set-cookie']).toBeUndefined();
    expect(answers[0]?.headers['clear-site-data']).toBeUndefined();
  });
});

describe('signed out', () => {
  test.each([
    ['get', '/api/auth/user'],
    ['get', '/api/folders'],
    ['get', '/api/categories'],
    ['get', '/api/users'],
    ['get', '/api/users/all'],
    ['get', '/api/users/search?q=ana'],
    ['get', '/api/watchlist'],
    ['get', '/api/folder-invitations'],
    ['get', '/api/movies/popular'],
    ['post', '/api/folders'],
    ['post', '/api/watchlist'],
    ['get', '/api/no-such-thing'],
  ] as const)('%s %s is answered 401 and no more', async (method, path) => {
    const answer = await visitor(server)[method](path);

    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: 'Unauthorized', code: 'unauthorized' });
  });

  test('an invented cookie is ignored', async () => {
    for (const cookie of ['marquee.sid=s%3Ax.y', 'marquee.sid=', `${ana.cookie}x`, 'marquee.sid=j%3A%7B%7D']) {
      expect((await visitor(server).get('/api/auth/user').set('Cookie', cookie)).status).toBe(401);
    }
  });

  test('visitors can read the configuration', async () => {
    expect((await visitor(server).get('/api/config')).status).toBe(200);
  });
});
