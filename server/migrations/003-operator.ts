import type { Migration } from './migration.ts';

/** The oldest account becomes the operator's, unless there is an operator already. */
export const operator: Migration = {
  name: '003-operator',

  async count(db) {
    const users = db.collection('users');
    return (await users.findOne({ isOperator: true })) || !(await users.findOne({})) ? 0 : 1;
  },

  async run(db) {
    const [oldest] = await db.collection('users').find({}).sort({ _id: 1 }).limit(1).toArray();
    if (!oldest) return 0;
    await db
      .collection<{ _id: string; claimedAt?: Date }>('instance')
      .updateOne({ _id: 'instance' }, { $set: { claimedAt: oldest.createdAt ?? new Date() } }, { upsert: true });
    if (await db.collection('users').findOne({ isOperator: true })) return 0;
    await db.collection('users').updateOne({ _id: oldest._id }, { $set: { isOperator: true } });
    return 1;
  },
};
