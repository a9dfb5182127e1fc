import { afterEach, describe, expect, test } from '@jest/globals';
import { Binary, type ChangeStream, type ClientSession, type Collection, type Document, type Long } from 'mongodb';
import { described } from './descriptions.cases.ts';
import { codeOf, connectServer, type Row } from './server.ts';

const server = connectServer();

type Rows = Collection<Row>;
const streams: ChangeStream[] = [];

/** Opens a stream and waits until the server has opened it, so that it receives all following changes. */
async function watch(rows: Rows, pipeline: Document[] = [], options: Document = {}): Promise<ChangeStream<Row>> {
  const stream = rows.watch<Row>(pipeline, { maxAwaitTimeMS: 20, ...options });
  streams.push(stream as unknown as ChangeStream);
  await stream.tryNext();
  return stream;
}

/** Opens a stream that resumes after another one; the changes missed in between come first. */
function resume(rows: Rows, options: Document): ChangeStream<Row> {
  const stream = rows.watch<Row>([], options);
  streams.push(stream as unknown as ChangeStream);
  return stream;
}

afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.close()));
});

/** The writes, and what is expected of each event. */
type Case = [name: string, write: (rows: Rows) => Promise<unknown>, events: Document[]];

describe('events (manual: reference/change-events)', () => {
  test.each<Case>([
    [
      'insert',
      (rows) => rows.insertOne({ _id: 2, a: 1 }),
      [{ operationType: 'insert', documentKey: { _id: 2 }, fullDocument: { _id: 2, a: 1 } }],
    ],
    [
      'update',
      (rows) => rows.updateOne({ _id: 1 }, { $set: { n: 5, 'deep.x': 1 }, $unset: { gone: 1 } }),
      [
        {
          operationType: 'update',
          documentKey: { _id: 1 },
          updateDescription: { updatedFields: { n: 5, 'deep.x': 1 }, removedFields: ['gone'], truncatedArrays: [] },
        },
      ],
    ],
    [
      'replace',
      (rows) => rows.replaceOne({ _id: 1 }, { b: 1 }),
      [{ operationType: 'replace', documentKey: { _id: 1 }, fullDocument: { _id: 1, b: 1 } }],
    ],
    ['delete', (rows) => rows.deleteOne({ _id: 1 }), [{ operationType: 'delete', documentKey: { _id: 1 } }]],
    [
      'an update without a change causes no event',
      async (rows) => {
        await rows.updateOne({ _id: 1 }, { $set: { n: 0 } });
        await rows.insertOne({ _id: 2 });
      },
      [{ operationType: 'insert' }],
    ],
    [
      'an aborted transaction is never delivered, a committed one is delivered as a whole',
      async (rows) => {
        await server.client.withSession(async (session) => {
          session.startTransaction();
          await rows.insertOne({ _id: 7 }, { session });
          await session.abortTransaction();
          session.startTransaction();
          await rows.insertOne({ _id: 8 }, { session });
          await rows.deleteOne({ _id: 1 }, { session });
          await session.commitTransaction();
        });
      },
      [
        { operationType: 'insert', documentKey: { _id: 8 } },
        { operationType: 'delete', documentKey: { _id: 1 } },
      ],
    ],
    ['a drop ends the stream', (rows) => rows.drop(), [{ operationType: 'drop' }, { operationType: 'invalidate' }]],
  ])('%s', async (_, write, events) => {
    const rows = await server.given({ _id: 1, n: 0, gone: 1, deep: { y: 1 }, list: [1, 2, 3] });
    const stream = await watch(rows);

    await write(rows);
    const received: unknown[] = [];
    while (received.length < events.length) received.push(await stream.next());

    expect(received).toMatchObject(events);
  });

  test('carry the namespace and times that only rise', async () => {
    const rows = await server.given();
    const stream = await watch(rows);
    await rows.insertMany([{ _id: 1 }, { _id: 2 }]);

    const [first, second] = [await stream.next(), await stream.next()];

    expect(first).toMatchObject({ ns: { db: server.db.databaseName, coll: rows.collectionName } });
    expect(first.clusterTime?.compare(second.clusterTime as never)).toBeLessThanOrEqual(0);
    expect(JSON.stringify(first._id) < JSON.stringify(second._id)).toBe(true);
  });
});

