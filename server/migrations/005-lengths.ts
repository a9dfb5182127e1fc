import type { Migration } from './migration.ts';

/** Facts of the movie database without a length. Items of the bundled catalogue have no `fetchedAt`. */
const withoutLength = { runtime: null, fetchedAt: { $gt: new Date(0) } };

/** Before, titles from a list of titles were added without their length. Their facts are to be fetched again. */
export const lengths: Migration = {
  name: '005-lengths',

  count: (db) => db.collection('items').countDocuments(withoutLength),

  async run(db) {
    const due = { $set: { fetchedAt: new Date(0) } };
    return (await db.collection('items').updateMany(withoutLength, due)).modifiedCount;
  },
};
