import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type ClientSession, type Document, Long, UUID } from 'mongodb';
import { connectRaw, type RawClient } from '../testing/raw.ts';
import { makeRows, type Row, startTestDatabase, type TestDatabase, withSession } from '../testing/start.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database.stop());

const rowsOf = (...rows: Row[]) => makeRows(database, ...rows);
const inSession = <T>(work: (session: ClientSession) => Promise<T>) => withSession(database, work);

describe('retries', () => {
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

  /** Sends what a driver would send again after a lost reply: the same session and number. */
  function sendTwice(txnNumber: number, lsid: Document, body: Document, $db = 'test'): Promise<Document[]> {
    const command = { ...body, $db, lsid, txnNumber: Long.fromNumber(txnNumber) };
    return Promise.all([client.command(command), client.command(command)]);
  }

  test('a retried write is executed once and gets the same reply, also after a restart', async () => {
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

  test('a retried batch that waits for a lock repeats no part, because nothing has been written', async () => {
    const rows = await rowsOf({ _id: 1, n: 0 }, { _id: 2, n: 0 });
    const lsid = { id: new UUID() };
    const increment = (_id: number) => ({ q: { _id }, u: { $inc: { n: 1 } } });
    const body = { update: rows.collectionName, updates: [increment(1), increment(2)] };

    await inSession(async (session) => {
      session.startTransaction();
      await rows.updateOne({ _id: 2 }, { $set: { n: 100 } }, { session });
      client.sendOneWay({ ...body, $db: 'test', lsid, txnNumber: Long.fromNumber(1) });
      await rows.findOne();
      expect(await rows.findOne({ _id: 1 })).toEqual({ _id: 1, n: 0 });
      await session.abortTransaction();
    });
    const [again] = await sendTwice(1, lsid, body);

    expect(again).toMatchObject({ ok: 1, n: 2 });
    expect(await rows.find().toArray()).toEqual([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
    ]);
  });

  test('a retried write that waits for a lock does not run twice', async () => {
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

  test('a retried commit is executed once, also after a restart', async () => {
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

  test('a transaction is aborted when its client disconnects', async () => {
    const rows = await rowsOf({ _id: 1, n: 1 });
    const update = { update: rows.collectionName, updates: [{ q: { _id: 1 }, u: { $set: { n: 2 } } }] };
    const start = { ...update, autocommit: false, startTransaction: true, lsid: { id: new UUID() }, $db: 'test' };

    await client.command({ ...start, txnNumber: Long.fromNumber(1) });
    client.close();
    await rows.updateOne({ _id: 1 }, { $inc: { n: 10 } });

    expect(await rows.findOne()).toEqual({ _id: 1, n: 11 });
  });
});