describe('what an update event says (manual: change-events/update)', () => {
  test.each(described)('%s', async (_, before, update, expected, filter = {}, arrayFilters = undefined) => {
    const rows = await server.given({ _id: 1, ...before });
    const stream = await watch(rows);

    await rows.updateOne({ _id: 1, ...filter }, update, arrayFilters ? { arrayFilters } : {});

    const event = await stream.next();
    if (expected === 'replace') expect(event.operationType).toBe('replace');
    else
      expect(event).toMatchObject({
        operationType: 'update',
        updateDescription: { updatedFields: {}, removedFields: [], truncatedArrays: [], ...expected },
      });
  });
});

describe('what follows a drop (manual: change-events/invalidate)', () => {
  const typesOf = (events: Document[]) => events.map(({ operationType }) => operationType as string);
  const isOpen = ({ cursor }: Document) => (cursor.id as Long).toString() !== '0';
  const open = (rows: Rows, options: Document, cursor: Document = {}, ...stages: Document[]) =>
    server.db.command({ aggregate: rows.collectionName, pipeline: [{ $changeStream: options }, ...stages], cursor });
  const more = (rows: Rows, { cursor }: Document, options: Document = {}) =>
    server.db.command({ getMore: cursor.id, collection: rows.collectionName, maxTimeMS: 100, ...options });

  /** Two lives of one collection, and the events that a stream of it receives. */
  async function dropTwice(rows: Rows) {
    const opened = await open(rows, {});
    await rows.insertOne({ _id: 1 });
    await rows.drop();
    await rows.insertOne({ _id: 2 });
    await rows.drop();
    await rows.insertOne({ _id: 3 });
    const reply = await more(rows, opened);
    const [insert, drop, invalidate] = reply.cursor.nextBatch as Document[];
    return { reply, insert, drop, invalidate };
  }

  test('nothing: the stream is closed', async () => {
    const { reply, invalidate } = await dropTwice(await server.given());

    expect(typesOf(reply.cursor.nextBatch)).toEqual(['insert', 'drop', 'invalidate']);
    expect(isOpen(reply)).toBe(false);
    expect(reply.cursor.postBatchResumeToken).toEqual(invalidate?._id);
  });

  test('startAfter an invalidate event goes on with the next life of the collection', async () => {
    const rows = await server.given();
    const { invalidate } = await dropTwice(rows);

    const resumed = await open(rows, { startAfter: invalidate?._id });

    expect(typesOf(resumed.cursor.firstBatch)).toEqual(['insert', 'drop', 'invalidate']);
    expect(resumed.cursor.firstBatch[0].documentKey).toEqual({ _id: 2 });
  });

  test.each(['resumeAfter', 'startAfter'])('%s a drop gives the invalidate event', async (how) => {
    const rows = await server.given();
    const { drop, invalidate } = await dropTwice(rows);

    const resumed = await open(rows, { [how]: drop?._id });

    expect(resumed.cursor.firstBatch).toEqual([invalidate]);
    expect(isOpen(resumed)).toBe(false);
  });

  test('a stream that a filter hides the drop from is closed all the same', async () => {
    const rows = await server.given();
    const { insert } = await dropTwice(rows);

    const resumed = await open(rows, { resumeAfter: insert?._id }, {}, { $match: { operationType: 'insert' } });

    expect(resumed.cursor.firstBatch).toEqual([]);
    expect(isOpen(resumed)).toBe(false);
  });

  test.each([false, true])(
    'an event that the filter leaves out is no place to resume from (database: %s)',
    async (isAll) => {
      const rows = await server.given();
      const { insert } = await dropTwice(rows);
      const pipeline = [
        { $changeStream: { resumeAfter: insert?._id } },
        { $match: { operationType: { $ne: 'insert' } } },
      ];

      const opened = server.db.command({ aggregate: isAll ? 1 : rows.collectionName, pipeline, cursor: {} });

      expect(await codeOf(opened)).toBe(280);
    },
  );

  test('a batch has at most as many events as requested', async () => {
    const rows = await server.given();
    const { insert } = await dropTwice(rows);

    const resumed = await open(rows, { resumeAfter: insert?._id }, { batchSize: 1 });
    const next = await more(rows, resumed, { batchSize: 1 });

    expect([typesOf(resumed.cursor.firstBatch), typesOf(next.cursor.nextBatch)]).toEqual([['drop'], ['invalidate']]);
  });

  test('a stream of the database goes on after a drop, and does not know the invalidate event', async () => {
    const rows = await server.given();
    const { drop, invalidate } = await dropTwice(rows);
    const openAll = (options: Document) =>
      server.db.command({ aggregate: 1, pipeline: [{ $changeStream: options }], cursor: {} });

    const resumed = await openAll({ resumeAfter: drop?._id });

    expect(typesOf(resumed.cursor.firstBatch)).toEqual(['insert', 'drop', 'insert']);
    expect(await codeOf(openAll({ startAfter: invalidate?._id }))).toBe(280);
  });

  test('an event of another collection is no place to resume from', async () => {
    const [rows, other] = [await server.given(), await server.given()];
    const { insert } = await dropTwice(other);
    await rows.insertOne({ _id: 1 });

    expect(await codeOf(open(rows, { resumeAfter: insert?._id }))).toBe(280);
  });

  test('dropping a database whose collections were dropped is an event', async () => {
    const emptied = server.client.db(`${server.db.databaseName}-emptied`);
    await emptied.createCollection('rows');
    const opened = await emptied.command({ aggregate: 1, pipeline: [{ $changeStream: {} }], cursor: {} });

    await emptied.dropCollection('rows');
    await emptied.dropDatabase();

    const more = { getMore: opened.cursor.id, collection: '$cmd.aggregate', maxTimeMS: 100 };
    const { cursor } = await emptied.command(more);
    expect(typesOf(cursor.nextBatch)).toEqual(['drop', 'dropDatabase', 'invalidate']);
  });

  test('dropping a database that does not exist is no event', async () => {
    const nothing = server.client.db(`${server.db.databaseName}-none`);
    const command = { aggregate: 1, pipeline: [{ $changeStream: {} }], cursor: {} };
    const opened = await nothing.command(command);

    await nothing.dropDatabase();
    await nothing.collection<Row>('rows').insertOne({ _id: 1 });
    const first = await nothing.command({ getMore: opened.cursor.id, collection: '$cmd.aggregate', maxTimeMS: 100 });
    await nothing.dropDatabase();

    expect(typesOf(first.cursor.nextBatch)).toEqual(['insert']);
  });
});

