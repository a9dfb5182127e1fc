import type { FamilyKey } from '../../../common/families.ts';
import type { Item, TitleFacts } from '../../../common/item.ts';
import { addOp, answerOp } from '../../../common/replica.pending.ts';
import { dropOp, type PendingOp } from '../../../common/replica.ts';
import { useUsers } from '../users/users.store.ts';
import { folderApi, itemCalls } from './folder.api.ts';
import type { FolderWriting, GetFolders, SetFolders } from './folder.state.ts';
import { moveReplica, without } from './folder.state.ts';
import { useInvitations } from './invitation.store.ts';
import { newOperationId } from './operationId.ts';

/** How long an answered write waits for its change before it asks for it. */
const CONFIRM_WITHIN_MS = 2000;

/** Everything that writes: shown at once as a pending op, settled by the folder's changes, taken back on failure. */
export function createWriting(set: SetFolders, get: GetFolders): FolderWriting {
  /** Writes to one item go out one after the other, so that the last press wins. */
  const queues = new Map<string, Promise<unknown>>();
  const inTurn = <Answer>(itemId: string, send: () => Promise<Answer>): Promise<Answer> => {
    const turn = (queues.get(itemId) ?? Promise.resolve()).then(send, send);
    queues.set(itemId, turn);
    const forget = () => {
      if (queues.get(itemId) === turn) queues.delete(itemId);
    };
    turn.then(forget, forget);
    return turn;
  };

  const confirmSoon = (folderId: string, opId: string) => {
    setTimeout(() => {
      const isOpen = get().replicas[folderId]?.pending.some((op) => op.opId === opId);
      // The socket may be away; a failure here is mended by the next sync.
      if (isOpen)
        get()
          .catchUp(folderId)
          .catch(() => undefined);
    }, CONFIRM_WITHIN_MS);
  };

  const write = async <Answer>(
    folderId: string,
    op: PendingOp,
    send: (key: string) => Promise<Answer>,
    itemOf?: (answer: Answer) => Item,
  ): Promise<Answer> => {
    moveReplica(set, folderId, (replica) => addOp(replica, op));
    try {
      const answer = await send(op.opId);
      moveReplica(set, folderId, (replica) => answerOp(replica, op.opId, itemOf?.(answer)));
      confirmSoon(folderId, op.opId);
      return answer;
    } catch (error) {
      moveReplica(set, folderId, (replica) => dropOp(replica, op.opId));
      throw error;
    }
  };

  /** The list is off the screen at once, and back where the server refuses. */
  const part = async (id: string, send: (key: string) => Promise<unknown>, reason: 'deleted' | 'left') => {
    set((state) => ({ leaving: { ...state.leaving, [id]: true } }));
    try {
      await send(newOperationId());
    } catch (error) {
      set((state) => ({ leaving: without(state.leaving, id) }));
      throw error;
    }
    if (get().replicas[id]) get().applyGone(id, reason);
  };

  return {
    async createFolder(name, family = 'folder') {
      const folder = await folderApi.create(name.trim(), family, newOperationId());
      get().applyFolders([folder]);
      return folder;
    },

    async renameFolder(id, name, family = 'folder') {
      const op: PendingOp = { opId: newOperationId(), kind: 'rename', name: name.trim() };
      await write(id, op, (key) => folderApi.rename(id, op.name, family, key));
    },

    deleteFolder: (id, family = 'folder') => part(id, (key) => folderApi.remove(id, family, key), 'deleted'),

    leaveFolder: (id, family = 'folder') => part(id, (key) => folderApi.leave(id, family, key), 'left'),

    addItem(folderId, title, watched = false) {
      const opId = newOperationId();
      const facts = pickFacts(title);
      const op: PendingOp = { opId, kind: 'add', item: draftItem(opId, folderId, facts, watched) };
      const body = { ...facts, folderId, watched };
      return write(
        folderId,
        op,
        (key) => itemCalls.add(body, key),
        (answer) => answer,
      );
    },

    async removeItem({ id, folderId }) {
      const op: PendingOp = { opId: newOperationId(), kind: 'remove', itemId: id };
      await write(folderId, op, (key) => inTurn(id, () => itemCalls.remove(id, key)));
      return op.opId;
    },

    setWatched({ id, folderId }, watched) {
      const op: PendingOp = { opId: newOperationId(), kind: 'watch', itemId: id, watched };
      return write(folderId, op, (key) => inTurn(id, () => itemCalls.setWatched(id, watched, key)));
    },

    async invite(folderId, invitedUserId, family = 'folder') {
      const invitation = await folderApi.invite(folderId, invitedUserId, family, newOperationId());
      useInvitations.getState().applySent(invitation);
      return invitation;
    },

    async sendInvitation(body, family = 'folder') {
      const invitation = await folderApi.sendInvitation(body, family, newOperationId());
      useInvitations.getState().applySent(invitation);
      return invitation;
    },

    async setPermissions(folderId, shareId, flags, family = 'folder') {
      await folderApi.setPermissions(shareId, flags, family, newOperationId());
      await refreshShares(get, folderId, family);
    },

    async revokeShare(folderId, shareId, family = 'folder') {
      await folderApi.revoke(shareId, family, newOperationId());
      await refreshShares(get, folderId, family);
    },
  };
}

/** The write succeeded; a refresh that fails is no failure of it. */
async function refreshShares(get: GetFolders, folderId: string, family: FamilyKey): Promise<void> {
  await get()
    .loadShares(folderId, family, true)
    .catch(() => undefined);
}

/** The facts alone; an item that is added again brings more than that. */
function pickFacts(title: TitleFacts): TitleFacts {
  const { tmdbId, mediaType, overview, posterPath, backdropPath, releaseDate, voteAverage, genres, runtime } = title;
  return {
    tmdbId,
    mediaType,
    title: title.title,
    overview,
    posterPath,
    backdropPath,
    releaseDate,
    voteAverage,
    genres,
    runtime,
  };
}

/** The title as it shows until the server has given it an id. */
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
    watched,
    userRating: null,
    createdAt: new Date().toISOString(),
    addedBy,
  };
}
