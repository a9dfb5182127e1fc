import { type mongo, Types } from 'mongoose';
import type { Place, Presence } from '../../../common/events.ts';
import { findGone, joinNodes } from '../../platform/nodes.ts';
import type { RealtimeHandlers, TabId } from '../../platform/realtime.ts';
import { followCollection } from '../../platform/stream.ts';
import { publicUsersById } from '../users/user.service.ts';
import { loadFolderFor } from './access.ts';
import type { AudienceOf } from './audience.ts';
import { PRESENCE, type PresenceDoc, PresenceModel, storePresence, toPeople } from './presence.model.ts';
import { createQueue } from './presence.queue.ts';
import { createTurns } from './presence.turns.ts';

export interface PresenceKeeper {
  handlers: Pick<RealtimeHandlers, 'enter' | 'leave' | 'forget'>;
  /** Those who just lost the folder are in it no more; nothing of it reaches their tabs from here on. */
  dropPeople(folderId: string, userIds: readonly string[]): void;
  /** Takes all of this node's tabs out. */
  close(): Promise<void>;
}

interface PresenceParts {
  database: mongo.Db;
  audienceOf: AudienceOf;
  /** To these tabs of this node. */
  tell(tabIds: string[], news: { folderId: string; present: Presence[] }): void;
  beatMs?: number | undefined;
}

/**
 * Who has which folder open, on all nodes together: each node writes its own tabs into one collection and follows it,
 * and tells those of its tabs that are in the folder.
 */
export async function startPresence({ database, audienceOf, tell, beatMs }: PresenceParts): Promise<PresenceKeeper> {
  /** This node's tabs, and the last place each of them asked for. */
  const tabs = new Map<string, PresenceDoc>();
  const asked = new Map<string, Place>();
  /** Which folder a tab of any node was last heard in: a removal names the tab alone. */
  const folderOf = new Map<string, string>();
  const queue = createQueue(storePresence);

  const tabsIn = (folderId: string) => [...tabs.values()].filter((tab) => String(tab.folderId) === folderId);

  function take(tabId: string): void {
    if (tabs.delete(tabId)) void queue.put(tabId, null);
  }

  async function tellFolder(folderId: string): Promise<number> {
    if (tabsIn(folderId).length === 0) return 0;
    const people = toPeople(await PresenceModel.find({ folderId }).lean<PresenceDoc[]>());
    const userById = await publicUsersById(people.map((person) => person.userId));
    // Asked last, with nothing awaited between the answer and the emit: who lost the folder since is left out.
    const members = new Set(await audienceOf(folderId));
    const here = tabsIn(folderId);
    for (const tab of here) if (!members.has(String(tab.userId))) take(tab._id);
    const present = people
      .filter((person) => members.has(String(person.userId)))
      .map(({ userId, since, itemId }) => ({
        user: userById(userId),
        since: since.toISOString(),
        ...(itemId ? { itemId: itemId.toHexString() } : {}),
      }));
    tell(
      here.filter((tab) => members.has(String(tab.userId))).map((tab) => tab._id),
      { folderId, present },
    );
    return present.length;
  }

  const { tellSoon, stop: stopTelling } = createTurns(tellFolder);

  const membership = await joinNodes({ onLook: sweep, onForgotten: storeAgain }, beatMs);

  /** What nodes that are no more left behind. */
  async function sweep(): Promise<void> {
    const gone = await findGone(await PresenceModel.distinct('nodeId'));
    if (gone.length > 0) await PresenceModel.deleteMany({ nodeId: { $in: gone } });
  }

  function storeAgain(): void {
    // What fails is stored with the tab's next word.
    for (const tab of tabs.values()) queue.put(tab._id, tab).catch(() => undefined);
  }

  const stream = await followCollection(database, PRESENCE, [], {
    onEvent(event) {
      if (event.operationType === 'insert' || event.operationType === 'replace') {
        const { _id, folderId } = event.fullDocument as unknown as PresenceDoc;
        const before = folderOf.get(_id);
        folderOf.set(_id, String(folderId));
        if (before && before !== String(folderId)) tellSoon(before);
        tellSoon(String(folderId));
      } else if (event.operationType === 'delete') {
        const id = event.documentKey._id as unknown as string;
        const before = folderOf.get(id);
        folderOf.delete(id);
        // One that entered before this node started could have been in any folder.
        if (before) tellSoon(before);
        else tellAll();
      }
    },
    onLost: tellAll,
  });

  function tellAll(): void {
    for (const folderId of new Set([...tabs.values()].map((tab) => String(tab.folderId)))) tellSoon(folderId);
  }

  return {
    handlers: {
      async enter(tab: TabId, place: Place) {
        asked.set(tab.id, place);
        await loadFolderFor(tab.userId, place.folderId, 'folder:view').catch((error: unknown) => {
          if (asked.get(tab.id) === place) take(tab.id);
          throw error;
        });
        // Meanwhile it may have closed, or gone on to another place.
        if (asked.get(tab.id) !== place) return;
        const doc = placeOf(tab, place, membership.nodeId, tabs.get(tab.id));
        tabs.set(tab.id, doc);
        await queue.put(tab.id, doc).catch((error: unknown) => {
          if (tabs.get(tab.id) === doc) tabs.delete(tab.id);
          throw error;
        });
      },
      async leave(tab: TabId, { folderId }: Place) {
        if (asked.get(tab.id)?.folderId !== folderId) return;
        asked.delete(tab.id);
        if (tabs.delete(tab.id)) await queue.put(tab.id, null);
      },
      forget(tabId: string) {
        asked.delete(tabId);
        take(tabId);
      },
    },
    dropPeople(folderId, userIds) {
      for (const tab of tabsIn(folderId)) if (userIds.includes(String(tab.userId))) take(tab._id);
    },
    async close() {
      stopTelling();
      tabs.clear();
      await stream.close();
      await queue.close();
      await PresenceModel.deleteMany({ nodeId: membership.nodeId });
      await membership.leave();
    },
  };
}

/** A tab that stays in its folder has been there since it came, whatever it opens meanwhile. */
function placeOf(tab: TabId, place: Place, nodeId: string, before: PresenceDoc | undefined): PresenceDoc {
  const now = new Date();
  return {
    _id: tab.id,
    nodeId,
    folderId: new Types.ObjectId(place.folderId),
    userId: new Types.ObjectId(tab.userId),
    ...(place.itemId ? { itemId: new Types.ObjectId(place.itemId) } : {}),
    since: before && String(before.folderId) === place.folderId ? before.since : now,
    at: now,
  };
}
