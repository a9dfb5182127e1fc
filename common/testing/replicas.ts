import { newItemState } from '../newItemState.ts';
import { allFlags, defaultFlags } from '../permissions.ts';
import { shownItems } from '../replica/replica.pending.ts';
import { createReplica, type Replica } from '../replica/replica.ts';
import type { Change } from '../schemas/changes.ts';
import type { Folder } from '../schemas/folder.ts';
import type { Item } from '../schemas/item.ts';
import type { Share } from '../schemas/share.ts';

export const at = '2026-01-01T00:00:00.000Z';
const hex = (n: number) => n.toString(16).padStart(24, '0');
const person = (n: number) => ({
  id: hex(n),
  username: null,
  firstName: `P${n}`,
  lastName: null,
  profileImageUrl: null,
});
export const ana = person(1);
export const ben = person(2);
const folderId = hex(100);

export const folderAt = (rev: number, over: Partial<Folder> = {}): Folder => ({
  id: folderId,
  name: 'Friday',
  userId: ana.id,
  createdAt: at,
  itemCount: 0,
  memberCount: 0,
  visibility: null,
  rev,
  isReviewed: false,
  isSharedByMe: false,
  permissions: allFlags,
  ...over,
});

/** The facts of a film, as a tab sends them. */
export const film = (tmdbId: number) => ({
  tmdbId,
  mediaType: 'movie' as const,
  title: `Film ${tmdbId}`,
  overview: null,
  posterPath: null,
  backdropPath: null,
  releaseDate: null,
  voteAverage: null,
  genres: [],
  runtime: null,
});

export const item = (n: number, over: Partial<Item> = {}): Item => ({
  id: hex(1000 + n),
  folderId,
  categoryId: folderId,
  userId: ana.id,
  ...film(n),
  title: `Title ${n}`,
  ...newItemState,
  createdAt: at,
  addedBy: ana,
  ...over,
});

/** A rev, and an id of the change that made it. */
export const revAt = (rev: number) => ({ rev, revId: hex(9000 + rev) });

export type ItemType = Extract<Change, { item: Item }>['type'];
export const itemChange = (rev: number, type: ItemType, of: Item, itemCount = 1, opId?: string): Change => ({
  ...revAt(rev),
  at,
  by: ana,
  opId,
  type,
  item: of,
  itemCount,
});

export const share = (over: Partial<Share> = {}): Share => ({
  ...defaultFlags,
  id: hex(500),
  folderId,
  categoryId: folderId,
  sharedWithUserId: ben.id,
  sharedByUserId: ana.id,
  createdAt: at,
  sharedWithUser: { ...ben, email: 'ben@example.org' },
  ...over,
});

type ShareType = 'share:granted' | 'share:permissions-changed' | 'share:revoked';
export const shareChange = (rev: number, type: ShareType, over: Partial<Share> = {}): Change => {
  const { permissions: _permissions, isReviewed: _isReviewed, isSharedByMe: _isSharedByMe, ...folder } = folderAt(rev);
  return { ...revAt(rev), at, by: ana, type, share: { ...share(over), sharedWithUser: ben }, folder };
};

/** A replica with these items loaded. */
export const ready = (items: Item[] = [], rev = 1): Replica => ({
  ...createReplica(folderAt(rev, { itemCount: items.length }), ana.id),
  items,
});
/** The titles that the replica shows. */
export const titles = (replica: Replica) => shownItems(replica).map((shown) => shown.title);
