import type { FamilyKey } from '../../../../common/families.ts';
import { newItemState } from '../../../../common/newItemState.ts';
import { LAST_RANK, rankBetween, rankOf } from '../../../../common/rank.ts';
import { addOp, answerOp } from '../../../../common/replica/replica.pending.ts';
import { dropOp, type PendingOp } from '../../../../common/replica/replica.ts';
import type { Item, TitleFacts } from '../../../../common/schemas/item.ts';
import { OfflineError } from '../../../lib/http/http.ts';
import { createTurns } from '../../../lib/inTurn.ts';
import { type Later, orLater } from '../../offline/enqueue.ts';
import { keepsLists } from '../../offline/keeping.ts';
import { mustWait, onSettled } from '../../offline/queue.store.ts';
import { useUsers } from '../../users/users.store.ts';
import { pickFacts, requestToAdd } from './addedItem.ts';
import { folderApi, itemCalls } from './folder.api.ts';
import {
  type FolderContext,
  type FolderSharing,
  type FoldersState,
  type FolderWriting,
  type GetFolders,
  moveReplica,
  type SetFolders,
  setEntry,
} from './folder.state.ts';
import { applySent } from './invitation.store.ts';
import { createOnce, newOpId } from './opId.ts';

type PendingWrites = ReturnType<typeof createPendingWrites>;
type ItemWriting = Pick<
  FolderWriting,
  'addItem' | 'removeItem' | 'removeItems' | 'setWatched' | 'setNote' | 'moveItem'
>;

/** Writes to lists and items: shown immediately as a pending op, confirmed by the folder's changes, reverted on failure. */
export function createWriting(context: FolderContext): FolderWriting {
  const { set, get } = context;
  const writes = createPendingWrites(set, get);

  return {
    async createFolder(name, family = 'folder') {
      const folder = await createOnce(['list', family, name], (opId) => folderApi.create(name.trim(), family, opId));
      get().applyFolders([folder]);
      return folder;
    },

    async renameFolder(id, name, family = 'folder') {
      const op: PendingOp = { opId: newOpId(), kind: 'rename', name: name.trim() };
      await writes.write(id, op, (opId) => folderApi.rename(id, op.name, family, opId));
    },

    async setVisibility(id, visibility, family = 'folder') {
      get().applyFolders([await folderApi.setVisibility(id, visibility, family, newOpId())]);
    },

    deleteFolder: (id, family = 'folder') =>
      removeList(context, id, (opId) => folderApi.remove(id, family, opId), 'deleted'),

    async restoreFolder(id, family = 'folder') {
      get().applyAvailable(await folderApi.restore(id, family, newOpId()));
    },

    leaveFolder: (id, family = 'folder') =>
      removeList(context, id, (opId) => folderApi.leave(id, family, opId), 'left'),

    ...createItemWriting(get, writes),
  };
}

/** Writes to the items of a list, in turn for each item. */
function createItemWriting(get: GetFolders, { write, revOf }: PendingWrites): ItemWriting {
  return {
    addItem(folderId, title, watched = false) {
      const opId = newOpId();
      const item = draftItem(opId, folderId, pickFacts(title), watched);
      const body = requestToAdd(item);
      return write(folderId, { opId, kind: 'add', item }, (opId) => itemCalls.add(body, opId), {
        itemOf: (answer) => answer,
        later: { write: { opId, kind: 'add', name: item.title, folderId, item, body }, answer: item },
      });
    },

    async removeItem({ id, folderId, title }) {
      const opId = newOpId();
      await write(folderId, { opId, kind: 'remove', itemIds: [id] }, (opId) => itemCalls.remove(id, opId), {
        later: { write: { opId, kind: 'remove', name: title, folderId, itemId: id }, answer: undefined },
      });
      return opId;
    },

    async removeItems(folderId, items, family = 'folder') {
      const op: PendingOp = { opId: newOpId(), kind: 'remove', itemIds: items.map(({ id }) => id) };
      const removeEach = async () => {
        for (const item of items) await get().removeItem(item);
        return [];
      };
      if (mustWait()) return removeEach();
      try {
        const { revs } = await write(folderId, op, (opId) => folderApi.removeItems(folderId, op.itemIds, family, opId));
        return revs;
      } catch (error) {
        if (error instanceof OfflineError && keepsLists()) return removeEach();
        throw error;
      }
    },

    setWatched(item, watched) {
      const { id, folderId, title } = item;
      const opId = newOpId();
      const rev = revOf(folderId);
      const op: PendingOp = { opId, kind: 'watch', itemId: id, watched };
      return write(folderId, op, (opId) => itemCalls.setWatched(id, watched, opId), {
        later: {
          write: { opId, kind: 'watch', name: title, folderId, itemId: id, watched, rev },
          answer: { ...item, watched },
        },
      });
    },

    setNote({ id, folderId }, note) {
      const op: PendingOp = { opId: newOpId(), kind: 'note', itemId: id, note: note.trim() || null };
      return write(folderId, op, (opId) => itemCalls.setNote(id, op.note, opId));
    },

    moveItem({ id, folderId }, { after, before }) {
      const place = { afterId: after?.id ?? null, beforeId: before?.id ?? null };
      const rank = rankBetween(after && rankOf(after), before && rankOf(before));
      const op: PendingOp = { opId: newOpId(), kind: 'move', itemId: id, place, rank };
      return write(folderId, op, (opId) => itemCalls.move(id, place, opId));
    },
  };
}

