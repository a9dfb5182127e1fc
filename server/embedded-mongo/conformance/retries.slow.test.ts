import { afterEach, describe, expect, test } from '@jest/globals';
import type { Collection, Document } from 'mongodb';
import { connectServer, type Row } from './server.ts';

const server = connectServer();

const fail = (data: Document, mode: Document | string = { times: 1 }) =>
  server.client.db('admin').command({ configureFailPoint: 'failCommand', mode, data });

afterEach(() => fail({}, 'off'));

type Rows = Collection<Row>;
type Case = [name: string, command: string, write: (rows: Rows) => Promise<unknown>, left: Document[]];

const retryable: Case[] = [
  ['insertOne', 'insert', (rows) => rows.insertOne({ _id: 3 }), [{ _id: 1, n: 0 }, { _id: 2, n: 0 }, { _id: 3 }]],
  [
    'insertMany',
    'insert',
    (rows) => rows.insertMany([{ _id: 3 }, { _id: 4 }]),
    [{ _id: 1, n: 0 }, { _id: 2, n: 0 }, { _id: 3 }, { _id: 4 }],
  ],
  [
    'updateOne',
    'update',
    (rows) => rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }),
    [
      { _id: 1, n: 1 },
      { _id: 2, n: 0 },
    ],
  ],
  [
    'replaceOne',
    'update',
    (rows) => rows.replaceOne({ _id: 1 }, { m: 1 }),
    [
      { _id: 1, m: 1 },
      { _id: 2, n: 0 },
    ],
  ],
  ['deleteOne', 'delete', (rows) => rows.deleteOne({}), [{ _id: 2, n: 0 }]],
  [
    'findOneAndUpdate',
    'findAndModify',
    (rows) => rows.findOneAndUpdate({}, { $inc: { n: 1 } }),
    [
      { _id: 1, n: 1 },
      { _id: 2, n: 0 },
    ],
  ],
  ['findOneAndDelete', 'findAndModify', (rows) => rows.findOneAndDelete({}), [{ _id: 2, n: 0 }]],
  [
    'bulkWrite',
    'update',
    (rows) =>
      rows.bulkWrite([
        { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } },
        { deleteOne: { filter: { _id: 2 } } },
      ]),
    [{ _id: 1, n: 1 }],
  ],
];

const faults: [name: string, data: Document][] = [
  ['the connection breaks', { closeConnection: true }],
  ['the server shuts down', { errorCode: 91 }],
  ['the server is no primary', { errorCode: 10107 }],
  ['the write concern fails as the server shuts down', { writeConcernError: { code: 91, errmsg: 'shutting down' } }],
];

describe.each(faults)('a write is executed once when %s (manual: core/retryable-writes)', (_, data) => {
  test.each(retryable)('%s', async (_name, command, write, left) => {
    const rows = await server.given({ _id: 1, n: 0 }, { _id: 2, n: 0 });
    await fail({ failCommands: [command], ...data });

    await write(rows);

    expect(await rows.find().sort({ _id: 1 }).toArray()).toEqual(left);
  });
});

describe('without a retry', () => {
  test.each<[string, (rows: Rows) => Promise<unknown>]>([
    ['updateMany', (rows) => rows.updateMany({}, { $inc: { n: 1 } })],
    ['a second failure', (rows) => rows.updateOne({}, { $inc: { n: 1 } })],
  ])('%s', async (name, write) => {
    const rows = await server.given({ _id: 1, n: 0 });
    await fail({ failCommands: ['update'], errorCode: 91 }, { times: name === 'updateMany' ? 1 : 2 });

    await expect(write(rows)).rejects.toMatchObject({ code: 91 });

    expect(await rows.find().toArray()).toEqual([{ _id: 1, n: 0 }]);
  });

  test('an error that is not retryable', async () => {
    const rows = await server.given({ _id: 1, n: 0 });
    await fail({ failCommands: ['update'], errorCode: 2 });

    await expect(rows.updateOne({}, { $inc: { n: 1 } })).rejects.toMatchObject({ code: 2 });
  });
});

describe('reads (manual: core/retryable-reads)', () => {
  test.each<[string, string, (rows: Rows) => Promise<unknown>, unknown]>([
    ['find', 'find', (rows) => rows.find().toArray(), [{ _id: 1, n: 0 }]],
    ['countDocuments', 'aggregate', (rows) => rows.countDocuments(), 1],
    ['estimatedDocumentCount', 'count', (rows) => rows.estimatedDocumentCount(), 1],
    ['distinct', 'distinct', (rows) => rows.distinct('n'), [0]],
    ['indexes', 'listIndexes', async (rows) => (await rows.indexes()).length, 1],
  ])('%s', async (_, command, read, answer) => {
    const rows = await server.given({ _id: 1, n: 0 });
    await fail({ failCommands: [command], closeConnection: true });

    expect(await read(rows)).toEqual(answer);
  });
});

describe('transactions (manual: core/transactions-in-applications)', () => {
  test.each(faults)('a commit is retried when %s', async (_, data) => {
    const rows = await server.given({ _id: 1, n: 0 });
    await fail({ failCommands: ['commitTransaction'], ...data });

    await server.client.withSession(async (session) => {
      session.startTransaction();
      await rows.updateOne({}, { $inc: { n: 1 } }, { session });
      await session.commitTransaction();
    });

    expect(await rows.findOne()).toEqual({ _id: 1, n: 1 });
  });

  test('a statement on a broken connection causes a new transaction', async () => {
    const rows = await server.given({ _id: 1, n: 0 });
    await fail({ failCommands: ['update'], closeConnection: true });
    let runs = 0;

    await server.client.withSession((session) =>
      session.withTransaction(async () => {
        runs++;
        await rows.updateOne({}, { $inc: { n: 1 } }, { session });
      }),
    );

    expect(runs).toBe(2);
    expect(await rows.findOne()).toEqual({ _id: 1, n: 1 });
  });

  test('a failing abort is ignored', async () => {
    const rows = await server.given({ _id: 1, n: 0 });
    await fail({ failCommands: ['abortTransaction'], errorCode: 2 });

    await server.client.withSession(async (session) => {
      session.startTransaction();
      await rows.updateOne({}, { $inc: { n: 1 } }, { session });
      await session.abortTransaction();
    });

    expect(await rows.findOne()).toEqual({ _id: 1, n: 0 });
  });
});
