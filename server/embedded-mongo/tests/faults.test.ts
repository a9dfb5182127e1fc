import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { ChangeStreamInsertDocument, Document } from 'mongodb';
import { withFaults } from '../testing/faults.ts';
import { failure, makeRows, startTestDatabase, type TestDatabase, withSession } from '../testing/start.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase({ faults: withFaults });
});

const failPoint = (data: Document, mode: Document | string = { times: 1 }, name = 'failCommand') =>
  database.client.db('admin').command({ configureFailPoint: name, mode, data });

afterEach(async () => {
  await failPoint({}, 'off');
  await failPoint({}, 'off', 'onPrimaryTransactionalWrite');
});
afterAll(() => database.stop());

test('a write whose connection is closed is retried and executed once', async () => {
  const rows = await makeRows(database, { _id: 1, n: 0 });
  await failPoint({ failCommands: ['update'], closeConnection: true });

  await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } });

  expect(await rows.findOne()).toEqual({ _id: 1, n: 1 });
});

test('a write whose reply is lost is retried and executed once', async () => {
  const rows = await makeRows(database, { _id: 1, n: 0 });
  await failPoint({}, { times: 2 }, 'onPrimaryTransactionalWrite');

  await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } });

  expect(await rows.findOne()).toEqual({ _id: 1, n: 1 });
});

test('an error of a server that shuts down is marked as retryable, others are not', async () => {
  const rows = await makeRows(database);
  await failPoint({ failCommands: ['insert'], errorCode: 91 });
  await rows.insertOne({ _id: 1, n: 1 });

  await failPoint({ failCommands: ['insert'], errorCode: 91 }, { times: 2 });
  const gone = await failure(rows.insertOne({ _id: 2, n: 2 }));
  await failPoint({ failCommands: ['insert'], errorCode: 2 });
  const wrong = await failure(rows.insertOne({ _id: 3, n: 3 }));

  expect(gone.hasErrorLabel('RetryableWriteError')).toBe(true);
  expect(wrong.hasErrorLabel('RetryableWriteError')).toBe(false);
  expect(await rows.countDocuments()).toBe(1);
});

test('configured labels replace the default ones', async () => {
  const rows = await makeRows(database);
  await failPoint({ failCommands: ['insert'], errorCode: 91, errorLabels: [] });

  const error = await failure(rows.insertOne({ _id: 1, n: 1 }));

  expect(error.code).toBe(91);
});

test('a command that is delayed beyond its time limit is not executed', async () => {
  const rows = await makeRows(database);
  await failPoint({ failCommands: ['insert'], blockConnection: true, blockTimeMS: 5000 });

  const error = await failure(rows.insertOne({ _id: 1, n: 1 }, { maxTimeMS: 5 }));

  expect(error.code).toBe(50);
  expect(await rows.countDocuments()).toBe(0);
});

test('a write concern error is returned although the write was done', async () => {
  const rows = await makeRows(database);
  await failPoint({ failCommands: ['insert'], writeConcernError: { code: 64, errmsg: 'no majority' } });

  const error = await failure(rows.insertOne({ _id: 1, n: 1 }));

  expect(error).toMatchObject({ name: 'MongoWriteConcernError', code: 64 });
  expect(await rows.countDocuments()).toBe(1);
});

test('a transaction and its commit are retried', async () => {
  const rows = await makeRows(database, { _id: 1, n: 0 });
  await failPoint({ failCommands: ['commitTransaction'], errorCode: 10107 });
  let runs = 0;

  await withSession(database, (session) =>
    session.withTransaction(async () => {
      if (runs++ === 0) await failPoint({ failCommands: ['find'], errorCode: 91 });
      await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
      await rows.findOne({}, { session });
    }),
  );

  expect(runs).toBe(2);
  expect(await rows.findOne()).toEqual({ _id: 1, n: 1 });
});

test('a change stream resumes at its position', async () => {
  const rows = await makeRows(database);
  const stream = rows.watch();
  await stream.tryNext();
  await failPoint({ errorCode: 6 }, { times: 1 }, 'failGetMoreAfterCursorCheckout');
  await rows.insertOne({ _id: 1, n: 1 });

  const change = (await stream.next()) as ChangeStreamInsertDocument;

  expect(change.documentKey._id).toBe(1);
  await failPoint({}, 'off', 'failGetMoreAfterCursorCheckout');
  await stream.close();
});

test('other fail points are refused', async () => {
  expect((await failure(failPoint({}, 'alwaysOn', 'somethingElse'))).code).toBe(2);
});
