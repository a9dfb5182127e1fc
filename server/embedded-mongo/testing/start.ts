import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClientSession,
  type Collection,
  type Db,
  MongoClient,
  type MongoClientOptions,
  type MongoServerError,
} from 'mongodb';
import { type EmbeddedMongo, type EmbeddedOptions, startEmbedded } from '../index.ts';

export interface TestDatabase {
  readonly uri: string;
  readonly dir: string;
  readonly client: MongoClient;
  readonly db: Db;
  /** Connects another client to the same server. */
  connect(options?: MongoClientOptions): Promise<MongoClient>;
  /** Stops the server, starts it again on the same folder and reconnects. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'embedded-'));
}

/** Starts the embedded database in this process, in a folder of its own, and connects a client. */
export async function startTestDatabase(options: Partial<EmbeddedOptions> = {}): Promise<TestDatabase> {
  const dir = makeFolder();
  const clients: MongoClient[] = [];
  let server: EmbeddedMongo;
  const start = () => startEmbedded({ dir, inProcess: true, database: 'test', ...options });
  server = await start();

  const connect = async (settings: MongoClientOptions = {}) => {
    const client = await MongoClient.connect(server.uri, { serverSelectionTimeoutMS: 5000, ...settings });
    clients.push(client);
    return client;
  };
  let client = await connect();
  return {
    dir,
    get uri() {
      return server.uri;
    },
    get client() {
      return client;
    },
    get db() {
      return client.db();
    },
    connect,
    async restart() {
      await client.close();
      await server.stop();
      server = await start();
      client = await connect();
    },
    async stop() {
      await Promise.all(clients.map((one) => one.close()));
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export interface Row {
  _id: number | string;
  n: number;
}

let last = 0;

/** Creates a collection for one test with these rows. */
export async function makeRows({ db }: TestDatabase, ...rows: Row[]): Promise<Collection<Row>> {
  const collection = db.collection<Row>(`rows${++last}`);
  if (rows.length > 0) await collection.insertMany(rows);
  return collection;
}

export async function withSession<T>(
  { client }: TestDatabase,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const session = client.startSession();
  try {
    return await work(session);
  } finally {
    await session.endSession();
  }
}

/** The error of an operation that is expected to fail. */
export function failure(work: Promise<unknown>): Promise<MongoServerError> {
  return work.then(
    () => {
      throw new Error('the operation was expected to fail');
    },
    (error) => error,
  );
}
