import { Types, trusted } from 'mongoose';
import type { ExportedItem, ExportedMembership } from '../../../../common/schemas/export/lists.ts';
import { findPage } from '../../../platform/database/findPage.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { mapPages, readInOrder, readPages } from '../../../platform/database/readPages.ts';
import type { Paged } from '../../../platform/http/jsonPieces.ts';
import { loadExportedPersonLookup } from '../../users/userExport.service.ts';
import type { FolderEntry } from '../log/folderEntry.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel } from '../model/item.model.ts';
import { flagsOf, ShareModel } from '../model/share.model.ts';
import { createItemExporter } from './itemExport.ts';
import { createListLookup, GROUP_SIZE, groupBySize } from './listGroups.ts';
import { loadSeenConsentLookup } from './ownListExport.service.ts';

/** The lists of others of which the user is a member, with what the user has done in them. */
export async function* exportMemberships(userId: string): AsyncGenerator<Paged<ExportedMembership>[]> {
  for await (const shares of readPages(ShareModel, { userId: new Types.ObjectId(userId) })) {
    const ids = shares.map(({ folderId }) => folderId);
    const folders = await FolderModel.find({ _id: trusted({ $in: ids }) }).lean<FolderDoc[]>();
    const people = [...folders.map((folder) => folder.userId), ...shares.map((share) => share.sharedByUserId)];
    const personById = await loadExportedPersonLookup(people);
    const showsSeen = await loadSeenConsentLookup(userId, ids);
    const folderById = new Map(folders.map((folder) => [folder._id.toHexString(), folder]));
    const memberships = shares.flatMap((share) => {
      const folder = folderById.get(share.folderId.toHexString());
      return folder ? [{ share, folder }] : [];
    });
    for (const group of groupBySize(memberships, ({ folder }) => folder.itemCount)) {
      const groupIds = group.map(({ folder }) => folder._id);
      const itemsOf = await readOwnItems(new Types.ObjectId(userId), groupIds);
      yield group.map(({ share, folder }) => ({
        id: folder._id.toHexString(),
        name: folder.name,
        owner: personById(folder.userId),
        sharedBy: personById(share.sharedByUserId),
        createdAt: share.createdAt.toISOString(),
        permissions: flagsOf(share),
        showsSeen: showsSeen(folder._id),
        items: itemsOf(folder._id),
      }));
    }
  }
}

type Trace = Pick<ItemDoc, '_id' | 'folderId' | 'note' | 'userId' | 'watchedByUserId'>;

/**
 * The items of each of these lists that the user added, marked as watched or wrote the note of. Notes of others are left out.
 * Many are read while they are written.
 */
async function readOwnItems(
  userId: Types.ObjectId,
  folderIds: readonly Types.ObjectId[],
): Promise<(folderId: Types.ObjectId) => ExportedItem[] | AsyncIterable<ExportedItem[]>> {
  const traces = await ItemModel.find(
    {
      folderId: trusted({ $in: folderIds }),
      $or: [{ userId }, { watchedByUserId: userId }, { note: trusted({ $ne: null }) }],
    },
    { folderId: 1, note: 1, userId: 1, watchedByUserId: 1 },
  )
    .sort({ _id: 1 })
    .lean<Trace[]>();
  const authorOf = await findNoteAuthors(traces);
  const hasNoted = (item: Trace) => authorOf(item)?.equals(userId) ?? false;
  const isOwn = (item: Trace) =>
    item.userId.equals(userId) || (item.watchedByUserId?.equals(userId) ?? false) || hasNoted(item);
  const own = traces.filter(isOwn);
  const exporterOf = async (items: readonly ItemDoc[]) => {
    const exportItem = await createItemExporter(userId.toHexString(), items);
    return (item: ItemDoc) => exportItem(hasNoted(item) ? item : { ...item, note: null });
  };
  if (own.length > GROUP_SIZE) {
    const ownOf = createListLookup(own, ({ folderId }) => folderId);
    return (folderId) => {
      const ids = ownOf(folderId).map(({ _id }) => _id.toHexString());
      return mapPages(readInOrder<ItemDoc>(ItemModel, ids, GROUP_SIZE), async (page) =>
        page.map(await exporterOf(page)),
      );
    };
  }
  const items = await findPage<ItemDoc>(ItemModel, { _id: trusted({ $in: own.map(({ _id }) => _id) }) }, GROUP_SIZE);
  const exportItem = await exporterOf(items);
  const itemsOf = createListLookup(items, ({ folderId }) => folderId);
  return (folderId) => itemsOf(folderId).map(exportItem);
}

/**
 * Returns a function that gives the author of an item's note: the first person who wrote this text, because somebody else
 * may have brought it back by an undo. If the log no longer has that, it is the person who added the item.
 */
async function findNoteAuthors(items: readonly Trace[]): Promise<(item: Trace) => Types.ObjectId | undefined> {
  const noted = items.filter(({ note }) => note != null);
  const authors = new Map(noted.map(({ _id, userId }) => [_id.toHexString(), userId]));
  const noteOf = new Map(noted.map(({ _id, note }) => [_id.toHexString(), note]));
  for (const folderId of new Set(noted.map((item) => item.folderId.toHexString()))) {
    const entries = await OutboxModel.find(
      { folderId: new Types.ObjectId(folderId), type: 'item:noted' },
      { byUserId: 1, 'after._id': 1, 'after.note': 1 },
    )
      .sort({ rev: -1 })
      .lean<FolderEntry<'item:noted'>[]>();
    // The newest first, so that the first author is the one that stays.
    for (const { after, byUserId } of entries) {
      const id = String(after._id);
      if (noteOf.get(id) === after.note) authors.set(id, byUserId);
    }
  }
  return ({ _id }) => authors.get(_id.toHexString());
}
