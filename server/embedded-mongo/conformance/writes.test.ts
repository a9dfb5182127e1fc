import { describe, expect, test } from '@jest/globals';
import type { AnyBulkWriteOperation, Collection, Document } from 'mongodb';
import { connectServer, type Row } from './server.ts';

const server = connectServer();

type Rows = Collection<Row>;
/** Part of the command's reply, and the documents afterwards. */
type Case = [name: string, given: Document[], command: (name: string) => Document, answer: Document, left: Document[]];

function table(title: string, rows: Case[]): void {
  describe(title, () => {
    test.each(rows)('%s', async (_, given, command, answer, left) => {
      const collection = await server.given(...given);

      const answered = await server.db.command(command(collection.collectionName)).catch((error) => error);

      expect(answered).toMatchObject(answer);
      expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual(left);
    });
  });
}

const one = { _id: 1, a: 1 };
const two = { _id: 2, a: 2 };
const three = { _id: 3, a: 2 };

const insert =
  (documents: Document[], options: Document = {}) =>
  (name: string) => ({ insert: name, documents, ...options });
const update =
  (updates: Document[], options: Document = {}) =>
  (name: string) => ({ update: name, updates, ...options });
const remove = (deletes: Document[]) => (name: string) => ({ delete: name, deletes });
const modify = (options: Document) => (name: string) => ({ findAndModify: name, ...options });

const a = { key: { a: 1 }, name: 'a' };
let last = 0;

/** A value within so many documents. */
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

table('insert (manual: command/insert)', [
  ['several', [], insert([one, two]), { n: 2, ok: 1 }, [one, two]],
  [
    'in order stops at the first failure',
    [two],
    insert([one, two, three]),
    { n: 1, writeErrors: [{ index: 1, code: 11000 }] },
    [one, two],
  ],
  [
    'out of order does not',
    [two],
    insert([one, two, three], { ordered: false }),
    { n: 2, writeErrors: [{ index: 1, code: 11000 }] },
    [one, two, three],
  ],
  ['an _id that is an array', [], insert([{ _id: [1] }]), { n: 0, writeErrors: [{ code: 53 }] }, []],
  ['an _id that is a regular expression', [], insert([{ _id: /x/ }]), { n: 0, writeErrors: [{ code: 53 }] }, []],
  ['an _id with a $', [], insert([{ _id: { $a: 1 } }]), { n: 0, writeErrors: [{ code: 52 }] }, []],
  ['an _id with a $ within', [], insert([{ _id: { a: [{ $b: 1 }] } }]), { n: 0, writeErrors: [{ code: 52 }] }, []],
  ['180 levels', [], insert([{ _id: 1, a: nested(179) }]), { n: 1 }, [{ _id: 1, a: nested(179) }]],
  ['181 levels', [], insert([{ _id: 1, a: nested(180) }]), { n: 0, writeErrors: [{ code: 15 }] }, []],
  ['an _id of null', [], insert([{ _id: null }]), { n: 1 }, [{ _id: null }]],
  ['names with dots and $', [], insert([{ _id: 1, 'a.b': 1, $c: 2 }]), { n: 1 }, [{ _id: 1, 'a.b': 1, $c: 2 }]],
  ['an _id at a later position becomes the first field', [], insert([{ a: 1, _id: 1 }]), { n: 1 }, [one]],
]);

describe('collections that a write creates (manual: core/databases-and-collections)', () => {
  const invalid = { $unset: { 'b.$[].x': '' } };

  test.each<[string, number, (name: string) => Document]>([
    ['an upsert that fails', 1, update([{ q: {}, u: invalid, upsert: true }])],
    ['an upsert with an unknown operator', 1, update([{ q: { a: { $foo: 1 } }, u: invalid, upsert: true }])],
    ['a findAndModify with upsert that fails', 1, modify({ update: invalid, upsert: true })],
    ['a findAndModify with an invalid projection', 1, modify({ update: {}, upsert: true, fields: { a: 1, b: 0 } })],
    ['an update without upsert', 0, update([{ q: {}, u: { a: 1 } }])],
    ['an insert of an invalid document', 0, insert([{ _id: [1] }])],
    ['an insert of an invalid document after a valid one', 1, insert([one, { _id: [1] }])],
    [
      'indexes of which two have one name',
      0,
      (createIndexes) => ({ createIndexes, indexes: [a, { ...a, key: { b: 1 } }] }),
    ],
  ])('%s leaves %i', async (_, count, command) => {
    const name = `created-${++last}`;

    await server.db.command(command(name)).catch(() => undefined);

    expect(await server.db.listCollections({ name }).toArray()).toHaveLength(count);
  });
});

