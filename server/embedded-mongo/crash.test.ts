import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type Db, MongoClient } from 'mongodb';
import { startEmbedded } from './index.ts';
import { buildChild } from './testing/child.ts';
import { makeFolder } from './testing/start.ts';
import { findFaults } from './testing/verify.ts';

interface Row {
  _id: string;
  writer: number;
  text: string;
}

const writers = 8;
const kills = 2;

/** Writes single documents and pairs in transactions until told to stop; notes only what was acknowledged. */
async function write(client: MongoClient, writer: number, acknowledged: Set<string>, isOver: () => boolean) {
  const db = client.db();
  for (let round = 0; !isOver(); round++) {
    const row = { _id: `${writer}-${round}`, writer, text: `${round % 7}`.repeat(50) };
    try {
      if (round % 2) {
        await db.collection<Row>('single').insertOne(row);
      } else {
        await client.withSession((session) =>
          session.withTransaction(async () => {
            await db.collection<Row>('left').insertOne(row, { session });
            await db
              .collection<{ _id: number; n: number }>('totals')
              .updateOne({ _id: writer }, { $inc: { n: 1 } }, { session, upsert: true });
            await db.collection<Row>('right').insertOne(row, { session });
          }),
        );
      }
      acknowledged.add(row._id);
    } catch {
      // Not acknowledged: whether it is there or not, both is right.
      await pause(5);
    }
  }
}

const idsOf = async (db: Db, name: string) => (await db.collection<Row>(name).distinct('_id')).sort();

// Each kill is told on the console, as it should be.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void jest.restoreAllMocks());

test('kill -9 under many writers loses nothing acknowledged, leaves nothing half done and tells all of it once', async () => {
  const dir = makeFolder();
  const { program, remove } = buildChild();
  const server = await startEmbedded({ dir, database: 'test', program });
  const client = await MongoClient.connect(server.uri, { serverSelectionTimeoutMS: 8000, heartbeatFrequencyMS: 500 });
  const names = ['single', 'left', 'right', 'totals'];
  await Promise.all(names.map((name) => client.db().createCollection(name)));
  await client.db().collection('single').createIndex({ writer: 1, _id: 1 }, { unique: true });
  await client.db().collection('left').createIndex({ text: 1 });
  const heard: string[] = [];
  let stream = client.db().collection<Row>('single').watch();
  let isClosed = false;
  await stream.tryNext();
  let resumeAfter = stream.resumeToken;
  const listening = (async () => {
    while (!isClosed) {
      try {
        for await (const change of stream) {
          resumeAfter = change._id;
          if (change.operationType === 'insert') heard.push(change.documentKey._id);
        }
      } catch {
        // The driver resumes once by itself. Where the server is not back by then, it is for who listens to do so.
        if (!isClosed) stream = client.db().collection<Row>('single').watch([], { resumeAfter });
      }
    }
  })();
  const acknowledged = new Set<string>();
  let isOver = false;

  const work = Array.from({ length: writers }, (_, writer) => write(client, writer, acknowledged, () => isOver));
  for (let kill = 0; kill < kills; kill++) {
    const before = acknowledged.size;
    while (acknowledged.size < before + 60 + kill * 37) await pause(1);
    process.kill(server.pid, 'SIGKILL');
  }
  const before = acknowledged.size;
  while (acknowledged.size < before + 20) await pause(1);
  isOver = true;
  await Promise.all(work);

  const db = client.db();
  const [single, left, right] = [await idsOf(db, 'single'), await idsOf(db, 'left'), await idsOf(db, 'right')];
  const stored = new Set([...single, ...left]);
  const totals = await db.collection<{ _id: number; n: number }>('totals').find().toArray();
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  expect(right).toEqual(left);
  expect(totals.reduce((sum, { n }) => sum + n, 0)).toBe(left.length);
  while (heard.length < single.length) await pause(5);
  isClosed = true;
  await stream.close();
  await listening;
  expect(heard.sort()).toEqual(single);
  await client.close();
  await server.stop();
  expect(await findFaults(dir)).toEqual([]);
  remove();
  rmSync(dir, { recursive: true, force: true });
}, 60_000);
