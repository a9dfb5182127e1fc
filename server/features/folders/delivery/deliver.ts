import { Types } from 'mongoose';
import pLimit from 'p-limit';
import type { EventPayloads, PersonalEvent } from '../../../../common/schemas/events.ts';
import type { PollProgress } from '../../../../common/schemas/poll.ts';
import type { ChangedGroup } from '../../../../common/schemas/watchGroup.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import type { FeedHandlers } from '../../../platform/database/changeFeed.ts';
import type { PersonalNotification, SessionEnded } from '../../../platform/database/outbox.ts';
import type { Realtime } from '../../../platform/live/realtime.ts';
import { log } from '../../../platform/log.ts';
import { findGuestIds } from '../../../platform/session/guestSession.ts';
import { findBlockedWith } from '../../users/privacy/block.service.ts';
import { forgetPerson, peopleVersion } from '../../users/user.service.ts';
import type { AudienceOf, Audiences } from '../access/audience.ts';
import { viewFolder } from '../access/folderViews.ts';
import { type FolderEntry, isFolderEntry, isWellFormed, membershipChange, toChanges } from '../log/folderEntry.ts';
import type { PresenceKeeper } from '../presence/presence.service.ts';
import { findMarks, findShowing } from '../seen/seen.service.ts';
import { findInvitationReaders } from '../sharing/invitation.store.ts';
import { linksWithin } from '../sharing/link.store.ts';

interface DeliveryParts {
  realtime: Realtime;
  audienceOf: AudienceOf;
  audiences: Audiences;
  presence: Pick<PresenceKeeper, 'dropPeople' | 'refreshPeople'>;
  /** Takes the stored settings for titles into use on this node. */
  refreshTitles(): Promise<void>;
  /** What a watch group is like now. */
  readGroup(folderId: string, tmdbId: number): Promise<ChangedGroup>;
}

/** Delivers the entries that the change feed reads to this node's tabs. */
export function createDelivery(parts: DeliveryParts): FeedHandlers<FolderEntry, PersonalNotification | SessionEnded> {
  const refreshTitles = () => refreshOrKeep(parts.refreshTitles);
  const personal = createPersonalDelivery({ ...parts, refreshTitles });
  return {
    isFolderEntry,
    deliverFolder: createFolderDelivery(parts),
    deliverPersonal: personal.deliver,
    settle: personal.settle,
    onLost() {
      parts.audiences.forget();
      parts.realtime.disconnectAll();
      // A change of the settings may have been missed.
      void refreshTitles();
    },
  };
}

async function refreshOrKeep(refreshTitles: () => Promise<void>): Promise<void> {
  try {
    await refreshTitles();
  } catch (error) {
    log.error({ err: error }, 'the settings for titles could not be read; titles are asked for as before');
  }
}

interface FolderDeliveryParts extends Pick<DeliveryParts, 'audienceOf'> {
  realtime: Pick<Realtime, 'emitTo' | 'hasTabs'>;
  audiences: Pick<Audiences, 'load' | 'lastOf'>;
  presence: Pick<PresenceKeeper, 'dropPeople'>;
}