test('a duplicate key error contains its pattern and value (manual: core/index-unique)', async () => {
  const rows = await server.given({ _id: 1, email: 'a@x', kind: 1 });
  await rows.createIndex({ email: 1, kind: -1 }, { unique: true, name: 'who' });
  const command = insert([{ _id: 2, email: 'a@x', kind: 1 }])(rows.collectionName);

  const { writeErrors } = await server.db.command(command);

  expect(writeErrors).toMatchObject([
    { code: 11000, keyPattern: { email: 1, kind: -1 }, keyValue: { email: 'a@x', kind: 1 } },
  ]);
  expect(writeErrors[0].errmsg).toContain('index: who dup key: { email: "a@x", kind: 1 }');
});

test('a partial unique index checks only the documents it contains (manual: core/index-partial)', async () => {
  const rows = await server.given();
  await rows.createIndex({ a: 1 }, { unique: true, partialFilterExpression: { on: true } });

  await rows.insertMany([
    { _id: 1, a: 1, on: true },
    { _id: 2, a: 1, on: false },
    { _id: 3, a: 1 },
  ]);

  await expect(rows.insertOne({ _id: 4, a: 1, on: true })).rejects.toMatchObject({ code: 11000 });
  await expect(rows.updateMany({}, { $set: { on: true } })).rejects.toMatchObject({ code: 11000 });
});

table('update (manual: command/update)', [
  [
    'the first',
    [one, two, three],
    update([{ q: { a: 2 }, u: { $inc: { a: 5 } } }]),
    { n: 1, nModified: 1 },
    [one, { _id: 2, a: 7 }, three],
  ],
  [
    'all of them',
    [one, two, three],
    update([{ q: { a: 2 }, u: { $set: { a: 7 } }, multi: true }]),
    { n: 2, nModified: 2 },
    [one, { _id: 2, a: 7 }, { _id: 3, a: 7 }],
  ],
  [
    'a pipeline that removes the _id keeps it, and counts as a change',
    [one],
    update([{ q: {}, u: [{ $unset: '_id' }] }]),
    { n: 1, nModified: 1 },
    [one],
  ],
  [
    'a pipeline that moves the _id counts as a change',
    [one],
    update([{ q: {}, u: [{ $replaceWith: { a: 1, _id: 1 } }] }]),
    { n: 1, nModified: 1 },
    [one],
  ],
  [
    'a pipeline that changes nothing',
    [one],
    update([{ q: {}, u: [{ $replaceWith: { _id: 1, a: 1 } }] }]),
    { n: 1, nModified: 0 },
    [one],
  ],
  ['what changes nothing', [one], update([{ q: {}, u: { $set: { a: 1 } } }]), { n: 1, nModified: 0 }, [one]],
  [
    'too many levels',
    [one],
    update([{ q: {}, u: { $set: { a: nested(180) } } }]),
    { n: 0, writeErrors: [{ code: 15 }] },
    [one],
  ],
  [
    'too many levels by a path',
    [{ _id: 1 }],
    update([{ q: {}, u: { $set: { [Array(181).fill('a').join('.')]: 1 } } }]),
    { n: 0, writeErrors: [{ code: 15 }] },
    [{ _id: 1 }],
  ],
  [
    'a replacement without an _id always counts as a change',
    [one],
    update([{ q: {}, u: { a: 1 } }]),
    { n: 1, nModified: 1 },
    [one],
  ],
  ['a replacement with the _id does not', [one], update([{ q: {}, u: one }]), { n: 1, nModified: 0 }, [one]],
  ['no match', [one], update([{ q: { a: 9 }, u: { $set: { a: 1 } } }]), { n: 0, nModified: 0 }, [one]],
  [
    'several statements see each other',
    [one],
    update([
      { q: { a: 1 }, u: { $set: { a: 2 } } },
      { q: { a: 2 }, u: { $set: { a: 3 } } },
    ]),
    { n: 2, nModified: 2 },
    [{ _id: 1, a: 3 }],
  ],
  [
    'all at once never by replacement',
    [one],
    update([{ q: {}, u: { b: 1 }, multi: true }]),
    { n: 0, writeErrors: [{ code: 9 }] },
    [one],
  ],
  [
    'with variables',
    [one, two],
    update([{ q: { $expr: { $eq: ['$_id', '$$id'] } }, u: [{ $set: { a: '$$x' } }] }], {
      let: { id: 2, x: { $literal: '$y' } },
    }),
    { n: 1, nModified: 1 },
    [one, { _id: 2, a: '$y' }],
  ],
]);

