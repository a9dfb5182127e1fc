import mongoose, { type Connection } from 'mongoose';
import { type Config, ConfigError } from '../config.ts';
import { type EmbeddedMongo, startEmbedded } from '../embedded-mongo/index.ts';
import { refuseEndedSockets } from './endedSockets.ts';

// Every statement inside a transaction joins it by itself: a forgotten session cannot escape.
mongoose.set('transactionAsyncLocalStorage', true);
mongoose.set('strictQuery', true);
refuseEndedSockets();

export interface Database {
  connection: Connection;
  uri: string;
  close(): Promise<void>;
}

/**
 * Connects to MONGODB_URI, or starts the embedded database in DATA_DIR and connects to that.
 * Throws a ConfigError when there is no server, or one that is neither a replica set nor a sharded cluster.
 */
export async function openDatabase(config: Pick<Config, 'mongodbUri' | 'dataDir'>): Promise<Database> {
  const embedded = config.mongodbUri ? null : await startOwn(config.dataDir);
  const uri = config.mongodbUri ?? embedded?.uri ?? '';
  try {
    await mongoose.connect(uri, {
      serverSelectionTimeoutMS: 5000,
      writeConcern: { w: 'majority' },
      maxPoolSize: 50,
      autoIndex: false,
      autoCreate: false,
    });
    if (!embedded) await requireReplicaSet(mongoose.connection);
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

/** A folder in use or a full disk is for whoever starts this to put right, so it is told in one line. */
async function startOwn(dir: string): Promise<EmbeddedMongo> {
  try {
    return await startEmbedded({ dir, database: 'marquee' });
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** A database that is elsewhere, away or locked is likewise for the reader to put right. */
function unusable(error: unknown): ConfigError {
  if (error instanceof ConfigError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new ConfigError(`Bad configuration: MONGODB_URI leads to no database (${why})`, { cause: error });
}

async function requireReplicaSet(connection: Connection): Promise<void> {
  const hello = await connection.db?.admin().command({ hello: 1 });
  if (!hello?.setName && hello?.msg !== 'isdbgrid') {
    throw new ConfigError(
      'MONGODB_URI must name a replica set or a sharded cluster: transactions and change streams need one',
    );
  }
}

/** Creates every registered model's collection and indexes; collections must exist before transactions write them. */
export async function createIndexes(): Promise<void> {
  await Promise.all(
    Object.values(mongoose.models).map(async (model) => {
      await model.createCollection();
      await model.createIndexes();
    }),
  );
}

/** Runs `work` in one transaction, again when the database asks for it; `work` must hold only database work. */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  return (await mongoose.connection.transaction(work)) as T;
}

export async function isDatabaseReady(): Promise<boolean> {
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) return false;
  try {
    await mongoose.connection.db?.command({ ping: 1 }, { timeoutMS: 2000 });
    return true;
  } catch {
    return false;
  }
}
