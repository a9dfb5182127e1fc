import { describe, expect, test } from '@jest/globals';
import type { Document } from 'mongodb';
import { codeOf, connectServer } from './server.ts';

const server = connectServer();

const many = (count: number) => Array.from({ length: count }, (_, _id) => ({ _id, n: _id % 10 }));
const ids = (documents: Document[]) => documents.map(({ _id }) => _id);

describe('cursors (manual: command/find, command/getMore, command/killCursors)', () => {
  test('return their results in batches of the requested size', async () => {
    const rows = await server.given(...many(7));
    const find = { find: rows.collectionName, batchSize: 3, sort: { _id: 1 } };

    const { cursor: first } = await server.db.command(find);
    const more = { getMore: first.id, collection: rows.collectionName };
    const { cursor: second } = await server.db.command({ ...more, batchSize: 2 });
    const { cursor: last } = await server.db.command(more);

    expect([first.firstBatch, second.nextBatch, last.nextBatch].map(ids)).toEqual([
      [0, 1, 2],
      [3, 4],
      [5, 6],
    ]);
    expect([Boolean(first.id.toString() === '0'), last.id.toString()]).toEqual([false, '0']);
  });

  test('start with 101 documents', async () => {
    const rows = await server.given(...many(150));

    const { cursor } = await server.db.command({ find: rows.collectionName });

    expect(cursor.firstBatch).toHaveLength(101);
  });

  test.each<[string, Document, number[]]>([
    ['skip and limit', { skip: 2, limit: 3 }, [2, 3, 4]],
    ['a single batch', { limit: 4, singleBatch: true, batchSize: 2 }, [0, 1]],
    ['an empty first batch', { batchSize: 0 }, []],
  ])('%s', async (_, options, expected) => {
    const rows = await server.given(...many(6));

    const { cursor } = await server.db.command({ find: rows.collectionName, sort: { _id: 1 }, ...options });

    expect(ids(cursor.firstBatch)).toEqual(expected);
  });

  test('are gone when killed, and for others than their own collection', async () => {
    const rows = await server.given(...many(5));
    const name = rows.collectionName;
    const { cursor } = await server.db.command({ find: name, batchSize: 1 });
    const other = await codeOf(server.db.command({ getMore: cursor.id, collection: 'other' }));

    const killed = await server.db.command({ killCursors: name, cursors: [cursor.id] });
    const again = await server.db.command({ killCursors: name, cursors: [cursor.id] });

    expect(other).toBe(13);
    expect([killed.cursorsKilled.length, again.cursorsNotFound.length]).toEqual([1, 1]);
    expect(await codeOf(server.db.command({ getMore: cursor.id, collection: name }))).toBe(43);
  });

  test('see documents that are still to come once at most while others write', async () => {
    const rows = await server.given(...many(20));
    await rows.createIndex({ n: 1 });
    const cursor = rows.find().sort({ n: 1, _id: 1 }).batchSize(5);
    const seen = [await cursor.next()];

    await rows.deleteMany({ _id: { $in: [5, 6] } });
    for await (const row of cursor) seen.push(row);

    const found = seen.map((row) => row?._id);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining([0, 1, 2, 19]));
  });

  test('end when their index is dropped', async () => {
    const rows = await server.given(...many(300));
    await rows.createIndex({ n: 1 });
    const cursor = rows
      .find({ n: { $gte: 0 } })
      .hint('n_1')
      .batchSize(2);
    await cursor.next();

    await rows.dropIndex('n_1');

    await expect(cursor.toArray()).rejects.toMatchObject({ code: 175 });
  });

  test.each<[string, Document]>([
    ['a search', {}],
    ['a sorted search', { sort: { n: -1 } }],
    ['a search by an index', { filter: { n: { $gte: 0 } }, hint: 'n_1' }],
  ])('%s ends when its collection is dropped', async (_, options) => {
    const rows = await server.given(...many(300));
    await rows.createIndex({ n: 1 });
    const name = rows.collectionName;
    const { cursor } = await server.db.command({ find: name, batchSize: 2, ...options });

    await rows.drop();
    await server.db.createCollection(name);

    expect(await codeOf(server.db.command({ getMore: cursor.id, collection: name }))).toBe(175);
  });

  test('an aggregation ends when its collection is dropped', async () => {
    const rows = await server.given(...many(300));
    const name = rows.collectionName;
    const { cursor } = await server.db.command({ aggregate: name, pipeline: [], cursor: { batchSize: 2 } });

    await rows.drop();

    expect(await codeOf(server.db.command({ getMore: cursor.id, collection: name }))).toBe(175);
  });

  test('show what others write behind their place', async () => {
    const rows = await server.given({ _id: 1 }, { _id: 2 }, { _id: 3 });
    const { cursor } = await server.db.command({ find: rows.collectionName, batchSize: 1 });

    await rows.insertOne({ _id: 9 });
    await rows.updateOne({ _id: 3 }, { $set: { n: 1 } });
    await rows.deleteOne({ _id: 2 });
    const more = await server.db.command({ getMore: cursor.id, collection: rows.collectionName });

    expect(more.cursor.nextBatch).toEqual([{ _id: 3, n: 1 }, { _id: 9 }]);
  });

  test('a cursor that has failed is gone', async () => {
    const rows = await server.given(...many(10));
    await rows.createIndex({ n: 1 });
    const filter = { n: { $gte: 0 } };
    const { cursor } = await server.db.command({ find: rows.collectionName, filter, hint: 'n_1', batchSize: 2 });
    await rows.dropIndex('n_1');
    const more = { getMore: cursor.id, collection: rows.collectionName };

    const codes = [await codeOf(server.db.command(more)), await codeOf(server.db.command(more))];

    expect(codes).toEqual([175, 43]);
  });
});

