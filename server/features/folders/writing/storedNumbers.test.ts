import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import mongoose, { type mongo, Types } from 'mongoose';
import { allFlags } from '../../../../common/permissions.ts';
import { applyChanges, createReplica } from '../../../../common/replica/replica.ts';
import { changeSchema } from '../../../../common/schemas/changes.ts';
import { folderCoreSchema } from '../../../../common/schemas/folder.ts';
import { type Item, titleFactsSchema } from '../../../../common/schemas/item.ts';
import type { Migration } from '../../../migrations/migration.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { readComments, writeComment } from '../../../testing/comments.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp, titleFacts } from '../../../testing/people.ts';
import { startVote, vote } from '../../../testing/polls.ts';
import { setUpServer } from '../../../testing/server.ts';
import { handOverFolder } from '../departure.service.ts';
import { addImportedItems } from '../items/importedItems.service.ts';
import { type FolderDoc, FolderModel, ShareModel } from '../model/folder.model.ts';
import { ItemModel } from '../model/item.model.ts';
import { changeFolder } from './changeFolder.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
});

type NumberOf<T> = { [K in keyof T]-?: NonNullable<T[K]> extends number ? K : never }[keyof T];
type StoredNumber = Exclude<NumberOf<FolderDoc>, `${string}Rev` | 'rev'>;

interface Counted {
  count: (folderId: FolderDoc['_id']) => Promise<number>;
  /** The migration that counts it for lists that lack it, or null if lists of all versions have it. */
  filledBy: Migration | null;
}

/** What each stored number of a list counts. One that is not here does not compile. */
const counted: Record<StoredNumber, Counted> = {
  itemCount: { count: (folderId) => ItemModel.countDocuments({ folderId }), filledBy: null },
  memberCount: { count: (folderId) => ShareModel.countDocuments({ folderId }), filledBy: null },
};

async function compare(name: string, folderId: string): Promise<void> {
  const folder = await FolderModel.findById(folderId).orFail().lean();
  for (const [field, { count }] of Object.entries(counted)) {
    expect({ name, [field]: folder[field as StoredNumber] }).toEqual({ name, [field]: await count(folder._id) });
  }
}

/** Removes the numbers that lists of earlier versions lack, and counts them again. */
async function migrateNumbers(folderId: string): Promise<void> {
  const db = mongoose.connection.db as mongo.Db;
  for (const [field, { filledBy }] of Object.entries(counted)) {
    if (!filledBy) continue;
    await db.collection('folders').updateOne({ _id: new Types.ObjectId(folderId) }, { $unset: { [field]: 1 } });
    await filledBy.run(db);
  }
}

/** A write to Ana's list. Some are refused, depending on those before. */
type Write = (folderId: string) => Promise<unknown>;

const readItems = async (folderId: string): Promise<Item[]> => (await ana.get(`/api/folders/${folderId}/items`)).body;

/** A write to the first item, if there is one. */
const onFirst =
  (write: (item: Item) => Promise<unknown>): Write =>
  async (folderId) => {
    const [first] = await readItems(folderId);
    return first && write(first);
  };

