import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { backUp } from '../../server/embedded-mongo/backup.ts';
import { findServer, startEmbedded } from '../../server/embedded-mongo/index.ts';

/** Where the app keeps its data: the MongoDB it is told of, else the embedded database of its folder. */
export interface Where {
  mongodbUri: string | undefined;
  dataDir: string;
}

/** Runs the work on the app's database, whether the app is running or not. */
export async function withOwnDatabase<T>(where: Where, work: (db: Db) => Promise<T>): Promise<T> {
  if (where.mongodbUri) return withClient(await MongoClient.connect(where.mongodbUri), work);
  const running = await findRunning(where.dataDir);
  if (running) return withClient(running, work);
  return withFolder(where.dataDir, work);
}

/** The same for reading alone, as of one moment: an embedded database is copied first, so that the app may go on writing. */
export async function withOwnSnapshot<T>(where: Where, work: (db: Db) => Promise<T>): Promise<T> {
  if (where.mongodbUri) return withOwnDatabase(where, work);
  const copy = mkdtempSync(join(tmpdir(), 'marquee-'));
  try {
    await backUp(where.dataDir, copy);
    return await withFolder(copy, work);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

export async function withClient<T>(client: MongoClient, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

async function withFolder<T>(dir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dir, inProcess: true });
  try {
    return await withClient(await MongoClient.connect(server.uri), work);
  } finally {
    await server.stop();
  }
}

async function findRunning(dir: string): Promise<MongoClient | undefined> {
  const uri = findServer(dir);
  try {
    return uri === undefined ? undefined : await MongoClient.connect(uri, { serverSelectionTimeoutMS: 1000 });
  } catch {
    return undefined; // the note of one that was killed
  }
}
