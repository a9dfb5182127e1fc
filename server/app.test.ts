import { createHash, randomUUID } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { claimInstance } from './platform/instance/instance.model.ts';
import { makeBuiltClient } from './testing/builtClient.ts';
import { PASSWORD, visitor } from './testing/people.ts';
import { setUpServer } from './testing/server.ts';

const FIRST = 'document.title = 1';

const client = makeBuiltClient(
  `<!doctype html><html lang="en"><title>Marquee</title><meta property="csp-nonce" nonce="__STYLE_NONCE__"><script>${FIRST}</script></html>`,
  {
    'app-1234.js': 'export const app = 1;',
    'app-1234.js.br': brotliCompressSync('export const app = 1;'),
    'old-1.js': 'export const old = 1;',
  },
);
const server = setUpServer({
  clientDir: client.dir,
  env: {
    METRICS_TOKEN: 'a token',
    TRUST_PROXY: 'on',
    PUBLIC_URL: 'https://marquee.example',
    ALLOWED_HOSTS: '127.0.0.1',
  },
});

beforeAll(async () => {
  // A new instance would ask visitors to set it up.
  await claimInstance();
});
afterAll(() => {
  client.remove();
});

const get = (route: string, headers: Record<string, string> = {}) => fetch(`${server.url}${route}`, { headers });

