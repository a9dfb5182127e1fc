import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  Binary,
  type Collection,
  Decimal128,
  type Document,
  Double,
  Int32,
  Long,
  type MongoBulkWriteError,
  ObjectId,
  Timestamp,
} from 'mongodb';
import { failure, startTestDatabase, type TestDatabase } from '../testing/start.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database.stop());

describe('reading and writing', () => {
  test('documents keep every type and the order of their fields', async () => {
    const things = database.db.collection('types');
    const document = {
      _id: new ObjectId(),
      zulu: new Int32(1),
      alpha: new Double(1),
      long: Long.fromString('9007199254740993'),
      decimal: Decimal128.fromString('1.10'),
      binary: new Binary(Buffer.from([1, 2, 3]), 4),
      date: new Date(1),
      time: new Timestamp({ t: 1, i: 2 }),
      nested: { list: [1, { deep: null }], yes: true },
    };

    await things.insertOne(document);
    const found = await things.findOne({ _id: document._id }, { promoteValues: false });

    expect(Object.keys(found ?? {})).toEqual(Object.keys(document));
    expect(JSON.stringify(found)).toBe(JSON.stringify(document));
  });

  test('a result longer than a batch is read completely and in order', async () => {
    const rows = database.db.collection<{ n: number }>('rows');
    await rows.insertMany(Array.from({ length: 1000 }, (_, n) => ({ n })));

    const found = await rows.find({}, { batchSize: 7 }).sort({ n: -1 }).skip(10).limit(500).toArray();

    expect(found.map(({ n }) => n)).toEqual(Array.from({ length: 500 }, (_, i) => 989 - i));
  });

  test('a client without a batch size gets small batches, others get the size they request', async () => {
    const rows = database.db.collection('wide');
    await rows.insertMany(Array.from({ length: 6 }, () => ({ text: 'x'.repeat(900_000) })));
    const sizesOf = async (given: Document) => {
      const { cursor } = await database.db.command({ find: 'wide', batchSize: 1 });
      const next = await database.db.command({ getMore: cursor.id, collection: 'wide', ...given });
      return next.cursor.nextBatch.length;
    };

    expect(await sizesOf({})).toBe(2);
    expect(await sizesOf({ batchSize: 5 })).toBe(5);
  });

  test('updates report what they matched, changed and upserted', async () => {
    const rows = database.db.collection<{ k: string; n?: number }>('counted');
    await rows.insertMany([{ k: 'a' }, { k: 'a' }, { k: 'b' }]);

    const changed = await rows.updateMany({ k: 'a' }, { $set: { n: 1 } });
    const unchanged = await rows.updateMany({ k: 'a' }, { $set: { n: 1 } });
    const upserted = await rows.updateOne({ k: 'c' }, { $set: { n: 2 } }, { upsert: true });

    expect(changed).toMatchObject({ matchedCount: 2, modifiedCount: 2 });
    expect(unchanged).toMatchObject({ matchedCount: 2, modifiedCount: 0 });
    expect(await rows.findOne({ _id: upserted.upsertedId! })).toMatchObject({ k: 'c', n: 2 });
  });

  test('findOneAndUpdate returns the document before or after', async () => {
    const rows = database.db.collection<{ k: string; n: number }>('modified');
    await rows.insertOne({ k: 'a', n: 1 });

    const before = await rows.findOneAndUpdate({ k: 'a' }, { $inc: { n: 1 } });
    const after = await rows.findOneAndUpdate({ k: 'a' }, { $inc: { n: 1 } }, { returnDocument: 'after' });
    const none = await rows.findOneAndUpdate({ k: 'z' }, { $inc: { n: 1 } });
    const removed = await rows.findOneAndDelete({ k: 'a' }, { projection: { _id: 0, n: 1 } });

    expect([before?.n, after?.n, none, removed]).toEqual([1, 3, null, { n: 3 }]);
  });

  test('counts follow inserts and deletes and survive a restart', async () => {
    const rows = database.db.collection('numbered');
    await rows.insertMany([{ n: 1 }, { n: 2 }, { n: 3 }]);
    await rows.deleteOne({ n: 2 });

    await database.restart();
    const again = database.db.collection('numbered');

    expect(await again.estimatedDocumentCount()).toBe(2);
    expect(await again.countDocuments({ n: { $gt: 1 } })).toBe(1);
    expect(await again.distinct('n')).toEqual([1, 3]);
  });

  test.each<[string, (rows: Collection<Document>) => Promise<unknown>]>([
    ['a find', (rows) => rows.find({ missing: { $gt: 1 } }).toArray()],
    [
      'a sort',
      (rows) =>
        rows
          .find({ missing: { $gt: 1 } })
          .sort({ n: -1 })
          .toArray(),
    ],
    ['a count', (rows) => rows.countDocuments({ missing: { $gt: 1 } })],
    ['a distinct', (rows) => rows.distinct('n', { missing: { $gt: 1 } })],
  ])('%s that looks through everything lets others go first', async (_, scan) => {
    const rows = database.db.collection<Document>('many');
    if ((await rows.estimatedDocumentCount()) === 0) {
      await rows.insertMany(Array.from({ length: 10_000 }, (_, n) => ({ n })));
    }
    const order: string[] = [];
    // On a machine of any speed, each look at the clock finds that the search has run for its share of time.
    let time = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (time += 11));

    const scanning = scan(rows).then(() => order.push('scan'));
    await Promise.all([scanning, database.db.command({ ping: 1 }).then(() => order.push('ping'))]);
    clock.mockRestore();

    expect(order).toEqual(['ping', 'scan']);
  });

  test('aggregations match, sort, project and group', async () => {
    const people = database.db.collection('people');
    await people.insertMany([
      { name: 'Bob', n: 2 },
      { name: 'Ann', n: 1 },
    ]);

    const listed = await people
      .aggregate([
        { $match: { name: { $gte: 'A' } } },
        { $sort: { name: 1 } },
        { $project: { _id: 0, name: 1, isOne: { $eq: ['$n', 1] } } },
      ])
      .toArray();
    const [sum] = await people.aggregate([{ $group: { _id: null, n: { $sum: '$n' } } }]).toArray();

    expect(listed).toEqual([
      { name: 'Ann', isOne: true },
      { name: 'Bob', isOne: false },
    ]);
    expect(sum).toEqual({ _id: null, n: 3 });
  });
});