table('upsert (manual: method/db.collection.update, upsert behavior)', [
  [
    'takes what the filter says',
    [],
    update([{ q: { _id: 1, 'a.b': 2, c: { $gt: 1 } }, u: { $set: { d: 3 } }, upsert: true }]),
    { n: 1, nModified: 0, upserted: [{ index: 0, _id: 1 }] },
    [{ _id: 1, a: { b: 2 }, d: 3 }],
  ],
  [
    'takes an _id of null',
    [],
    update([{ q: { _id: null }, u: { a: 1 }, upsert: true }]),
    { n: 1, upserted: [{ index: 0, _id: null }] },
    [{ _id: null, a: 1 }],
  ],
  [
    'by replacement takes only the _id',
    [],
    update([{ q: { _id: 1, a: 2 }, u: { b: 1 }, upsert: true }]),
    { n: 1, upserted: [{ index: 0, _id: 1 }] },
    [{ _id: 1, b: 1 }],
  ],
  [
    '$setOnInsert counts for an insert alone',
    [one],
    update([
      { q: { _id: 1 }, u: { $setOnInsert: { b: 1 } }, upsert: true },
      { q: { _id: 2 }, u: { $setOnInsert: { b: 1 } }, upsert: true },
    ]),
    { n: 2, nModified: 0, upserted: [{ index: 1, _id: 2 }] },
    [one, { _id: 2, b: 1 }],
  ],
  [
    'takes equal values of a list once',
    [],
    update([{ q: { _id: 1, a: { $in: [2, 2] } }, u: { $set: { b: 1 } }, upsert: true }]),
    { n: 1 },
    [{ _id: 1, a: 2, b: 1 }],
  ],
  [
    'by replacement does not mind what the filter says twice',
    [],
    update([{ q: { _id: 1, $and: [{ a: 1 }, { a: 2 }] }, u: { b: 1 }, upsert: true }]),
    { n: 1 },
    [{ _id: 1, b: 1 }],
  ],
  [
    'takes an _id of null',
    [],
    update([{ q: { _id: null }, u: { b: 1 }, upsert: true }]),
    { n: 1 },
    [{ _id: null, b: 1 }],
  ],
  [
    'never with $expr',
    [one],
    update([{ q: { $or: [{ $expr: true }] }, u: { $set: { b: 1 } }, upsert: true }]),
    { n: 0, writeErrors: [{ code: 224 }] },
    [one],
  ],
  [
    'two values by $all',
    [],
    update([{ q: { a: { $all: [1, 1] } }, u: { $set: { b: 1 } }, upsert: true }]),
    { n: 0, writeErrors: [{ code: 54 }] },
    [],
  ],
  [
    'a value by two operators',
    [],
    update([{ q: { a: { $eq: 1, $in: [1] } }, u: { $set: { b: 1 } }, upsert: true }]),
    { n: 0, writeErrors: [{ code: 54 }] },
    [],
  ],
  [
    'a part of the _id with a replacement',
    [],
    update([{ q: { '_id.a': 1 }, u: { b: 1 }, upsert: true }]),
    { n: 0, writeErrors: [{ code: 111 }] },
    [],
  ],
  [
    'one path that the filter names twice',
    [],
    update([{ q: { $and: [{ a: 1 }, { a: 2 }] }, u: { $set: { b: 1 } }, upsert: true }]),
    { n: 0, writeErrors: [{ code: 54 }] },
    [],
  ],
]);