describe('monitoring', () => {
  test('is told that the process runs and that its database answers', async () => {
    const [health, ready] = [await get('/healthz'), await get('/readyz')];

    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  test('can read the metrics on this machine', async () => {
    await get('/healthz');

    const answer = await get('/metrics');

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await answer.text()).toContain('marquee_http_request_seconds_count{');
  });

  test.each([
    ['X-Forwarded-For', '203.0.113.7'],
    ['X-Forwarded-Host', 'marquee.example'],
    ['X-Forwarded-Proto', 'https'],
    ['Forwarded', 'for=203.0.113.7'],
    ['Via', '1.1 proxy'],
    ['X-Real-IP', '203.0.113.7'],
    ['Host', 'marquee.example'],
    ['Host', 'elsewhere.example'],
  ])('needs the token for the metrics when %s is %s', async (name, value) => {
    const metrics = (headers: Record<string, string> = {}) =>
      request(server.url)
        .get('/metrics')
        .set({ [name]: value, ...headers });

    expect((await metrics()).status).toBe(404);
    expect((await metrics({ Authorization: 'Bearer another' })).status).toBe(404);
    expect((await metrics({ Authorization: 'Bearer a token' })).status).toBe(200);
  });
});

describe('the client', () => {
  test.each(['/', '/browse', '/folder/1/details?filter=tv', '/users/x', '/no/such/screen'])(
    'is the same page at %s, and browsers check at each use that it is current',
    async (route) => {
      const answer = await get(route, { Cookie: '__Host-marquee.sid=some' });

      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toContain('<html lang="en"><title>Marquee</title>');
    },
  );

  test('is not marked as signed out for a request by http that may have a session by https', async () => {
    const answer = await get('/', { Cookie: '__Host-marquee.sid=some' });

    expect(await answer.text()).not.toContain('data-visitor');
  });

  test.each(['', 'theme=dark', 'other.marquee.sid=some', 'marquee.sid=some'])(
    'is marked as signed out for requests without a session, and is not stored (cookie "%s")',
    async (cookie) => {
      const answer = await get('/', { Cookie: cookie });

      expect(await answer.text()).toContain('<html data-visitor lang="en">');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    },
  );

  test.each(['/manifest.webmanifest', '/favicon.ico', '/wp-login.php', '/folder/1/app.js.map', '/.env'])(
    'is not the answer to a file that does not exist: %s',
    async (route) => {
      const answer = await get(route);

      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    },
  );

  test('has hashed assets that may be cached without limit', async () => {
    const answer = await get('/assets/app-1234.js');

    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('sends the brotli copy of an asset to browsers that read it', async () => {
    const packed = await get('/assets/app-1234.js', { 'Accept-Encoding': 'br, gzip' });
    const plain = await get('/assets/app-1234.js', { 'Accept-Encoding': 'identity' });

    expect([packed, plain].map(({ headers }) => headers.get('Content-Encoding'))).toEqual(['br', null]);
    expect([packed, plain].map(({ headers }) => headers.get('Vary'))).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    expect([packed, plain].map(({ headers }) => headers.get('Content-Type')?.toLowerCase())).toEqual([
      'text/javascript; charset=utf-8',
      'text/javascript; charset=utf-8',
    ]);
    expect(await packed.text()).toBe(await plain.text());
  });

  test('answers 404 for an asset that a newer build has removed since the start', async () => {
    expect((await get('/assets/old-1.js')).status).toBe(200);
    client.removeAsset('old-1.js');

    expect((await get('/assets/old-1.js')).status).toBe(404);
    expect((await get('/healthz')).status).toBe(200);
  });

  test('answers 404 for an asset of an older build', async () => {
    expect((await get('/assets/app-0000.js')).status).toBe(404);
  });

  test.each(['/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/..%5cpackage.json'])(
    'gives no files outside its folder at %s',
    async (route) => {
      expect(await (await get(route)).text()).not.toContain('"dependencies"');
    },
  );

  test('is not the answer to a path that cannot be decoded', async () => {
    expect((await get('/%E0%A4%A')).status).toBe(400);
  });
});

describe('every page', () => {
  test('runs only scripts of this site, and of inline scripts only those of the build', async () => {
    const hash = createHash('sha256').update(FIRST).digest('base64');
    for (const route of ['/', '/api/login', '/api/config']) {
      const csp = (await get(route)).headers.get('content-security-policy') ?? '';
      const directives = new Map(csp.split(';').map((one) => [one.split(' ')[0], one] as const));

      expect(directives.get('script-src')).toBe(`script-src 'self' 'sha256-${hash}'`);
      expect(directives.get('default-src')).toBe("default-src 'self'");
      expect(directives.get('object-src')).toBe("object-src 'none'");
      expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
      expect(directives.get('base-uri')).toBe("base-uri 'none'");
      expect(directives.get('form-action')).toBe("form-action 'self'");
    }
  });

  test('allows inline styles only with the nonce of the answer', async () => {
    const answers = await Promise.all([get('/'), get('/browse')]);
    const nonces = await Promise.all(
      answers.map(async (answer) => [
        /style-src ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1],
        /nonce="([^"]+)"/.exec(await answer.text())?.[1],
      ]),
    );

    const [[first, firstNonce], [second, secondNonce]] = nonces as [[string, string], [string, string]];
    expect(first).toContain(`'nonce-${firstNonce}'`);
    expect(second).toContain(`'nonce-${secondNonce}'`);
    expect(first).not.toContain('unsafe-inline');
    expect(firstNonce).not.toBe(secondNonce);
    expect(firstNonce?.length).toBeGreaterThan(20);
  });

  test('forbids browsers to guess types, and does not name the server software', async () => {
    const { headers } = await get('/');

    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/);
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('may use no device, and embeds only trailers', async () => {
    const policy = (await get('/')).headers.get('permissions-policy') ?? '';

    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      expect(policy).toContain(`${feature}=()`);
    }
    expect(policy.match(/https?:[^"]+/g)).toEqual(Array(4).fill('https://www.youtube-nocookie.com'));
  });
});

describe('behind a proxy that ends https', () => {
  const https = { 'X-Forwarded-Proto': 'https', Origin: 'https://marquee.example' };

  /** Signs up and gives the session's cookie. */
  async function signUpByHttps(): Promise<string> {
    const email = `ana.${randomUUID()}@example.com`;
    const answer = await visitor(server).post('/api/auth/register', { email, password: PASSWORD }).set(https);
    const cookies = answer.headers['set-cookie'] as unknown as string[];
    return cookies.find((one) => one.startsWith('__Host-marquee.sid=')) ?? '';
  }

  test('the session’s cookie is sent only by https, and no other host can set it', async () => {
    const cookie = await signUpByHttps();

    expect(cookie).toMatch(/^__Host-marquee\.sid=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('a session cookie without the prefix is ignored, since another host may have set it', async () => {
    const cookie = await signUpByHttps();
    const planted = cookie.split(';')[0]?.replace('__Host-', '');

    const answer = await visitor(server)
      .get('/api/auth/user')
      .set({ ...https, Cookie: planted });

    expect(answer.status).toBe(401);
  });

  test('signing out removes the cookie', async () => {
    const cookie = await signUpByHttps();

    const answer = await visitor(server)
      .post('/api/logout')
      .set({ ...https, Cookie: cookie.split(';')[0] });

    const cleared = (answer.headers['set-cookie'] as unknown as string[]).find((one) => one.startsWith('__Host-'));
    expect(cleared).toMatch(/^__Host-marquee\.sid=; Path=\/; Expires=Thu, 01 Jan 1970 [^;]+; Secure$/);
  });
});

test('an unknown call of a visitor is answered 401, not with the page', async () => {
  expect((await visitor(server).get('/api/nothing')).body.code).toBe('unauthorized');
});
