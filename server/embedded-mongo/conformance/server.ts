import { afterAll, beforeAll } from '@jest/globals';
import { type Collection, type Db, type Document, MongoClient, type MongoServerError } from 'mongodb';
import { startEmbedded } from '../index.ts';
import { withFaults } from '../testing/faults.ts';
import { makeFolder } from '../testing/start.ts';

/*
 * The server that the cases in this folder run against: the embedded database, or the MongoDB at MONGODB_URI (a replica
 * set, with test commands enabled for cases that inject faults). This shows differences between the two.
 */

const isEmbedded = !process.env.MONGODB_URI;

export type Row = Document & { _id: number };

export interface Server {
  readonly client: MongoClient;
  readonly db: Db;
  /** Creates a collection for one case with these documents, byte for byte. */
  given(...documents: Document[]): Promise<Collection<Row>>;
}

/** Starts or connects to the server before the tests of a file, and cleans up after them. */
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
        isDurable: false,
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

/** The error code of a command or of its first failed statement; 0 for success. */
export async function codeOf(work: Promise<Document>): Promise<number> {
  try {
    const { writeErrors } = (await work) as { writeErrors?: { code: number }[] };
    return writeErrors?.[0]?.code ?? 0;
  } catch (error) {
    return Number((error as MongoServerError).code);
  }
}

/** False for code 115 on MongoDB: only the embedded database refuses with it. */
export const applies = (code: number) => isEmbedded || code !== 115;
