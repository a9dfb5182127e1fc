import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClientSession, type Db, MongoClient } from 'mongodb';
import { findFaults } from '../check.ts';
import { startEmbedded } from '../index.ts';
import { buildChild } from './child.ts';
import { makeFolder } from './start.ts';

interface Row {
  _id: string;
  writer: number;
  text: string;
}

export interface CrashReport {
  acknowledged: number;
  /** Acknowledged documents that are missing. */
  lost: string[];
  /** Transactions that were applied in part. */
  partialTransactions: number;
  /** Inserts that a change stream, resumed after every kill, missed or delivered twice. */
  misdelivered: number;
  /** Index entries and counts that do not agree with the documents. */
  faults: string[];
}

const writers = 8;

/**
 * Kills the database with SIGKILL at random moments while eight clients write and one reads a change stream; then
 * checks the data.
 */
export async function crash(kills: number): Promise<CrashReport> {
  const dir = makeFolder();
  const { program, remove } = buildChild();
  const server = await startEmbedded({ dir, database: 'test', program, changelogSize: 1_000_000 });
  const client = await MongoClient.connect(server.uri, { serverSelectionTimeoutMS: 8000, heartbeatFrequencyMS: 500 });
  const db = client.db();
  await Promise.all(['single', 'left', 'right', 'totals'].map((name) => db.createCollection(name)));
  await db.collection('single').createIndex({ writer: 1, _id: 1 }, { unique: true });
  await db.collection('left').createIndex({ text: 1 });
  const listener = await listen(db);
  const acknowledged = new Set<string>();
  let isOver = false;

  const work = Array.from({ length: writers }, (_, writer) => write(client, writer, acknowledged, () => isOver));
  const until = async (more: number) => {
    const before = acknowledged.size;
    while (acknowledged.size < before + more) await pause(1);
  };
  for (let kill = 0; kill < kills; kill++) {
    await until(20 + Math.random() * 60);
    await pause(Math.random() * 15);
    process.kill(server.pid, 'SIGKILL');
  }
  await until(20);
  isOver = true;
  await Promise.all(work);

  const [single, left, right] = [await idsOf(db, 'single'), await idsOf(db, 'left'), await idsOf(db, 'right')];
  const stored = new Set([...single, ...left]);
  const totals = await db.collection<{ _id: number; n: number }>('totals').find().toArray();
  const received = await listener.stop(single.length);
  await client.close();
  await server.stop();
  const faults = await findFaults({ dir });
  remove();
  rmSync(dir, { recursive: true, force: true });
  const once = new Set(received);
  const ofRight = new Set(right);
  const whole = left.filter((id) => ofRight.has(id)).length;
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((id) => !stored.has(id)),
    partialTransactions:
      left.length + right.length - 2 * whole + Math.abs(totals.reduce((sum, { n }) => sum + n, 0) - whole),
    misdelivered: received.length - once.size + single.filter((id) => !once.has(id)).length,
    faults,
  };
}

/** Writes single documents, and pairs in transactions, until `isOver`; collects the acknowledged ones. */
async function write(client: MongoClient, writer: number, acknowledged: Set<string>, isOver: () => boolean) {
  const db = client.db();
  for (let round = 0; !isOver(); round++) {
    const row = { _id: `${writer}-${round}`, writer, text: `${round % 7}`.repeat(50) };
    try {
      if (round % 2) await db.collection<Row>('single').insertOne(row);
      else await client.withSession((session) => session.withTransaction(() => insertPair(db, row, session)));
      acknowledged.add(row._id);
    } catch {
      // Not acknowledged: the write may or may not have been applied.
      await pause(5);
    }
  }
}

async function insertPair(db: Db, row: Row, session: ClientSession): Promise<void> {
  await db.collection<Row>('left').insertOne(row, { session });
  await db
    .collection<{ _id: number; n: number }>('totals')
    .updateOne({ _id: row.writer }, { $inc: { n: 1 } }, { session, upsert: true });
  await db.collection<Row>('right').insertOne(row, { session });
}

/** Receives every insert of a collection, from before the first kill to after the last. */
async function listen(db: Db) {
  const received: string[] = [];
  let stream = db.collection<Row>('single').watch();
  let isClosed = false;
  await stream.tryNext();
  let resumeAfter = stream.resumeToken;
  const listening = (async () => {
    while (!isClosed) {
      try {
        for await (const change of stream) {
          resumeAfter = change._id;
          if (change.operationType === 'insert') received.push(change.documentKey._id);
        }
      } catch {
        // The driver resumes once by itself. If the server is not back by then, the application has to resume.
        if (!isClosed) stream = db.collection<Row>('single').watch([], { resumeAfter });
      }
    }
  })();
  return {
    async stop(expected: number): Promise<string[]> {
      const deadline = Date.now() + 20_000;
      while (received.length < expected && Date.now() < deadline) await pause(5);
      isClosed = true;
      await stream.close();
      await listening;
      return received;
    },
  };
}

const idsOf = async (db: Db, name: string) =>
  (
    await db
      .collection<Row>(name)
      .find({}, { projection: { _id: 1 } })
      .toArray()
  ).map(({ _id }) => _id);
