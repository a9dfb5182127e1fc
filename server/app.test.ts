import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeBuiltClient } from './testing/builtClient.ts';
import { cookieOf, PASSWORD, visitor } from './testing/people.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const FIRST = 'document.title = 1';

const client = makeBuiltClient(
  `<!doctype html><html lang="en"><title>Marquee</title><script>${FIRST}</script></html>`,
  {
    'app-1234.js': 'export const app = 1;',
  },
);
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    clientDir: client.dir,
    env: { METRICS_TOKEN: 'a token', TRUST_PROXY: 'on', PUBLIC_URL: 'https://marquee.example' },
  });
});
afterAll(async () => {
  await server.stop();
  client.remove();
});

const get = (route: string, headers: Record<string, string> = {}) => fetch(`${server.url}${route}`, { headers });

describe('whoever watches over the process', () => {
  test('learns that it is up and that its database answers', async () => {
    const [health, ready] = [await get('/healthz'), await get('/readyz')];

    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  test('reads the metrics on this machine', async () => {
    await get('/healthz');

    const answer = await get('/metrics');

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await answer.text()).toContain('marquee_http_request_seconds_count{');
  });

  test('reads them through the proxy with the token alone', async () => {
    const forwarded = { 'X-Forwarded-For': '203.0.113.7' };

    expect((await get('/metrics', forwarded)).status).toBe(404);
    expect((await get('/metrics', { ...forwarded, Authorization: 'Bearer another' })).status).toBe(404);
    expect((await get('/metrics', { ...forwarded, Authorization: 'Bearer a token' })).status).toBe(200);
  });
});

describe('the client', () => {
  test.each(['/', '/browse', '/folder/1/details?filter=tv', '/users/x', '/no/such/screen'])(
    'is the same page at %s, asked for anew each time',
    async (route) => {
      const answer = await get(route, { Cookie: 'marquee.sid=some' });

      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toContain('<html lang="en"><title>Marquee</title>');
    },
  );

  test.each(['', 'theme=dark', 'other.marquee.sid=some'])(
    'is marked for requests without a session, so that it does not ask for one, and is not stored (cookie "%s")',
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

  test('keeps its hashed assets for ever', async () => {
    const answer = await get('/assets/app-1234.js');

    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
  });

  test('misses an asset of an older build with 404, not with the page', async () => {
    expect((await get('/assets/app-0000.js')).status).toBe(404);
  });

  test.each(['/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/..%5cpackage.json'])(
    'gives nothing of the folders around it at %s',
    async (route) => {
      expect(await (await get(route)).text()).not.toContain('"dependencies"');
    },
  );

  test('is not shown for a path that does not decode', async () => {
    expect((await get('/%E0%A4%A')).status).toBe(404);
  });
});

describe('every page', () => {
  test('runs scripts of this site alone, and of those written into it what the build wrote', async () => {
    const hash = createHash('sha256').update(FIRST).digest('base64');
    for (const route of ['/', '/api/login', '/api/config']) {
      const csp = (await get(route)).headers.get('content-security-policy') ?? '';
      const directives = new Map(csp.split(';').map((one) => [one.split(' ')[0], one] as const));

      expect(directives.get('script-src')).toBe(`script-src 'self' 'sha256-${hash}'`);
      expect(directives.get('default-src')).toBe("default-src 'self'");
      expect(directives.get('object-src')).toBe("object-src 'none'");
      expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
      expect(directives.get('form-action')).toBe("form-action 'self'");
    }
  });

  test('keeps browsers from guessing, and tells of the software nothing', async () => {
    const { headers } = await get('/');

    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/);
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

describe('behind a proxy that ends https', () => {
  test('the session’s cookie goes over https alone', async () => {
    const email = `ana.${Date.now()}@example.com`;
    const answer = await visitor(server)
      .post('/api/auth/register', { email, password: PASSWORD })
      .set('X-Forwarded-Proto', 'https')
      .set('Origin', 'https://marquee.example');

    expect(answer.status).toBe(201);
    expect(String(answer.headers['set-cookie'])).toMatch(/; Secure/);
    expect(cookieOf(answer.headers)).toMatch(/^marquee\.sid=/);
  });
});

test('an unknown call is 401 for visitors, not the page', async () => {
  expect((await visitor(server).get('/api/nothing')).body.code).toBe('unauthorized');
});
