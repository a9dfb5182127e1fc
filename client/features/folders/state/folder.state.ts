import type { FamilyKey } from '../../../../common/families.ts';
import type { Flags } from '../../../../common/permissions.ts';
import { applyPeople } from '../../../../common/replica/replica.people.ts';
import type { KnownRev, Replica } from '../../../../common/replica/replica.ts';
import type { ListVisibility } from '../../../../common/schemas/account/privacy.ts';
import type { ChangeBatch } from '../../../../common/schemas/changes.ts';
import type { GoneReason, SyncAnswer } from '../../../../common/schemas/events.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Invitation, SendInvitationBody } from '../../../../common/schemas/invitation.ts';
import type { Item, TitleFacts } from '../../../../common/schemas/item.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import type { Arrival } from './arrivals.ts';
import type { PendingChanges } from './pendingChanges.ts';

/** How the latest load ended. Undefined before the first has ended, and while one is made again after a failure. */
type LoadStatus = 'ready' | 'failed' | undefined;

/** How far a folder's log is loaded: its newest page, and whether the server has older ones. */
export interface ActivityStatus {
  status: LoadStatus;
  hasOlder: boolean;
}

/** A folder that the viewer lost, for the screen that may still show it. */
export interface Loss {
  name: string;
  reason: GoneReason;
}

/** Everything that this tab holds of one folder. It begins with the first load, before there is a replica. */
interface KnownFolder {
  replica?: Replica;
  status?: LoadStatus | 'missing';
  itemsStatus?: LoadStatus;
  /** Why loading the folder or its items failed the last time. */
  error?: unknown;
  sharesStatus?: LoadStatus;
  activityStatus?: ActivityStatus;
  /** A few titles for the cover of a list that is too long to load whole. */
  preview?: Item[];
  /** The viewer is deleting or leaving it, and the server has not confirmed that yet. */
  isLeaving?: boolean;
  /** What other members did in the last seconds: the screens animate it. */
  arrivals?: Arrival[];
}

/** A new name or picture that this tab has heard of, and when by performance.now(). */
interface Renamed {
  person: PublicUser;
  heardAt: number;
}

interface FoldersData {
  entries: Record<string, KnownFolder>;
  /** By user. An answer that was read before the change may arrive after the event. */
  renamed: Record<string, Renamed>;
  losses: Record<string, Loss>;
  listsStatus: LoadStatus;
  listsError?: unknown;
  /** The viewer's own lists are loaded, even if loading the shared ones failed. */
  hasOwnLists: boolean;
}

export interface FolderLoading {
  /** Loads own and shared lists, once per session unless forced. */
  loadLists: (family?: FamilyKey, isForced?: boolean) => Promise<void>;
  loadFolder: (id: string, family?: FamilyKey) => Promise<void>;
  loadItems: (id: string, family?: FamilyKey) => Promise<void>;
  loadPreview: (id: string, family?: FamilyKey) => Promise<void>;
  loadShares: (id: string, family?: FamilyKey, isForced?: boolean) => Promise<void>;
  /** Fetches and applies the changes that the replica lacks. */
  catchUp: (id: string) => Promise<void>;
  /** Loads the folder and its loaded parts again. */
  startOver: (id: string) => Promise<void>;
}

export interface FolderActivity {
  loadActivity: (id: string, family?: FamilyKey, isForced?: boolean) => Promise<void>;
  loadOlderActivity: (id: string, family?: FamilyKey) => Promise<void>;
  /** Undoes a change that the viewer made. Rejects with the server's reason if it cannot. */
  undoChange: (id: string, rev: number, family?: FamilyKey) => Promise<void>;
  /** Undoes a removal, by the opId that `removeItem` returned. */
  undoRemoval: (id: string, opId: string, family?: FamilyKey) => Promise<void>;
  /** Undoes removals, by the revs that `removeItems` returned. */
  undoRemovals: (id: string, revs: readonly number[], family?: FamilyKey) => Promise<void>;
}

type Ranked = Pick<Item, 'id' | 'rank'>;

interface Neighbours {
  after: Ranked | null;
  before: Ranked | null;
}

type Removed = Pick<Item, 'id' | 'folderId' | 'title'>;

