import { Types } from 'mongoose';
import type { TabPlace } from '../../../../common/schemas/events.ts';
import type { TabId } from '../../../platform/live/tabSocket.ts';
import { loadFolderFor } from '../access/access.ts';
import { type PresenceDoc, storePresence } from '../model/presence.model.ts';
import { createQueue } from './presence.queue.ts';

/** This node's tabs that have a folder open. They are stored as well, for the other nodes. */
export class PresenceTabs {
  readonly #tabs = new Map<string, PresenceDoc>();
  /** The last place that each tab asked to enter. */
  readonly #requested = new Map<string, TabPlace>();
  readonly #queue = createQueue(storePresence);

  folderIds(): Set<string> {
    return new Set([...this.#tabs.values()].map((tab) => String(tab.folderId)));
  }

  /** Throws not_found when the user cannot see the folder. */
  async enter(tab: TabId, place: TabPlace, nodeId: string): Promise<void> {
    this.#requested.set(tab.id, place);
    await loadFolderFor(tab.userId, place.folderId, 'folder:view').catch((error: unknown) => {
      if (this.#requested.get(tab.id) === place) this.#remove(tab.id);
      throw error;
    });
    // The tab may have closed or asked for another place in the meantime.
    if (this.#requested.get(tab.id) !== place) return;
    const doc = toPresenceDoc(tab, place, nodeId, this.#tabs.get(tab.id));
    this.#tabs.set(tab.id, doc);
    await this.#queue.put(tab.id, doc).catch((error: unknown) => {
      if (this.#tabs.get(tab.id) === doc) this.#tabs.delete(tab.id);
      throw error;
    });
  }

  async leave(tab: TabId, { folderId }: TabPlace): Promise<void> {
    if (this.#requested.get(tab.id)?.folderId !== folderId) return;
    this.#requested.delete(tab.id);
    if (this.#tabs.delete(tab.id)) await this.#queue.put(tab.id, null);
  }

  forget(tabId: string): void {
    this.#requested.delete(tabId);
    this.#remove(tabId);
  }

  isEmpty(folderId: string): boolean {
    return this.#in(folderId).length === 0;
  }

  /** Removes the tabs of these users from the folder. */
  dropPeople(folderId: string, userIds: readonly string[]): void {
    for (const tab of this.#in(folderId)) if (userIds.includes(String(tab.userId))) this.#remove(tab._id);
  }

  /** Removes the tabs of users who are not members from the folder, and returns the other tabs in it. */
  keepMembers(folderId: string, members: ReadonlySet<string>): TabId[] {
    const tabs = this.#in(folderId);
    const isMember = (tab: PresenceDoc) => members.has(String(tab.userId));
    for (const tab of tabs) if (!isMember(tab)) this.#remove(tab._id);
    return tabs.filter(isMember).map((tab) => ({ id: tab._id, userId: String(tab.userId) }));
  }

  storeAgain(): void {
    // A tab that cannot be stored now is stored with its next message.
    for (const tab of this.#tabs.values()) this.#queue.put(tab._id, tab).catch(() => undefined);
  }

  clear(): void {
    this.#tabs.clear();
  }

  /** Waits for the write that is in progress. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  #in(folderId: string): PresenceDoc[] {
    return [...this.#tabs.values()].filter((tab) => String(tab.folderId) === folderId);
  }

  #remove(tabId: string): void {
    if (this.#tabs.delete(tabId)) void this.#queue.put(tabId, null);
  }
}

/** `since` stays the same while the tab stays in the folder, whichever item it opens. */
function toPresenceDoc(tab: TabId, place: TabPlace, nodeId: string, before: PresenceDoc | undefined): PresenceDoc {
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
