import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChangeStream, ChangeStreamOptions, Collection, Document, MongoServerError } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../testing/start.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database.stop());

let last = 0;
const newRows = (): Collection<{ _id: number; n?: number; list?: number[] }> =>
  database.db.collection(`watched${++last}`);

/** Opens a stream and waits for its first reply, so that it is open on the server. */
async function open(stream: ChangeStream<Document>): Promise<ChangeStream<Document>> {
  await stream.tryNext();
  return stream;
}

const watch = (rows: { watch: Collection['watch'] }, pipeline: Document[] = [], options: ChangeStreamOptions = {}) =>
  open(rows.watch(pipeline, { maxAwaitTimeMS: 50, ...options }));

async function take(stream: ChangeStream<Document>, count: number): Promise<Document[]> {
  const events: Document[] = [];
  while (events.length < count) events.push(await stream.next());
  return events;
}

describe('a change stream', () => {
  test('delivers every kind of write to its collection, in order', async () => {
    const rows = newRows();
    const stream = await watch(rows as never);

    await rows.insertOne({ _id: 1, n: 1 });
    await newRows().insertOne({ _id: 9 });
    await rows.updateOne({ _id: 1 }, { $inc: { n: 1 }, $set: { list: [1] } });
    await rows.replaceOne({ _id: 1 }, { n: 5 });
    await rows.deleteOne({ _id: 1 });
    const [inserted, updated, replaced, deleted] = await take(stream, 4);
    await stream.close();

    expect(inserted).toMatchObject({
      operationType: 'insert',
      ns: { db: 'test', coll: rows.collectionName },
      documentKey: { _id: 1 },
      fullDocument: { _id: 1, n: 1 },
    });
    expect(updated).toMatchObject({
      operationType: 'update',
      documentKey: { _id: 1 },
      updateDescription: { updatedFields: { n: 2, list: [1] }, removedFields: [] },
    });
    expect(updated).not.toHaveProperty('fullDocument');
    expect(replaced).toMatchObject({ operationType: 'replace', fullDocument: { _id: 1, n: 5 } });
    expect(deleted).toMatchObject({ operationType: 'delete', documentKey: { _id: 1 } });
  });

  test('adds the newest document to updates with updateLookup', async () => {
    const rows = newRows();
    await rows.insertOne({ _id: 1, n: 1 });
    const stream = await watch(rows as never, [], { fullDocument: 'updateLookup' });

    await rows.updateOne({ _id: 1 }, { $set: { n: 2 } });
    const [updated] = await take(stream, 1);
    await stream.close();

    expect(updated?.fullDocument).toEqual({ _id: 1, n: 2 });
  });

  test('applies its pipeline to events', async () => {
    const rows = newRows();
    const stream = await watch(rows as never, [
      { $match: { 'fullDocument.n': { $gt: 1 } } },
      { $project: { fullDocument: 1 } },
    ]);

    await rows.insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
    ]);
    const [event] = await take(stream, 1);
    await stream.close();

    expect(Object.keys(event ?? {})).toEqual(['_id', 'fullDocument']);
    expect(event?.fullDocument._id).toBe(2);
  });

  test('delivers a transaction completely at its commit, not before', async () => {
    const rows = newRows();
    await rows.insertOne({ _id: 0 });
    const stream = await watch(rows as never);
    const session = database.client.startSession();

    session.startTransaction();
    await rows.insertOne({ _id: 1 }, { session });
    await rows.insertOne({ _id: 2 });
    await rows.insertOne({ _id: 3 }, { session });
    await session.commitTransaction();
    await session.endSession();
    const events = await take(stream, 3);
    await stream.close();

    expect(events.map(({ documentKey }) => documentKey._id)).toEqual([2, 1, 3]);
    expect(events[1]?.clusterTime).toEqual(events[2]?.clusterTime);
  });

  test.each(['resumeAfter', 'startAfter'] as const)(
    'goes on after a token by %s, also after a restart',
    async (how) => {
      const rows = newRows();
      const { collectionName } = rows;
      const stream = await watch(rows as never);
      await rows.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
      const [first] = await take(stream, 1);
      await stream.close();

      await database.restart();
      const resumed = database.db.collection(collectionName).watch([], { [how]: first?._id, maxAwaitTimeMS: 50 });
      const events = await take(resumed, 2);
      await resumed.close();

      expect(events.map(({ documentKey }) => documentKey._id)).toEqual([2, 3]);
    },
  );

  test('starts at an operation time (inclusive)', async () => {
    const rows = newRows();
    await rows.insertOne({ _id: 1 });
    const { operationTime } = await database.db.command({ insert: rows.collectionName, documents: [{ _id: 2 }] });
    await rows.insertOne({ _id: 3 });

    const stream = rows.watch([], { startAtOperationTime: operationTime, maxAwaitTimeMS: 50 });
    const events = await take(stream as never, 2);
    await stream.close();

    expect(events.map(({ documentKey }) => documentKey._id)).toEqual([2, 3]);
  });

  test('of a database covers all its collections', async () => {
    const [some, other] = [newRows(), newRows()];
    const stream = await open(database.db.watch([], { maxAwaitTimeMS: 50 }) as never);

    await some.insertOne({ _id: 1 });
    await other.insertOne({ _id: 2 });
    const events = await take(stream, 2);
    await stream.close();

    expect(events.map(({ ns }) => ns.coll)).toEqual([some.collectionName, other.collectionName]);
  });

  test('ends when its collection is dropped', async () => {
    const rows = newRows();
    await rows.insertOne({ _id: 1 });
    const stream = await watch(rows as never);

    await rows.drop();
    const events = await take(stream, 2);

    expect(events.map(({ operationType }) => operationType)).toEqual(['drop', 'invalidate']);
    await expect(stream.next()).rejects.toThrow();
  });

  test('continues after that end with startAfter only', async () => {
    const rows = newRows();
    await rows.insertOne({ _id: 1 });
    const stream = await watch(rows as never);
    await rows.drop();
    const [, end] = await take(stream, 2);
    const open = (from: object) => ({
      aggregate: rows.collectionName,
      pipeline: [{ $changeStream: from }],
      cursor: {},
    });
    await rows.insertOne({ _id: 2 });

    const { cursor } = await database.db.command(open({ startAfter: end?._id }));

    expect(cursor.firstBatch).toMatchObject([{ documentKey: { _id: 2 } }]);
    await expect(database.db.command(open({ resumeAfter: end?._id }))).rejects.toMatchObject({ code: 260 });
  });

  test('is woken by a commit and ended by killCursors while waiting', async () => {
    const rows = newRows();
    const open = { aggregate: rows.collectionName, pipeline: [{ $changeStream: {} }], cursor: {} };
    const session = database.client.startSession();
    const { cursor } = await database.db.command(open, { session });
    const more = { getMore: cursor.id, collection: rows.collectionName, maxTimeMS: 10_000 };

    const waiting = database.db.command(more, { session });
    await rows.insertOne({ _id: 1 });
    expect((await waiting).cursor.nextBatch).toHaveLength(1);

    const killed = database.db.command(more, { session }).catch((error: MongoServerError) => error.code);
    await database.db.command({ ping: 1 });
    await database.db.command({ killCursors: rows.collectionName, cursors: [cursor.id] });
    expect(await killed).toBe(237);
    await session.endSession();
  });

  test.each([
    ['an unknown token', { resumeAfter: { _data: 'abc' } }, 260],
    ['images of before', { fullDocumentBeforeChange: 'required' }, 115],
  ])('refuses %s', async (_name, options, code) => {
    const pipeline = [{ $changeStream: options }];

    const work = database.db.command({ aggregate: 'rows', pipeline, cursor: {} });

    await expect(work).rejects.toMatchObject({ code });
  });
});

test('a stream whose position was trimmed gets an error that is not resumable', async () => {
  const small = await startTestDatabase({ changelogSize: 100 });
  const rows = small.db.collection<{ _id: number }>('rows');
  const stream = rows.watch([], { maxAwaitTimeMS: 50 });
  await stream.tryNext();
  const token = stream.resumeToken;
  await stream.close();

  await rows.insertMany(Array.from({ length: 1200 }, (_, _id) => ({ _id })));
  const work = small.db.command({
    aggregate: 'rows',
    pipeline: [{ $changeStream: { resumeAfter: token } }],
    cursor: {},
  });

  await expect(work).rejects.toMatchObject({ code: 286, errorLabels: ['NonResumableChangeStreamError'] });
  await small.stop();
});