table('delete (manual: command/delete)', [
  ['one', [one, two, three], remove([{ q: { a: 2 }, limit: 1 }]), { n: 1 }, [one, three]],
  ['all', [one, two, three], remove([{ q: { a: 2 }, limit: 0 }]), { n: 2 }, [one]],
  ['no match', [one], remove([{ q: { a: 9 }, limit: 0 }]), { n: 0 }, [one]],
]);

table('findAndModify (manual: command/findAndModify)', [
  [
    'answers what was there',
    [one],
    modify({ query: { _id: 1 }, update: { $inc: { a: 1 } } }),
    { value: one, lastErrorObject: { n: 1, updatedExisting: true } },
    [{ _id: 1, a: 2 }],
  ],
  [
    'or what is there now',
    [one],
    modify({ query: { _id: 1 }, update: { $inc: { a: 1 } }, new: true, fields: { _id: 0 } }),
    { value: { a: 2 } },
    [{ _id: 1, a: 2 }],
  ],
  [
    'the first in an order',
    [one, two, three],
    modify({ query: { a: 2 }, sort: { _id: -1 }, remove: true }),
    { value: three, lastErrorObject: { n: 1 } },
    [one, two],
  ],
  [
    'nothing',
    [one],
    modify({ query: { a: 9 }, update: { $set: { a: 1 } } }),
    { value: null, lastErrorObject: { n: 0, updatedExisting: false } },
    [one],
  ],
  [
    'inserts',
    [],
    modify({ query: { _id: 5 }, update: { $set: { a: 1 } }, upsert: true, new: true }),
    { value: { _id: 5, a: 1 }, lastErrorObject: { n: 1, updatedExisting: false, upserted: 5 } },
    [{ _id: 5, a: 1 }],
  ],
  [
    'inserts, and there was nothing before',
    [],
    modify({ query: { _id: 5 }, update: { a: 1 }, upsert: true }),
    { value: null },
    [{ _id: 5, a: 1 }],
  ],
  ['removes and updates at once', [one], modify({ query: {}, remove: true, update: { a: 1 } }), { code: 9 }, [one]],
  [
    'with array filters',
    [{ _id: 1, a: [1, 5, 9] }],
    modify({ query: {}, update: { $set: { 'a.$[big]': 0 } }, arrayFilters: [{ big: { $gt: 4 } }], new: true }),
    { value: { _id: 1, a: [1, 0, 0] } },
    [{ _id: 1, a: [1, 0, 0] }],
  ],
]);

describe('bulk writes (manual: method/db.collection.bulkWrite)', () => {
  const statements: AnyBulkWriteOperation<Row>[] = [
    { insertOne: { document: one } },
    { updateOne: { filter: { _id: 1 }, update: { $set: { a: 5 } } } },
    { insertOne: { document: { _id: 1 } } },
    { replaceOne: { filter: { _id: 2 }, replacement: { a: 2 }, upsert: true } },
    { deleteOne: { filter: { _id: 1 } } },
  ];
  const run = async (rows: Rows, ordered: boolean) => rows.bulkWrite(statements, { ordered }).catch((error) => error);

  test('stop at the first failure when ordered', async () => {
    const rows = await server.given();

    const error = await run(rows, true);

    expect(error).toMatchObject({ code: 11000, insertedCount: 1, modifiedCount: 1, upsertedCount: 0, deletedCount: 0 });
    expect(error.writeErrors).toMatchObject([{ index: 2 }]);
    expect(await rows.find().toArray()).toEqual([{ _id: 1, a: 5 }]);
  });

  test('continue after a failure when unordered', async () => {
    const rows = await server.given();

    const error = await run(rows, false);

    expect(error).toMatchObject({ code: 11000, insertedCount: 1, upsertedCount: 1, deletedCount: 1 });
    expect(await rows.find().toArray()).toEqual([{ _id: 2, a: 2 }]);
  });
});

