import { EJSON } from 'bson';
import { type Db, type Document, MongoClient, type MongoServerError } from 'mongodb';
import { startEmbedded } from '../../index.ts';
import { startRealMongo } from '../../testing/mongod.mjs';
import { makeFolder } from '../../testing/start.ts';

export interface Servers {
  embedded: MongoClient;
  mongodb: MongoClient;
  stop(): Promise<void>;
}

/** The embedded database and a real MongoDB: the one at MONGODB_URI, or the mongod on the PATH. Undefined without one. */
export async function startServers(): Promise<Servers | undefined> {
  const real = await startRealMongo();
  if (!real) return undefined;
  const own = await startEmbedded({ dir: makeFolder(), inProcess: true, isDurable: false });
  // Each error is an answer here, so the driver must not send anything again.
  const options = { retryWrites: false, retryReads: false, serverSelectionTimeoutMS: 5000 };
  const [embedded, mongodb] = await Promise.all([own.uri, real.uri].map((uri) => MongoClient.connect(uri, options)));
  if (!embedded || !mongodb) return undefined;
  return {
    embedded,
    mongodb,
    async stop() {
      await Promise.all([embedded.close(), mongodb.close()]);
      await Promise.all([own.stop(), real.stop()]);
    },
  };
}

/** What a server has answered: `value` in a form that keeps the types and can be compared, or an error. */
export interface Answer {
  value?: string;
  code?: number;
  message?: string;
}

/** Numbers stay values of their BSON types. */
export const typed = { promoteValues: false, promoteLongs: false, promoteBuffers: false } as const;

/** Ids that a server has generated differ. */
export const textOf = (value: unknown): string =>
  EJSON.stringify(value as Document, { relaxed: false }).replace(/"\$oid":"(?!0{20})\w+"/g, '"generated":1');

export async function answerOf(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { value: textOf(await work()) };
  } catch (error) {
    const { code, message } = error as MongoServerError;
    if (code === undefined) throw error; // no answer of a server
    return { code: Number(code), message };
  }
}

/** Runs a command and all batches of its result. Gives what does not differ from server to server. */
export async function resultOf(db: Db, command: Document, options: Document = {}): Promise<unknown> {
  const reply = await db.command(command, { ...typed, ...options }).catch((error): Document => {
    if (command.drop && Number(error.code) === 26) return {}; // no error since MongoDB 7
    throw error;
  });
  if (!reply.cursor) {
    const kept = ['n', 'nModified', 'upserted', 'value', 'values', 'lastErrorObject', 'numIndexesAfter', 'nIndexesWas'];
    const failures: Document[] = reply.writeErrors ?? [];
    const failure = failures.find(({ code }) => Number(code) === 115) ?? failures[0];
    if (failure) throw Object.assign(new Error(failure.errmsg), { code: failure.code });
    return Object.fromEntries(kept.filter((field) => field in reply).map((field) => [field, reply[field]]));
  }
  const documents = [...reply.cursor.firstBatch];
  const collection = String(Object.values(command)[0]);
  for (let { id } = reply.cursor; String(id) !== '0'; ) {
    const more = await db.command({ getMore: id, collection }, { ...typed, ...options });
    documents.push(...more.cursor.nextBatch);
    id = more.cursor.id;
  }
  return documents;
}

let last = 0;

/** A database for one case, on both servers. */
export const newDatabase = (client: MongoClient): Db =>
  client.db(`oracle-${process.pid}-${Date.now().toString(36)}-${++last}`);