/** A folder's changes go to those who are its members at the time of delivery. */
export function createFolderDelivery({ realtime, audienceOf, audiences, presence }: FolderDeliveryParts) {
  /** Entries whose change has been emitted. What follows the emit may fail, and is then delivered again without it. */
  const emitted = new WeakSet<FolderEntry>();
  const logged = new WeakSet<FolderEntry>();

  async function deliverFolder(folderId: string, stored: FolderEntry[]): Promise<void> {
    const entries = stored.filter(isWellFormed);
    if (entries.length === stored.length && !mayHaveTabs(folderId, entries)) return;
    const audience = await deliverChanges(folderId, entries);
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
    if (entries.length === stored.length) return;
    await skipMalformed(
      folderId,
      stored.filter((entry) => !entries.includes(entry)),
      audience,
    );
  }

  /**
   * False if no tab of this node gets these changes. Nothing is read then: with many nodes, most have no tab of a member.
   * The log itself says when the members change. A tab that connects later asks for what it missed.
   */
  function mayHaveTabs(folderId: string, entries: readonly FolderEntry[]): boolean {
    const last = audiences.lastOf(folderId);
    if (!last || realtime.hasTabs(last.userIds)) return true;
    return entries.map(membershipChange).some(({ gained, lost }) => gained.length + lost.length > 0);
  }

  /** The tabs get the folder at its rev instead. They see that they lack a change, and read the folder again. */
  async function skipMalformed(folderId: string, malformed: FolderEntry[], audience: string[]): Promise<void> {
    for (const entry of malformed) {
      if (logged.has(entry)) continue;
      log.error({ entryId: entry._id, folderId, rev: entry.rev }, 'a malformed entry of the log was skipped');
      logged.add(entry);
    }
    for (const userId of audience) await deliverAvailable(userId, folderId, audience);
  }

  /** Emits the changes, and returns who the members are. */
  async function deliverChanges(folderId: string, entries: FolderEntry[]): Promise<string[]> {
    const fresh = entries.filter((entry) => !emitted.has(entry));
    const { changes, audience, arrivedRevs } = await readDelivery(folderId, fresh);
    const firstOf = (userId: string) => arrivedRevs.get(userId) ?? 0;
    const newcomers = audience.filter((userId) => firstOf(userId) > (changes[0]?.rev ?? 0));
    const others = newcomers.length > 0 ? audience.filter((userId) => !newcomers.includes(userId)) : audience;
    if (changes.length > 0) realtime.emitTo(others, 'folder:changes', { folderId, changes });
    for (const userId of newcomers) {
      const since = changes.filter(({ rev }) => rev >= firstOf(userId));
      if (since.length > 0) realtime.emitTo([userId], 'folder:changes', { folderId, changes: since });
    }
    for (const entry of fresh) emitted.add(entry);
    return audience;
  }

  /** What each user receives. Nothing may be awaited between this and the emit. */
  async function readDelivery(folderId: string, entries: FolderEntry[]) {
    for (;;) {
      const version = peopleVersion();
      const changes = await toChanges(entries);
      // Read last: users who have lost the folder receive nothing.
      const { userIds: audience, arrivedRevs } = await audiences.load(folderId);
      // Tabs have already got a name that changed meanwhile, and these changes must not follow with the one before.
      if (version === peopleVersion()) return { changes, audience, arrivedRevs };
    }
  }

  /** Who has already seen the added titles: to all members for those who show it, else only to the user's own tabs. */
  async function deliverMarks(folderId: string, entries: readonly FolderEntry[], members: string[]): Promise<void> {
    const items = entries.flatMap((entry) => {
      if (entry.type === 'items:added') return entry.items;
      return entry.type === 'item:added' ? [entry.after] : [];
    });
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

interface PersonalDeliveryParts {
  realtime: Realtime;
  audienceOf: AudienceOf;
  presence: Pick<PresenceKeeper, 'refreshPeople'>;
  /** Takes the stored settings for titles into use on this node. Never rejects. */
  refreshTitles(): Promise<void>;
  readGroup: DeliveryParts['readGroup'];
}

/** Delivers what is not in a folder's log: to the people that an entry names, or to whom it concerns at that time. */
function createPersonalDelivery(parts: PersonalDeliveryParts) {
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
      case 'join-requests:changed':
        if (entry.invitationsOf) emit.toInvitationReaders(entry, entry.invitationsOf);
        else emit.toPeople(entry);
        break;
      case 'invitation-links:changed':
        emit.links(entry);
        break;
      case 'poll:changed':
        emit.toParticipants(entry.payload);
        break;
      case 'group:changed':
        emit.group(entry);
        break;
      case 'seen:changed':
        if (entry.membersOf) emit.marks(entry, entry.membersOf.toHexString());
        else emit.toPeople(entry);
        break;
      case 'comment:changed':
        emit.toMembers(entry);
        break;
      case 'user:visibility-changed':
        if (entry.isForEveryone) visibility.toEveryone(entry);
        else emit.toPeople(entry);
        visibility.refreshPresence(entry);
        break;
      case 'titles:changed':
        emit.titlesChanged(entry);
        break;
      case 'comments:read':
      case 'play:saved':
      case 'play:deleted':
      case 'play:proposed':
      case 'progress:changed':
      case 'group:proposed':
      case 'review:saved':
      case 'review:deleted':
      case 'recommendations:changed':
      case 'import:progress':
      case 'players:changed':
      case 'notices:changed':
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

function createEmitters({ realtime, audienceOf, refreshTitles, readGroup }: PersonalDeliveryParts, inOrder: InOrder) {
  function toPeople<E extends Exclude<PersonalEvent, 'group:changed'>>(
    { type, to, payload }: Pick<PersonalNotification, 'to'> & { type: E; payload: EventPayloads[E] },
    others: readonly string[] = [],
  ): void {
    realtime.emitTo([...new Set([...to.map(String), ...others])], type, payload);
  }

  return {
    toPeople,

    /** Reads who may see the invitations right before the emit: members who lost the right to share receive nothing. */
    toInvitationReaders(
      entry: Exclude<PersonalNotification, { type: 'group:changed' }>,
      folderId: Types.ObjectId,
    ): void {
      inOrder(String(folderId), async () => toPeople(entry, [...(await findInvitationReaders(folderId)).keys()]));
    },

    /** The same, of the links that each of them may see. */
    links({ payload: { folderId, links } }: PersonalNotification<'invitation-links:changed'>): void {
      inOrder(folderId, async () => {
        for (const [userId, flags] of await findInvitationReaders(new Types.ObjectId(folderId))) {
          realtime.emitTo([userId], 'invitation-links:changed', { folderId, links: linksWithin(flags, links) });
        }
      });
    },

    /** Reads the members and the guests right before the emit, for the same reason. */
    toParticipants(poll: PollProgress): void {
      inOrder(poll.folderId, async () => {
        const [members, guestIds] = await Promise.all([audienceOf(poll.folderId), findGuestIds(poll.pollId)]);
        realtime.emitToPoll(poll, members, guestIds);
      });
    },

    /** Reads the group right before the emit, and the members last. Nothing that is read here is stored. */
    group({ payload: { folderId, tmdbId }, to, membersOf }: PersonalNotification<'group:changed'>): void {
      inOrder(folderId, async () => {
        const group = await readGroup(folderId, tmdbId);
        const members = await audienceOf(folderId);
        const receivers = membersOf ? members : members.filter((id) => to.some((one) => String(one) === id));
        realtime.emitTo(receivers, 'group:changed', group);
      });
    },

    /** Reads the members right before the emit. Marks of a user who has left the folder are not delivered. */
    marks(entry: PersonalNotification<'seen:changed'>, folderId: string): void {
      inOrder(folderId, async () => {
        const audience = await audienceOf(folderId);
        if (audience.includes(entry.payload.userId)) toPeople(entry, audience);
      });
    },

    /** Reads the members right before the emit. */
    toMembers(entry: PersonalNotification<'comment:changed'>): void {
      const { folderId } = entry.payload;
      inOrder(folderId, async () => toPeople(entry, await audienceOf(folderId)));
    },

    /** Tabs ask again when they hear of it, so this node takes the settings into use first. */
    titlesChanged({ type, payload }: PersonalNotification<'titles:changed'>): void {
      void refreshTitles().then(() => realtime.emitToEveryoneExcept([], type, payload));
    },
  };
}

function createVisibilityDelivery({ realtime, presence }: PersonalDeliveryParts, inOrder: InOrder) {
  return {
    /** A user whom the event is about must stay invisible to those whom they block, and to those who block them. */
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