/** Hides the list immediately, and shows it again if the server refuses. */
async function removeList(
  { set, get }: FolderContext,
  id: string,
  send: (opId: string) => Promise<unknown>,
  reason: 'deleted' | 'left',
): Promise<void> {
  setEntry(set, id, { isLeaving: true });
  try {
    await send(newOpId());
  } catch (error) {
    setEntry(set, id, { isLeaving: false });
    throw error;
  }
  if (get().entries[id]?.replica) get().applyGone(id, reason);
}

/** The item to show until the server's answer arrives. */
function draftItem(opId: string, folderId: string, title: TitleFacts, watched: boolean): Item {
  const viewer = useUsers.getState().viewer;
  const addedBy = {
    id: viewer?.id ?? '',
    username: viewer?.username ?? null,
    firstName: viewer?.firstName ?? null,
    lastName: viewer?.lastName ?? null,
    profileImageUrl: viewer?.profileImageUrl ?? null,
  };
  return {
    ...title,
    id: opId,
    folderId,
    categoryId: folderId,
    userId: addedBy.id,
    ...newItemState,
    watched,
    rank: LAST_RANK,
    createdAt: new Date().toISOString(),
    addedBy,
  };
}

/** Invitations to a list, and the rights of its members. */
export function createSharing({ get }: FolderContext): FolderSharing {
  return {
    async invite(folderId, invitedUserId, family = 'folder') {
      const invitation = await folderApi.invite(folderId, invitedUserId, family, newOpId());
      applySent(invitation);
      return invitation;
    },

    async sendInvitation(body, family = 'folder') {
      const invitation = await folderApi.sendInvitation(body, family, newOpId());
      applySent(invitation);
      return invitation;
    },

    async setPermissions(folderId, shareId, flags, family = 'folder') {
      await folderApi.setPermissions(shareId, flags, family, newOpId());
      await refreshShares(get(), folderId, family);
    },

    async revokeShare(folderId, shareId, family = 'folder') {
      await folderApi.revoke(shareId, family, newOpId());
      await refreshShares(get(), folderId, family);
    },
  };
}

/** The write succeeded, so a failed reload is not an error. */
async function refreshShares({ loadShares }: FoldersState, folderId: string, family: FamilyKey): Promise<void> {
  await loadShares(folderId, family, true).catch(() => undefined);
}

/** How long an answered write waits for its change before requesting it, and between two requests. */
const CONFIRM_WITHIN_MS = 2000;

/** Shows writes as pending ops until the folder's changes confirm them, and reverts those that fail. */
function createPendingWrites(set: SetFolders, get: GetFolders) {
  /** Writes to one item are sent one after the other, so that the last one wins. */
  const inTurn = createTurns();

  const confirmSoon = (folderId: string, opId: string) => {
    setTimeout(() => {
      const isOpen = get().entries[folderId]?.replica?.pending.some((op) => op.opId === opId);
      if (!isOpen) return;
      const askAgain = () => confirmSoon(folderId, opId);
      // The request may have joined one that was sent before the answer, which does not confirm the write.
      get().catchUp(folderId).then(askAgain, askAgain);
    }, CONFIRM_WITHIN_MS);
  };

  const write = async <Answer>(
    folderId: string,
    op: PendingOp,
    request: (opId: string) => Promise<Answer>,
    { itemOf, later }: WriteOptions<Answer> = {},
  ): Promise<Answer> => {
    const listName = () => get().entries[folderId]?.replica?.folder.name ?? null;
    moveReplica(set, folderId, (replica) => addOp(replica, op));
    const sendNow = async () => {
      const answer = await request(op.opId);
      moveReplica(set, folderId, (replica) => answerOp(replica, op.opId, itemOf?.(answer)));
      confirmSoon(folderId, op.opId);
      return answer;
    };
    // Whether it has to wait is asked when its turn comes: the write before it may have been put in the queue.
    const send = () => (later ? orLater(later, sendNow, listName) : sendNow());
    try {
      const itemId = itemOfOp(op);
      return await (itemId ? inTurn(itemId, send) : send());
    } catch (error) {
      moveReplica(set, folderId, (replica) => dropOp(replica, op.opId));
      throw error;
    }
  };

  onSettled(({ write: { opId, ...settled }, isSaved, answer }) => {
    if (!('folderId' in settled)) return;
    const { folderId } = settled;
    if (!isSaved) return moveReplica(set, folderId, (replica) => dropOp(replica, opId));
    const item = settled.kind === 'add' ? (answer as Item | undefined) : undefined;
    moveReplica(set, folderId, (replica) => answerOp(replica, opId, item));
    confirmSoon(folderId, opId);
  });

  const revOf = (folderId: string) => get().entries[folderId]?.replica?.rev ?? 0;
  return { write, revOf };
}

/** The one item that a write is about. It is sent after those before it to the same item. */
function itemOfOp(op: PendingOp): string | undefined {
  if ('itemId' in op) return op.itemId;
  return op.kind === 'remove' && op.itemIds.length === 1 ? op.itemIds[0] : undefined;
}

interface WriteOptions<Answer> {
  itemOf?: (answer: Answer) => Item;
  later?: Later<Answer>;
}