describe('time limits (manual: method/cursor.maxTimeMS)', () => {
  const filter = { $expr: { $gt: ['$n', 100] } }; // matches nothing, after a search through everything
  const u = { $set: { n: 0 } };

  test('what takes too long ends', async () => {
    const rows = await server.given(...many(12_000));
    const cases: [string, Document][] = [
      ['find', { filter }],
      ['count', { query: filter }],
      ['distinct', { key: 'n', query: filter }],
      ['aggregate', { pipeline: [{ $match: filter }], cursor: {} }],
      ['update', { updates: [{ q: filter, u, multi: true }] }],
      ['delete', { deletes: [{ q: filter, limit: 0 }] }],
      ['findAndModify', { query: filter, update: u }],
    ];

    const codes: [string, number][] = [];
    for (const [name, fields] of cases) {
      const command = { [name]: rows.collectionName, ...fields, maxTimeMS: 1 };
      codes.push([name, await codeOf(server.db.command(command))]);
    }

    expect(codes).toEqual(cases.map(([name]) => [name, 50]));
  });

  test('the limit of a cursor includes its further batches', async () => {
    const rows = await server.given(...many(10_000).map((row) => ({ ...row, n: row._id })));
    const ends = { $or: [{ $expr: { $lt: ['$n', 2] } }, { $expr: { $eq: ['$n', 9999] } }] };

    await expect(rows.find(ends).batchSize(1).maxTimeMS(3).toArray()).rejects.toMatchObject({ code: 50 });
  });

  test.each([-1, 1.5, 2 ** 31, 'x', null, true])('%p is no limit', async (maxTimeMS) => {
    const rows = await server.given(...many(1));
    const q = { _id: 0 };
    const name = rows.collectionName;

    const codes = await Promise.all([
      codeOf(server.db.command({ find: name, maxTimeMS })),
      codeOf(server.db.command({ update: name, updates: [{ q, u }], maxTimeMS })),
      codeOf(server.db.command({ ping: 1, maxTimeMS })),
    ]);

    expect(codes).toEqual([2, 2, 2]);
  });

  test('a limit for further batches is refused', async () => {
    const rows = await server.given(...many(3));
    const { cursor } = await server.db.command({ find: rows.collectionName, batchSize: 1 });

    const more = { getMore: cursor.id, collection: rows.collectionName, maxTimeMS: 1000 };

    expect(await codeOf(server.db.command(more))).toBe(2);
  });

  test('a transaction whose statement takes too long is aborted', async () => {
    const rows = await server.given(...many(12_000));

    await server.client.withSession(async (session) => {
      session.startTransaction();
      await rows.updateOne({ _id: 0 }, { $set: { n: 5 } }, { session });
      const late = codeOf(rows.updateMany(filter, u, { session, maxTimeMS: 1 }));
      expect(await late).toBe(50);
      expect(await codeOf(session.commitTransaction().then(() => ({})))).toBe(251);
    });

    expect(await rows.findOne({ _id: 0 })).toEqual({ _id: 0, n: 0 });
  });

  test('a write that waits too long for a transaction ends', async () => {
    const rows = await server.given(...many(1));

    await server.client.withSession(async (session) => {
      session.startTransaction();
      await rows.updateOne({ _id: 0 }, { $set: { n: 5 } }, { session });
      const command = {
        update: rows.collectionName,
        updates: [{ q: { _id: 0 }, u: { $inc: { n: 1 } } }],
        maxTimeMS: 30,
      };
      expect(await codeOf(server.db.command(command))).toBe(50);
      await session.abortTransaction();
    });

    expect(await rows.findOne()).toEqual({ _id: 0, n: 0 });
  });
});

describe('expiry (manual: core/index-ttl)', () => {
  test('documents go when their time has come, all else stays', async () => {
    const rows = await server.given();
    await rows.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    const [past, future] = [new Date(Date.now() - 61_000), new Date(Date.now() + 60_000)];
    const stream = rows.watch([{ $match: { operationType: 'delete' } }]);
    await stream.tryNext();

    await rows.insertMany([{ _id: 1, at: past }, { _id: 2, at: future }, { _id: 3 }, { _id: 4, at: 5 }]);
    await stream.next();

    expect(ids(await rows.find().sort({ _id: 1 }).toArray())).toEqual([2, 3, 4]);
    await stream.close();
  });
});
