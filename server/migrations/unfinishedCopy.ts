import type { Collection, Db } from 'mongodb';
import { ConfigError } from '../config/config.ts';

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
