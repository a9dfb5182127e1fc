import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Person, signUp } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const KEY = 'a-secret-key-of-seerr';

/** A Seerr that answers what the test says, and keeps what it was asked. */
let seerr: Server;
let answer: (req: IncomingMessage, res: ServerResponse) => void;
let asked: { call: string; key: string | undefined; body: unknown }[];

let server: TestServer;
let operator: Person;
let ana: Person;

beforeAll(async () => {
  seerr = createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    const key = req.headers['x-api-key'];
    asked.push({ call: `${req.method} ${req.url}`, key: String(key), body: text ? JSON.parse(text) : null });
    answer(req, res);
  });
  await new Promise<void>((resolve) => seerr.listen(0, '127.0.0.1', resolve));
  const { port } = seerr.address() as AddressInfo;
  server = await startTestServer({
    env: { SEERR_URL: `http://127.0.0.1:${port}/seerr/`, SEERR_API_KEY: KEY },
  });
  operator = await signUp(server, 'Olga');
  ana = await signUp(server, 'Ana');
  await operator.put(`/api/admin/accounts/${ana.user.id}/requests`).expect(204);
});
afterAll(async () => {
  await server.stop();
  await new Promise((resolve) => seerr.close(resolve));
});
beforeEach(() => {
  asked = [];
});

const says = (status: number, body: unknown) => {
  answer = (_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
};
const stateOf = (person: Person, title = 'movie/603') => person.get(`/api/requests/${title}`);

test('says how far a title is, to those whom the operator allows', async () => {
  const ben = await signUp(server, 'Ben');
  const expected = { 1: 'none', 2: 'requested', 3: 'processing', 4: 'partly-available', 5: 'available', 6: 'none' };
  for (const [status, state] of Object.entries(expected)) {
    says(200, { id: 603, mediaInfo: { status: Number(status) } });
    expect((await stateOf(ana)).body).toEqual({ state });
  }
  says(200, { id: 603 });
  expect((await stateOf(ana)).body).toEqual({ state: 'none' });
  expect(asked[0]).toEqual({ call: 'GET /seerr/api/v1/movie/603', key: KEY, body: null });

  asked = [];
  expect((await stateOf(ben)).body).toEqual({ state: 'closed' });
  expect((await ben.post('/api/requests', { mediaType: 'movie', tmdbId: 603 })).status).toBe(403);
  expect((await ben.put(`/api/admin/accounts/${ben.user.id}/requests`)).status).toBe(403);
  expect(asked).toEqual([]);
  const { body: accounts } = await operator.get('/api/admin/accounts');
  expect(accounts.map(({ mayRequest }: { mayRequest: boolean }) => mayRequest)).toEqual([false, true, false]);
});

test('requests a film, or a show with all seasons, also one that was requested meanwhile', async () => {
  answer = (req, res) => {
    const isRequest = req.method === 'POST';
    res.writeHead(isRequest ? 409 : 200, { 'content-type': 'application/json' });
    res.end(JSON.stringify(isRequest ? { message: 'exists' } : { mediaInfo: { status: 2 } }));
  };
  for (const [mediaType, tmdbId] of [
    ['movie', 603],
    ['tv', 1399],
  ] as const) {
    expect((await ana.post('/api/requests', { mediaType, tmdbId }).expect(200)).body).toEqual({ state: 'requested' });
  }
  const requests = asked.filter(({ call }) => call === 'POST /seerr/api/v1/request');
  expect(requests.map(({ body }) => body)).toEqual([
    { mediaType: 'movie', mediaId: 603 },
    { mediaType: 'tv', mediaId: 1399, seasons: 'all' },
  ]);
});

test.each([
  ['an error', () => says(500, { message: KEY })],
  ['a refused key', () => says(403, { message: KEY })],
  ['something else than JSON', () => (answer = (_req, res) => res.end(`<html>${KEY}`))],
  ['an unknown shape', () => says(200, { mediaInfo: { status: KEY } })],
  ['a redirect', () => (answer = (_req, res) => res.writeHead(302, { location: '/elsewhere' }).end())],
  ['a closed connection', () => (answer = (_req, res) => res.destroy())],
])('says in plain words that Seerr failed when it answers with %s, without the key', async (_what, set) => {
  set();

  const failed = await stateOf(ana);

  expect([failed.status, failed.body.code]).toEqual([502, 'upstream']);
  expect(failed.body.error).toMatch(/^Seerr (did not answer|refused)/);
  expect(failed.text).not.toContain(KEY);
});
