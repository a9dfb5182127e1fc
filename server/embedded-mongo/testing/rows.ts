import type { ClientSession, Collection, MongoServerError } from 'mongodb';
import type { TestDatabase } from './start.ts';

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