describe('errors', () => {
  test('a duplicate key is error 11000 with its pattern and value', async () => {
    const users = database.db.collection('users');
    await users.createIndex({ email: 1, kind: -1 }, { unique: true });
    await users.insertOne({ email: 'a@x', kind: 1 });

    const error = await failure(users.insertOne({ email: 'a@x', kind: 1 }));

    expect(error).toMatchObject({
      code: 11000,
      keyPattern: { email: 1, kind: -1 },
      keyValue: { email: 'a@x', kind: 1 },
    });
  });

  test('ordered inserts stop at the first failure, unordered ones do not', async () => {
    const rows = database.db.collection<{ _id: number }>('bulk');

    const ordered = await failure(rows.insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }]));
    const unordered = await failure(
      rows.insertMany([{ _id: 1 }, { _id: 3 }, { _id: 1 }, { _id: 4 }], { ordered: false }),
    );

    expect((ordered as unknown as MongoBulkWriteError).insertedCount).toBe(1);
    expect((unordered as unknown as MongoBulkWriteError).insertedCount).toBe(2);
    expect((unordered as unknown as MongoBulkWriteError).writeErrors).toHaveLength(2);
    expect(await rows.countDocuments()).toBe(3);
  });

  test.each([
    [59, { nothingLikeIt: 1 }],
    [59, { configureFailPoint: 'failCommand', mode: 'off' }],
    [115, { renameCollection: 'test.x', to: 'test.y' }],
    [9, { findAndModify: 'rows', query: {}, remove: true, new: true }],
    [40415, { find: 'x', colour: 'red' }],
    [115, { find: 'x', collation: { locale: 'de' } }],
    [115, { create: 'capped', capped: true, size: 4096 }],
    [115, { createIndexes: 'x', indexes: [{ key: { place: '2dsphere' }, name: 'geo' }] }],
    [26, { listIndexes: 'nowhere' }],
    [27, { dropIndexes: 'rows', index: 'nothing' }],
    [40324, { aggregate: 'rows', pipeline: [{ $nonsense: 1 }], cursor: {} }],
    [40324, { update: 'rows', updates: [{ q: {}, u: [{ $nonsense: 1 }] }] }],
    [2, { find: 'rows', filter: {}, hint: 'nothing' }],
    [43, { getMore: Long.fromNumber(12345), collection: 'rows' }],
    [100, { insert: 'rows', documents: [{ n: 1 }], writeConcern: { w: 3 } }],
  ])('code %i answers %j', async (code, command) => {
    const error = await failure(database.db.command(command));

    expect(error.code).toBe(code);
  });

  test('a document over 16 MB is refused and the rest of the batch is written', async () => {
    const rows = database.db.collection('large');
    await rows.insertOne({ _id: 'grows' as never, text: 'x'.repeat(9_000_000) });

    const update = [{ $set: { copy: '$text' } }];
    const [failed, other] = await Promise.allSettled([
      rows.updateOne({ _id: 'grows' as never }, update),
      rows.insertOne({ _id: 'small' as never }),
    ]);

    expect((failed as PromiseRejectedResult).reason.code).toBe(10334);
    expect(other.status).toBe('fulfilled');
  });

  test('an invalid update fails without a trace', async () => {
    const rows = database.db.collection('careful');
    await rows.insertOne({ _id: 1 as never, n: 'text' });

    const wrongType = await failure(rows.updateOne({ _id: 1 as never }, { $inc: { n: 1 } }));
    const newId = await failure(rows.updateOne({ _id: 1 as never }, { $set: { _id: 2 } }));

    expect([wrongType.code, newId.code]).toEqual([14, 66]);
    expect(await rows.find().toArray()).toEqual([{ _id: 1, n: 'text' }]);
  });
});
