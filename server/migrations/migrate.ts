import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import { ConfigError } from '../config/config.ts';
import { isDuplicateKey } from '../platform/http/errors.ts';
import { log } from '../platform/log.ts';
import { watchedBy } from './001-watched-by.ts';
import { playsOfReviews } from './002-plays-of-reviews.ts';
import { operator } from './003-operator.ts';
import { showProgress } from './004-show-progress.ts';
import { lengths } from './005-lengths.ts';
import type { Migration } from './migration.ts';

/** Every migration, oldest first. Only append to this list: its length is the version of the data. */
export const migrations: readonly Migration[] = [watchedBy, playsOfReviews, operator, showProgress, lengths];

/** The one document that says which migrations have run on this database. */
interface VersionDoc {
  _id: 'data';
  /** How many migrations have run: those before this number. */
  version: number;
  /** The node that runs migrations now. It renews `until` while it works, so that another takes over if it dies. */
  lock?: { owner: string; until: Date };
}

interface Options {
  list?: readonly Migration[];
  /** When a lock expires that its node does not renew. */
  lockMs?: number;
  /** How often a waiting node checks whether the other node is done. */
  pollMs?: number;
  /** Whether no other node can use this database. Then a lock is that of a node that was stopped, and is taken over. */
  isAlone?: boolean;
}

const LOCK_MS = 60_000;
const POLL_MS = 500;

/** How many documents one migration would change, or has changed. */
export interface MigrationReport {
  name: string;
  documents: number;
}

/**
 * Runs the migrations that this database still needs. When several nodes start together, one runs them and the others wait.
 * A new database needs none.
 * @throws ConfigError when the data comes from a newer version of the app, or is an unfinished copy
 */
export async function migrate(
  db: Db,
  { list = migrations, lockMs = LOCK_MS, pollMs = POLL_MS, isAlone = false }: Options = {},
): Promise<MigrationReport[]> {
  await requireWholeData(db);
  const versions = versionsOf(db);
  await insertVersion(db, list.length);
  const owner = randomUUID();
  for (let isWaiting = false; ; isWaiting = true) {
    if ((await readVersion(db, list.length)) === list.length) return [];
    if (await takeLock(versions, { owner, lockMs, isAlone })) break;
    if (!isWaiting) await logWait(versions);
    await delay(pollMs);
  }
  // Renewing after a third of the lock's time leaves two more attempts before it expires.
  const renewal = setInterval(() => void renewLock(versions, owner, lockMs), lockMs / 3);
  try {
    return await runFrom(await readVersion(db, list.length), { db, list, owner });
  } finally {
    clearInterval(renewal);
    await versions.updateOne({ _id: 'data', 'lock.owner': owner }, { $unset: { lock: 1 } });
  }
}

/**
 * Reports what `migrate` would change, without changing anything.
 * @throws ConfigError when the data comes from a newer version of the app, or is an unfinished copy
 */
export async function planMigration(db: Db, { list = migrations }: Options = {}): Promise<MigrationReport[]> {
  await requireWholeData(db);
  const version = await readVersion(db, list.length);
  const reports: MigrationReport[] = [];
  for (const { name, count } of list.slice(version)) reports.push({ name, documents: await count(db) });
  return reports;
}

async function runFrom(
  version: number,
  { db, list, owner }: { db: Db; list: readonly Migration[]; owner: string },
): Promise<MigrationReport[]> {
  const reports: MigrationReport[] = [];
  for (const [index, { name, run }] of list.slice(version).entries()) {
    log.info({ migration: name }, 'migration started');
    const documents = await run(db);
    const { matchedCount } = await versionsOf(db).updateOne(
      { _id: 'data', 'lock.owner': owner },
      { $set: { version: version + index + 1 } },
    );
    if (matchedCount === 0) throw new Error(`another node took over the migrations during ${name}`);
    log.info({ migration: name, documents }, 'migration finished');
    reports.push({ name, documents });
  }
  return reports;
}

const versionsOf = (db: Db): Collection<VersionDoc> => db.collection<VersionDoc>(versionsName);

