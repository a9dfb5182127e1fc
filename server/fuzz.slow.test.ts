import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import type { Test } from 'supertest';
import request, { type Response } from 'supertest';
import { type MatrixCase, matrix } from './testing/rows.ts';
import { setUpServer } from './testing/server.ts';
import { type Stage, setStage } from './testing/stage.ts';

interface Described {
  content?: Record<string, { schema?: object }>;
  headers?: Record<string, { $ref: string }>;
}

interface Operation {
  parameters?: { name?: string; in?: string; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  responses: Record<string, Described | { $ref: string }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, { required?: boolean; properties?: Record<string, { enum?: unknown[] }> }>>;
}

const server = setUpServer();
let stage: Stage;
// The document as the server publishes it. These tests use no other knowledge of the contract.
let document: Document;
const ajv = new Ajv2020({ strict: false, formats: { base64: true } });
ajvFormats.default(ajv);

beforeAll(async () => {
  stage = await setStage(server);
  document = (await request(server.url).get('/api/openapi.json')).body;
  ajv.addSchema({ $id: 'document', ...document });
});

function resolve<T>(value: T | { $ref: string }): T {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value as T;
  const path = value.$ref.slice(2).split('/');
  return path.reduce((inner, name) => (inner as Record<string, unknown>)[name], document as unknown) as T;
}

const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  const known = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, known);
  return known;
}

/** Throws unless the document lists the status, type, schema and headers of the answer. */
function checkAnswer(operation: Operation, answer: Response): void {
  const where = `${answer.status} ${answer.text?.slice(0, 200)}`;
  const listed = operation.responses[answer.status];
  if (!listed) throw new Error(`not in the document: ${where}`);
  const { content, headers = {} } = resolve<Described>(listed);
  expect(answer.text ?? '').not.toMatch(/passwordHash|argon2|MongoServerError|at \w+ \(|node_modules/);
  for (const [name, header] of Object.entries(headers)) {
    if (resolve<{ required?: boolean }>(header).required) expect(answer.headers).toHaveProperty(name.toLowerCase());
  }
  if (!content) {
    expect(answer.text ?? '').toBe('');
    return;
  }
  const media = content[answer.type];
  if (!media) throw new Error(`${answer.type} is not in the document: ${where}`);
  if (answer.type !== 'application/json' || !media.schema) return;
  const isValid = validatorOf(media.schema);
  if (!isValid(answer.body)) throw new Error(`${ajv.errorsText(isValid.errors)}: ${where}`);
}

/** Values that an attacker could send instead of a text or a number. */
const hostileValues: unknown[] = [
  { $gt: '' },
  { $where: 'sleep(1000)' },
  JSON.parse('{ "__proto__": { "isAdmin": true } }'),
  { constructor: { prototype: { isAdmin: true } } },
  ['a'],
  [[]],
  null,
  true,
  -1,
  0.5,
  1e308,
  '\u0000',
  'a\u0000b',
  '\ud800',
  '../../etc/passwd',
  'f'.repeat(24),
  'x'.repeat(6000),
  '',
];
/** Those of them that are never valid, since names and titles are plain texts. */
const impossibleValues = hostileValues.filter(
  (value) => (typeof value === 'object' && value !== null) || (typeof value === 'string' && /[\0\p{Cs}]/u.test(value)),
);
const hostile = fc.constantFrom(...hostileValues);
const value = fc.oneof(hostile, fc.jsonValue({ maxDepth: 2 }), fc.integer(), fc.string({ unit: 'binary' }));

type Asked = { path: string; method: string; operation: Operation };

function operations(): Asked[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

const idsOf = ({ folderId, itemId, shareId, invitationId, reviewId, owner, bystander }: Stage) => [
  folderId,
  folderId.toUpperCase(),
  itemId,
  shareId,
  invitationId,
  reviewId,
  owner.user.id,
  bystander.user.id,
];

/** A body with the right names, and with values that are sometimes right. */
function bodyFor(operation: Operation): fc.Arbitrary<unknown> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const { properties = {} } = resolve<{ properties?: Record<string, { enum?: unknown[] }> }>(schema as never) ?? {};
  const fields = Object.entries(properties).map(([name, one]) => [
    name,
    fc.oneof(value, fc.constantFrom<unknown>(...idsOf(stage), 1, true, ...(one.enum ?? []))),
  ]);
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

const encode = (text: string) => (/\p{Cs}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text));

const segment = () =>
  fc.oneof(
    fc.constantFrom(...idsOf(stage), '1', '603', 'movie', 'tv', '%00', '%E0%A4%A', '%', '-1', '1e9', '.%2e'),
    fc.string({ minLength: 1, unit: 'binary' }).map(encode),
  );

function pathFor({ path, operation }: Asked): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => (part.startsWith('{') ? segment() : fc.constant(part)));
  const names = (operation.parameters ?? []).flatMap(({ name, in: place }) =>
    place === 'query' && name ? [name] : [],
  );
  const pair = (name: string) =>
    fc
      .tuple(fc.constantFrom('', '', '', '[$ne]', '[]'), fc.oneof(hostile.map(String), fc.string({ unit: 'binary' })))
      .map(([suffix, text]) => `${name}${suffix}=${encode(text.slice(0, 1000))}`);
  const query = fc.tuple(...names.map((name) => fc.option(pair(name), { nil: '' })));
  return fc.tuple(fc.tuple(...parts), query).map(([segments, pairs]) => {
    const search = pairs.filter(Boolean).join('&');
    return segments.join('/') + (search ? `?${search}` : '');
  });
}

