import { Types } from 'mongoose';
import type { Change, ChangesAnswer, ChangesQuery } from '../../../common/changes.ts';
import { limits } from '../../../common/constants.ts';
import type { PublicUser } from '../../../common/user.ts';
import { type OutboxDoc, OutboxModel } from '../../platform/outbox.ts';
import { readTogether } from '../../platform/readTogether.ts';
import { publicUsersById } from '../users/user.service.ts';
import { type FolderDoc, toFolderCore } from './folder.model.ts';
import { type ItemDoc, toItem } from './item.model.ts';
import { type ShareDoc, toPublicShare } from './share.model.ts';

/** What a write reports; changeFolder makes entries of the folder's log from it. */
export type ChangeDraft =
  | { type: 'folder:created' }
  | { type: 'folder:renamed'; before: { name: string } }
  | { type: 'folder:deleted'; to: Types.ObjectId[] }
  | { type: 'item:added'; item: ItemDoc }
  | { type: 'item:updated'; item: ItemDoc; before: ItemDoc }
  | { type: 'item:removed' | 'item:refreshed'; item: ItemDoc }
  | { type: 'share:granted' | 'share:revoked'; share: ShareDoc }
  | { type: 'share:permissions-changed'; share: ShareDoc; before: ShareDoc };

/** An entry of a folder's log. */
export interface ChangeDoc extends OutboxDoc {
  type: ChangeDraft['type'];
  folderId: Types.ObjectId;
  rev: number;
  byUserId: Types.ObjectId;
  /** The entity: an item, a share, or nothing for the folder itself, which every entry but an item's carries. */
  after?: ItemDoc | ShareDoc;
  before?: ItemDoc | ShareDoc | { name: string };
  folder?: FolderDoc;
}

const KEEP_MS = 90 * 24 * 60 * 60 * 1000;

/** The entry for a change that left the folder as `folder`, rev and counts raised already. */
export function toChangeDoc(
  draft: ChangeDraft,
  folder: FolderDoc,
  by: { userId: string; opId: string | undefined },
): ChangeDoc {
  const now = Date.now();
  return {
    _id: new Types.ObjectId(),
    type: draft.type,
    folderId: folder._id,
    rev: folder.rev,
    byUserId: new Types.ObjectId(by.userId),
    ...(by.opId ? { opId: by.opId } : {}),
    at: new Date(now),
    expiresAt: new Date(now + KEEP_MS),
    ...('item' in draft ? { after: draft.item, itemCount: folder.itemCount } : { folder: { ...folder } }),
    ...('share' in draft ? { after: draft.share } : {}),
    ...('before' in draft ? { before: draft.before } : {}),
    ...('to' in draft ? { to: draft.to } : {}),
  };
}

/** Log entries as everybody may see them. */
export async function toChanges(entries: readonly ChangeDoc[]): Promise<Change[]> {
  const userById = await publicUsersById(
    entries.flatMap((entry) => [entry.byUserId, ...(entry.after ? [entry.after.userId] : [])]),
  );
  return entries.map((entry) => toChange(entry, userById));
}

function toChange(entry: ChangeDoc, userById: (id: Types.ObjectId) => PublicUser): Change {
  const envelope = {
    rev: entry.rev,
    at: entry.at.toISOString(),
    by: userById(entry.byUserId),
    ...(entry.opId ? { opId: entry.opId } : {}),
  };
  switch (entry.type) {
    case 'folder:created':
    case 'folder:renamed':
    case 'folder:deleted':
      return { ...envelope, type: entry.type, folder: toFolderCore(entry.folder as FolderDoc) };
    case 'item:added':
    case 'item:updated':
    case 'item:removed':
    case 'item:refreshed': {
      const item = entry.after as ItemDoc;
      return {
        ...envelope,
        type: entry.type,
        item: toItem(item, userById(item.userId)),
        itemCount: entry.itemCount ?? 0,
      };
    }
    case 'share:granted':
    case 'share:permissions-changed':
    case 'share:revoked': {
      const share = entry.after as ShareDoc;
      return {
        ...envelope,
        type: entry.type,
        share: toPublicShare(share, userById(share.userId)),
        folder: toFolderCore(entry.folder as FolderDoc),
      };
    }
  }
}

/**
 * The folder's changes after `since`, oldest first, or else what members did: the newest, or right before a rev. `reset`
 * when the log no longer reaches back to `since`.
 */
export async function findChanges(folder: FolderDoc, { since, before }: ChangesQuery): Promise<ChangesAnswer> {
  const { rev } = folder;
  if (since === undefined) {
    const newest = await OutboxModel.find({
      folderId: folder._id,
      rev: { $gte: 0, $lt: before ?? rev + 1 },
      type: { $ne: 'item:refreshed' },
    })
      .sort({ rev: -1 })
      .limit(limits.recentChanges + 1)
      .lean<ChangeDoc[]>();
    const shown = newest.slice(0, limits.recentChanges).reverse();
    return { rev, changes: await toChanges(shown), more: newest.length > shown.length };
  }
  if (since > rev) return { rev, reset: true };
  return missed.load({ folder, since });
}

interface Missing {
  folder: FolderDoc;
  since: number;
}

/** After a restart many tabs miss the same: it is read once for all who ask together. */
const missed = readTogether(async (asked: readonly Missing[]) => {
  const answers = new Map<string, Promise<ChangesAnswer>>();
  for (const { folder, since } of asked) {
    const key = missingKey({ folder, since });
    if (!answers.has(key)) answers.set(key, findMissed({ folder, since }));
  }
  return Promise.all(asked.map((missing) => answers.get(missingKey(missing)) as Promise<ChangesAnswer>));
}, 200);

// What one knows of the folder decides the answer too.
const missingKey = ({ folder, since }: Missing) => `${folder._id.toHexString()} ${folder.rev} ${since}`;

async function findMissed({ folder, since }: Missing): Promise<ChangesAnswer> {
  const { rev } = folder;
  const entries = await OutboxModel.find({ folderId: folder._id, rev: { $gt: since } })
    .sort({ rev: 1 })
    .limit(limits.changesPage + 1)
    .lean<ChangeDoc[]>();
  const isKept = since === rev || entries[0]?.rev === since + 1;
  if (!isKept) return { rev, reset: true };
  const shown = entries.slice(0, limits.changesPage);
  return { rev, changes: await toChanges(shown), more: entries.length > shown.length };
}
