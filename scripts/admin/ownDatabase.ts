import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServer, startEmbedded } from 'embedded-mongo';
import { copyData, DamagedData, findFaults } from 'embedded-mongo/backup';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { databaseName as name } from '../../server/platform/databaseName.ts';

/** MongoDB's code for a document that is damaged. */
const DATA_CORRUPTION = 301;

/** The app's database: the configured MongoDB, else the embedded database in its folder. */
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

/** Runs read-only work on a snapshot. An embedded database is copied first, so that the app can continue. */
export async function withOwnSnapshot<T>(where: Where, work: (db: Db) => Promise<T>): Promise<T> {
  return where.mongodbUri ? withOwnDatabase(where, work) : withCopy(where.dataDir, (copy) => withFolder(copy, work));
}

/** Reads all of the embedded database, whether the app is running or not, and resolves with what is wrong. */
export function findOwnFaults(dataDir: string): Promise<string[]> {
  return withCopy(dataDir, (copy) => findFaults({ dir: copy, name }));
}

async function withCopy<T>(dataDir: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'marquee-'));
  try {
    await copyData({ dir: dataDir, name }, copy);
    return await work(copy);
  } catch (error) {
    throw ofOriginal(error, dataFileOf(dataDir));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

export const dataFileOf = (dataDir: string) => join(dataDir, `${name}.mdb`);

/** What is damaged in the copy is damaged in the file itself, which is the one that people know. */
function ofOriginal(error: unknown, file: string): unknown {
  if (error instanceof DamagedData) return new DamagedData(file, error.reason);
  return error instanceof MongoServerError && error.code === DATA_CORRUPTION
    ? new Error(`${file}: ${error.message}`)
    : error;
}

export async function withClient<T>(client: MongoClient, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

/** Runs the work on the embedded database in a folder that no app uses. */
export async function withFolder<T>(dir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dir, name, database: name, inProcess: true });
  try {
    return await withClient(await MongoClient.connect(server.uri), work);
  } finally {
    await server.stop();
  }
}

async function findRunning(dir: string): Promise<MongoClient | undefined> {
  const uri = findServer({ dir, name }, name);
  try {
    return uri === undefined ? undefined : await MongoClient.connect(uri, { serverSelectionTimeoutMS: 1000 });
  } catch {
    return undefined; // the note of one that was killed
  }
}
