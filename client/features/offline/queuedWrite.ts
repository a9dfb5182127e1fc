import type { EpisodeNumber } from '../../../common/progress.ts';
import type { AddItemBody, Item } from '../../../common/schemas/item.ts';
import type { PlayBody } from '../../../common/schemas/play.ts';
import type { UpToBody } from '../../../common/schemas/progress.ts';

/** A write that can wait for a connection. `opId` is its Idempotency-Key. */
export type QueuedWrite = { opId: string; name: string } & (
  | { kind: 'add'; folderId: string; item: Item; body: AddItemBody }
  | { kind: 'remove'; folderId: string; itemId: string }
  /** `rev` is that of the list as the person saw it. */
  | { kind: 'watch'; folderId: string; itemId: string; watched: boolean; rev: number }
  /** `shown` are the episodes that count as seen because of this write, or of others that wait. */
  | { kind: 'play'; body: PlayBody; shown?: readonly EpisodeNumber[] }
  | { kind: 'upTo'; body: UpToBody; shown: readonly EpisodeNumber[] }
);

/** Why a write could not be saved, for the person to read. */
export type QueueProblem =
  /** Someone else has changed it, and that stays. */
  | { kind: 'theirs' }
  /** The list is gone, or the person may no longer add to it. */
  | { kind: 'no access' }
  /** The others of a watch group are not there yet. */
  | { kind: 'ahead'; text: string }
  | { kind: 'refused'; text: string }
  /** The server fails at it each time. It can be sent again. */
  | { kind: 'failing' };

export interface QueueEntry {
  /** Its place in the queue. The database gives it. */
  seq?: number;
  userId: string;
  /** When the person did it. */
  at: Date;
  /** The name of its list, if it has one. */
  listName: string | null;
  write: QueuedWrite;
  /** It was sent without an answer, so that the server may have it. */
  mayHaveArrived?: boolean;
  /** How often it was sent in vain, since when, and when that was last counted. */
  failures?: { count: number; since: Date; countedAt?: Date };
  problem?: QueueProblem;
}

/** How a write has ended: saved, with the server's answer, or not. */
export interface Settled {
  write: QueuedWrite;
  isSaved: boolean;
  answer?: unknown;
}
