import { type mongo, trusted } from 'mongoose';
import type { Presence } from '../../../../common/schemas/events.ts';
import { findDeadNodes, joinNodes } from '../../../platform/database/nodes.ts';
import { followCollection, type StreamHandlers } from '../../../platform/database/stream.ts';
import type { RealtimeHandlers } from '../../../platform/live/messages.ts';
import { log } from '../../../platform/log.ts';
import { findBlocksAmong } from '../../users/privacy/block.service.ts';
import { findHiddenPresence } from '../../users/privacy/privacy.service.ts';
import { loadPublicUserLookup } from '../../users/user.service.ts';
import type { AudienceOf } from '../access/audience.ts';
import { PRESENCE, type PresenceDoc, PresenceModel, toPeople } from '../model/presence.model.ts';
import { PresenceTabs } from './presence.tabs.ts';
import { createThrottle, type Throttle } from './presence.throttle.ts';

export interface PresenceKeeper {
  handlers: Pick<RealtimeHandlers, 'enter' | 'leave' | 'forget'>;
  /** Removes users who just lost the folder. From then on their tabs receive nothing of it. */
  dropPeople(folderId: string, userIds: readonly string[]): void;
  /** Sends the presence of the folders that these users have open again: they may show it to more or fewer people. */
  refreshPeople(userIds: readonly string[]): Promise<void>;
  /** Removes all of this node's tabs. */
  close(): Promise<void>;
}

interface PresenceParts {
  database: mongo.Db;
  audienceOf: AudienceOf;
  /** Sends presence to these tabs of this node. */
  emit(tabIds: string[], payload: { folderId: string; present: Presence[] }): void;
  heartbeatMs?: number | undefined;
}

/**
 * Tracks who has which folder open, on all nodes together. Each node writes its own tabs into one collection, follows that
 * collection, and sends each folder's presence to those of its tabs that have the folder open.
 */
export async function startPresence({
  database,
  audienceOf,
  emit,
  heartbeatMs,
}: PresenceParts): Promise<PresenceKeeper> {
  const tabs = new PresenceTabs();
  const throttle = createThrottle(async (folderId) => {
    if (tabs.isEmpty(folderId)) return 0;
    const { people, blocked } = await findPresent(folderId);
    // Read last, and nothing is awaited between this and the emit: users who have lost the folder are left out.
    const members = new Set(await audienceOf(folderId));
    const present = people.filter(({ user }) => members.has(user.id));
    const here = tabs.keepMembers(folderId, members);
    const alike = here.filter(({ userId }) => !blocked.has(userId));
    emit(
      alike.map(({ id }) => id),
      { folderId, present },
    );
    for (const { id, userId } of here) {
      const unseen = blocked.get(userId);
      if (unseen) emit([id], { folderId, present: present.filter(({ user }) => !unseen.has(user.id)) });
    }
    return present.length;
  });
  const membership = await joinNodes(
    { onCheck: deleteTabsOfDeadNodes, onRemoved: () => tabs.storeAgain() },
    heartbeatMs,
  );
  const stream = await followCollection(database, PRESENCE, [], streamHandlers(tabs, throttle));

  return {
    handlers: {
      enter: (tab, place) => tabs.enter(tab, place, membership.nodeId),
      leave: (tab, place) => tabs.leave(tab, place),
      forget: (tabId) => tabs.forget(tabId),
    },
    dropPeople: (folderId, userIds) => tabs.dropPeople(folderId, userIds),
    async refreshPeople(userIds) {
      const here = tabs.folderIds();
      const folderIds = await PresenceModel.distinct('folderId', { userId: trusted({ $in: userIds }) });
      for (const folderId of folderIds.map(String)) if (here.has(folderId)) throttle.request(folderId);
    },
    async close() {
      throttle.stop();
      tabs.clear();
      await stream.close();
      await tabs.close();
      try {
        await PresenceModel.deleteMany({ nodeId: membership.nodeId });
        await membership.leave();
      } catch (error) {
        log.warn(
          { err: error },
          'this node could not sign off; its open tabs count until its last heartbeat is too old',
        );
      }
    },
  };
}

/**
 * The people whose tabs have the folder open on any node, in the order in which they came, without those who do not show it.
 * `blocked` has, for each person in a block, whom they do not see.
 */
async function findPresent(folderId: string): Promise<{ people: Presence[]; blocked: Map<string, Set<string>> }> {
  const everyone = toPeople(await PresenceModel.find({ folderId }).lean<PresenceDoc[]>());
  const ids = everyone.map(({ userId }) => userId);
  const [userById, hidden, blocked] = await Promise.all([
    loadPublicUserLookup(ids),
    findHiddenPresence(ids),
    findBlocksAmong(ids),
  ]);
  const people = everyone.flatMap(({ userId, since, itemId }) => {
    if (hidden.has(userId.toHexString())) return [];
    const item = itemId ? { itemId: itemId.toHexString() } : {};
    return [{ user: userById(userId), since: since.toISOString(), ...item }];
  });
  return { people, blocked };
}

async function deleteTabsOfDeadNodes(): Promise<void> {
  const dead = await findDeadNodes(await PresenceModel.distinct('nodeId'));
  if (dead.length > 0) await PresenceModel.deleteMany({ nodeId: trusted({ $in: dead }) });
}

/** Requests a delivery for each folder that a tab of any node entered or left. */
function streamHandlers(tabs: PresenceTabs, throttle: Throttle): StreamHandlers<PresenceDoc> {
  /** The last known folder of each tab. The event of a removal does not contain it. */
  const folderByTab = new Map<string, string>();
  const requestAll = () => {
    for (const folderId of tabs.folderIds()) throttle.request(folderId);
  };
  return {
    onEvent(event) {
      if (event.operationType === 'insert' || event.operationType === 'replace') {
        const { _id, folderId } = event.fullDocument;
        const before = folderByTab.get(_id);
        folderByTab.set(_id, String(folderId));
        if (before && before !== String(folderId)) throttle.request(before);
        throttle.request(String(folderId));
      } else if (event.operationType === 'delete') {
        const id = event.documentKey._id as unknown as string;
        const before = folderByTab.get(id);
        folderByTab.delete(id);
        // A tab that entered before this node started may have been in any folder.
        if (before) throttle.request(before);
        else requestAll();
      }
    },
    onLost: requestAll,
  };
}
