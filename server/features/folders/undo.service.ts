import type { Types } from 'mongoose';
import type { Change } from '../../../common/changes.ts';
import { REVIEWED_NAME } from '../../../common/constants.ts';
import { errorTexts } from '../../../common/errors.ts';
import type { FolderAction } from '../../../common/permissions.ts';
import type { Actor } from '../../platform/actor.ts';
import { conflict, forbidden, isDuplicateKey, notFound } from '../../platform/errors.ts';
import { OutboxModel } from '../../platform/outbox.ts';
import { loadFolderFor } from './access.ts';
import { type ChangeDoc, toChanges } from './change.model.ts';
import { changeFolder, type FolderWrite } from './changeFolder.ts';
import type { FolderDoc } from './folder.model.ts';
import { type ItemDoc, ItemModel } from './item.model.ts';

/** The changes that can be undone, and what making them took. */
const undoable = {
  'item:added': 'item:add',
  'item:removed': 'item:remove',
  'item:updated': 'item:watch',
  'folder:renamed': 'folder:rename',
} as const satisfies Partial<Record<ChangeDoc['type'], FolderAction>>;

type UndoableType = keyof typeof undoable;

const changedSince = () => conflict('conflict', 'Somebody changed this since, so it cannot be undone');

/**
 * Undoes a change that the actor made and could still make, as long as the thing is as that change left it; a removed
 * item comes back as it was, with its id, its place and who added it. Throws conflict with the reason otherwise.
 */
export async function undoChange(actor: Actor, folderId: string, rev: number): Promise<Change> {
  const { folder } = await loadFolderFor(actor.userId, folderId, 'folder:view');
  const entry = await OutboxModel.findOne({ folderId: folder._id, rev }).lean<ChangeDoc>();
  if (!entry) throw notFound('This change is no longer known');
  if (entry.byUserId.toHexString() !== actor.userId) throw forbidden('You can only undo what you did yourself');
  const { type } = entry;
  if (!isUndoable(type)) throw conflict('conflict', 'This kind of change cannot be undone');
  try {
    return await changeFolder(actor, folderId, undoable[type], async (write) => {
      if (write.folder.kind === 'reviewed') refuseAgainstReview(entry);
      const undone = await undo[type](write, entry);
      const [change] = await toChanges([undone]);
      return change as Change;
    });
  } catch (error) {
    if (isDuplicateKey(error, '_id') || isDuplicateKey(error, 'folderId', 'mediaType', 'tmdbId')) {
      throw conflict('already_in_folder', errorTexts.alreadyInFolder);
    }
    throw error;
  }
}

/** Ratings and titles in Reviewed follow the reviews; undone alone, they would disagree with them. */
function refuseAgainstReview({ type, before, after }: ChangeDoc): void {
  const ratings = [before, after].map((item) => (item as ItemDoc | undefined)?.userRating);
  if (type === 'item:removed' || (type === 'item:updated' && ratings[0] !== ratings[1])) {
    throw conflict('conflict', `Titles and ratings in ${REVIEWED_NAME} follow your reviews`);
  }
}

function isUndoable(type: ChangeDoc['type']): type is UndoableType {
  return type in undoable;
}

type Undo = (write: FolderWrite, entry: ChangeDoc) => Promise<ChangeDoc>;

const undo: Record<UndoableType, Undo> = {
  'item:added': async ({ record }, entry) => {
    const item = await requireUnchanged(entry.after as ItemDoc);
    await ItemModel.deleteOne({ _id: item._id });
    return record({ type: 'item:removed', item });
  },
  'item:removed': async ({ record }, entry) => {
    const item = entry.after as ItemDoc;
    await ItemModel.insertOne(item);
    return record({ type: 'item:added', item });
  },
  'item:updated': async ({ record }, entry) => {
    const before = await requireUnchanged(entry.after as ItemDoc);
    const { watched, watchedByUserId = null, userRating } = entry.before as ItemDoc;
    const item = { ...before, watched, watchedByUserId, userRating };
    await ItemModel.updateOne({ _id: item._id }, { $set: { watched, watchedByUserId, userRating } });
    return record({ type: 'item:updated', item, before });
  },
  'folder:renamed': async ({ folder, record }, entry) => {
    const { name } = entry.folder as FolderDoc;
    if (folder.name !== name) throw changedSince();
    folder.name = (entry.before as { name: string }).name;
    return record({ type: 'folder:renamed', before: { name } });
  },
};

/** The item as it is now; throws conflict when it is gone or differs from how the change left it. */
async function requireUnchanged(left: ItemDoc): Promise<ItemDoc> {
  const now = await ItemModel.findById(left._id as Types.ObjectId).lean<ItemDoc>();
  if (!now || contentOf(now) !== contentOf(left)) throw changedSince();
  return now;
}

/** What members decide about an item; its facts may have been fetched again. */
function contentOf({ mediaType, tmdbId, watched, watchedByUserId, userRating }: ItemDoc): string {
  return JSON.stringify([mediaType, tmdbId, watched, watchedByUserId ?? null, userRating]);
}
