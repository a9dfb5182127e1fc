import { expect, test } from '@jest/globals';
import { Decimal128, type Document, Double, Long, MaxKey, MinKey, ObjectId } from 'bson';
import type { Collection } from 'mongodb';
import { filterOf } from './oracle/filters.ts';
import { type Random, randomFrom } from './oracle/random.ts';
import { connectServer, type Row } from './server.ts';

const server = connectServer();

type Rows = Collection<Row>;

const ids = Array.from({ length: 3 }, (_, i) => new ObjectId(`00000000000000000000000${i}`));
const scalars = [
  0,
  1,
  2,
  2.5,
  -1,
  new Double(2),
  Long.fromString('9007199254740993'),
  ...['2.0', '2.5000000000000000001', '-1E-400', '9007199254740993', 'NaN', 'Infinity'].map(Decimal128.fromString),
  new MinKey(),
  new MaxKey(),
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

function documentOf(random: Random): Document {
  const document: Document = {};
  if (random.upTo(8)) document.a = random.pick(scalars);
  if (random.upTo(8)) document.b = random.pick(scalars);
  const inner = () => ({
    ...(random.upTo(4) && { d: random.pick(scalars) }),
    ...(random.upTo(4) && { e: random.upTo(3) }),
  });
  const shape = random.upTo(8);
  if (shape < 6) document.c = inner();
  else if (shape < 7) document.c = random.pick(scalars);
  if (random.upTo(3))
    document.tags = Array.from({ length: random.upTo(4) }, () => random.pick(['x', 'y', 'z', 1, null]));
  return document;
}

const words = { path: (random: Random) => random.pick(paths), value: (random: Random) => random.pick(scalars) };

const indexes: { key: Document; options?: Document }[] = [
  { key: { a: 1, b: -1 } },
  { key: { b: 1, a: 1 } },
  { key: { a: -1 } },
  { key: { 'c.d': 1, 'c.e': 1 } },
  { key: { 'c.e': -1 } },
  { key: { 'c.d': 1 }, options: { partialFilterExpression: { b: 1 } } },
  { key: { b: 1 }, options: { partialFilterExpression: { tags: 'x' } } },
  { key: { 'c.e': 1, b: 1 }, options: { partialFilterExpression: { a: { $exists: true } } } },
];

/**
 * Two collections with the same documents. The documents of `indexed` got their content by an update, so that index
 * keys were moved, too.
 */
async function fill(documents: Document[]): Promise<{ plain: Rows; indexed: Rows }> {
  const [plain, indexed] = [await server.given(...documents), await server.given()];
  await indexed.createIndexes(indexes.map(({ key, options }) => ({ key: key as never, ...options })));
  await indexed.insertMany(documents.map((document) => ({ ...document, a: 'before', tags: ['before'] })) as never[]);
  await indexed.bulkWrite(
    documents.map((document) => ({ replaceOne: { filter: { _id: document._id }, replacement: document as Row } })),
  );
  return { plain, indexed };
}

const rounds = Number(process.env.FUZZ_ROUNDS ?? 1000);

/** FUZZ_SEED=<number> repeats a failure, FUZZ_ROUNDS=<number> runs longer. */
test(`the same documents with and without indexes give the same results for ${rounds} random filters and orders`, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const random = randomFrom(seed);
  const documents = Array.from({ length: 60 }, (_, _id) => ({ _id, ...documentOf(random) }));
  const { plain, indexed } = await fill(documents);
  let found = 0;

  for (let round = 0; round < rounds; ) {
    const questions = Array.from({ length: 50 }, () => {
      const fields = Array.from({ length: random.upTo(3) }, () => [random.pick(paths), random.pick([1, -1])] as const);
      return {
        filter: filterOf(random, words),
        sort: { ...Object.fromEntries(fields), _id: 1 } as Record<string, 1 | -1>,
      };
    });
    const idsIn = (rows: Rows) =>
      Promise.all(
        questions.map(async ({ filter, sort }) => {
          const answer = await rows.find(filter).sort(sort).project({ _id: 1 }).toArray();
          return answer.map(({ _id }) => _id as number);
        }),
      );
    const [expected, answers] = [await idsIn(plain), await idsIn(indexed)];
    for (const [position, question] of questions.entries()) {
      const [ids, wanted] = [answers[position] ?? [], expected[position] ?? []];
      found += ids.length;
      // Compares text first: thousands of deep comparisons would take longer than the queries.
      if (String(ids) !== String(wanted))
        expect({ seed, ...question, ids }).toEqual({ seed, ...question, ids: wanted });
    }
    round += questions.length;
  }

  expect(found).toBeGreaterThan(1_500);
});