/**
 * Whether these are data of the app, of this version or an earlier one.
 * @throws ConfigError when the data comes from a newer version of the app, or is an unfinished copy
 */
export async function isOwnData(db: Db): Promise<boolean> {
  await requireWholeData(db);
  const stored = await versionsOf(db).findOne({ _id: 'data' });
  if (!stored) return (await guessVersion(db, migrations.length)) === 0;
  if (!Number.isInteger(stored.version) || stored.version < 0) return false;
  await readVersion(db, migrations.length);
  return true;
}

async function readVersion(db: Db, latest: number): Promise<number> {
  const stored = await versionsOf(db).findOne({ _id: 'data' });
  const version = stored ? stored.version : await guessVersion(db, latest);
  if (version <= latest) return version;
  throw new ConfigError(
    `The data was written by a newer version of Marquee (data version ${version}; this version knows ${latest}). ` +
      'Start the newer version, or restore a backup that was made before the update.',
  );
}

/** Data without a version comes from 0.1, before migrations existed; an empty database is up to date. */
async function guessVersion(db: Db, latest: number): Promise<number> {
  const user = await db.collection('users').findOne({}, { projection: { _id: 1 } });
  return user ? 0 : latest;
}

async function insertVersion(db: Db, latest: number): Promise<void> {
  if (await versionsOf(db).findOne({ _id: 'data' })) return;
  try {
    await versionsOf(db).insertOne({ _id: 'data', version: await guessVersion(db, latest) });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error; // another node was first
  }
}

async function logWait(versions: Collection<VersionDoc>): Promise<void> {
  const stored = await versions.findOne({ _id: 'data' });
  log.warn(
    { until: stored?.lock?.until },
    'another node migrates the data, or was stopped while it did: waiting until it is done or its lock expires',
  );
}

async function takeLock(
  versions: Collection<VersionDoc>,
  { owner, lockMs, isAlone }: { owner: string; lockMs: number; isAlone: boolean },
): Promise<boolean> {
  const isFree = { $or: [{ lock: { $exists: false } }, { 'lock.until': { $lte: new Date() } }] };
  const { modifiedCount } = await versions.updateOne(
    { _id: 'data', ...(isAlone ? {} : isFree) },
    { $set: { lock: { owner, until: lockEnd(lockMs) } } },
  );
  return modifiedCount > 0;
}

async function renewLock(versions: Collection<VersionDoc>, owner: string, lockMs: number): Promise<void> {
  try {
    await versions.updateOne({ _id: 'data', 'lock.owner': owner }, { $set: { 'lock.until': lockEnd(lockMs) } });
  } catch (error) {
    log.warn({ err: error }, 'the lock on migrations could not be renewed');
  }
}

// biome-ignore lint/plugin: the end of a lock is stored, and read by other nodes
const lockEnd = (lockMs: number) => new Date(Date.now() + lockMs);

/** The document that a database has while another is copied into it. */
interface CopyDoc {
  _id: 'copy';
  startedAt: Date;
}

/** The collection of what the database says about its data as a whole. */
export const versionsName = 'versions';

const copiesOf = (db: Db): Collection<CopyDoc> => db.collection<CopyDoc>(versionsName);

/** True if a copy into this database has begun and did not end. What the database holds is then only a part. */
export async function isUnfinishedCopy(db: Db): Promise<boolean> {
  return (await copiesOf(db).findOne({ _id: 'copy' })) !== null;
}

/** @throws ConfigError when a copy into this database did not end */
export async function requireWholeData(db: Db): Promise<void> {
  if (!(await isUnfinishedCopy(db))) return;
  throw new ConfigError(
    'The database holds only a part of the data: a copy into it did not end. Run the same export or import again.',
  );
}

/** Runs `copy`, which fills the database. Until it has ended, the app does not start with this database. */
export async function markWhileCopying<T>(db: Db, copy: () => Promise<T>): Promise<T> {
  await copiesOf(db).insertOne({ _id: 'copy', startedAt: new Date() }, { writeConcern: { w: 'majority' } });
  const result = await copy();
  await copiesOf(db).deleteOne({ _id: 'copy' });
  return result;
}
