import type { Types } from 'mongoose';
import type { PersonalEvent } from '../../../common/schemas/events.ts';
import { appendEntries, envelope, type PersonalNotification, type StoredPayloads, uniqueIds } from './outbox.ts';

/** Who gets an event. The users behind a folder or a poll are looked up at the time of delivery. */
export type Receivers = Pick<PersonalNotification, 'invitationsOf' | 'membersOf' | 'isForEveryone' | 'recorded'> & {
  to?: readonly (Types.ObjectId | string)[];
};

/**
 * Stores an event that is in no folder's log, in the caller's transaction. Features call the functions of
 * `server/features/users/notification.service.ts`.
 */
export async function appendNotification<E extends PersonalEvent>(
  event: E,
  payload: StoredPayloads[E],
  { to = [], ...others }: Receivers,
): Promise<void> {
  const entry: PersonalNotification<E> = { ...envelope(), type: event, payload, to: uniqueIds(to), ...others };
  await appendEntries([entry]);
}
