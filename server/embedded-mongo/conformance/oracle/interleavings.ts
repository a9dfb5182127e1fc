import type { ClientSession, Db, Document, MongoClient } from 'mongodb';
import type { Random } from './random.ts';
import { type Answer, answerOf, newDatabase, resultOf } from './servers.ts';

/** A statement of one of three transactions, or of no transaction. */
interface Step {
  by: 'a' | 'b' | 'c' | 'none';
  command: Document;
}

export type Interleaving = Step[];

const documents = [1, 2, 3].map((_id) => ({ _id, n: 0, u: _id }));

export function interleavingCase(random: Random): Interleaving {
  const people = (['a', 'b', 'c'] as const).slice(0, 2 + random.upTo(2));
  return random.times(6 + random.upTo(12), () => {
    const by = random.chance(0.2) ? 'none' : random.pick(people);
    if (by !== 'none' && random.chance(0.15))
      return { by, command: { [random.pick(['commit', 'commit', 'abort'])]: 1 } };
    return { by, command: by === 'none' && random.chance(0.2) ? definition(random) : statement(random) };
  });
}

const names = ['rows', 'rows', 'rows', 'rows', 'rows', 'other', 'late'];

function definition(random: Random): Document {
  const name = random.pick(names);
  return random.pick<Document>([
    { drop: name },
    { create: name },
    { createIndexes: name, indexes: [{ key: { n: 1 }, name: 'n_1' }] },
  ]);
}

function statement(random: Random): Document {
  const name = random.pick(names);
  const _id = 1 + random.upTo(5);
  const q = random.pick<Document>([{ _id }, { _id }, { u: _id }, { n: random.upTo(3) }]);
  const u = random.pick<Document>([
    { $inc: { n: 1 } },
    { $set: { n: 0 } },
    { $set: { u: 1 + random.upTo(5) } },
    { n: 1, u: _id },
  ]);
  return random.pick<Document>([
    { find: name, filter: {}, sort: { _id: 1 } },
    { find: name, filter: q, sort: { _id: 1 } },
    { distinct: name, key: 'n', query: { _id } },
    {
      insert: name,
      documents: random.times(1 + random.upTo(2), () => ({ _id: 1 + random.upTo(6), n: 0, u: 1 + random.upTo(6) })),
      ordered: random.chance(0.5),
    },
    { update: name, updates: [{ q, u, upsert: random.chance(0.2) && '_id' in q }] },
    { update: name, updates: [{ q, u }] },
    { delete: name, deletes: [{ q, limit: 1 }] },
    { findAndModify: name, query: q, sort: { _id: 1 }, update: u, new: true },
    ...(random.chance(0.5) ? [malformed(random, name)] : []),
  ]);
}

/** Some of these abort their transaction, others leave it open. */
function malformed(random: Random, name: string): Document {
  return random.pick<Document>([
    { find: name, filter: 1 },
    { distinct: name, key: 1 },
    { insert: name, documents: [] },
    { update: name, updates: [{ q: 1, u: {} }] },
    { aggregate: name, pipeline: [{ $match: 1 }], cursor: {} },
    { findAndModify: name, update: 1 },
  ]);
}

/** `patience`: how long a write outside of transactions waits for one, in milliseconds. */
export async function playInterleaving(client: MongoClient, steps: Interleaving, patience: number): Promise<Answer[]> {
  const db = newDatabase(client);
  await db.command({ insert: 'rows', documents });
  await db.collection('rows').createIndex({ u: 1 }, { unique: true });
  await db.createCollection('other');
  const sessions = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, client.startSession()]));
  const answers: Answer[] = [];
  for (const { by, command } of steps) {
    const session = sessions[by];
    answers.push(
      await answerOf(() => (session ? runIn(session, db, command) : resultOf(db, { ...command, maxTimeMS: patience }))),
    );
  }
  for (const session of Object.values(sessions)) {
    answers.push(await answerOf(() => end(session, 'commit')));
    await session.endSession();
  }
  for (const find of ['rows', 'other', 'late']) {
    answers.push(await answerOf(() => resultOf(db, { find, sort: { _id: 1 } })));
  }
  await db.dropDatabase();
  return answers;
}

async function runIn(session: ClientSession, db: Db, command: Document): Promise<unknown> {
  if (command.commit || command.abort) return end(session, command.commit ? 'commit' : 'abort');
  if (!session.inTransaction()) {
    session.startTransaction();
    await resultOf(db, { find: 'rows' }, { session }); // takes the snapshot; otherwise the first write would wait
  }
  return resultOf(db, command, { session });
}

async function end(session: ClientSession, how: 'commit' | 'abort'): Promise<unknown> {
  if (!session.inTransaction()) return null;
  if (how === 'abort') await session.abortTransaction();
  else await session.commitTransaction();
  return how;
}
