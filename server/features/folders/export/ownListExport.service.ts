import { Types, trusted } from 'mongoose';
import { byRank } from '../../../../common/rank.ts';
import type { ExportedDeletedList, ExportedItem, ExportedList } from '../../../../common/schemas/export/lists.ts';
import { findPage } from '../../../platform/database/findPage.ts';
import { mapPages, readById, readInOrder, readPages } from '../../../platform/database/readPages.ts';
import type { Paged } from '../../../platform/http/jsonPieces.ts';
import { loadExportedPersonLookup } from '../../users/userExport.service.ts';
import { type DeletedFolderDoc, DeletedFolderModel } from '../model/deletedFolder.model.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel } from '../model/item.model.ts';
import { SeenConsentModel } from '../model/seenConsent.model.ts';
import { flagsOf, type ShareDoc, ShareModel } from '../model/share.model.ts';
import { createItemExporter } from './itemExport.ts';
import { createListLookup, GROUP_SIZE, groupBySize } from './listGroups.ts';

/** The user's own lists, with all that is in them. */
export async function* exportOwnLists(userId: string): AsyncGenerator<Paged<ExportedList>[]> {
  for await (const folders of readPages(FolderModel, { userId: new Types.ObjectId(userId) })) {
    const showsSeen = await loadSeenConsentLookup(userId, idsOf(folders));
    for (const group of groupBySize(folders, sizeOf)) {
      const shares = await ShareModel.find({ folderId: trusted({ $in: idsOf(group) }) })
        .sort({ _id: 1 })
        .lean<ShareDoc[]>();
      const contentsOf = await readContents(userId, group, shares);
      yield group.map((folder) => ({ ...contentsOf(folder), showsSeen: showsSeen(folder._id) }));
    }
  }
}

/** The lists that the user has deleted and can restore. */
export async function* exportDeletedLists(userId: string): AsyncGenerator<Paged<ExportedDeletedList>[]> {
  const kept = DeletedFolderModel.find({ userId, expiresAt: trusted({ $gt: new Date() }) });
  const deleted = await kept.sort({ deletedAt: 1 }).lean<DeletedFolderDoc[]>();
  for (const group of groupBySize(deleted, ({ folder }) => sizeOf(folder))) {
    const folders = group.map(({ folder }) => folder);
    const shares = group.flatMap((one) => one.shares);
    const contentsOf = await readContents(userId, folders, shares);
    yield group.map(({ folder, deletedAt, expiresAt }) => {
      const dates = { deletedAt: deletedAt.toISOString(), expiresAt: expiresAt.toISOString() };
      return { ...contentsOf(folder), ...dates };
    });
  }
}

const idsOf = (folders: readonly FolderDoc[]) => folders.map(({ _id }) => _id);

const sizeOf = ({ itemCount, memberCount }: FolderDoc) => itemCount + memberCount;

/** Whether the user shows the others of each of these lists what they have seen, or null. */
export async function loadSeenConsentLookup(
  userId: string,
  folderIds: readonly Types.ObjectId[],
): Promise<(folderId: Types.ObjectId) => boolean | null> {
  const consents = await SeenConsentModel.find({ folderId: trusted({ $in: folderIds }), userId })
    // Else MongoDB may read those of all the user's lists.
    .hint({ folderId: 1, userId: 1 })
    .lean();
  const shows = new Map(consents.map((consent) => [consent.folderId.toHexString(), consent.shows]));
  return (folderId) => shows.get(folderId.toHexString()) ?? null;
}

/** Returns a function that gives one of these lists as the user's file has it. */
async function readContents(userId: string, folders: readonly FolderDoc[], shares: readonly ShareDoc[]) {
  const personById = await loadExportedPersonLookup(shares.map((share) => share.userId));
  const sharesOf = createListLookup(shares, ({ folderId }) => folderId);
  const itemsOf = await readItems(userId, folders);
  return (folder: FolderDoc) => ({
    id: folder._id.toHexString(),
    name: folder.name,
    createdAt: folder.createdAt.toISOString(),
    visibility: folder.visibility ?? null,
    kind: folder.kind,
    members: sharesOf(folder._id).map((share) => ({
      person: personById(share.userId),
      createdAt: share.createdAt.toISOString(),
      ...flagsOf(share),
    })),
    items: itemsOf(folder._id),
  });
}

/** All items of each of these lists, in its order. Many are read while they are written. */
async function readItems(
  userId: string,
  folders: readonly FolderDoc[],
): Promise<(folderId: Types.ObjectId) => ExportedItem[] | AsyncIterable<ExportedItem[]>> {
  const filter = { folderId: trusted({ $in: idsOf(folders) }) };
  const items = await findPage<ItemDoc>(ItemModel, filter, GROUP_SIZE + 1, { folderId: 1, _id: 1 });
  if (items.length > GROUP_SIZE) return (folderId) => readLarge(userId, folderId);
  const exportItem = await createItemExporter(userId, items);
  const itemsOf = createListLookup(items, ({ folderId }) => folderId);
  return (folderId) => itemsOf(folderId).map(exportItem).sort(byRank);
}

/** All items of a long list, in its order: by id, unless somebody has moved a title. */
async function* readLarge(userId: string, folderId: Types.ObjectId): AsyncGenerator<ExportedItem[]> {
  const isMoved = await ItemModel.exists({ folderId, rank: trusted({ $gt: '' }) });
  const pages = isMoved
    ? readInOrder<ItemDoc>(ItemModel, await findOrder(folderId), GROUP_SIZE)
    : readById<ItemDoc>(ItemModel, { folderId }, GROUP_SIZE);
  yield* mapPages(pages, async (page) => page.map(await createItemExporter(userId, page)));
}

/** The ids of all items, in the order of the list. Ranks and ids are sorted together, which no index does. */
async function findOrder(folderId: Types.ObjectId): Promise<string[]> {
  const places = await ItemModel.find({ folderId }, { rank: 1 }, { batchSize: 1000 }).lean<
    Pick<ItemDoc, '_id' | 'rank'>[]
  >();
  const inOrder = places.map(({ _id, rank }) => ({ id: _id.toHexString(), rank: rank ?? null })).sort(byRank);
  return inOrder.map(({ id }) => id);
}