/** Together, and in this order, they make every type of change. */
const writes: Record<string, Write> = {
  vote: async (folderId) => vote(ana, await startVote(ana, folderId), [2, 1, 0]),
  add: (folderId) => addItem(ana, folderId),
  addAgain: (folderId) => ana.post('/api/watchlist', { folderId, tmdbId: 603, mediaType: 'movie', title: 'A' }),
  watch: onFirst(({ id, watched }) => ana.patch(`/api/watchlist/${id}/watched`, { watched: !watched })),
  note: onFirst(({ id, note }) => ana.patch(`/api/watchlist/${id}/note`, { note: note ? null : 'Now' })),
  move: onFirst(({ id }) => ana.patch(`/api/watchlist/${id}/place`, { afterId: id, beforeId: null })),
  comment: onFirst(({ folderId, id }) => writeComment(ana, folderId, id)),
  deleteComment: onFirst(async ({ folderId, id }) => {
    const [comment] = await readComments(ana, { folderId, id });
    return comment && ana.delete(`/api/comments/${comment.id}`);
  }),
  refresh: onFirst(({ folderId, id }) =>
    changeFolder({ actor: { userId: ana.user.id }, folderId, action: 'folder:view' }, async ({ record }) => {
      record({ type: 'item:refreshed', item: await ItemModel.findById(id).orFail().lean() });
    }),
  ),
  remove: onFirst(({ id }) => ana.delete(`/api/watchlist/${id}`)),
  async removeAll(folderId) {
    const itemIds = (await readItems(folderId)).map(({ id }) => id);
    return ana.post(`/api/folders/${folderId}/items/remove`, { itemIds });
  },
  importTitles(folderId) {
    const titles = [1, 2, 3].map((tmdbId) => ({
      facts: titleFactsSchema.parse(titleFacts({ tmdbId })),
      watched: false,
      note: null,
      addedAt: null,
    }));
    const importId = new Types.ObjectId();
    return addImportedItems({ userId: ana.user.id }, { folderId, importId, titles }, async () => undefined);
  },
  async joinGroup(folderId) {
    await ana.post('/api/watchlist', { folderId, tmdbId: 1399, mediaType: 'tv', title: 'A show' });
    return ana.put(`/api/folders/${folderId}/shows/1399/group/members/me`, {});
  },
  leaveGroup: (folderId) => ana.delete(`/api/folders/${folderId}/shows/1399/group/members/me`),
  rename: (folderId) => ana.put(`/api/folders/${folderId}`, { name: 'Other' }),
  hide: (folderId) => ana.put(`/api/folders/${folderId}/visibility`, { visibility: 'nobody' }),
  share: (folderId) => shareWith(ana, folderId, ben, allFlags),
  async restrict(folderId) {
    const [share] = (await ana.get(`/api/folders/${folderId}/shares`)).body;
    return share && ana.put(`/api/folder-shares/${share.id}/permissions`, only('canAdd'));
  },
  async deleteAndRestore(folderId) {
    await ana.delete(`/api/folders/${folderId}`);
    return ana.post(`/api/folders/${folderId}/restore`);
  },
  leave: (folderId) => ben.delete(`/api/folders/${folderId}/leave`),
  async undo(folderId) {
    const { body } = await ana.get(`/api/folders/${folderId}`);
    return ana.post(`/api/folders/${folderId}/changes/${body.rev}/undo`);
  },
  shareAgain: (folderId) => shareWith(ana, folderId, ben, allFlags),
  handOver: (folderId) => handOverFolder({ userId: ana.user.id }, folderId, ben.user.id),
};

/** Makes the writes to a new list, compares its numbers and the list in a tab after each, and returns the id of the list. */
async function checkAfterEach(names: readonly string[]): Promise<Types.ObjectId> {
  const created = await createFolder(ana);
  const { id } = created;
  let replica = createReplica(created, ana.user.id);
  for (const name of names) {
    await Promise.resolve(writes[name]?.(id)).catch(() => undefined);

    await compare(name, id);
    const { status, body: folder } = await ana.get(`/api/folders/${id}`);
    // It is handed over.
    if (status === 404) continue;
    const { changes } = (await ana.get(`/api/folders/${id}/changes?since=${replica.rev}`)).body;
    ({ replica } = applyChanges(replica, changes));
    const [known, stored] = [replica.folder, folder].map((one) => folderCoreSchema.parse(one));
    expect([name, known]).toEqual([name, stored]);
  }
  await migrateNumbers(id);
  await compare('migration', id);
  return new Types.ObjectId(id);
}

test('what a list stores as a number is what it has, and a tab knows it, after each type of change', async () => {
  const folderId = await checkAfterEach(Object.keys(writes));

  const types = changeSchema.options.map(({ shape }) => shape.type.value);
  expect((await OutboxModel.distinct('type', { folderId })).sort()).toEqual(types.sort());
});

test('what a list stores as a number is what it has, after any writes', async () => {
  const names = fc.array(fc.constantFrom(...Object.keys(writes)), { maxLength: 12 });
  const check = async (some: string[]) => void (await checkAfterEach(some));

  await fc.assert(fc.asyncProperty(names, check), { numRuns: 10, endOnFailure: true });
});