const scenario = () =>
  fc
    // Signing out would end the session of the other requests.
    .constantFrom(...operations().filter(({ path }) => !/logout|auth\/(login|register)|upload/.test(path)))
    .chain((asked) =>
      fc.record({
        asked: fc.constant(asked),
        path: pathFor(asked),
        body: bodyFor(asked.operation),
        role: fc.constantFrom('owner', 'owner', 'canAdd', 'all flags', 'stranger', 'visitor', 'expired session'),
        headers: fc.record(
          {
            'Idempotency-Key': fc.constantFrom('nonsense', '7f5f6a52-0b0e-4f0a-9c55-1d3a7a4a1f01'),
            Origin: fc.constantFrom('https://elsewhere.example', 'null'),
            'If-None-Match': fc.constantFrom('*', '"x"'),
          },
          { requiredKeys: [] },
        ),
      }),
    );

test('random requests are answered as the document says', async () => {
  await fc.assert(
    fc.asyncProperty(scenario(), async ({ asked, path, body, role, headers }) => {
      const sending = request(server.url)
        [asked.method as 'get'](path)
        .redirects(0)
        .set({ Cookie: stage.people[role]?.cookie ?? '', ...headers });
      if (asked.method !== 'get') sending.set('Content-Type', 'application/json').send(JSON.stringify(body));
      const answer = await sending;
      // A random segment can change the path.
      if (answer.status !== 404 || answer.body?.error !== 'Not found') checkAnswer(asked.operation, answer);
    }),
    { numRuns: 500 },
  );
});

describe('fields take only texts, numbers and flags', () => {
  const bodies = matrix.filter(({ body, needs }) => body && needs !== 'nothing' && needs !== 'invitee');

  const send = (row: MatrixCase, body: object): Test => {
    const path = row.call.path.replace(/:(\w+)/g, (_, name: string) => row.params?.(stage)[name] ?? name);
    const sender = row.needs === 'operator' ? (stage.people.operator ?? stage.owner) : stage.owner;
    return sender[row.call.method](path).set('Content-Type', 'application/json').send(JSON.stringify(body));
  };

  test.each(bodies)('$name', async (row) => {
    const right = row.body?.(stage) as Record<string, unknown>;
    const { options = [row.call.body] } = row.call.body as { options?: unknown[] };
    const fields = new Set((options as { shape: object }[]).flatMap(({ shape }) => Object.keys(shape)));
    const taken: string[] = [];
    for (const name of Object.keys(right).filter((one) => fields.has(one))) {
      // Only genres are a list.
      const values = name === 'genres' ? impossibleValues.filter((one) => !Array.isArray(one)) : impossibleValues;
      const answers = await Promise.all(values.map(async (one) => (await send(row, { ...right, [name]: one })).status));
      for (const [index, status] of answers.entries()) {
        if (status !== 400 && status !== 404) taken.push(`${name}: ${JSON.stringify(values[index])} ${status}`);
      }
    }

    expect(taken).toEqual([]);
  });

  test('an additional field may hold anything, and goes nowhere', async () => {
    const name = 'x\u0000';

    const answer = await stage.owner.post('/api/folders', { name: 'New', other: { [name]: '\ud800' } });

    expect(answer.status).toBe(201);
    expect(answer.body).not.toHaveProperty('other');
  });

  test('queries and paths take only valid texts', async () => {
    const answers = [
      await stage.owner.get('/api/movies/search?q=a%00b'),
      await stage.owner.get('/api/users/search?q=%00%00'),
      await stage.owner.get(`/api/watchlist?folderId=${stage.folderId}%00`),
      await stage.owner.get(`/api/folders/${stage.folderId}%00`),
      await stage.owner.get('/api/user/username/available/a%00b'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 404, 404]);
  });
});
