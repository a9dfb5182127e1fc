import { type Types, trusted } from 'mongoose';
import type { EventPayloads, NamedEvent } from '../../../common/schemas/events.ts';
import { requireTransaction } from '../../platform/database/database.ts';
import { appendNotification, type Receivers } from '../../platform/database/notifications.ts';
import type { RecordedPlays } from '../../platform/database/outbox.ts';
import { type BlockDoc, BlockModel } from './block.model.ts';
import { UserModel } from './user.model.ts';

type Id = Types.ObjectId | string;

/** Events for those who can see something at the time of delivery. The service that writes one names no users. */
type SharedEvent =
  | 'invitation:sent'
  | 'invitation-links:changed'
  | 'join-requests:changed'
  | 'poll:changed'
  | 'comment:changed'
  | 'seen:changed'
  | 'user:visibility-changed'
  | 'titles:changed';

interface NamedReceivers {
  to: readonly Id[];
  /**
   * Whose act the receivers learn of: those whom a block keeps apart from that person get nothing. Null if the event
   * shows no act of a person, for example when something disappears.
   */
  by: Id | null;
  /** Also for everyone who may read this folder's invitations. Their tabs load these at each connection. */
  invitationsOf?: Types.ObjectId;
  /** Also for these users, who share a list with the person. Their tabs catch up by the list's peopleRev. */
  fellows?: readonly Id[];
  /** What followers of the log hear of (followChanges.ts), and tabs do not. */
  recorded?: RecordedPlays;
}

/**
 * Stores an event for named users and raises their revs: a tab that was away then loads what `client/app/live/catchUp.ts`
 * names for the event. Throws outside of the transaction that stores what the event is about.
 */
export async function writeNotification<E extends NamedEvent>(
  event: E,
  payload: EventPayloads[E],
  { to, by, fellows = [], ...others }: NamedReceivers,
): Promise<void> {
  requireTransaction();
  const reachable = by === null ? to : await withoutBlocked(by, to);
  await UserModel.updateMany({ _id: trusted({ $in: reachable }) }, { $inc: { rev: 1 } }, { timestamps: false });
  await appendNotification(event, payload, { to: [...reachable, ...fellows], ...others });
}

/**
 * Stores that a watch group changed, for the members of its list, or for the own tabs of one of them alone. What it is like is
 * read when that is delivered.
 */
export async function writeGroupChanged(
  { folderId, tmdbId }: { folderId: Types.ObjectId; tmdbId: number },
  onlyFor?: Id,
): Promise<void> {
  const receivers = onlyFor === undefined ? { membersOf: folderId } : { to: [onlyFor] };
  await appendNotification('group:changed', { folderId: folderId.toHexString(), tmdbId }, receivers);
}

/** Stores that the notices of these users changed. Their tabs load them at each connection, so their revs stay. */
export async function writeNoticesChanged(to: readonly Id[]): Promise<void> {
  await appendNotification('notices:changed', {}, { to });
}

/** Stores an event for an audience. Its tabs catch up at each connection, or by a rev of the folder. */
export async function writeSharedNotification<E extends SharedEvent>(
  event: E,
  payload: EventPayloads[E],
  audience: Omit<Receivers, 'to'>,
): Promise<void> {
  await appendNotification(event, payload, audience);
}

/** Leaves out those who block the user, and those whom the user blocks. */
export async function withoutBlocked(userId: Id, ids: readonly Id[]): Promise<readonly Id[]> {
  const otherIds = ids.filter((id) => String(id) !== String(userId));
  if (otherIds.length === 0) return ids;
  const others = trusted({ $in: otherIds });
  const pairs = [
    { blockerId: userId, blockedId: others },
    { blockerId: others, blockedId: userId },
  ];
  const blocks = await BlockModel.find({ $or: pairs }).lean<BlockDoc[]>();
  const blocked = new Set(blocks.flatMap(({ blockerId, blockedId }) => [String(blockerId), String(blockedId)]));
  blocked.delete(String(userId));
  return ids.filter((id) => !blocked.has(String(id)));
}