test('the events of a transaction name its session and number (manual: change-events/insert)', async () => {
  const rows = await server.given({ _id: 1 });
  const stream = await watch(rows);
  let session: ClientSession | undefined;
  await server.client.withSession(async (used) => {
    session = used;
    await used.withTransaction(async () => {
      await rows.insertOne({ _id: 2 }, { session: used });
      await rows.deleteOne({ _id: 1 }, { session: used });
    });
  });
  await rows.insertOne({ _id: 3 });

  const events = [await stream.next(), await stream.next(), await stream.next()];

  const lsid = { id: session?.id?.id, uid: expect.any(Binary) };
  expect(events.map(({ operationType, txnNumber, lsid }) => ({ operationType, txnNumber, lsid }))).toEqual([
    { operationType: 'insert', txnNumber: session?.serverSession?.txnNumber, lsid },
    { operationType: 'delete', txnNumber: session?.serverSession?.txnNumber, lsid },
    { operationType: 'insert', txnNumber: undefined, lsid: undefined },
  ]);
});

describe('pipelines and lookups (manual: changeStreams, modify change stream output)', () => {
  test('only matching events are delivered', async () => {
    const rows = await server.given();
    const stream = await watch(rows, [{ $match: { 'fullDocument.a': { $gt: 1 } } }, { $project: { documentKey: 1 } }]);

    await rows.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ]);

    const event = await stream.next();
    expect(event).toEqual({ _id: event._id, documentKey: { _id: 2 } });
  });

  test('an update may bring the whole document as it is now', async () => {
    const rows = await server.given({ _id: 1, a: 1 });
    const stream = await watch(rows, [], { fullDocument: 'updateLookup' });

    await rows.updateOne({ _id: 1 }, { $set: { b: 2 } });

    expect(await stream.next()).toMatchObject({ fullDocument: { _id: 1, a: 1, b: 2 } });
  });

  test.each<[string, Document]>([
    ['an update', { $set: { b: 2 } }],
    ['a replacement', { b: 2 }],
  ])('the document is before the names in the event of %s', async (_, u) => {
    const rows = await server.given({ _id: 1, a: 1 });
    const stream = await watch(rows, [], { fullDocument: 'updateLookup' });

    await server.db.command({ update: rows.collectionName, updates: [{ q: { _id: 1 }, u }] });

    const [, , , , ...fields] = Object.keys((await stream.next()) ?? {});
    expect(fields.slice(0, 3)).toEqual(['fullDocument', 'ns', 'documentKey']);
  });

  test('an event without its _id is an error', async () => {
    const rows = await server.given();
    const stream = await watch(rows, [{ $project: { _id: 0 } }]);

    await rows.insertOne({ _id: 1 });

    await expect(stream.next()).rejects.toThrow();
  });

  test('stages that change what a stream is are refused', async () => {
    const rows = await server.given();

    await expect(rows.watch([{ $group: { _id: null } }]).tryNext()).rejects.toMatchObject({ code: 20 });
  });

  test('a stream that would read less than the majority has is refused', async () => {
    const rows = await server.given();

    await expect(rows.watch([], { readConcern: { level: 'local' } }).tryNext()).rejects.toMatchObject({ code: 72 });
  });

  test('an unknown stage has its usual error code', async () => {
    const rows = await server.given();

    await expect(rows.watch([{ $nonsense: 1 }]).tryNext()).rejects.toMatchObject({ code: 40324 });
  });

  test('a stream of the whole server hears every database', async () => {
    const rows = await server.given();
    const stream = server.client.watch([{ $match: { 'ns.coll': rows.collectionName } }], { maxAwaitTimeMS: 20 });
    streams.push(stream);
    await stream.tryNext();

    await rows.insertOne({ _id: 1 });

    expect(await stream.next()).toMatchObject({ operationType: 'insert', ns: { db: server.db.databaseName } });
  });

  test('a stream of the database hears all its collections', async () => {
    const [one, other] = [await server.given(), await server.given()];
    const stream = server.db.watch([{ $match: { operationType: 'insert' } }], { maxAwaitTimeMS: 20 });
    streams.push(stream);
    await stream.tryNext();

    await one.insertOne({ _id: 1 });
    await other.insertOne({ _id: 1 });

    const names = [await stream.next(), await stream.next()].map(
      (event) => (event as { ns: { coll: string } }).ns.coll,
    );
    expect(names).toEqual([one.collectionName, other.collectionName]);
  });
});

