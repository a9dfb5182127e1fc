import type { Db, Document, MongoClient } from 'mongodb';
import { updateOf } from './commands.ts';
import type { Random } from './random.ts';
import { type Answer, answerOf, newDatabase, resultOf, textOf, typed } from './servers.ts';
import { documentOf } from './values.ts';

/** Writes, and streams over them: the first from the beginning, the others from an event of the first. */
export interface StreamCase {
  steps: Document[];
  first: Stream;
  resumed: (Stream & { how: string; event: number })[];
}

interface Stream {
  fullDocument: string;
  isOfDatabase: boolean;
  stages: Document[];
  batchSize: number;
}

export function streamCase(random: Random): StreamCase {
  return {
    steps: random.times(3 + random.upTo(8), () => stepOf(random)),
    first: streamOf(random),
    resumed: random.times(random.upTo(4), () => ({
      ...streamOf(random),
      how: random.pick(['resumeAfter', 'startAfter']),
      event: random.upTo(8),
    })),
  };
}

function streamOf(random: Random): Stream {
  const stages = random.pick<Document[]>([
    [],
    [],
    [{ $match: { operationType: { $in: ['insert', 'drop'] } } }],
    [{ $match: { operationType: { $ne: 'drop' } } }],
    [{ $project: { operationType: 1, documentKey: 1, 'fullDocument.a': 1 } }],
    [{ $unset: 'updateDescription' }],
    [{ $match: { 'ns.coll': 'rows' } }, { $addFields: { key: '$documentKey._id', ns: { coll: 'x' } } }],
    [
      {
        $match: {
          $or: [{ 'fullDocument.n': { $gte: 1 } }, { 'updateDescription.updatedFields.n': { $exists: true } }],
        },
      },
    ],
    [{ $match: { operationType: 'update' } }, { $replaceWith: { _id: '$_id', documentKey: '$documentKey' } }],
  ]);
  const fullDocument = random.pick(['default', 'default', 'updateLookup']);
  return { fullDocument, isOfDatabase: random.chance(0.3), stages, batchSize: 1 + random.upTo(5) };
}

function stepOf(random: Random): Document {
  const name = random.chance(0.85) ? 'rows' : 'other';
  const _id = random.upTo(4);
  const write = () =>
    random.pick<Document>([
      { insert: name, documents: [{ _id, ...documentOf(random) }] },
      { insert: name, documents: [{ _id, ...documentOf(random) }] },
      { update: name, updates: [{ q: { _id }, u: updateOf(random), upsert: true }] },
      { update: name, updates: [{ q: { _id }, u: updateOf(random) }] },
      { update: name, updates: [{ q: { _id }, u: updateOf(random) }] },
      { delete: name, deletes: [{ q: { _id }, limit: 1 }] },
    ]);
  const kind = random.upTo(20);
  if (kind < 2) return { drop: name };
  if (kind === 2) return { dropDatabase: 1 };
  if (kind === 3) return { renameCollection: name, to: 'renamed' };
  if (kind < 6) return { transaction: random.times(1 + random.upTo(3), write) };
  return write();
}

const sentinel = 'end';

export async function playStream(client: MongoClient, { steps, first, resumed }: StreamCase): Promise<Answer[]> {
  const db = newDatabase(client);
  await db.createCollection('rows');
  const { operationTime: startAtOperationTime } = await db.command({ ping: 1 });
  const answers: Answer[] = [];
  for (const step of steps) answers.push(await answerOf(() => run(db, step)));
  await db.command({ insert: 'rows', documents: [{ _id: sentinel }] });

  const events: Document[] = [];
  const read = async (stream: Stream, options: Document) => {
    const answer = await answerOf(async () => (await readAll(db, stream, options, events)).map(withoutTimes));
    answers.push(answer);
  };
  await read(first, { startAtOperationTime });
  for (const stream of resumed) {
    const event = events[stream.event];
    const hasMore = event && event.documentKey?._id !== sentinel;
    if (hasMore) await read(stream, { [stream.how]: event._id });
  }
  await db.dropDatabase();
  return answers;
}

async function run(db: Db, step: Document): Promise<unknown> {
  if (step.dropDatabase) {
    await resultOf(db, { drop: 'other' }); // MongoDB drops several in any order
    return void (await db.dropDatabase());
  }
  if (step.renameCollection) {
    const [from, to] = [step.renameCollection, step.to].map((name) => `${db.databaseName}.${name}`);
    return void (await db.admin().command({ renameCollection: from, to }));
  }
  if (!step.transaction) return resultOf(db, step);
  const session = db.client.startSession();
  try {
    session.startTransaction();
    for (const command of step.transaction) await resultOf(db, command, { session });
    await session.commitTransaction();
    return 'committed';
  } finally {
    await session.endSession();
  }
}

/** Reads until the stream is closed or the sentinel comes. `seen` gets the events of the first stream. */
async function readAll(db: Db, stream: Stream, options: Document, seen: Document[]): Promise<Document[]> {
  const aggregate = stream.isOfDatabase ? 1 : 'rows';
  const keeps = ({ $match }: Document) => ({ $match: { $or: [{ 'documentKey._id': sentinel }, $match] } });
  const stages = stream.stages.map((stage) => (stage.$match ? keeps(stage) : stage));
  const { fullDocument } = stream;
  const cursor = { batchSize: stream.batchSize };
  const session = db.client.startSession();
  const opened = await db.command(
    { aggregate, pipeline: [{ $changeStream: { ...options, fullDocument } }, ...stages], cursor },
    { ...typed, session },
  );
  const events: Document[] = [...opened.cursor.firstBatch];
  const isDone = () => events.some(({ documentKey }) => documentKey?._id === sentinel);
  const collection = stream.isOfDatabase ? '$cmd.aggregate' : 'rows';
  let { id } = opened.cursor;
  let empty = 0;
  while (String(id) !== '0' && !isDone()) {
    const more = { getMore: id, collection, batchSize: stream.batchSize, maxTimeMS: 500 };
    const reply = await db.command(more, { ...typed, session });
    if (reply.cursor.nextBatch.length > stream.batchSize) throw new Error('a batch is too long');
    events.push(...reply.cursor.nextBatch);
    empty = reply.cursor.nextBatch.length > 0 ? 0 : empty + 1;
    if (empty > 20) throw new Error('the stream has lost its last event');
    id = reply.cursor.id;
  }
  if (String(id) !== '0') await db.command({ killCursors: collection, cursors: [id] }, { session });
  await session.endSession();
  if (seen.length === 0) seen.push(...events);
  return [...events, { isClosed: String(id) === '0' }];
}

/** The order of the fields in a description, and that of the collections when a database is dropped, may differ. */
function withoutTimes({
  _id,
  clusterTime,
  wallTime,
  lsid,
  txnNumber,
  ns,
  updateDescription,
  ...event
}: Document): Document {
  const isInTransaction = lsid !== undefined && txnNumber !== undefined;
  if (!updateDescription) return { ...event, coll: ns?.coll, isInTransaction };
  const { updatedFields, removedFields, truncatedArrays } = updateDescription;
  const fields = Object.entries(updatedFields).map(([path, value]) => `${path}: ${textOf([value])}`);
  return {
    ...event,
    coll: ns?.coll,
    isInTransaction,
    updated: fields.sort(),
    removed: [...removedFields].sort(),
    truncatedArrays,
  };
}
