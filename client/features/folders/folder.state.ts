import type { ChangeBatch } from '../../../common/changes.ts';
import type { GoneReason, SyncAnswer } from '../../../common/events.ts';
import type { FamilyKey } from '../../../common/families.ts';
import type { Folder } from '../../../common/folder.ts';
import type { Invitation, SendInvitationBody } from '../../../common/invitation.ts';
import type { Item, TitleFacts } from '../../../common/item.ts';
import type { Flags } from '../../../common/permissions.ts';
import type { Replica } from '../../../common/replica.ts';
import type { Arrival } from './arrivals.ts';

export type LoadStatus = 'loading' | 'ready' | 'failed';

/** Of a folder's log: whether its newest page is here, and whether older ones are to be had. */
export interface ActivityStatus {
  status: LoadStatus;
  hasOlder: boolean;
}

/** A folder that was lost while it may have been looked at. */
export interface Loss {
  name: string;
  reason: GoneReason;
}

export interface FoldersData {
  replicas: Record<string, Replica>;
  listsStatus: LoadStatus | undefined;
  /** Own lists have come; where loading failed all the same, it was those that others share. */
  hasOwnLists: boolean;
  folderStatus: Record<string, LoadStatus | 'missing'>;
  itemsStatus: Record<string, LoadStatus>;
  sharesStatus: Record<string, LoadStatus>;
  activityStatus: Record<string, ActivityStatus>;
  /** A few titles of lists that are too long to read whole for a cover. */
  previews: Record<string, Item[]>;
  /** Lists on their way out: deleted or left here, not yet confirmed. */
  leaving: Record<string, true>;
  losses: Record<string, Loss>;
  /** What others did a moment ago, by folder: the screens show it with motion. */
  arrivals: Record<string, Arrival[]>;
}

export interface FolderLoading {
  /** Both lists of lists; once a session unless told to ask again. */
  loadLists: (family?: FamilyKey, isForced?: boolean) => Promise<void>;
  loadFolder: (id: string, family?: FamilyKey) => Promise<void>;
  loadItems: (id: string, family?: FamilyKey) => Promise<void>;
  loadPreview: (id: string, family?: FamilyKey) => Promise<void>;
  loadShares: (id: string, family?: FamilyKey, isForced?: boolean) => Promise<void>;
  /** Fetches and applies what the replica has not heard. */
  catchUp: (id: string) => Promise<void>;
}

export interface FolderActivity {
  loadActivity: (id: string, family?: FamilyKey, isForced?: boolean) => Promise<void>;
  loadOlderActivity: (id: string, family?: FamilyKey) => Promise<void>;
  /** Undoes a change that the viewer made; rejects with the server's reason where it cannot be. */
  undoChange: (id: string, rev: number, family?: FamilyKey) => Promise<void>;
  /** Undoes a removal by the operation that `removeItem` gave. */
  undoRemoval: (id: string, opId: string, family?: FamilyKey) => Promise<void>;
}

export interface FolderWriting {
  createFolder: (name: string, family?: FamilyKey) => Promise<Folder>;
  renameFolder: (id: string, name: string, family?: FamilyKey) => Promise<void>;
  deleteFolder: (id: string, family?: FamilyKey) => Promise<void>;
  leaveFolder: (id: string, family?: FamilyKey) => Promise<void>;
  addItem: (folderId: string, title: TitleFacts, watched?: boolean) => Promise<Item>;
  /** Gives the operation, by which it can be undone. */
  removeItem: (item: Pick<Item, 'id' | 'folderId'>) => Promise<string>;
  setWatched: (item: Pick<Item, 'id' | 'folderId'>, watched: boolean) => Promise<Item>;
  /** With the stored defaults, as the Invite dialog sends it. */
  invite: (folderId: string, invitedUserId: string, family?: FamilyKey) => Promise<Invitation>;
  sendInvitation: (body: SendInvitationBody, family?: FamilyKey) => Promise<Invitation>;
  setPermissions: (folderId: string, shareId: string, flags: Flags, family?: FamilyKey) => Promise<void>;
  revokeShare: (folderId: string, shareId: string, family?: FamilyKey) => Promise<void>;
}

export interface FolderApplying {
  applyFolders: (folders: readonly Folder[]) => void;
  applyChangeBatch: (batch: ChangeBatch) => void;
  applyAvailable: (folder: Folder) => void;
  applyGone: (folderId: string, reason: GoneReason) => void;
  applySync: (answer: SyncAnswer) => void;
  /** For `sync`: every folder that this tab holds, and how far it has heard. */
  knownRevs: () => Record<string, number>;
  /** A screen that has told of the loss forgets it. */
  forgetLoss: (folderId: string) => void;
}

export type FoldersState = FoldersData & FolderLoading & FolderActivity & FolderWriting & FolderApplying;

export type SetFolders = (
  partial: Partial<FoldersState> | ((state: FoldersState) => Partial<FoldersState> | FoldersState),
) => void;
export type GetFolders = () => FoldersState;

export const initialFolders: FoldersData = {
  replicas: {},
  listsStatus: undefined,
  hasOwnLists: false,
  folderStatus: {},
  itemsStatus: {},
  sharesStatus: {},
  activityStatus: {},
  previews: {},
  leaving: {},
  losses: {},
  arrivals: {},
};

/** Moves one replica; a folder that this tab no longer holds stays gone. */
export function moveReplica(set: SetFolders, id: string, move: (replica: Replica) => Replica): void {
  set((state) => {
    const replica = state.replicas[id];
    if (!replica) return state;
    const moved = move(replica);
    return moved === replica ? state : { replicas: { ...state.replicas, [id]: moved } };
  });
}

/** `record` without `key`; the same object where it is not in there. */
export function without<Value>(record: Record<string, Value>, key: string): Record<string, Value> {
  if (!(key in record)) return record;
  const { [key]: _gone, ...rest } = record;
  return rest;
}
