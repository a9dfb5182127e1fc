import type { Types } from 'mongoose';
import pLimit from 'p-limit';
import type { PersonalEvent } from '../../../../common/schemas/events.ts';
import type { PollProgress } from '../../../../common/schemas/poll.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import type { PersonalNotification, SessionEnded } from '../../../platform/database/outbox.ts';
import type { Realtime } from '../../../platform/live/realtime.ts';
import { log } from '../../../platform/log.ts';
import { findGuestIds } from '../../../platform/session/guestSession.ts';
import { findBlockedWith } from '../../users/privacy/block.service.ts';
import { forgetPerson } from '../../users/user.service.ts';
import type { AudienceOf } from '../access/audience.ts';
import type { PresenceKeeper } from '../presence/presence.service.ts';
import { findInvitationReaders } from '../sharing/invitation.store.ts';

export interface PersonalDeliveryParts {
  realtime: Realtime;
  audienceOf: AudienceOf;
  presence: Pick<PresenceKeeper, 'refreshPeople'>;
  /** Takes the stored settings for titles into use on this node. Never rejects. */
  refreshTitles(): Promise<void>;
}

/** Delivers what is not in a folder's log: to the people that an entry names, or to whom it concerns at that time. */
export function createPersonalDelivery(parts: PersonalDeliveryParts) {
  const { realtime } = parts;
  const { inOrder, settle } = createOrder(realtime);
  const emit = createEmitters(parts, inOrder);
  const visibility = createVisibilityDelivery(parts, inOrder);

  function deliver(entry: PersonalNotification | SessionEnded): void {
    switch (entry.type) {
      case 'session:ended':
        endSessions(realtime, entry);
        break;
      case 'user:updated':
        forgetPerson(entry.payload.user.id);
        emit.toPeople(entry);
        break;
      case 'invitation:received':
      case 'invitation:sent':
      case 'invitation:answered':
      case 'invitation:withdrawn':
      case 'invitation-links:changed':
      case 'join-requests:changed':
        if (entry.invitationsOf) emit.toInvitationReaders(entry, entry.invitationsOf);
        else emit.toPeople(entry);
        break;
      case 'poll:changed':
        emit.toParticipants(entry.payload);
        break;
      case 'seen:changed':
        if (entry.membersOf) emit.marks(entry, entry.membersOf.toHexString());
        else emit.toPeople(entry);
        break;
      case 'user:visibility-changed':
        if (entry.isForEveryone) visibility.toEveryone(entry);
        else emit.toPeople(entry);
        visibility.refreshPresence(entry);
        break;
      case 'titles:changed':
        emit.titlesChanged(entry);
        break;
      case 'play:saved':
      case 'play:deleted':
      case 'play:proposed':
      case 'review:saved':
      case 'review:deleted':
      case 'recommendations:changed':
      case 'pin:changed':
      case 'operator:changed':
      case 'reports:changed':
      case 'join-state:changed':
        emit.toPeople(entry);
        break;
      default:
        unreachable(entry);
    }
  }

  return { deliver, settle };
}

function endSessions(realtime: Realtime, { payload, to }: SessionEnded): void {
  if ('sessionId' in payload) {
    if (payload.isReplaced) realtime.reconnectSession(payload.sessionId);
    else realtime.endSession(payload.sessionId);
  } else for (const userId of to) realtime.endOtherSessions(userId.toHexString(), payload.exceptSessionId);
}

function createEmitters({ realtime, audienceOf, refreshTitles }: PersonalDeliveryParts, inOrder: InOrder) {
  function toPeople<E extends PersonalEvent>(
    { type, to, payload }: PersonalNotification<E>,
    others: readonly string[] = [],
  ): void {
    realtime.emitTo([...new Set([...to.map(String), ...others])], type, payload);
  }

  return {
    toPeople,

    /** Reads who may see the invitations right before the emit: members who lost the right to share receive nothing. */
    toInvitationReaders(entry: PersonalNotification, folderId: Types.ObjectId): void {
      inOrder(String(folderId), async () => toPeople(entry, await findInvitationReaders(folderId)));
    },

    /** Reads the members and the guests right before the emit, for the same reason. */
    toParticipants(poll: PollProgress): void {
      inOrder(poll.folderId, async () => {
        const [members, guestIds] = await Promise.all([audienceOf(poll.folderId), findGuestIds(poll.pollId)]);
        realtime.emitToPoll(poll, members, guestIds);
      });
    },

    /** Reads the members right before the emit. Marks of a user who has left the folder are not delivered. */
    marks(entry: PersonalNotification<'seen:changed'>, folderId: string): void {
      inOrder(folderId, async () => {
        const audience = await audienceOf(folderId);
        if (audience.includes(entry.payload.userId)) toPeople(entry, audience);
      });
    },

    /** Tabs ask again when they hear of it, so this node takes the settings into use first. */
    titlesChanged({ type, payload }: PersonalNotification<'titles:changed'>): void {
      void refreshTitles().then(() => realtime.emitToEveryoneExcept([], type, payload));
    },
  };
}

function createVisibilityDelivery({ realtime, presence }: PersonalDeliveryParts, inOrder: InOrder) {
  return {
    /** Users who block the one that it is about, or whom that one blocks, must not notice anything. */
    toEveryone({ type, payload }: PersonalNotification<'user:visibility-changed'>): void {
      const { userId } = payload;
      if (userId === null) {
        realtime.emitToEveryoneExcept([], type, payload);
        return;
      }
      inOrder(userId, async () => {
        const blocked = await findBlockedWith(userId);
        realtime.emitToEveryoneExcept([...blocked], type, payload);
      });
    },

    refreshPresence({ to, payload }: PersonalNotification<'user:visibility-changed'>): void {
      const about = payload.userId === null ? [] : [payload.userId];
      inOrder('presence', () => presence.refreshPeople([...about, ...to.map(String)]));
    },
  };
}

type InOrder = ReturnType<typeof createOrder>['inOrder'];

/** Delivers in sequence, so that events about the same thing arrive in the order in which they were written. */
function createOrder(realtime: Realtime) {
  const oneByOne = pLimit(1);
  return {
    inOrder(about: string, deliver: () => Promise<void>): void {
      oneByOne(deliver).catch((error: unknown) => {
        log.error({ err: error, about }, 'an event could not be delivered');
        realtime.disconnectAll();
      });
    },

    /** Resolves when all that was to be delivered so far is. */
    settle: () => oneByOne(async () => undefined),
  };
}