describe('resuming (manual: changeStreams, resume a change stream)', () => {
  test.each(['resumeAfter', 'startAfter'] as const)('%s goes on after an event', async (how) => {
    const rows = await server.given();
    const stream = await watch(rows);
    await rows.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    const first = await stream.next();

    const resumed = resume(rows, { [how]: first._id });

    expect(await resumed.next()).toMatchObject({ documentKey: { _id: 2 } });
  });

  test('a token without an event serves as well', async () => {
    const [rows, other] = [await server.given(), await server.given()];
    const stream = await watch(rows);
    await other.insertOne({ _id: 1 });
    await stream.tryNext();
    const token = stream.resumeToken;
    await stream.close();
    await rows.insertOne({ _id: 5 });

    const resumed = resume(rows, { resumeAfter: token });

    expect(await resumed.next()).toMatchObject({ documentKey: { _id: 5 } });
  });

  test('from an operation time', async () => {
    const rows = await server.given();
    const { operationTime } = await server.db.command({ insert: rows.collectionName, documents: [{ _id: 1 }] });
    await rows.insertOne({ _id: 2 });

    const stream = resume(rows, { startAtOperationTime: operationTime });

    expect(await stream.next()).toMatchObject({ documentKey: { _id: 1 } });
  });

  test('startAfter goes on where a drop ended the stream', async () => {
    const rows = await server.given({ _id: 1 });
    const stream = await watch(rows);
    await rows.drop();
    await stream.next();
    const { _id: token } = await stream.next();
    await rows.insertOne({ _id: 2 });

    const resumed = resume(rows, { startAfter: token });

    expect(await resumed.next()).toMatchObject({ documentKey: { _id: 2 } });
  });

  test.each([6, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])(
    'automatically after an error %i',
    async (errorCode) => {
      const rows = await server.given();
      const stream = await watch(rows);
      await failGetMore('failGetMoreAfterCursorCheckout', { errorCode });

      const next = stream.next();
      await rows.insertOne({ _id: 1 });

      expect(await next).toMatchObject({ documentKey: { _id: 1 } });
    },
  );

  test('not after another error, nor after one that came before its cursor was looked at', async () => {
    const rows = await server.given();
    const stream = await watch(rows);
    await failGetMore('failGetMoreAfterCursorCheckout', { errorCode: 2 });
    await expect(stream.next()).rejects.toMatchObject({ code: 2 });

    const other = await watch(rows);
    await failGetMore('failCommand', { failCommands: ['getMore'], errorCode: 6 });
    await expect(other.next()).rejects.toMatchObject({ code: 6 });
  });

  test('a token of nowhere is refused', async () => {
    const rows = await server.given();

    await expect(rows.watch([], { resumeAfter: { _data: 'nonsense' } }).tryNext()).rejects.toThrow();
  });
});

const failGetMore = (configureFailPoint: string, data: Document) =>
  server.client.db('admin').command({ configureFailPoint, mode: { times: 1 }, data });
