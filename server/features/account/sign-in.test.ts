import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { cookieOf, PASSWORD, type Person, signUp, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { localPath } from './returnTo.ts';

const server = setUpServer();
let ana: Person;

beforeAll(async () => {
  ana = await signUp(server, 'Ana');
});

const send = (form: 'login' | 'register', fields: Record<string, string>) =>
  visitor(server).post(`/api/auth/${form}`).type('form').send(new URLSearchParams(fields).toString());
const freshEmail = () => `${randomUUID()}@example.com`;

describe('the sign-in page', () => {
  test('has both forms, which need no script', async () => {
    const answer = await visitor(server).get('/api/login?returnTo=/folders');

    expect(answer.status).toBe(200);
    expect(answer.type).toBe('text/html');
    expect(answer.text).toContain('action="/api/auth/login"');
    expect(answer.text).toContain('action="/api/auth/register"');
    expect(answer.text).toContain('name="returnTo" value="/folders"');
    expect(answer.text).toContain('id="show-login" checked');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('opens the form for a new account when the address asks for it', async () => {
    const answer = await visitor(server).get('/api/login?form=register');

    expect(answer.text).toContain('id="show-register" checked');
    expect(answer.text).not.toContain('id="show-login" checked');
    expect(answer.text).toContain('<title>Create account · Marquee</title>');
  });

  test('ignores a form that it does not have', async () => {
    expect((await visitor(server).get('/api/login?form=renew')).text).toContain('id="show-login" checked');
  });

  test('says who helps with a forgotten password', async () => {
    expect((await visitor(server).get('/api/login')).text).toContain(
      'Forgot your password? The person who runs this site can give you a temporary one.',
    );
  });

  test('names its icon, since browsers would otherwise request a missing /favicon.ico', async () => {
    expect((await visitor(server).get('/api/login')).text).toContain('<link rel="icon" href="/icon.svg"');
  });

  test('redirects a signed-in person to the wanted page', async () => {
    const plain = await ana.get('/api/login');
    const wanted = await ana.get('/api/login?returnTo=/users%3Fq=1');

    expect([plain.status, plain.headers.location]).toEqual([302, '/']);
    expect(wanted.headers.location).toBe('/users?q=1');
  });

  test.each([
    ['/folder/1?filter=tv&title=movie-603', '/folder/1?filter=tv&amp;title=movie-603'],
    ['/api/login', '/'],
    ['/api/auth/login', '/'],
  ])('from %s it leads back to %s', async (screen, path) => {
    const answer = await visitor(server).get('/api/login').set('Referer', `${server.url}${screen}`);

    expect(answer.text).toContain(`name="returnTo" value="${path}"`);
  });

  test.each(['https://elsewhere.example/folders', 'no address', ''])(
    'from %j it leads to the start page',
    async (referrer) => {
      const answer = await visitor(server).get('/api/login').set('Referer', referrer);

      expect(answer.text).toContain('name="returnTo" value="/"');
    },
  );

  test('does not redirect to another site', async () => {
    const signedIn = await ana.get('/api/login?returnTo=https://elsewhere.example/');
    const page = await visitor(server).get('/api/login?returnTo=//elsewhere.example/');

    expect(signedIn.headers.location).toBe('/');
    expect(page.text).not.toContain('elsewhere');
  });

  test('shows parameters of the address only as text', async () => {
    const answer = await visitor(server).get(`/api/login?returnTo=${encodeURIComponent('/"><b>x</b>')}`);

    expect(answer.text).not.toContain('<b>x</b>');
  });
});

describe('the sign-in form', () => {
  test('signs in and redirects to the wanted page', async () => {
    const answer = await send('login', {
      email: ana.user.email,
      password: PASSWORD,
      returnTo: '/folder/1?filter=tv#top',
    });

    expect([answer.status, answer.headers.location]).toEqual([303, '/folder/1?filter=tv#top']);
    const { body } = await visitor(server).get('/api/auth/user').set('Cookie', cookieOf(answer.headers));
    expect(body).toMatchObject(ana.user);
  });

  test('redirects to the start page by default', async () => {
    const answer = await send('login', { email: ana.user.email, password: PASSWORD });

    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
  });

  test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'elsewhere', 'javascript:x'])(
    'does not lead to %s',
    async (returnTo) => {
      const answer = await send('login', { email: ana.user.email, password: PASSWORD, returnTo });

      expect(answer.headers.location).toBe('/');
    },
  );

  test.each([
    '/api/logout',
    '/api',
    '/API/logout',
    '/%61pi/logout',
    '/%2561pi/logout',
    '/%252561pi/logout',
    '/x/../api/logout',
    '/x/%2e%2e/api/logout',
    '/x/..%2fapi/logout',
    '/.//api/logout',
    '/%2fapi/logout',
    '//api/logout',
    '/\\api/logout',
    '/%5capi/logout',
    '/\tapi/logout',
    '/ api/logout',
    '/%09api/logout',
    '/api;x/logout',
    '/api%00/logout',
    '/%E0%A4%A',
  ])('does not redirect to an API call such as %j', async (returnTo) => {
    const answer = await send('login', { email: ana.user.email, password: PASSWORD, returnTo });

    expect(answer.headers.location).toBe('/');
  });

  test.each(['/apiary', '/folders?from=/api/x', '/my-list#/api/x', '/users?q=%25', '/folder/1?filter=tv#top'])(
    'leads to %s',
    async (returnTo) => {
      const answer = await send('login', { email: ana.user.email, password: PASSWORD, returnTo });

      expect(answer.headers.location).toBe(returnTo);
    },
  );

  test('is shown again with the error and the address, without the password', async () => {
    const answer = await send('login', { email: ana.user.email, password: 'wrong password', returnTo: '/users' });

    expect(answer.status).toBe(401);
    expect(answer.type).toBe('text/html');
    expect(answer.text).toContain('Wrong email address or password');
    expect(answer.text).toContain(`value="${ana.user.email}"`);
    expect(answer.text).toContain('name="returnTo" value="/users"');
    expect(answer.text).not.toContain('wrong password');
    expect(answer.text).toMatch(/<input id="login-password"[^>]* autofocus>/);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('shows the typed values only as text', async () => {
    const answer = await send('login', { email: '"><script>alert(1)</script>', password: 'x' });

    expect(answer.text).not.toContain('<script>');
    expect(answer.text).toContain('&lt;script&gt;');
  });
});

describe('the form for a new account', () => {
  test('creates it, signs in and redirects', async () => {
    const email = freshEmail();

    const answer = await send('register', {
      email,
      password: PASSWORD,
      firstName: 'Bo',
      lastName: '',
      returnTo: '/users',
    });

    expect([answer.status, answer.headers.location]).toEqual([303, '/users']);
    const { body } = await visitor(server).get('/api/auth/user').set('Cookie', cookieOf(answer.headers));
    expect(body).toMatchObject({ email, firstName: 'Bo', lastName: null });
  });

  test('is shown again with an error at each invalid field, and keeps the others', async () => {
    const answer = await send('register', { email: 'no address', password: 'short', firstName: '<Bo>', lastName: 'B' });

    expect(answer.status).toBe(400);
    // Each message once, at its field.
    expect(answer.text.split('Enter a valid email address')).toHaveLength(2);
    expect(answer.text.split('Use at least 10 characters')).toHaveLength(2);
    expect(answer.text).toContain('value="&lt;Bo&gt;"');
    expect(answer.text).toContain('value="no address"');
    expect(answer.text).not.toContain('value="short"');
    expect(answer.text).toMatch(/id="show-register" checked/);
  });

  test('says when an address already has an account', async () => {
    const answer = await send('register', { email: ana.user.email, password: PASSWORD });

    expect(answer.status).toBe(409);
    expect(answer.text).toContain('already exists');
  });

  test('is shown again if it was empty', async () => {
    const answer = await send('register', {});

    expect(answer.status).toBe(400);
    expect(answer.type).toBe('text/html');
  });

  test('is shown again if every field was sent twice', async () => {
    const answer = await visitor(server)
      .post('/api/auth/register')
      .type('form')
      .send('email=a%40example.com&email=b%40example.com&password=x&password=y');

    expect(answer.status).toBe(400);
    expect(answer.type).toBe('text/html');
  });
});

describe('the path to return to', () => {
  test.each([
    ['/', '/'],
    ['/folders', '/folders'],
    ['/folder/1?filter=tv#x', '/folder/1?filter=tv#x'],
    ['/a//b', '/a//b'],
    ['/%2F%2Felsewhere.example', '/%2F%2Felsewhere.example'],
  ])('may be %s, a path on this site', (value, path) => {
    expect(localPath(value)).toBe(path);
  });

  test.each([
    [undefined],
    [null],
    [7],
    [['/x']],
    [''],
    ['x'],
    ['https://elsewhere.example'],
    ['//elsewhere.example'],
    ['///elsewhere.example'],
    ['/\\elsewhere.example'],
    ['/\t/elsewhere.example'],
    ['/\n/elsewhere.example'],
    ['/.//elsewhere.example'],
    ['/x/..//elsewhere.example'],
    ['\\\\elsewhere.example'],
    [' /folders'],
    ['javascript:alert(1)'],
    ['http://localhost@elsewhere.example'],
  ])('may not be %j', (value) => {
    expect(localPath(value)).toBe('/');
  });
});