test('the fields of an upserted document are in the order of their paths (manual: method/db.collection.update)', async () => {
  const rows = await server.given();

  await rows.updateOne({ 'b.y': 1, c: 3, 'b.x': 2, a: 4 } as never, { $set: { z: 5 } }, { upsert: true });

  const found = await rows.findOne({}, { projection: { _id: 0 } });
  expect(JSON.stringify(found)).toBe('{"a":4,"b":{"x":2,"y":1},"c":3,"z":5}');
});

test.each([{ $setOnInsert: { _id: 5 } }, { $set: { _id: 5 } }, [{ $set: { _id: 5 } }]])(
  'the _id is the first field of an upserted document, given by %j (manual: core/document, the _id field)',
  async (given) => {
    const rows = await server.given();

    await rows.updateOne({ b: 2 }, given as never, { upsert: true });

    expect(Object.keys((await rows.findOne()) ?? {})).toEqual(['_id', 'b']);
  },
);

test('a write concern with too many copies is reported although the write is done (manual: reference/write-concern)', async () => {
  const rows = await server.given();

  const write = rows.insertOne({ _id: 1 }, { writeConcern: { w: 30 } });

  await expect(write).rejects.toMatchObject({ name: 'MongoWriteConcernError', code: 100 });
  expect(await rows.countDocuments()).toBe(1);
});

test('databases are listed by name (manual: command/listDatabases)', async () => {
  await server.given({ _id: 1 });
  const filter = { name: server.db.databaseName };

  const { databases } = await server.client.db('admin').admin().listDatabases({ filter, nameOnly: true });

  expect(databases).toEqual([filter]);
});

describe('reading (manual: command/count, distinct, aggregation/group)', () => {
  test('counts, distinct values and sums', async () => {
    const rows = await server.given(one, two, three, { _id: 4, a: [2, { b: 1 }] });

    expect(await rows.countDocuments({ a: 2 })).toBe(3);
    expect(await rows.countDocuments({}, { skip: 1, limit: 2 })).toBe(2);
    expect(await rows.estimatedDocumentCount()).toBe(4);
    expect(await rows.distinct('a')).toEqual([1, 2, { b: 1 }]);
    expect(await rows.distinct('a.b')).toEqual([1]);
    const sum = await rows.aggregate([
      { $match: { _id: { $lt: 4 } } },
      { $group: { _id: '$a', n: { $sum: '$_id' } } },
      { $sort: { _id: 1 } },
    ]);
    expect(await sum.toArray()).toEqual([
      { _id: 1, n: 1 },
      { _id: 2, n: 5 },
    ]);
  });
});

describe('groups (manual: aggregation/group)', () => {
  test('an _id of one field has it, an _id of several leaves out what is missing', async () => {
    const rows = await server.given({ a: 1 });
    const group = (_id: Document) => rows.aggregate([{ $group: { _id } }]).toArray();

    expect(await group({ x: '$nothing' })).toEqual([{ _id: { x: null } }]);
    expect(await group({ x: { y: '$nothing' } })).toEqual([{ _id: { x: {} } }]);
    expect(await group({ x: '$nothing', y: '$a' })).toEqual([{ _id: { y: 1 } }]);
  });

  test.each<[string, number, Document]>([
    ['an _id that looks like a projection', 17390, { $group: { _id: { x: 1 } } }],
    ['a sum of a list', 40237, { $group: { _id: null, n: { $sum: ['$a', 1] } } }],
    ['a field with a leading $', 40236, { $group: { _id: null, $n: { $sum: 1 } } }],
    ['one field twice', 31250, { $unset: ['a', 'a'] }],
    ['an unknown field of $replaceRoot', 40415, { $replaceRoot: { newRoot: '$a', x: 1 } }],
    ['a field name that is a path', 4161108, { $set: { a: { $setField: { field: '$x', input: {}, value: 1 } } } }],
    ['a field name that is a number', 4161107, { $set: { a: { $setField: { field: 5, input: {}, value: 1 } } } }],
  ])('%s is refused', async (_, code, stage) => {
    await expect((await server.given()).aggregate([stage]).toArray()).rejects.toMatchObject({ code });
  });
});
