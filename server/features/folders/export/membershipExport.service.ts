import { Types } from 'mongoose';
import type { ExportedItem, ExportedMembership } from '../../../../common/schemas/export/lists.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { mapPages, readPages } from '../../../platform/database/readPages.ts';
import type { Paged } from '../../../platform/http/jsonPieces.ts';
import { exportedPeopleById } from '../../users/userExport.service.ts';
import { type FolderDoc, FolderModel } from '../folder.model.ts';
import { type ItemDoc, ItemModel } from '../items/item.model.ts';
import type { FolderEntry } from '../log/folderEntry.ts';
import { flagsOf, type ShareDoc, ShareModel } from '../sharing/share.model.ts';
import { exportItems } from './itemExport.ts';
import { findSeenConsent } from './ownListExport.service.ts';

/** The lists of others of which the user is a member, with what the user has done in them. */
export async function* exportMemberships(userId: string): AsyncGenerator<Paged<ExportedMembership>[]> {
  for await (const shares of readPages(ShareModel, { userId: new Types.ObjectId(userId) })) {
    const folders = await FolderModel.find({ _id: { $in: shares.map(({ folderId }) => folderId) } }).lean<
      FolderDoc[]
    >();
    const folderById = new Map(folders.map((folder) => [folder._id.toHexString(), folder]));
    for (const share of shares) {
      const folder = folderById.get(share.folderId.toHexString());
      if (folder) yield [await exportMembership(userId, folder, share)];
    }
  }
}

async function exportMembership(
  userId: string,
  folder: FolderDoc,
  share: ShareDoc,
): Promise<Paged<ExportedMembership>> {
  const personById = await exportedPeopleById([folder.userId, share.sharedByUserId]);
  return {
    id: folder._id.toHexString(),
    name: folder.name,
    owner: personById(folder.userId),
    sharedBy: personById(share.sharedByUserId),
    createdAt: share.createdAt.toISOString(),
    permissions: flagsOf(share),
    showsSeen: await findSeenConsent(userId, folder._id),
    items: ownItems(new Types.ObjectId(userId), folder._id),
  };
}

/** The items that the user added, marked as watched or wrote the note of. Notes of others are left out. */
async function* ownItems(userId: Types.ObjectId, folderId: Types.ObjectId): AsyncGenerator<ExportedItem[]> {
  const authors = await findNoteAuthors(folderId);
  const isByOther = ({ _id }: ItemDoc) => !(authors.get(_id.toHexString()) ?? userId).equals(userId);
  const noted = [...authors].filter(([, author]) => author.equals(userId)).map(([id]) => new Types.ObjectId(id));
  const own = { $or: [{ userId }, { watchedByUserId: userId }, { _id: { $in: noted } }] };
  yield* mapPages(readPages<ItemDoc>(ItemModel, { folderId, ...own }), (page) =>
    exportItems(
      userId.toHexString(),
      page.map((item) => (isByOther(item) ? { ...item, note: null } : item)),
    ),
  );
}

type Noted = Pick<ItemDoc, '_id' | 'note' | 'userId'>;

/**
 * Who wrote each note of a list, by item id: who wrote this text first, as somebody else may have undone a change of it. When
 * the log no longer knows, it is who added the item.
 */
async function findNoteAuthors(folderId: Types.ObjectId): Promise<Map<string, Types.ObjectId>> {
  const items = await ItemModel.find({ folderId, note: { $ne: null } }, { note: 1, userId: 1 }).lean<Noted[]>();
  const authors = new Map(items.map(({ _id, userId }) => [_id.toHexString(), userId]));
  if (items.length === 0) return authors;
  const noteOf = new Map(items.map(({ _id, note }) => [_id.toHexString(), note]));
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
  return authors;
}
