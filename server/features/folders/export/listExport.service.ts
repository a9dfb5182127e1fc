import { Types, trusted } from 'mongoose';
import { newItemState } from '../../../../common/newItemState.ts';
import { pick } from '../../../../common/pick.ts';
import { byRank } from '../../../../common/rank.ts';
import type {
  ExportedDeletedList,
  ExportedItem,
  ExportedList,
  ExportedMembership,
} from '../../../../common/schemas/export/export.ts';
import type { ItemState } from '../../../../common/schemas/item.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { findPage } from '../../../platform/database/findPage.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { mapPages, readById, readInOrder, readPages } from '../../../platform/database/readPages.ts';
import type { Paged } from '../../../platform/http/jsonPieces.ts';
import { loadExportedPersonLookup } from '../../users/userExport.service.ts';
import type { FolderEntry } from '../log/folderEntry.ts';
import { type DeletedFolderDoc, DeletedFolderModel } from '../model/deletedFolder.model.ts';
import { type FolderDoc, FolderModel, flagsOf, type ShareDoc, ShareModel } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel, toItem } from '../model/item.model.ts';
import { SeenConsentModel } from '../model/seen.model.ts';
import { onePage, type ReadableList } from './listFile.ts';

/** Returns a function that gives one of these items as the user's file has it: other people are named, the user is not. */
async function createItemExporter(userId: string, items: readonly ItemDoc[]): Promise<(item: ItemDoc) => ExportedItem> {
  const isOther = (id: Types.ObjectId | null | undefined) => id != null && id.toHexString() !== userId;
  const ids = items.flatMap((item) => [item.userId, item.watchedByUserId]).filter((id) => id != null);
  const personById = await loadExportedPersonLookup(ids.filter(isOther));
  return (item) => {
    const { folderId: _f, categoryId: _c, userId: _u, addedBy: _a, ...shown } = toItem(item, nobody);
    return {
      ...shown,
      ...(isOther(item.userId) && { addedBy: personById(item.userId) }),
      ...(item.watchedByUserId && isOther(item.watchedByUserId) && { watchedBy: personById(item.watchedByUserId) }),
    };
  };
}

const nobody: PublicUser = { id: '', username: null, firstName: null, lastName: null, profileImageUrl: null };

/** How many titles and members are read at a time. */
const GROUP_SIZE = 500;

/**
 * The lists in groups that are small enough to be read with a few queries for all of them. A larger list is a group of its own.
 */
function groupBySize<T>(lists: readonly T[], sizeOf: (list: T) => number): T[][] {
  const groups: T[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const list of lists) {
    size += sizeOf(list);
    if (size <= GROUP_SIZE) groups.at(-1)?.push(list);
    else {
      groups.push([list]);
      size = sizeOf(list);
    }
  }
  return groups;
}

/** The entries of each list, in their order. */
function createListLookup<T>(
  entries: readonly T[],
  folderIdOf: (entry: T) => Types.ObjectId,
): (folderId: Types.ObjectId) => T[] {
  const entriesById = new Map<string, T[]>();
  for (const entry of entries) {
    const id = folderIdOf(entry).toHexString();
    const others = entriesById.get(id);
    if (others) others.push(entry);
    else entriesById.set(id, [entry]);
  }
  return (folderId) => entriesById.get(folderId.toHexString()) ?? [];
}

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
async function loadSeenConsentLookup(
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

/** A list that the user may read, with all its titles in order. */
export async function exportList(userId: string, folder: FolderDoc): Promise<ReadableList> {
  const items = (await readItems(userId, [folder]))(folder._id);
  return {
    id: folder._id.toHexString(),
    name: folder.name,
    createdAt: folder.createdAt.toISOString(),
    items: Array.isArray(items) ? onePage(items) : items,
  };
}

/** The names of those of these titles that are in the user's Reviewed, by `titleKey`. */
export async function findReviewedNames(
  userId: string,
  titles: readonly { tmdbId: number }[],
): Promise<Map<string, { title: string; releaseDate: string | null }>> {
  const folder = await FolderModel.findOne({ userId, kind: 'reviewed' }, { _id: 1 }).lean();
  if (!folder || titles.length === 0) return new Map();
  const items = await ItemModel.find(
    { folderId: folder._id, tmdbId: trusted({ $in: titles.map(({ tmdbId }) => tmdbId) }) },
    { mediaType: 1, tmdbId: 1, title: 1, releaseDate: 1 },
  ).lean<ItemDoc[]>();
  return new Map(items.map((item) => [titleKey(item), { title: item.title, releaseDate: item.releaseDate }]));
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

/**
 * What a member's export of another person's list has only for the one who wrote it. A field that members change and that
 * is not here does not compile.
 */
const isOnlyForAuthor = { watched: false, userRating: false, note: true, rank: false } satisfies Record<
  keyof ItemState,
  boolean
>;
const fieldsOfAuthor = (Object.keys(isOnlyForAuthor) as (keyof ItemState)[]).filter((name) => isOnlyForAuthor[name]);

const withoutTexts = (item: ItemDoc): ItemDoc => ({ ...item, ...pick(newItemState, fieldsOfAuthor) });

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
  const authorOf = await loadNoteAuthorLookup(traces);
  const hasNoted = (item: Trace) => authorOf(item)?.equals(userId) ?? false;
  const isOwn = (item: Trace) =>
    item.userId.equals(userId) || (item.watchedByUserId?.equals(userId) ?? false) || hasNoted(item);
  const own = traces.filter(isOwn);
  const exporterOf = async (items: readonly ItemDoc[]) => {
    const exportItem = await createItemExporter(userId.toHexString(), items);
    return (item: ItemDoc) => exportItem(hasNoted(item) ? item : withoutTexts(item));
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
async function loadNoteAuthorLookup(items: readonly Trace[]): Promise<(item: Trace) => Types.ObjectId | undefined> {
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
