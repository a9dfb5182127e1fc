import { AsyncLocalStorage } from 'node:async_hooks';
import { type EmbeddedMongo, startEmbedded } from 'embedded-mongo';
import { backUp, NotWritten, reserveOf } from 'embedded-mongo/backup';
import { checkInChild } from 'embedded-mongo/check';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { type Config, ConfigError } from '../../config/config.ts';
import { databaseName } from '../databaseName.ts';
import { backupNotWritten } from '../http/errors.ts';
import { log } from '../log.ts';
import { isConnectionLost, TriedInVain } from './databaseAway.ts';
import { repairDriver } from './driverRepairs.ts';
import { ANSWERED_WITHIN_MS, withTimeLimit } from './timeLimit.ts';

// Every statement inside a transaction joins it automatically, even where the code passes no session.
mongoose.set('transactionAsyncLocalStorage', true);
mongoose.set('strictQuery', true);
// An operator in a filter works only where our code wrote it, as `trusted({ $in: ids })`. Schemas check all values from
// outside; if one is ever missed, an object in place of a text is compared as a value and finds nothing.
mongoose.set('sanitizeFilter', true);
// While the database is away the driver itself waits for it, with its own time limit and errors.
mongoose.set('bufferCommands', false);
repairDriver();

const connectOptions: mongoose.ConnectOptions = {
  serverSelectionTimeoutMS: 5000,
  writeConcern: { w: 'majority' },
  // What a read finds is never rolled back. A member that was the primary until its network failed may have more.
  readConcern: { level: 'majority' },
  maxPoolSize: 50,
  // Requests that have timed out must not wait forever for a connection.
  waitQueueTimeoutMS: 10_000,
  autoIndex: false,
  autoCreate: false,
};

/**
 * A MongoDB whose machine vanished is noticed after five to ten seconds, in place of 40, and what waits for it fails. The
 * embedded database keeps the longer time: it has one thread, which may work for seconds without answering a heartbeat.
 */
const remoteOptions: mongoose.ConnectOptions = {
  ...connectOptions,
  heartbeatFrequencyMS: 5000,
  connectTimeoutMS: 5000,
};

export interface Database {
  connection: Connection;
  uri: string;
  close(): Promise<void>;
}

/**
 * Connects to MONGODB_URI, or starts the embedded database in DATA_DIR and connects to that. Waits for a server that cannot be
 * reached yet. Throws a ConfigError when it refuses the connection, or is neither a replica set nor a sharded cluster.
 */
export async function openDatabase(config: Pick<Config, 'mongodbUri' | 'dataDir'>): Promise<Database> {
  const embedded = config.mongodbUri ? null : await startOwn(config.dataDir);
  const uri = config.mongodbUri ?? embedded?.uri ?? '';
  try {
    await (embedded ? mongoose.connect(uri, connectOptions) : connectWhenReachable(uri));
    if (!embedded) {
      await requireReplicaSet(mongoose.connection);
      await warnOfLongLocks(mongoose.connection);
    }
  } catch (error) {
    await mongoose.disconnect();
    await embedded?.stop();
    throw embedded ? error : unusable(error);
  }
  return {
    connection: mongoose.connection,
    uri,
    async close() {
      await mongoose.disconnect();
      await embedded?.stop();
    },
  };
}

/** Tries again until a server answers: machines and containers often start in any order. */
async function connectWhenReachable(uri: string): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      await mongoose.connect(uri, remoteOptions);
      return;
    } catch (error) {
      if (!(error instanceof mongoose.Error.MongooseServerSelectionError)) throw error;
      if (isFirst) log.warn({ reason: error.message }, 'The database cannot be reached yet. Waiting for it');
      await mongoose.disconnect();
    }
  }
}

/** Whether the embedded database refuses what adds data, because its disk is nearly full. */
export const isOutOfSpace = ({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }) =>
  freeBytes < reserveOf(totalBytes);

/** Copies the embedded database in `dir` as it is now to the folder `target`. It may be in use. */
export async function backUpEmbedded(dir: string, target: string): Promise<void> {
  try {
    await backUp({ dir, name: databaseName }, target);
  } catch (error) {
    throw error instanceof NotWritten ? backupNotWritten(error) : error;
  }
}