export interface FolderWriting {
  createFolder: (name: string, family?: FamilyKey) => Promise<Folder>;
  renameFolder: (id: string, name: string, family?: FamilyKey) => Promise<void>;
  /** Sets who reads the list on its owner's profile. */
  setVisibility: (id: string, visibility: ListVisibility, family?: FamilyKey) => Promise<void>;
  deleteFolder: (id: string, family?: FamilyKey) => Promise<void>;
  /** Brings back a list that the viewer has deleted. */
  restoreFolder: (id: string, family?: FamilyKey) => Promise<void>;
  leaveFolder: (id: string, family?: FamilyKey) => Promise<void>;
  addItem: (folderId: string, title: TitleFacts, watched?: boolean) => Promise<Item>;
  /** Returns the opId, with which it can be undone. */
  removeItem: (item: Removed) => Promise<string>;
  /** Removes up to 500 items in one request, and returns the revs of the removals. Without a connection each waits for itself. */
  removeItems: (folderId: string, items: readonly Removed[], family?: FamilyKey) => Promise<number[]>;
  setWatched: (item: Item, watched: boolean) => Promise<Item>;
  /** An empty note removes it. */
  setNote: (item: Pick<Item, 'id' | 'folderId'>, note: string) => Promise<Item>;
  /** Puts an item between two others, of which one is null at an end of the list. */
  moveItem: (item: Pick<Item, 'id' | 'folderId'>, between: Neighbours) => Promise<Item>;
}

export interface FolderSharing {
  /** Invites with the default flags, as the Invite dialog does. */
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
  /** Shows the writes that wait for a connection. */
  applyQueue: () => void;
  /** Shows the lists that this device has kept. */
  applyKept: (replicas: readonly Replica[], hasAllLists: boolean) => void;
  /** Users changed their name or picture. */
  applyPeople: (people: readonly PublicUser[]) => void;
  /** Called by the screen that has shown the loss. */
  forgetLoss: (folderId: string) => void;
}

export interface FolderSyncing {
  /** `asked` are the revs that the request named. */
  applySync: (answer: SyncAnswer, asked: Record<string, KnownRev>) => void;
  /** For `sync`: the revs of every folder in this tab. */
  knownRevs: () => Record<string, KnownRev & { peopleRev: number | undefined; seenRev: number | undefined }>;
}

export type FoldersState = FoldersData &
  FolderLoading &
  FolderActivity &
  FolderWriting &
  FolderSharing &
  FolderApplying &
  FolderSyncing;

export type SetFolders = (
  partial: Partial<FoldersState> | ((state: FoldersState) => Partial<FoldersState> | FoldersState),
) => void;
export type GetFolders = () => FoldersState;

/** What the store's parts share. */
export interface FolderContext {
  set: SetFolders;
  get: GetFolders;
  pendingChanges: PendingChanges;
}

export const initialFolders: FoldersData = {
  entries: {},
  renamed: {},
  losses: {},
  listsStatus: undefined,
  hasOwnLists: false,
};

/** The replicas of all folders that are loaded. */
export function replicasOf({ entries }: Pick<FoldersData, 'entries'>): Replica[] {
  return Object.values(entries).flatMap(({ replica }) => replica ?? []);
}

/** Sets parts of a folder's entry. Creates the entry if the folder does not have one yet. */
export function setEntry(set: SetFolders, id: string, parts: KnownFolder): void {
  set((state) => {
    const replica = parts.replica && withNewNames(parts.replica, state);
    return { entries: { ...state.entries, [id]: { ...state.entries[id], ...parts, ...(replica && { replica }) } } };
  });
}

/** Longer than an answer is on its way, or a node has an old name in its cache. */
const RENAMED_FOR_MS = 30_000;

/** Those that an answer on its way may still lack. */
export function recentlyRenamed(renamed: FoldersData['renamed']): FoldersData['renamed'] {
  const after = performance.now() - RENAMED_FOR_MS;
  return Object.fromEntries(Object.entries(renamed).filter(([, { heardAt }]) => heardAt > after));
}

/** The replica, perhaps with an older answer in it, with the names that this tab has heard of a short while ago. */
function withNewNames(replica: Replica, { renamed }: Pick<FoldersData, 'renamed'>): Replica {
  const recent = Object.values(recentlyRenamed(renamed));
  if (recent.length === 0) return replica;
  return applyPeople(replica, new Map(recent.map(({ person }) => [person.id, person])));
}

/** Changes one replica; does nothing for a folder that this tab no longer holds. */
export function moveReplica(set: SetFolders, id: string, move: (replica: Replica) => Replica): void {
  set((state) => {
    const entry = state.entries[id];
    if (!entry?.replica) return state;
    const replica = withNewNames(move(entry.replica), state);
    return replica === entry.replica ? state : { entries: { ...state.entries, [id]: { ...entry, replica } } };
  });
}

/** A copy of the record without this key. Returns the record itself if it does not have the key. */
export function without<Value>(record: Record<string, Value>, key: string): Record<string, Value> {
  if (!(key in record)) return record;
  const { [key]: _removed, ...rest } = record;
  return rest;
}
