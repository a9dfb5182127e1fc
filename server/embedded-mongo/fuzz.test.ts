import { rmSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type Document, ObjectId, serialize } from 'bson';
import { MongoClient } from 'mongodb';
import { decode } from './bson/codec.ts';
import { Engine } from './engine.ts';
import { startEmbedded } from './index.ts';
import { selectAtOnce } from './store/select.ts';
import { makeFolder } from './testing/start.ts';

/** mulberry32: the same numbers from the same seed, so that a failure can be looked at again. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const upTo = (n: number) => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)] as T;
  return { upTo, pick };
}

type Random = ReturnType<typeof randomFrom>;

const ids = Array.from({ length: 3 }, (_, i) => new ObjectId(`00000000000000000000000${i}`));
const scalars = [
  0,
  1,
  2,
  2.5,
  -1,
  'a',
  'b',
  'ab',
  '',
  null,
  true,
  false,
  new Date(1),
  new Date(2),
  ...ids,
  { x: 1 },
  { x: 2, y: 1 },
];
const paths = ['a', 'b', 'c.d', 'c.e', 'tags'];

function value(random: Random): unknown {
  const kind = random.upTo(12);
  if (kind === 0) return Array.from({ length: random.upTo(4) }, () => random.pick(scalars));
  return random.pick(scalars);
}

function documentOf(random: Random): Document {
  const document: Document = {};
  if (random.upTo(8)) document.a = value(random);
  if (random.upTo(8)) document.b = random.pick(scalars);
  const inner = () => ({ ...(random.upTo(4) && { d: value(random) }), ...(random.upTo(4) && { e: random.upTo(3) }) });
  const shape = random.upTo(8);
  if (shape < 5) document.c = inner();
  else if (shape < 7) document.c = Array.from({ length: random.upTo(3) }, inner);
  else if (random.upTo(2)) document.c = random.pick(scalars);
  if (random.upTo(3))
    document.tags = Array.from({ length: random.upTo(4) }, () => random.pick(['x', 'y', 'z', 1, null]));
  return document;
}

function condition(random: Random): unknown {
  const one = () => random.pick(scalars);
  switch (random.upTo(11)) {
    case 0:
      return { $in: [one(), one(), one()] };
    case 1:
      return { $gt: one(), $lte: one() };
    case 2:
      return { [random.pick(['$gt', '$gte', '$lt', '$lte'])]: one() };
    case 3:
      return { $exists: random.upTo(2) === 1 };
    case 4:
      return { $ne: one() };
    case 5:
      return { $nin: [one(), one()] };
    case 6:
      return { $elemMatch: { $gte: random.upTo(3) } };
    case 7:
      return { $not: { $gt: one() } };
    case 8:
      return { $eq: value(random) };
    default:
      return one();
  }
}

function filterOf(random: Random, depth = 0): Document {
  const fields = Object.fromEntries(
    Array.from({ length: 1 + random.upTo(3) }, () => [random.pick(paths), condition(random)]),
  );
  if (depth > 1) return fields;
  const branches = () => Array.from({ length: 1 + random.upTo(2) }, () => filterOf(random, depth + 1));
  const kind = random.upTo(8);
  if (kind === 0) return { ...fields, $or: branches() };
  if (kind === 1) return { $and: [fields, ...branches()] };
  if (kind === 2) return { $or: branches() };
  return fields;
}

const indexes: { key: Document; options?: Document }[] = [
  { key: { a: 1, b: -1 } },
  { key: { b: 1, a: 1 } },
  { key: { a: -1 } },
  { key: { 'c.d': 1, 'c.e': 1 } },
  { key: { 'c.e': -1 } },
  { key: { tags: 1 } },
  { key: { b: 1 }, options: { sparse: true, name: 'sparse' } },
  { key: { 'c.d': 1 }, options: { partialFilterExpression: { b: { $gt: 0 } } } },
  { key: { tags: 1, b: 1 }, options: { partialFilterExpression: { a: { $exists: true } } } },
];

/** The same documents in two collections; those of `indexed` got their content by an update, so that keys were moved too. */
async function fill(dir: string, documents: Document[]): Promise<void> {
  const server = await startEmbedded({ dir, inProcess: true, database: 'test' });
  const client = await MongoClient.connect(server.uri);
  const indexed = client.db().collection<Document>('indexed');
  for (const { key, options } of indexes) await indexed.createIndex(key as never, options);
  await client.db().collection<Document>('plain').insertMany(documents);
  await indexed.insertMany(documents.map((document) => ({ ...document, a: 'before', tags: ['before'] })));
  await indexed.bulkWrite(
    documents.map((document) => ({ replaceOne: { filter: { _id: document._id }, replacement: document } })),
  );
  await client.close();
  await server.stop();
}

test('the same documents with and without indexes give the same answers to 3,000 random filters', async () => {
  const random = randomFrom(20261120);
  const dir = makeFolder();
  const documents = Array.from({ length: 60 }, (_, _id) => ({ _id, ...documentOf(random) }));
  await fill(dir, documents);
  const engine = await Engine.open({ dir });
  const idsIn = (name: string, filter: Document, sort: Document) => {
    const collection = engine.catalog.find(`test.${name}`)!;
    const query = decode(serialize({ filter, sort })) as { filter: never; sort: never };
    return [...selectAtOnce(engine.store, collection, query)].map(({ document }) => document._id);
  };

  let found = 0;
  for (let round = 0; round < 3000; round++) {
    const filter = filterOf(random);
    const fields = Array.from({ length: random.upTo(3) }, () => [random.pick(paths), random.pick([1, -1])] as const);
    const sort = { ...Object.fromEntries(fields), _id: 1 };

    const expected = idsIn('plain', filter, sort);
    const answer = idsIn('indexed', filter, sort);

    found += answer.length;
    // Compared as text first: three thousand deep comparisons would cost more than the searches.
    if (String(answer) !== String(expected))
      expect({ filter, sort, answer }).toEqual({ filter, sort, answer: expected });
  }

  expect(found).toBeGreaterThan(5_000);
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
}, 60_000);