/** Reads all of the embedded database in `dir`, which may be in use, in another process. Resolves with the first faults. */
export function checkEmbedded(dir: string, signal: AbortSignal): Promise<string[]> {
  return checkInChild({ dir, name: databaseName }, signal);
}

/** A folder in use or a full disk is the operator's to fix, so it becomes a ConfigError, which is shown in one line. */
async function startOwn(dir: string): Promise<EmbeddedMongo> {
  try {
    return await startEmbedded({ dir, name: databaseName, database: databaseName });
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** An unreachable or locked database is the operator's to fix too. */
function unusable(error: unknown): ConfigError {
  if (error instanceof ConfigError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ConfigError(`Bad configuration: cannot connect to MONGODB_URI (${reason})`, { cause: error });
}

async function requireReplicaSet(connection: Connection): Promise<void> {
  const hello = await connection.db?.admin().command({ hello: 1 });
  if (!hello?.setName && hello?.msg !== 'isdbgrid') {
    throw new ConfigError(
      'MONGODB_URI must name a replica set or a sharded cluster: transactions and change streams need one',
    );
  }
}

const LONGEST_LOCK_S = 10;

/**
 * MongoDB keeps the locks of a client that was killed for `transactionLifetimeLimitSeconds`, by default a minute. Until
 * then nobody can write to the list that it was writing to.
 */
async function warnOfLongLocks(connection: Connection): Promise<void> {
  const name = 'transactionLifetimeLimitSeconds';
  try {
    const seconds = (await connection.db?.admin().command({ getParameter: 1, [name]: 1 }))?.[name];
    if (seconds > LONGEST_LOCK_S)
      log.warn({ seconds }, `A killed node can block a list for long: start mongod with --setParameter ${name}=5`);
  } catch (error) {
    // Users of one database may not read it, and mongos does not have it.
    log.debug({ err: error }, `${name} cannot be read`);
  }
}

/**
 * Creates every registered model's collection and indexes; collections must exist before transactions write them. One command
 * for each model: mongoose itself would send one for each index, which makes the start slower.
 */
export async function createIndexes(): Promise<void> {
  await Promise.all(
    Object.values(mongoose.models).map(async (model) => {
      const indexes = model.schema.indexes().map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription);
      if (indexes.length === 0) await model.createCollection();
      else await model.collection.createIndexes(indexes);
    }),
  );
}

/** After so long a transaction is not tried again, so that requests end in time. The driver itself would try for two minutes. */
const TRIED_FOR_MS = ANSWERED_WITHIN_MS - 1000;

const running = new AsyncLocalStorage<true>();

/** Throws outside of a transaction. For what must not be stored without the rest of its write. */
export function requireTransaction(): void {
  if (!running.getStore()) throw new Error('This write belongs in a transaction');
}

/**
 * Runs `work` in one transaction. It runs again when the database asks for that or the connection is lost before the
 * commit, so it must hold only database work. A commit whose answer is lost is repeated as the same commit. Throws
 * TriedInVain after three and a half seconds, for example when another transaction holds what it writes.
 */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let attempts = 0;
  let problem: unknown;
  const attempt = async () => {
    // Also after a commit that failed: nothing of it has taken effect.
    if (attempts > 0 && performance.now() - startedAt > TRIED_FOR_MS) throw new TriedInVain(problem);
    attempts += 1;
    try {
      return await running.run(true, work);
    } catch (error) {
      problem = error;
      // Nothing is committed yet. The driver leaves this label out where another request lost the connection first.
      if (isConnectionLost(error)) error.addErrorLabel('TransientTransactionError');
      throw error;
    }
  };
  return (await mongoose.connection.transaction(attempt)) as T;
}

/** For load balancers, which wait for the answer. */
const READY_WITHIN_MS = 1500;

/**
 * True when the database answers in time, with its majority: a primary that its network has cut off still answers plain
 * reads.
 */
export async function isDatabaseReady(withinMs = READY_WITHIN_MS): Promise<boolean> {
  const { db } = mongoose.connection;
  if (!db) return false;
  try {
    const read = db.collection('instance').findOne({}, { readConcern: { level: 'linearizable' } });
    await withTimeLimit(read, withinMs);
    return true;
  } catch {
    return false;
  }
}
