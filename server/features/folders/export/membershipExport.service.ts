import { Types } from 'mongoose';
import type { ExportedItem, ExportedMembership } from '../../../../common/schemas/export/lists.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { mapPages, readInOrder, readPages } from '../../../platform/database/readPages.ts';
import type { Paged } from '../../../platform/http/jsonPieces.ts';
import { exportedPeopleById } from '../../users/userExport.service.ts';
import { type FolderDoc, FolderModel } from '../folder.model.ts';
import { type ItemDoc, ItemModel } from '../items/item.model.ts';
import type { FolderEntry } from '../log/folderEntry.ts';
import { flagsOf, ShareModel } from '../sharing/share.model.ts';
import { exportItems } from './itemExport.ts';
import { findSeenConsents } from './ownListExport.service.ts';

/** The lists of others of which the user is a member, with what the user has done in them. */
export async function* exportMemberships(userId: string): AsyncGenerator<Paged<ExportedMembership>[]> {
  for await (const shares of readPages(ShareModel, { userId: new Types.ObjectId(userId) })) {
    const folders = await FolderModel.find({ _id: { $in: shares.map(({ folderId }) => folderId) } }).lean<
      FolderDoc[]
    >();
    const folderById = new Map(folders.map((folder) => [folder._id.toHexString(), folder]));
    const people = [...folders.map((folder) => folder.userId), ...shares.map((share) => share.sharedByUserId)];
    const personById = await exportedPeopleById(people);
    const showsSeen = await findSeenConsents(
      userId,
      [...folderById.values()].map(({ _id }) => _id),
    );
    for (const share of shares) {
      const folder = folderById.get(share.folderId.toHexString());
      if (!folder) continue;
      yield [
        {
          id: folder._id.toHexString(),
          name: folder.name,
          owner: personById(folder.userId),
          sharedBy: personById(share.sharedByUserId),
          createdAt: share.createdAt.toISOString(),
          permissions: flagsOf(share),
          showsSeen: showsSeen(folder._id),
          items: ownItems(new Types.ObjectId(userId), folder._id),
        },
      ];
    }
  }
}

type Trace = Pick<ItemDoc, '_id' | 'note' | 'userId' | 'watchedByUserId'>;

/** The items that the user added, marked as watched or wrote the note of. Notes of others are left out. */
async function* ownItems(userId: Types.ObjectId, folderId: Types.ObjectId): AsyncGenerator<ExportedItem[]> {
  const traces = await ItemModel.find(
    { folderId, $or: [{ userId }, { watchedByUserId: userId }, { note: { $ne: null } }] },
    { note: 1, userId: 1, watchedByUserId: 1 },
  )
    .sort({ _id: 1 })
    .lean<Trace[]>();
  const authorOf = await findNoteAuthors(folderId, traces);
  const hasNoted = (item: Trace) => authorOf(item)?.equals(userId) ?? false;
  const isOwn = (item: Trace) =>
    item.userId.equals(userId) || (item.watchedByUserId?.equals(userId) ?? false) || hasNoted(item);
  const ownIds = traces.filter(isOwn).map(({ _id }) => _id.toHexString());
  yield* mapPages(readInOrder<ItemDoc>(ItemModel, ownIds), (page) =>
    exportItems(
      userId.toHexString(),
      page.map((item) => (hasNoted(item) ? item : { ...item, note: null })),
    ),
  );
}

/**
 * Who wrote the note of each of these items of a list: who wrote this text first, as somebody else may have undone a change of
 * it. When the log no longer knows, it is who added the item.
 */
async function findNoteAuthors(
  folderId: Types.ObjectId,
  items: readonly Trace[],
): Promise<(item: Trace) => Types.ObjectId | undefined> {
  const noted = items.filter(({ note }) => note != null);
  const authors = new Map(noted.map(({ _id, userId }) => [_id.toHexString(), userId]));
  const authorOf = ({ _id }: Trace) => authors.get(_id.toHexString());
  if (noted.length === 0) return authorOf;
  const noteOf = new Map(noted.map(({ _id, note }) => [_id.toHexString(), note]));
  const entries = await OutboxModel.find(
    { folderId, type: 'item:noted' },
    { byUserId: 1, 'after._id': 1, 'after.note': 1 },
  )
    .sort({ rev: -1 })
    .lean<FolderEntry<'item:noted'>[]>();
  // The newest first, so that the first author is the one that stays.
  for (const { after, byUserId } of entries) {
    const id = String(after._id);
    if (noteOf.get(id) === after.note) authors.set(id, byUserId);
  }
  return authorOf;
}
