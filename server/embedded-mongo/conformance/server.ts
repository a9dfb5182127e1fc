import { afterAll, beforeAll } from '@jest/globals';
import { type Collection, type Db, type Document, MongoClient, type MongoServerError } from 'mongodb';
import { startEmbedded } from '../index.ts';
import { withFaults } from '../testing/faults.ts';
import { makeFolder } from '../testing/start.ts';

/*
 * The server that the cases of this folder run against: the embedded one, or the one at MONGODB_URI (a replica set, with
 * test commands where cases ask for faults), so that a difference between the two is found and not believed.
 */

const isEmbedded = !process.env.MONGODB_URI;

export type Row = Document & { _id: number };

export interface Server {
  readonly client: MongoClient;
  readonly db: Db;
  /** A collection of one case's own, with these documents; byte for byte as they are given. */
  given(...documents: Document[]): Promise<Collection<Row>>;
}

/** Starts or reaches the server before the tests of a file, and leaves nothing behind after them. */
export function connectServer(): Server {
  let client: MongoClient;
  let db: Db;
  let stop = async () => {};
  let last = 0;

  beforeAll(async () => {
    let uri = process.env.MONGODB_URI ?? '';
    if (isEmbedded) {
      const server = await startEmbedded({
        dir: makeFolder(),
        inProcess: true,
        faults: withFaults,
        expiryInterval: 50,
      });
      uri = server.uri;
      stop = () => server.stop();
    }
    client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5000 });
    db = client.db(`conformance-${process.pid}-${Date.now().toString(36)}`);
  });

  afterAll(async () => {
    await client.db('admin').command({ killAllSessions: [] }); // a failed test may have left a transaction open
    await db.dropDatabase();
    await client.close();
    await stop();
  });

  return {
    get client() {
      return client;
    },
    get db() {
      return db;
    },
    async given(...documents) {
      const collection = await db.createCollection<Row>(`case${++last}`);
      if (documents.length > 0) await collection.insertMany(documents as Row[], { ignoreUndefined: false });
      return collection;
    },
  };
}

/** The code of the error that a command ends in, also when it is an error of one of its statements; 0 for none. */
export async function codeOf(work: Promise<Document>): Promise<number> {
  try {
    const { writeErrors } = (await work) as { writeErrors?: { code: number }[] };
    return writeErrors?.[0]?.code ?? 0;
  } catch (error) {
    return Number((error as MongoServerError).code);
  }
}

/** 115 stands for what the embedded database leaves out and says so. */
export const applies = (code: number) => isEmbedded || code !== 115;
