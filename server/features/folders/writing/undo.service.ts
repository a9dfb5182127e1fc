import { Types, trusted } from 'mongoose';
import { REVIEWED_NAME } from '../../../../common/constants.ts';
import type { Change } from '../../../../common/schemas/changes.ts';
import type { Revs } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { type UndoableType, undoRules } from '../../../../common/undo.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import { conflict, forbidden, notFound } from '../../../platform/http/errors.ts';
import type { Actor, LargePart } from '../../../platform/requests/operations.ts';
import { showOne } from '../../../platform/showOne.ts';
import { loadFolderFor } from '../access/access.ts';
import { findEntries, findEntry } from '../log/change.model.ts';
import { type FolderEntry, toChanges } from '../log/folderEntry.ts';
import { showCommentsOf } from '../model/comment.model.ts';
import { type ItemDoc, ItemModel, insertItems, stateOf } from '../model/item.model.ts';
import { changeFolder, type FolderWrite } from './changeFolder.ts';

type UndoableEntry = FolderEntry<UndoableType>;

const NOT_STORED = 'This change is no longer stored';
const followsReviews = () => conflict('conflict', `Titles and ratings in ${REVIEWED_NAME} follow your reviews`);
const changedSince = () => conflict('conflict', 'Somebody changed this since, so it cannot be undone');

/**
 * Undoes a change that the actor made and could still make, as long as the item or name is as that change left it. A
 * removed item comes back with its id, its place and who added it. Throws conflict with the reason otherwise.
 */
export async function undoChange(actor: Actor, folderId: string, rev: number): Promise<Change> {
  const { folder, arrivedRev } = await loadFolderFor(actor.userId, folderId, 'folder:view');
  const entry = await findEntry(folder._id, rev);
  if (!entry) throw notFound(NOT_STORED);
  if (entry.byUserId.toHexString() !== actor.userId) throw forbidden('You can only undo your own changes');
  // A change from an earlier membership.
  if (rev < arrivedRev) throw notFound(NOT_STORED);
  if (!isUndoable(entry)) throw conflict('conflict', 'This kind of change cannot be undone');
  return changeFolder({ actor, folderId, action: undoRules[entry.type] }, async (write) => {
    if (write.folder.kind === 'reviewed') refuseAgainstReview(entry);
    return showOne(toChanges, await undo(write, entry));
  });
}

/**
 * Undoes removals that the actor made, as `undoChange` does. Titles that are in the list again are left out, and so are
 * other changes. Returns the revs of the additions.
 */
export async function undoRemovals(actor: Actor, folderId: string, revs: readonly number[]): Promise<Revs> {
  const { folder, arrivedRev } = await loadFolderFor(actor.userId, folderId, 'item:remove');
  const removed = (await findEntries(folder._id, revs)).flatMap((entry) => {
    const isOwn = entry.byUserId.toHexString() === actor.userId && entry.rev >= arrivedRev;
    return isOwn && entry.type === 'item:removed' ? [restored(entry.after)] : [];
  });
  return changeFolder({ actor, folderId, action: 'item:remove' }, async (write) => {
    if (write.folder.kind === 'reviewed') throw followsReviews();
    const present = new Set((await findSameTitles(folder._id, removed)).map(titleKey));
    // A title may have been removed several times. Then it comes back as the last removal found it.
    const lastOf = new Map(removed.map((item) => [titleKey(item), item]));
    const missing = [...lastOf.values()].filter((item) => !present.has(titleKey(item)));
    await insertItems(missing);
    await showCommentsOf(missing.map(({ _id }) => _id));
    return { revs: missing.map((item) => write.record({ type: 'item:added', item }).rev) };
  });
}

/** The overview of an item that was changed back, which stored responses leave out. The log has it even when the item is gone. */
export const changedOverviewPart: LargePart<Change> = {
  omit: (change) => ('item' in change ? { ...change, item: { ...change.item, overview: null } } : change),
  async restore(stored) {
    if (!('item' in stored)) return stored;
    const entry = await findEntry(new Types.ObjectId(stored.item.folderId), stored.rev);
    const overview = entry && 'after' in entry && 'overview' in entry.after ? entry.after.overview : null;
    return { ...stored, item: { ...stored.item, overview } };
  },
};

function isUndoable(entry: FolderEntry): entry is UndoableEntry {
  return undoRules[entry.type] !== null;
}

/** Ratings and titles in Reviewed follow the reviews. Undoing one of them alone would contradict the review. */
function refuseAgainstReview(entry: UndoableEntry): void {
  const isRating = entry.type === 'item:updated' && entry.before.userRating !== entry.after.userRating;
  if (isRating || entry.type === 'item:removed') {
    throw followsReviews();
  }
}

/** Reverts the entry and returns the new entry. */
async function undo({ folder, record }: FolderWrite, entry: UndoableEntry): Promise<FolderEntry> {
  switch (entry.type) {
    case 'item:added': {
      const item = await requireUnchanged(entry.after);
      await ItemModel.deleteOne({ _id: item._id });
      return record({ type: 'item:removed', item });
    }
    case 'item:removed': {
      const item = restored(entry.after);
      await insertItems([item]);
      await showCommentsOf([item._id]);
      return record({ type: 'item:added', item });
    }
    case 'item:updated':
    case 'item:noted': {
      const before = await requireUnchanged(entry.after);
      const state = stateOf(entry.before);
      await ItemModel.updateOne({ _id: before._id }, { $set: state });
      return record({ type: entry.type, item: { ...before, ...state }, before });
    }
    case 'folder:renamed': {
      const { name } = entry.folder;
      if (folder.name !== name) throw changedSince();
      folder.name = entry.before.name;
      return record({ type: 'folder:renamed', before: { name } });
    }
    default:
      return unreachable(entry);
  }
}

const restored = (item: ItemDoc): ItemDoc => ({ ...item, ...stateOf(item) });

/** The folder's items that are of these titles. */
function findSameTitles(folderId: Types.ObjectId, items: readonly ItemDoc[]): Promise<ItemDoc[]> {
  return ItemModel.find({
    folderId,
    mediaType: trusted({ $in: ['movie', 'tv'] }),
    tmdbId: trusted({ $in: items.map(({ tmdbId }) => tmdbId) }),
  }).lean<ItemDoc[]>();
}

/** The current item. Throws conflict when it is deleted or differs from its state after the change. */
async function requireUnchanged(changed: ItemDoc): Promise<ItemDoc> {
  const now = await ItemModel.findById(changed._id).lean<ItemDoc>();
  // Facts are not compared, because they may have been refreshed since. Compared as JSON, because ids are objects.
  if (!now || JSON.stringify(stateOf(now)) !== JSON.stringify(stateOf(changed))) throw changedSince();
  return now;
}
