import { describe, expect, test } from '@jest/globals';
import { Binary, BSONRegExp, Decimal128, type Document, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { decode, encode } from '../bson/codec.ts';
import { identical } from '../bson/compare.ts';
import { filterCases } from './filters.cases.ts';
import { projectionCases, refusedProjections } from './projections.cases.ts';
import { refusedFilters } from './refusedFilters.cases.ts';
import { applies, codeOf, connectServer } from './server.ts';

const server = connectServer();

describe.each(filterCases)('$title', ({ rows }) => {
  test('every case', async () => {
    const documents = rows.map(([, , doc], position) => ({ _id: position, ...doc }));
    const collection = await server.given(...documents);

    const answers = await Promise.all(
      rows.map(([, filter], position) =>
        collection.countDocuments({ $and: [filter, { _id: documents[position]?._id }] } as Document),
      ),
    );

    const found = rows.map(([name], position) => [name, answers[position] === 1]);
    expect(found).toEqual(rows.map(([name, , , expected]) => [name, expected]));
  });
});

test('filters that are refused', async () => {
  const collection = await server.given();
  const cases = refusedFilters.filter(([, , code]) => applies(code));

  const codes = await Promise.all(
    cases.map(([, filter]) => codeOf(server.db.command({ find: collection.collectionName, filter }))),
  );

  expect(cases.map(([name], position) => [name, codes[position]])).toEqual(cases.map(([name, , code]) => [name, code]));
});

describe.each(projectionCases)('$title', ({ rows }) => {
  test.each(rows)('%s', async (_, spec, doc, expected) => {
    const collection = await server.given(doc);

    const [bytes] = await collection.find({}, { projection: spec, raw: true }).toArray();

    const projected = decode(bytes as unknown as Uint8Array);
    expect(projected).toEqual(expected);
    expect(identical(projected, decode(encode(expected)))).toBe(true);
  });
});

test('projections that are refused', async () => {
  const collection = await server.given({ a: 1 });
  const cases = refusedProjections.filter(([, , code]) => applies(code));

  const codes = await Promise.all(
    cases.map(([, projection]) => codeOf(server.db.command({ find: collection.collectionName, projection }))),
  );

  expect(cases.map(([name], position) => [name, codes[position]])).toEqual(cases.map(([name, , code]) => [name, code]));
});

describe('sorting (manual: reference/bson-type-comparison-order, method/cursor.sort)', () => {
  /** One value of each type, in MongoDB's order. */
  const inOrder: Document[] = [
    { a: new MinKey() },
    { a: [] },
    { a: null },
    { a: Number.NaN },
    { a: Long.fromString('-9007199254740993') },
    { a: -1.5 },
    { a: 0 },
    { a: Decimal128.fromString('1E-400') },
    { a: Decimal128.fromString('0.1') },
    { a: 0.1 },
    { a: new Double(1) },
    { a: Decimal128.fromString('9007199254740992.5') },
    { a: Long.fromString('9007199254740993') },
    { a: '' },
    { a: 'B' },
    { a: 'a' },
    { a: '\uffff' },
    { a: '😀' },
    { a: {} },
    { a: { x: 1 } },
    { a: { x: 2 } },
    { a: new Binary(Buffer.from('zz')) },
    { a: new Binary(Buffer.from('aaa')) },
    { a: new ObjectId('000000000000000000000001') },
    { a: false },
    { a: true },
    { a: new Date(-1) },
    { a: new Date(0) },
    { a: new Timestamp({ t: 1, i: 1 }) },
    { a: new BSONRegExp('a') },
    { a: new MaxKey() },
  ];
  const documents = inOrder.map((doc, _id): Document => ({ _id, ...doc }));
  test.each([['without an index'], ['by an index']])('all types in their order, %s', async (how) => {
    // Indexes cannot contain arrays.
    const isIndexed = how === 'by an index';
    const given = documents.filter(({ a }) => !isIndexed || !Array.isArray(a));
    const collection = await server.given(...given.toReversed());
    if (isIndexed) await collection.createIndex({ a: 1 });
    const order = given.map(({ _id }) => _id);

    const up = await collection.find().sort({ a: 1 }).toArray();
    const down = await collection.find().sort({ a: -1 }).toArray();

    expect(up.map(({ _id }) => _id)).toEqual(order);
    expect(down.map(({ _id }) => _id)).toEqual(order.toReversed());
  });

  const nested = [
    { a: [5, 1] },
    { a: [1, 9] },
    { a: [3] },
    { a: [7, [0]] },
    { a: [{ x: 2 }, 4] },
    { a: [4, { x: 1 }] },
    {},
  ];
  test.each<[string, Document[], Record<string, 1 | -1>, number[]]>([
    ['missing and null are equal', [{ a: 0 }, { a: null }, {}], { a: 1, _id: 1 }, [1, 2, 0]],
    [
      'numbers of all types compare by value',
      [{ a: Long.fromNumber(2) }, { a: 1 }, { a: new Double(2) }],
      { a: 1, _id: 1 },
      [1, 0, 2],
    ],
    ['an array by its smallest element', [{ a: [5, 2] }, { a: 3 }, { a: [9, 1] }], { a: 1 }, [2, 0, 1]],
    ['an array by its largest element', [{ a: [5, 2] }, { a: 6 }, { a: [9, 1] }], { a: -1 }, [2, 1, 0]],
    ['fields of elements', [{ a: [{ b: 3 }, { b: 2 }] }, { a: { b: 1 } }], { 'a.b': 1 }, [1, 0]],
    ['a position within an array', nested, { 'a.0': 1, _id: 1 }, [6, 1, 2, 5, 0, 3, 4]],
    ['a position, descending', nested, { 'a.1': -1, _id: 1 }, [3, 5, 1, 4, 0, 2, 6]],
    ['a field of the element at a position', nested, { 'a.0.x': 1, _id: 1 }, [0, 1, 2, 3, 5, 6, 4]],
    ['elements that are no documents have no fields', nested, { 'a.x': -1, _id: 1 }, [4, 5, 0, 1, 2, 3, 6]],
    [
      'two fields of one element',
      [
        {
          a: [
            { x: 5, y: 1 },
            { x: 3, y: 9 },
          ],
        },
        { a: [{ x: 3, y: 5 }] },
      ],
      { 'a.x': 1, 'a.y': 1 },
      [1, 0],
    ],
    ['an array twice, by element and as a whole', [{ a: [[2], 1] }, { a: [[1], 5] }], { 'a.0': 1, a: -1 }, [1, 0]],
    [
      'two fields in two directions',
      [
        { a: 1, b: 1 },
        { a: 0, b: 1 },
        { a: 1, b: 2 },
      ],
      { a: 1, b: -1 },
      [1, 2, 0],
    ],
  ])('%s', async (_, docs, sort, expected) => {
    const collection = await server.given(...docs.map((doc, _id) => ({ _id, ...doc })));
    const sorted = await collection.find().sort(sort).toArray();

    expect(sorted.map(({ _id }) => _id)).toEqual(expected);
  });
});

describe('sorts that are refused', () => {
  test.each<[string, Document, number, Document?]>([
    ['two arrays side by side', { a: 1, b: 1 }, 2, { a: [1, 2], b: [3, 4] }],
    ['an array beside an empty one', { a: 1, b: 1 }, 2, { a: [1], b: [] }],
    ['two arrays within one element', { 'a.x': 1, 'a.y': 1 }, 2, { a: [{ x: [1], y: [2] }] }],
    ['a number that is a position and a field', { 'a.0': 1 }, 16746, { a: [{ 0: 1 }] }],
    ['an empty path', { '': 1 }, 40352],
    ['a dot at the end', { 'a.': 1 }, 40353],
    ['an empty part', { 'a..b': 1 }, 15998],
    ['a name with a leading $', { 'a.$b': 1 }, 16410],
    ['by 2', { a: 2 }, 15975],
    ['by true', { a: true }, 15974],
  ])('%s', async (_, sort, code, doc = {}) => {
    const name = (await server.given(doc)).collectionName;

    const codes = await Promise.all([
      codeOf(server.db.command({ find: name, sort })),
      codeOf(server.db.command({ aggregate: name, pipeline: [{ $sort: sort }], cursor: {} })),
      codeOf(server.db.command({ findAndModify: name, sort, remove: true })),
    ]);

    expect(codes).toEqual([code, code, code]);
  });
});

describe('natural order and hints (manual: method/cursor.hint, reference/operator/meta/natural)', () => {
  const given = async () => {
    const rows = await server.given({ _id: 1, a: 3 }, { _id: 2, a: 1 }, { _id: 3, a: 2 });
    await rows.createIndex({ a: 1 });
    return rows;
  };

  test.each(['sort', 'hint'])('a %s by it uses no index', async (how) => {
    const rows = await given();
    const find = (order: number) => rows.find({ a: { $gt: 1 } }, { [how]: { $natural: order } }).toArray();

    const [up, down] = [await find(1), await find(-1)];

    expect([up, down].map((found) => found.map(({ _id }) => _id))).toEqual([
      [1, 3],
      [3, 1],
    ]);
  });

  test('findAndModify takes the last one', async () => {
    const name = (await given()).collectionName;

    const { value } = await server.db.command({ findAndModify: name, sort: { $natural: -1 }, remove: true });

    expect(value).toEqual({ _id: 3, a: 2 });
  });

  test('an empty hint counts as no hint', async () => {
    expect(await (await given()).find({}, { hint: {} }).toArray()).toHaveLength(3);
  });

  test.each<[string, number, (name: string) => Document]>([
    ['natural order with a hint', 2, (name) => ({ find: name, sort: { $natural: 1 }, hint: { a: 1 } })],
    ['natural order and a field', 2, (name) => ({ find: name, sort: { $natural: 1, a: 1 } })],
    ['a stage', 16410, (name) => ({ aggregate: name, pipeline: [{ $sort: { $natural: 1 } }], cursor: {} })],
    ['an unknown index', 2, (name) => ({ find: name, hint: 'nothing' })],
    ['an unknown index of a plain count', 2, (name) => ({ count: name, hint: 'nothing' })],
    ['a hint of distinct', 40415, (name) => ({ distinct: name, key: 'a', hint: 'a_1' })],
  ])('%s is refused', async (_, code, command) => {
    expect(await codeOf(server.db.command(command((await given()).collectionName)))).toBe(code);
  });
});

describe('distinct (manual: command/distinct)', () => {
  test('answers in order', async () => {
    const rows = await server.given(
      { a: 3 },
      { a: 1 },
      { a: [9, null, 'x', new Double(1)] },
      { a: { x: 2 } },
      { a: [] },
      {},
    );

    expect(await rows.distinct('a')).toEqual([null, 1, 3, 9, 'x', { x: 2 }]);
  });

  test.each<[string, number]>([
    ['', 40352],
    ['a.', 40353],
    ['a..b', 15998],
    ['a.$b', 16410],
  ])('%j is no path', async (key, code) => {
    const name = (await server.given()).collectionName;

    expect(await codeOf(server.db.command({ distinct: name, key }))).toBe(code);
  });
});

test('every type survives a round trip (manual: reference/bson-types)', async () => {
  const doc = {
    _id: 1,
    double: new Double(5),
    long: Long.fromNumber(5),
    int: 5,
    decimal: Decimal128.fromString('5.00'),
    date: new Date(-5),
    bytes: new Binary(Buffer.from('x'), 128),
    regex: new BSONRegExp('a/b', 'is'),
    time: new Timestamp({ t: 4294967295, i: 1 }),
    nested: [{ a: [new MinKey(), new MaxKey(), null, ''] }],
  };
  const collection = await server.given(doc);

  const [bytes] = await collection.find({}, { raw: true }).toArray();

  expect(Buffer.from(bytes as unknown as Uint8Array).equals(encode(doc as never))).toBe(true);
});

test.each<[string, Document]>([
  ['find', { filter: { $or: [] } }],
  ['find', { projection: { a: 1, 'a.b': 1 } }],
  ['count', { query: { $or: [] } }],
  ['distinct', { key: 'a', query: { $or: [] } }],
  ['findAndModify', { query: { $or: [] }, remove: true }],
  ['delete', { deletes: [{ q: { $or: [] }, limit: 0 }] }],
])('%s refuses an invalid query of a collection that does not exist: %j', async (name, fields) => {
  expect(await codeOf(server.db.command({ [name]: 'nowhere', ...fields }))).not.toBe(0);
});
