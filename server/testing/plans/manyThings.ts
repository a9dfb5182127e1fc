import { mongo } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { Person } from '../people.ts';
import type { Stage } from '../stage.ts';

const LISTS = 60;
const ITEMS = 2000;
const LOG = 3000;
const NOTES = 40;
const OWN = 600;
const POLLS = limits.pollsPerList - 5;

/** Much of everything around the stage's owner and list, written directly, because requests would take minutes. */
export async function addManyThings(db: mongo.Db, stage: Stage): Promise<void> {
  const folderId = new mongo.ObjectId(stage.folderId);
  const ownerId = new mongo.ObjectId(stage.owner.user.id);
  const strangerId = new mongo.ObjectId((stage.people.stranger as Person).user.id);
  const users = await db.collection('users').find().toArray();
  // The people of the stage sign up at the same time, in any order.
  const others = users.filter(({ _id }) => !ownerId.equals(_id) && !strangerId.equals(_id));
  const someone = (n: number) => users[n % users.length]?._id;
  const newId = () => new mongo.ObjectId();
  const { rev } = (await db.collection('folders').findOne({ _id: folderId })) as mongo.Document;

  /** Stores copies of a document, each with an id of its own and what `change` gives. */
  async function repeat(name: string, like: mongo.Document, count: number, change: (n: number) => mongo.Document) {
    const collection = db.collection(name);
    const found = await collection.findOne(like);
    if (!found) throw new Error(`There is nothing like ${JSON.stringify(like)} in ${name}`);
    const copies = Array.from({ length: count }, (_, n) => ({ ...found, _id: newId(), ...change(n) }));
    await collection.insertMany(copies);
    return copies.map(({ _id }) => _id);
  }

  // The lists of the owner, shared with others, and lists of others that are shared with the owner.
  for (const [userId, guestId, withOthers] of [
    [ownerId, strangerId, 2],
    [strangerId, ownerId, 0],
  ] as const) {
    const own = { userId, name: 'Many', kind: 'normal', memberCount: withOthers + 1, itemCount: 4, rev: 4 };
    const ids = await repeat('folders', { _id: folderId }, LISTS, () => ({ ...own }));
    const inList = (perList: number) => (n: number) => ids[Math.floor(n / perList)];
    const folderOf = inList(withOthers + 1);
    await repeat('shares', { folderId }, LISTS * (withOthers + 1), (n) => {
      const which = n % (withOthers + 1);
      return { folderId: folderOf(n), sharedByUserId: userId, userId: which === 0 ? guestId : others[which]?._id };
    });
    const itemOf = inList(4);
    await repeat('items', { folderId }, LISTS * 4, (n) => ({ folderId: itemOf(n), userId, tmdbId: 500_000 + (n % 4) }));
    await repeat('changes', { folderId, type: 'item:added' }, LISTS * 4, (n) => ({
      folderId: itemOf(n),
      rev: 1 + (n % 4),
      byUserId: userId,
    }));
    await repeat('invitations', { folderId }, LISTS, (n) => ({
      folderId: ids[n],
      invitedByUserId: userId,
      invitedUserId: users[7]?._id,
    }));
    await repeat('invitations', { folderId }, OWN, (n) => ({
      folderId: ids[n % LISTS],
      invitedByUserId: userId,
      invitedUserId: n % 2 ? guestId : someone(n),
      status: 'accepted',
      respondedAt: new Date(),
    }));
    await repeat('invitationlinks', { folderId }, LISTS, (n) => ({
      folderId: ids[n],
      createdByUserId: userId,
      token: newId().toHexString().slice(2),
    }));
    await repeat('formermembers', {}, LISTS, (n) => ({ folderId: ids[n], userId: users[9]?._id }));
    await repeat('joinrequests', {}, LISTS, (n) => ({ folderId: ids[n], userId: users[10]?._id }));
    await repeat('seenconsents', {}, LISTS, (n) => ({ folderId: ids[n], userId: guestId, shows: true }));
    await repeat('playproposals', {}, OWN, (n) => ({
      originId: newId(),
      userId: guestId,
      byUserId: userId,
      status: n % 3 === 0 ? 'pending' : 'declined',
    }));
  }

  // The list of the stage.
  const titles = { folderId, userId: ownerId };
  await repeat('items', { folderId }, ITEMS, (n) => ({
    ...titles,
    tmdbId: 100_000 + n,
    note: n % 50 ? null : 'Noted',
  }));
  await repeat('changes', { folderId, type: 'item:added' }, LOG, (n) => ({ rev: rev + 1 + n, byUserId: ownerId }));
  await repeat('changes', { folderId, type: 'item:added' }, NOTES, (n) => ({
    rev: rev + LOG + 1 + n,
    type: 'item:noted',
  }));
  await db.collection('folders').updateOne({ _id: folderId }, { $inc: { rev: LOG + NOTES, itemCount: ITEMS } });
  await repeat('polls', { folderId }, POLLS, () => ({ isOpen: false, state: 'closed', guestLinkHash: null }));

  const [node] = await db.collection('nodes').find().toArray();
  await db.collection<{ _id: string } & mongo.Document>('presence').insertMany(
    Array.from({ length: LISTS }, (_, n) => ({
      _id: newId().toHexString(),
      nodeId: node?._id,
      folderId: n % 10 ? newId() : folderId,
      userId: someone(n),
      since: new Date(),
      at: new Date(),
    })),
  );

  // What is the owner's alone.
  await repeat('folders', { _id: folderId }, LISTS, () => ({ name: 'Alone', memberCount: 0, itemCount: 0, rev: 1 }));
  const mediaTypes = ['movie', 'tv'];
  const title = (n: number) => ({ userId: ownerId, tmdbId: 100_000 + n, mediaType: mediaTypes[n % 2] });
  await repeat('reviews', { userId: ownerId }, ITEMS, title);
  await repeat('dismissals', {}, OWN, title);
  await repeat('plays', { userId: ownerId, sourceKey: { $exists: false } }, ITEMS, (n) => ({
    ...title(n),
    ...(n % 10 === 0 ? { at: null } : { at: new Date(Date.UTC(2020, 0, 1 + (n % 1500))), precision: 'day' }),
  }));
  await repeat('pins', {}, OWN, () => ({ userId: ownerId, pinnedUserId: newId() }));
  await repeat('pins', {}, OWN, () => ({ userId: newId(), pinnedUserId: ownerId }));
  await repeat('blocks', {}, LISTS, () => ({ blockerId: ownerId, blockedId: newId() }));
  await repeat('securityevents', { userId: ownerId }, OWN, () => ({ userId: ownerId }));
  await repeat('deletedfolders', {}, LISTS, () => ({ userId: ownerId }));
  await repeat('reports', {}, OWN, (n) => ({
    reporterId: n % 2 ? ownerId : newId(),
    personId: n % 2 ? newId() : ownerId,
    subjectId: newId(),
    resolvedAt: n % 20 === 0 ? null : new Date(),
  }));
  const operation = { call: 'post /api/folders', answer: {}, at: new Date() };
  await db
    .collection<{ _id: string } & mongo.Document>('operations')
    .insertMany(Array.from({ length: limits.foldersPage }, (_, n) => ({ _id: `${ownerId}:${n}`, ...operation })));
}
