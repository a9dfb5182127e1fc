import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type ClientSession, type Collection, type Document, Long, type MongoServerError, UUID } from 'mongodb';
import { connectRaw, type RawClient } from './testing/raw.ts';
import { startTestDatabase, type TestDatabase } from './testing/start.ts';

interface Row {
  _id: number | string;
  n: number;
}

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database.stop());

let last = 0;
/** A collection of one test's own, with these rows. */
async function rowsOf(...rows: Row[]): Promise<Collection<Row>> {
  const collection = database.db.collection<Row>(`rows${++last}`);
  if (rows.length > 0) await collection.insertMany(rows);
  return collection;
}

async function inSession<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = database.client.startSession();
  try {
    return await work(session);
  } finally {
    await session.endSession();
  }
}

const failure = (work: Promise<unknown>): Promise<MongoServerError> =>
  work.then(
    () => {
      throw new Error('it was expected to fail');
    },
    (error) => error,
  );

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

  test('leaves nothing behind when it is aborted', async () => {
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

  test('reads one snapshot, whatever is written meanwhile', async () => {
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

  test('is gone after an error in one of its statements', async () => {
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

  test('makes a collection that is missing, and its cursors end with it', async () => {
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

  test('finds its own writes through indexes, in their order', async () => {
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

  test('that is left alone ends by itself and lets others go on', async () => {
    const impatient = await startTestDatabase({ transactionLifetime: 100 });
    const rows = impatient.db.collection<Row>('rows');
    await rows.insertOne({ _id: 1, n: 1 });
    const session = impatient.client.startSession();

    session.startTransaction();
    await rows.updateOne({ _id: 1 }, { $set: { n: 2 } }, { session });
    await rows.updateOne({ _id: 1 }, { $inc: { n: 10 } }); // waits until then
    const error = await failure(session.commitTransaction());

    expect(error.code).toBe(251);
    expect(await rows.findOne()).toEqual({ _id: 1, n: 11 });
    await session.endSession();
    await impatient.stop();
  });
});

describe('a plain write', () => {
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

  test('waits for a unique key that a transaction has taken, and gets it when that one gives up', async () => {
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

  test('over many documents goes on after its wait without doing any twice', async () => {
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

  test('does not go on beyond maxTimeMS', async () => {
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
  test('money only changes hands', async () => {
    const accounts = Array.from({ length: 6 }, (_, n) => ({ _id: n, n: 100 }));
    const bank = await rowsOf(...accounts);
    const sums = new Set<number>();

    const transfers = Array.from({ length: 60 }, (_, round) =>
      inSession((session) =>
        session.withTransaction(async () => {
          await bank.updateOne({ _id: round % 6 }, { $inc: { n: -7 } }, { session });
          await bank.updateOne({ _id: (round * 5 + 1) % 6 }, { $inc: { n: 7 } }, { session });
        }),
      ),
    );
    const readers = Array.from({ length: 30 }, () =>
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

  test('one of many who race for a unique key gets it', async () => {
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

  test('read, then write: no update is lost', async () => {
    const rows = await rowsOf({ _id: 1, n: 0 });

    await Promise.all(
      Array.from({ length: 25 }, () =>
        inSession((session) =>
          session.withTransaction(async () => {
            const row = await rows.findOne({ _id: 1 }, { session });
            await rows.updateOne({ _id: 1 }, { $set: { n: (row?.n ?? 0) + 1 } }, { session });
          }),
        ),
      ),
    );

    expect(await rows.findOne()).toEqual({ _id: 1, n: 25 });
  });
});

describe('asked again', () => {
  let client: RawClient;

  beforeEach(async () => {
    client = await connectRaw(database.uri);
  });

  afterEach(() => client.close());

  async function restart() {
    client.close();
    await database.restart();
    client = await connectRaw(database.uri);
  }

  /** Sends what a driver would send again after a lost answer: the same session and number. */
  function sendTwice(txnNumber: number, lsid: Document, body: Document, $db = 'test'): Promise<Document[]> {
    const command = { ...body, $db, lsid, txnNumber: Long.fromNumber(txnNumber) };
    return Promise.all([client.command(command), client.command(command)]);
  }

  test('a write with the same number is done once and answered the same, also after a restart', async () => {
    const rows = await rowsOf({ _id: 1, n: 1 });
    const lsid = { id: new UUID() };
    const increment = { findAndModify: rows.collectionName, query: { _id: 1 }, update: { $inc: { n: 1 } }, new: true };

    const [first, second] = await sendTwice(5, lsid, increment);
    await restart();
    const [third] = await sendTwice(5, lsid, increment);
    const [older] = await sendTwice(4, lsid, increment);
    const [next] = await sendTwice(6, lsid, increment);

    expect([first, second, third, next].map((answer) => answer?.value.n)).toEqual([2, 2, 2, 3]);
    expect(older?.code).toBe(225);
  });

  test('a write that waits for a lock is not done beside itself', async () => {
    const rows = await rowsOf({ _id: 1, n: 1 });
    const lsid = { id: new UUID() };
    const other = await connectRaw(database.uri);
    const command = {
      findAndModify: rows.collectionName,
      query: { _id: 1 },
      update: { $inc: { n: 1 } },
      new: true,
      $db: 'test',
      lsid,
      txnNumber: Long.fromNumber(1),
    };

    const answers = await inSession(async (session) => {
      session.startTransaction();
      await rows.updateOne({ _id: 1 }, { $inc: { n: 10 } }, { session });
      const both = Promise.all([client.command(command), other.command(command)]);
      await rows.findOne();
      await session.commitTransaction();
      return both;
    });
    other.close();

    expect(answers.map(({ value }) => value.n)).toEqual([12, 12]);
  });

  test('a commit with the same number is done once, also after a restart', async () => {
    const rows = await rowsOf({ _id: 1, n: 1 });
    const lsid = { id: new UUID() };
    const commit = { commitTransaction: 1, autocommit: false };
    const update = { update: rows.collectionName, updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] };

    const [, startedAgain] = await sendTwice(7, lsid, { ...update, autocommit: false, startTransaction: true });
    const commits = await sendTwice(7, lsid, commit, 'admin');
    await restart();
    commits.push(...(await sendTwice(7, lsid, commit, 'admin')));
    const [tooLate] = await sendTwice(7, lsid, { ...update, autocommit: false });

    expect(startedAgain?.code).toBe(117);
    expect(commits.map(({ ok }) => ok)).toEqual([1, 1, 1, 1]);
    expect(tooLate?.code).toBe(251);
    expect(await database.db.collection<Row>(rows.collectionName).findOne()).toEqual({ _id: 1, n: 2 });
  });

  test('a transaction whose client went away is given up', async () => {
    const rows = await rowsOf({ _id: 1, n: 1 });
    const update = { update: rows.collectionName, updates: [{ q: { _id: 1 }, u: { $set: { n: 2 } } }] };
    const start = { ...update, autocommit: false, startTransaction: true, lsid: { id: new UUID() }, $db: 'test' };

    await client.command({ ...start, txnNumber: Long.fromNumber(1) });
    client.close();
    await rows.updateOne({ _id: 1 }, { $inc: { n: 10 } });

    expect(await rows.findOne()).toEqual({ _id: 1, n: 11 });
  });
});
