import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import request, { type Response } from 'supertest';
import { z } from 'zod';
import { allCalls, type Call } from '../common/api.ts';
import { errorBodySchema } from '../common/errors.ts';
import { addItem, createFolder, inviteTo, type Person, shareWith, signUp } from './testing/people.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

let server: TestServer;
let ana: Person;
let ids: string[];
beforeAll(async () => {
  server = await startTestServer();
  ana = await signUp(server);
  const [ben, cleo] = [await signUp(server, 'Ben'), await signUp(server, 'Cleo')];
  const folder = await createFolder(ana);
  const item = await addItem(ana, folder.id);
  await shareWith(ana, folder.id, ben);
  const invitation = await inviteTo(ana, folder.id, cleo);
  const [share] = (await ana.get(`/api/folders/${folder.id}/shares`)).body;
  ids = [folder.id, item.id, share.id, invitation.id, ana.user.id, ben.user.id];
});
afterAll(() => server.stop());

const calls = allCalls.filter((call) => call.path !== '/api/user/profile-image/upload');

/** What people who mean harm send where a text or a number is asked for. */
const hostile = fc.constantFrom<unknown>(
  { $gt: '' },
  { $where: 'sleep(1000)' },
  { __proto__: { isAdmin: true } },
  { constructor: { prototype: { isAdmin: true } } },
  ['a'],
  null,
  true,
  -1,
  1e308,
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  'f'.repeat(24),
  'x'.repeat(300),
  '',
);

const value = fc.oneof(hostile, fc.jsonValue({ maxDepth: 2 }), fc.integer(), fc.string());

/** A body with the right names, and with values that are now and then right. */
function bodyFor(call: Call): fc.Arbitrary<unknown> {
  const { properties = {} } = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { enum?: unknown[] }>;
  };
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    fc.oneof(value, fc.constantFrom(...ids, 1, true, ...(schema.enum ?? []))),
  ]);
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

const segment = () =>
  fc.oneof(fc.constantFrom(...ids, '1', '603', 'movie', 'tv', '%00', '%E0%A4%A'), fc.stringMatching(/^[0-9a-f]{24}$/));

function pathFor(call: Call): fc.Arbitrary<string> {
  const parts = call.path.split('/').map((part) => (part.startsWith(':') ? segment() : fc.constant(part)));
  const query = fc.oneof(
    fc.constant(''),
    fc.constantFrom('?limit=x', '?since=-1', '?page=0', '?q[$ne]=1', '?q=%ff', '?after=1'),
  );
  return fc.tuple(fc.tuple(...parts), query).map(([path, search]) => path.join('/') + search);
}

/** Never a failure of ours, and whatever goes wrong is told in the one body, without a word about the inside. */
function checkAnswer(call: Call, answer: Response): void {
  expect(answer.status).toBeLessThan(500);
  expect(answer.text ?? '').not.toMatch(/passwordHash|argon2|MongoServerError|at \w+ \(/);
  if (answer.status >= 400) errorBodySchema.strict().parse(answer.body);
  else if (answer.status === call.status && call.status !== 204) call.answer.parse(answer.body);
}

const scenario = () =>
  fc
    .constantFrom(...calls)
    .chain((call) =>
      fc.record({ call: fc.constant(call), path: pathFor(call), body: bodyFor(call), isSignedIn: fc.boolean() }),
    );

test('whatever is sent, signed in or out, is answered inside the contract', async () => {
  await fc.assert(
    fc.asyncProperty(scenario(), async ({ call, path, body, isSignedIn }) => {
      const sending = request(server.url)[call.method](path).redirects(0);
      if (isSignedIn) sending.set('Cookie', ana.cookie);
      if (call.method !== 'get') sending.set('Content-Type', 'application/json').send(JSON.stringify(body));
      checkAnswer(call, await sending);
    }),
    { numRuns: 400 },
  );
}, 60_000);
