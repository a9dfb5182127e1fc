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

describe('a write outside of transactions', () => {
  test('waits for the transaction that holds its document', async () => {
    const rows = await rowsOf({ _id: 1, n: 1 });

    await inSession(async (session) => {
      session.startTransaction();
      await rows.updateOne({ _id: 1 }, { $set: { n: 100 } }, { session });
      let isDone = false;
      const waiting = rows.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }, { returnDocument: 'after' }).then((row) => {
        isDone = true;
        return row;
      });
      await rows.findOne({ _id: 1 });
      expect(isDone).toBe(false);
      await session.commitTransaction();

      expect(await waiting).toEqual({ _id: 1, n: 101 });
    });
  });

  test('waits for a unique key that a transaction holds, and gets it when that transaction aborts', async () => {
    const rows = await rowsOf();

    await inSession(async (session) => {
      session.startTransaction();
      await rows.insertOne({ _id: 1, n: 1 }, { session });
      const waiting = rows.insertOne({ _id: 1, n: 2 });
      await rows.findOne();
      await session.abortTransaction();
      await waiting;
    });

    expect(await rows.find().toArray()).toEqual([{ _id: 1, n: 2 }]);
  });

  test('over many documents starts again after a wait, and changes no document twice', async () => {
    const rows = await rowsOf(...Array.from({ length: 20 }, (_, n) => ({ _id: n, n: 0 })));

    await inSession(async (session) => {
      session.startTransaction();
      await rows.updateOne({ _id: 10 }, { $inc: { n: 100 } }, { session });
      await rows.deleteOne({ _id: 15 }, { session });
      const waiting = rows.updateMany({}, { $inc: { n: 1 } });
      await rows.findOne();
      await session.commitTransaction();

      expect((await waiting).modifiedCount).toBe(19);
    });

    const found = await rows
      .find()
      .map(({ n }) => n)
      .toArray();
    expect(found.filter((n) => n === 1)).toHaveLength(18);
    expect(found).toContain(101);
  });

  test('over many documents locks those that it finds free, so that alternating transactions cannot block it forever', async () => {
    const rows = await rowsOf({ _id: 1, n: 0 }, { _id: 2, n: 0 });
    const take = (session: ClientSession, _id: number, options = {}) => {
      session.startTransaction();
      return rows.updateOne({ _id }, { $inc: { n: 10 } }, { session, ...options });
    };

    await inSession((one) =>
      inSession((two) =>
        inSession(async (three) => {
          await Promise.all([take(one, 1), take(two, 2)]);
          const waiting = rows.updateMany({}, { $inc: { n: 1 } });
          await rows.findOne();
          await one.commitTransaction();
          await rows.deleteOne({ _id: 99 }); // one commit later, which finds the first document free
          const late = await failure(take(three, 1, { maxTimeMS: 200 }));
          await two.commitTransaction();

          expect(late.code).toBe(112);
          expect((await waiting).modifiedCount).toBe(2);
        }),
      ),
    );

    expect((await rows.find().toArray()).map(({ n }) => n)).toEqual([11, 11]);
  });
});

describe('waiting', () => {
  test('the first statement of a transaction waits its turn instead of failing', async () => {
    const rows = await rowsOf({ _id: 1, n: 0 });
    const order: number[] = [];

    await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        inSession(async (session) => {
          session.startTransaction();
          const row = await rows.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }, { session, returnDocument: 'after' });
          await rows.insertOne({ _id: `turn ${turn}`, n: row?.n ?? 0 }, { session });
          order.push(row?.n ?? 0);
          await session.commitTransaction();
        }),
      ),
    );

    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  test('ends at maxTimeMS', async () => {
    const rows = await rowsOf({ _id: 1, n: 0 });

    await inSession((other) =>
      inSession(async (session) => {
        session.startTransaction();
        await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });

        const plain = await failure(rows.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }, { maxTimeMS: 30 }));
        other.startTransaction();
        const first = await failure(
          rows.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }, { session: other, maxTimeMS: 30 }),
        );
        await session.commitTransaction();

        expect([plain.code, first.code]).toEqual([50, 112]);
      }),
    );
    expect(await rows.findOne()).toEqual({ _id: 1, n: 1 });
  });
});

describe('under load', () => {
  test('transfers keep the total', async () => {
    const accounts = Array.from({ length: 6 }, (_, n) => ({ _id: n, n: 100 }));
    const bank = await rowsOf(...accounts);
    const sums = new Set<number>();

    const transfers = Array.from({ length: 30 }, (_, round) =>
      inSession((session) =>
        session.withTransaction(async () => {
          await bank.updateOne({ _id: round % 6 }, { $inc: { n: -7 } }, { session });
          await bank.updateOne({ _id: (round * 5 + 1) % 6 }, { $inc: { n: 7 } }, { session });
        }),
      ),
    );
    const readers = Array.from({ length: 15 }, () =>
      inSession((session) =>
        session.withTransaction(async () => {
          const rows = await bank.find({}, { session, batchSize: 2 }).toArray();
          sums.add(rows.reduce((sum, { n }) => sum + n, 0));
        }),
      ),
    );
    await Promise.all([...transfers, ...readers]);

    const rows = await bank.find().toArray();
    expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(600);
    expect([...sums]).toEqual([600]);
  });

  test('one of many concurrent writers gets a unique key', async () => {
    const rows = await rowsOf();
    await rows.createIndex({ n: 1 }, { unique: true });

    const racers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, _id) =>
        _id % 2
          ? rows.insertOne({ _id, n: 1 })
          : inSession((session) => session.withTransaction(() => rows.insertOne({ _id, n: 1 }, { session }))),
      ),
    );

    expect(racers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const racer of racers) if (racer.status === 'rejected') expect(racer.reason.code).toBe(11000);
    expect(await rows.countDocuments()).toBe(1);
  });

  test('reading and then writing loses no update', async () => {
    const rows = await rowsOf({ _id: 1, n: 0 });

    await Promise.all(
      Array.from({ length: 12 }, () =>
        inSession((session) =>
          session.withTransaction(async () => {
            const row = await rows.findOne({ _id: 1 }, { session });
            await rows.updateOne({ _id: 1 }, { $set: { n: (row?.n ?? 0) + 1 } }, { session });
          }),
        ),
      ),
    );

    expect(await rows.findOne()).toEqual({ _id: 1, n: 12 });
  });
});
