import { Types } from 'mongoose';
import { byRank } from '../../../../common/rank.ts';
import type { ExportedDeletedList, ExportedItem, ExportedList } from '../../../../common/schemas/export/lists.ts';
import { mapPages, readInOrder, readPages } from '../../../platform/database/readPages.ts';
import type { Paged } from '../../../platform/http/jsonPieces.ts';
import { exportedPeopleById } from '../../users/userExport.service.ts';
import { type DeletedFolderDoc, DeletedFolderModel } from '../deletedFolder.model.ts';
import { type FolderDoc, FolderModel } from '../folder.model.ts';
import { type ItemDoc, ItemModel } from '../items/item.model.ts';
import { SeenConsentModel } from '../seen/seenConsent.model.ts';
import { flagsOf, type ShareDoc, ShareModel } from '../sharing/share.model.ts';
import { exportItems } from './itemExport.ts';

/** The user's own lists, with all that is in them. */
export async function* exportOwnLists(userId: string): AsyncGenerator<Paged<ExportedList>[]> {
  for await (const folders of readPages(FolderModel, { userId: new Types.ObjectId(userId) })) {
    const showsSeen = await findSeenConsents(
      userId,
      folders.map(({ _id }) => _id),
    );
    for (const folder of folders) {
      const shares = await ShareModel.find({ folderId: folder._id }).sort({ _id: 1 }).lean<ShareDoc[]>();
      yield [{ ...(await exportContents(folder, shares)), showsSeen: showsSeen(folder._id) }];
    }
  }
}

/** The lists that the user has deleted and can restore. */
export async function* exportDeletedLists(userId: string): AsyncGenerator<Paged<ExportedDeletedList>[]> {
  const kept = DeletedFolderModel.find({ userId, expiresAt: { $gt: new Date() } });
  for (const { folder, shares, deletedAt, expiresAt } of await kept.sort({ deletedAt: 1 }).lean<DeletedFolderDoc[]>()) {
    const dates = { deletedAt: deletedAt.toISOString(), expiresAt: expiresAt.toISOString() };
    yield [{ ...(await exportContents(folder, shares)), ...dates }];
  }
}

/** Whether the user shows the others of each of these lists what they have seen, or null. */
export async function findSeenConsents(
  userId: string,
  folderIds: readonly Types.ObjectId[],
): Promise<(folderId: Types.ObjectId) => boolean | null> {
  const consents = await SeenConsentModel.find({ folderId: { $in: folderIds }, userId }).lean();
  const shows = new Map(consents.map((consent) => [consent.folderId.toHexString(), consent.shows]));
  return (folderId) => shows.get(folderId.toHexString()) ?? null;
}

async function exportContents(folder: FolderDoc, shares: readonly ShareDoc[]) {
  const personById = await exportedPeopleById(shares.map(({ userId }) => userId));
  return {
    id: folder._id.toHexString(),
    name: folder.name,
    createdAt: folder.createdAt.toISOString(),
    visibility: folder.visibility ?? null,
    kind: folder.kind,
    members: shares.map((share) => ({
      person: personById(share.userId),
      createdAt: share.createdAt.toISOString(),
      ...flagsOf(share),
    })),
    items: itemsInOrder(folder),
  };
}

/** All items of the list. The order is found first, because ranks and ids are sorted together, which no index does. */
async function* itemsInOrder({ _id: folderId, userId }: FolderDoc): AsyncGenerator<ExportedItem[]> {
  const places = await ItemModel.find({ folderId }, { rank: 1 }, { batchSize: 1000 }).lean<
    Pick<ItemDoc, '_id' | 'rank'>[]
  >();
  const inOrder = places.map(({ _id, rank }) => ({ id: _id.toHexString(), rank: rank ?? null })).sort(byRank);
  const ids = inOrder.map(({ id }) => id);
  yield* mapPages(readInOrder<ItemDoc>(ItemModel, ids), (page) => exportItems(userId.toHexString(), page));
}
