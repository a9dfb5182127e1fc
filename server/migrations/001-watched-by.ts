import type { AnyBulkWriteOperation, Db, Document, ObjectId } from 'mongodb';
import type { Migration } from './migration.ts';

const BATCH = 500;

const withoutWatcher = { watchedByUserId: { $exists: false } };

/**
 * Items of version 0.1 do not store who set `watched`. In a list that never had another member it was the owner. In other lists
 * it is unknown and stored as null.
 */
export const watchedBy: Migration = {
  name: '001-watched-by',

  count: (db) => db.collection('items').countDocuments(withoutWatcher),

  async run(db) {
    let changed = 0;
    for (;;) {
      const items = await db
        .collection('items')
        .find(withoutWatcher, { projection: { folderId: 1, watched: 1 }, limit: BATCH })
        .toArray();
      if (items.length === 0) return changed;
      const owners = await findOnlyMembers(db, items);
      const writes = items.map((item): AnyBulkWriteOperation => {
        const owner = owners.get(String(item.folderId)) ?? null;
        return {
          // A node of the old version may change the flag at the same time. Its change takes precedence.
          updateOne: {
            filter: { _id: item._id, ...withoutWatcher, watched: item.watched },
            update: { $set: { watchedByUserId: item.watched ? owner : null } },
          },
        };
      });
      const { modifiedCount } = await db.collection('items').bulkWrite(writes, { ordered: false });
      changed += modifiedCount;
    }
  },
};

/** The owners of the items' lists that never had another member, by list id. */
async function findOnlyMembers(db: Db, items: Document[]): Promise<Map<string, ObjectId>> {
  const folders = await db
    .collection('folders')
    .find({ _id: { $in: items.map(({ folderId }) => folderId) }, membersRev: 0 }, { projection: { userId: 1 } })
    .toArray();
  return new Map(folders.map(({ _id, userId }) => [String(_id), userId]));
}
