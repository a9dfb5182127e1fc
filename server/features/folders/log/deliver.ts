import type { Types } from 'mongoose';
import pLimit from 'p-limit';
import type { PollProgress } from '../../../../common/schemas/poll.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import type { FeedHandlers } from '../../../platform/database/changeFeed.ts';
import type { PersonalEvent, PersonalNotification, SessionEnded } from '../../../platform/database/outbox.ts';
import type { Realtime } from '../../../platform/live/realtime.ts';
import { log } from '../../../platform/log.ts';
import { findGuestIds } from '../../../platform/session/guestSession.ts';
import { forgetPerson } from '../../users/user.service.ts';
import type { AudienceOf } from '../access/audience.ts';
import { viewFolder } from '../folderViews.ts';
import type { PresenceKeeper } from '../presence/presence.service.ts';
import { findMarks, findShowing } from '../seen/seen.service.ts';
import { findInvitationReaders } from '../sharing/invitation.events.ts';
import { type FolderEntry, type LogEntry, membershipChange, toChanges } from './folderEntry.ts';

interface DeliveryParts {
  realtime: Realtime;
  audienceOf: AudienceOf;
  presence: Pick<PresenceKeeper, 'dropPeople'>;
}

/** Delivers the entries that the change feed reads to this node's tabs. */
export function createDelivery(parts: DeliveryParts): FeedHandlers<FolderEntry, PersonalNotification | SessionEnded> {
  return {
    isFolderEntry: (entry: LogEntry): entry is FolderEntry => 'rev' in entry,
    deliverFolder: createFolderDelivery(parts),
    deliverPersonal: createPersonalDelivery(parts),
    onLost: () => parts.realtime.disconnectAll(),
  };
}

/** A folder's changes go to those who are its members at the time of delivery. */
function createFolderDelivery({ realtime, audienceOf, presence }: DeliveryParts) {
  async function deliverFolder(folderId: string, entries: FolderEntry[]): Promise<void> {
    const changes = await toChanges(entries);
    // Read last, and nothing is awaited between this and the emit: users who have lost the folder receive nothing.
    const audience = await audienceOf(folderId);
    realtime.emitTo(audience, 'folder:changes', { folderId, changes });
    await deliverMarks(folderId, entries, audience);
    for (const entry of entries) {
      const { gained, lost } = membershipChange(entry);
      for (const userId of gained) await deliverAvailable(userId, folderId, audience);
      for (const { userId, reason } of lost) {
        if (audience.includes(userId)) continue;
        presence.dropPeople(folderId, [userId]);
        realtime.emitTo([userId], 'folder:gone', { folderId, reason });
      }
    }
  }

  /** Who has already seen the added titles: to all members for those who show it, else only to the user's own tabs. */
  async function deliverMarks(folderId: string, entries: readonly FolderEntry[], members: string[]): Promise<void> {
    const items = entries.flatMap((entry) => (entry.type === 'item:added' ? [entry.after] : []));
    // A list that is not shared shows no marks.
    if (items.length === 0 || members.length < 2) return;
    const marks = await findMarks(items, members);
    if (marks.length === 0) return;
    const showing = await findShowing(folderId);
    const audience = await audienceOf(folderId);
    for (const { userId, itemIds } of marks) {
      if (!audience.includes(userId)) continue;
      const to = showing.includes(userId) ? audience : [userId];
      realtime.emitTo(to, 'seen:changed', { folderId, userId, itemIds, seen: true });
    }
  }

  async function deliverAvailable(userId: string, folderId: string, audience: readonly string[]): Promise<void> {
    if (!audience.includes(userId)) return;
    const folder = await viewFolder(userId, folderId);
    if (folder) realtime.emitTo([userId], 'folder:available', { folder });
  }

  return deliverFolder;
}

function createPersonalDelivery({ realtime, audienceOf }: DeliveryParts) {
  function deliverPersonal(entry: PersonalNotification | SessionEnded): void {
    switch (entry.type) {
      case 'session:ended':
        endSessions(entry);
        break;
      case 'user:updated':
        forgetPerson(entry.payload.user.id);
        emitPersonal(entry);
        break;
      case 'invitation:received':
      case 'invitation:sent':
      case 'invitation:answered':
      case 'invitation:withdrawn':
      case 'invitation-links:changed':
      case 'join-requests:changed':
        if (entry.invitationsOf) emitToReaders(entry, entry.invitationsOf);
        else emitPersonal(entry);
        break;
      case 'poll:changed':
        emitToParticipants(entry.payload);
        break;
      case 'seen:changed':
        if (entry.membersOf) emitMarks(entry, entry.membersOf.toHexString());
        else emitPersonal(entry);
        break;
      case 'play:saved':
      case 'play:deleted':
      case 'play:proposed':
      case 'review:saved':
      case 'review:deleted':
      case 'recommendations:changed':
      case 'pin:changed':
      case 'join-state:changed':
        emitPersonal(entry);
        break;
      default:
        unreachable(entry);
    }
  }

  function endSessions({ payload, to }: SessionEnded): void {
    if ('sessionId' in payload) realtime.endSession(payload.sessionId);
    else for (const userId of to) realtime.endOtherSessions(userId.toHexString(), payload.exceptSessionId);
  }

  function emitPersonal<E extends PersonalEvent>(
    { type, to, payload }: PersonalNotification<E>,
    others: readonly string[] = [],
  ): void {
    realtime.emitTo([...new Set([...to.map(String), ...others])], type, payload);
  }

  // In sequence, so that events about the same thing arrive in the order in which they were written.
  const oneByOne = pLimit(1);

  function deliverInOrder(folderId: string, deliver: () => Promise<void>): void {
    oneByOne(deliver).catch((error: unknown) => {
      log.error({ err: error, folderId }, 'an event of a list could not be delivered');
      realtime.disconnectAll();
    });
  }

  /** Reads who may see the invitations right before the emit: members who lost the right to share receive nothing. */
  function emitToReaders(entry: PersonalNotification, folderId: Types.ObjectId): void {
    deliverInOrder(String(folderId), async () => emitPersonal(entry, await findInvitationReaders(folderId)));
  }

  /** Reads the members and the guests right before the emit, for the same reason. */
  function emitToParticipants(poll: PollProgress): void {
    deliverInOrder(poll.folderId, async () => {
      const [members, guestIds] = await Promise.all([audienceOf(poll.folderId), findGuestIds(poll.pollId)]);
      realtime.emitToPoll(poll, members, guestIds);
    });
  }

  /** Reads the members right before the emit. Marks of a user who has left the folder are not delivered. */
  function emitMarks(entry: PersonalNotification<'seen:changed'>, folderId: string): void {
    deliverInOrder(folderId, async () => {
      const audience = await audienceOf(folderId);
      if (audience.includes(entry.payload.userId)) emitPersonal(entry, audience);
    });
  }

  return deliverPersonal;
}
