import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ClientSession } from 'mongodb';
import { failure, makeRows, type Row, startTestDatabase, type TestDatabase, withSession } from '../testing/start.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database.stop());

const rowsOf = (...rows: Row[]) => makeRows(database, ...rows);
const inSession = <T>(work: (session: ClientSession) => Promise<T>) => withSession(database, work);

describe('a transaction', () => {
  test('sees its own writes before others do, and all of them at once after its commit', async () => {
    const rows = await rowsOf({ _id: 1, n: 1 }, { _id: 2, n: 2 });

    await inSession(async (session) => {
      session.startTransaction();
      await rows.insertOne({ _id: 3, n: 3 }, { session });
      await rows.updateOne({ _id: 1 }, { $set: { n: 10 } }, { session });
      await rows.deleteOne({ _id: 2 }, { session });

      expect(await rows.find({}, { session }).sort({ n: 1 }).toArray()).toEqual([
        { _id: 3, n: 3 },
        { _id: 1, n: 10 },
      ]);
      expect(await rows.countDocuments({}, { session })).toBe(2);
      expect(await rows.find().toArray()).toEqual([
        { _id: 1, n: 1 },
        { _id: 2, n: 2 },
      ]);
      await session.commitTransaction();
    });

    expect(await rows.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 10 },
      { _id: 3, n: 3 },
    ]);
    expect(await rows.estimatedDocumentCount()).toBe(2);
  });

  test('leaves nothing behind when aborted', async () => {
    const rows = await rowsOf({ _id: 1, n: 1 });
    await rows.createIndex({ n: 1 }, { unique: true });

    await inSession(async (session) => {
      session.startTransaction();
      await rows.insertOne({ _id: 2, n: 2 }, { session });
      await session.abortTransaction();
    });
    await rows.insertOne({ _id: 3, n: 2 });

    expect(await rows.countDocuments()).toBe(2);
  });

  test('reads one snapshot, even while others write', async () => {
    const rows = await rowsOf({ _id: 1, n: 1 });

    await inSession(async (session) => {
      session.startTransaction();
      const before = await rows.findOne({ _id: 1 }, { session });
      await rows.updateOne({ _id: 1 }, { $set: { n: 2 } });
      const after = await rows.findOne({ _id: 1 }, { session });
      await session.commitTransaction();

      expect([before?.n, after?.n]).toEqual([1, 1]);
    });
  });

  test.each(['held by another transaction', 'changed since the snapshot'])(
    'conflicts over a document %s',
    async (how) => {
      const rows = await rowsOf({ _id: 1, n: 1 });

      await inSession((other) =>
        inSession(async (session) => {
          session.startTransaction();
          await rows.findOne({ _id: 1 }, { session });
          if (how.startsWith('held')) other.startTransaction();
          await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: other });

          const error = await failure(rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session }));
          if (other.inTransaction()) await other.commitTransaction();

          expect(error.code).toBe(112);
          expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
          expect(await rows.findOne({ _id: 1 })).toEqual({ _id: 1, n: 2 });
        }),
      );
    },
  );

  test('is aborted by an error in a statement', async () => {
    const rows = await rowsOf({ _id: 1, n: 1 });

    await inSession(async (session) => {
      session.startTransaction();
      await rows.insertOne({ _id: 2, n: 2 }, { session });
      const duplicate = await failure(rows.insertOne({ _id: 1, n: 2 }, { session }));
      const next = await failure(rows.findOne({}, { session }));

      expect([duplicate.code, next.code]).toEqual([11000, 251]);
    });

    expect(await rows.countDocuments()).toBe(1);
  });

  test('creates a missing collection, and its cursors end with it', async () => {
    const rows = await rowsOf();

    await inSession(async (session) => {
      session.startTransaction();
      await rows.insertMany(
        Array.from({ length: 30 }, (_, n) => ({ _id: n, n })),
        { session },
      );
      const cursor = rows.find({}, { session, batchSize: 10 });
      await cursor.next();
      await session.abortTransaction();

      await expect(
        (async () => {
          for await (const _row of cursor);
        })(),
      ).rejects.toThrow();
    });
    expect(await rows.countDocuments()).toBe(0);
  });

  test('finds its own writes through indexes, in index order', async () => {
    const rows = await rowsOf(...Array.from({ length: 100 }, (_, n) => ({ _id: n, n })));
    await rows.createIndex({ n: 1 });

    await inSession(async (session) => {
      session.startTransaction();
      await rows.updateMany({ n: { $lt: 50 } }, { $inc: { n: 1000 } }, { session });
      await rows.deleteMany({ n: { $gte: 60, $lt: 1000 } }, { session });
      await rows.insertOne({ _id: 'new', n: 55.5 }, { session });
      const found = await rows
        .find({ n: { $gt: 0 } }, { session })
        .sort({ n: -1 })
        .map(({ n }) => n)
        .toArray();
      await session.commitTransaction();

      const expected = [
        ...Array.from({ length: 50 }, (_, n) => 1049 - n),
        59,
        58,
        57,
        56,
        55.5,
        55,
        54,
        53,
        52,
        51,
        50,
      ];
      expect(found).toEqual(expected);
      expect(
        await rows
          .find({ n: { $gt: 0 } })
          .sort({ n: -1 })
          .map(({ n }) => n)
          .toArray(),
      ).toEqual(expected);
    });
  });

  test('fails without a trace when another client creates the same collection before its commit', async () => {
    const rows = await rowsOf();

    const error = await inSession(async (session) => {
      session.startTransaction();
      await rows.insertOne({ _id: 1, n: 1 }, { session });
      await rows.insertOne({ _id: 2, n: 2 });
      return failure(session.commitTransaction());
    });
    await rows.insertOne({ _id: 1, n: 3 });

    expect(error).toMatchObject({ code: 112, errorLabels: ['TransientTransactionError'] });
    expect(await rows.find().toArray()).toEqual([
      { _id: 2, n: 2 },
      { _id: 1, n: 3 },
    ]);
  });

  test('creates collections and indexes that survive a restart', async () => {
    const lasting = await startTestDatabase();
    await withSession(lasting, (session) =>
      session.withTransaction(async () => {
        const rows = lasting.db.collection<Row>('rows');
        await rows.createIndex({ n: 1 }, { unique: true, session });
        await rows.insertOne({ _id: 1, n: 1 }, { session });
      }),
    );

    await lasting.restart();

    const rows = lasting.db.collection<Row>('rows');
    expect(await rows.find({ n: 1 }).toArray()).toEqual([{ _id: 1, n: 1 }]);
    expect(await failure(rows.insertOne({ _id: 2, n: 1 }))).toMatchObject({ code: 11000 });
    await lasting.stop();
  });

  test('is aborted after its lifetime and unblocks others', async () => {
    const impatient = await startTestDatabase({ transactionLifetime: 100 });
    const rows = impatient.db.collection<Row>('rows');
    await rows.insertOne({ _id: 1, n: 1 });
    const session = impatient.client.startSession();

    session.startTransaction();
    await rows.updateOne({ _id: 1 }, { $set: { n: 2 } }, { session });
    await rows.updateOne({ _id: 1 }, { $inc: { n: 10 } }); // waits until the first transaction has ended
    const error = await failure(session.commitTransaction());

    expect(error.code).toBe(251);
    expect(await rows.findOne()).toEqual({ _id: 1, n: 11 });
    await session.endSession();
    await impatient.stop();
  });
});
