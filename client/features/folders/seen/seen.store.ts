import type { FamilyKey } from '../../../../common/families.ts';
import { shownItems } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Change } from '../../../../common/schemas/changes.ts';
import type { EventPayloads } from '../../../../common/schemas/events.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Seen } from '../../../../common/schemas/play.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { createStore } from '../../../lib/createStore.ts';
import { queryClient } from '../../../lib/query.ts';
import { createSharedLoads } from '../../../lib/sharedLoads.ts';
import { personQuery } from '../../users/user.queries.ts';
import { useUsers } from '../../users/users.store.ts';
import { folderApi } from '../state/folder.api.ts';
import { replicasOf, without } from '../state/folder.state.ts';
import { useFolders } from '../state/folder.store.ts';
import { newOpId } from '../state/opId.ts';

type SeenChanged = EventPayloads['seen:changed'];

/** What the members of a list have seen, as far as the viewer may know. */
export interface SeenMarks {
  /** Item ids by user: of the viewer, and of those who show it. */
  seen: Record<string, ReadonlySet<string>>;
  /** True for those who show it. For the viewer also false; absent before the viewer has answered. */
  consents: Record<string, boolean>;
}

interface SeenState {
  /** By list. */
  marks: Record<string, SeenMarks>;
  /** Loads the marks of a list once. From then on they are live. */
  loadSeen: (folderId: string, family: FamilyKey) => Promise<void>;
  /** Says whether the others in the list see what the viewer has seen. */
  setConsent: (folderId: string, shows: boolean, family: FamilyKey) => Promise<void>;
  applySeenChanged: (event: SeenChanged) => void;
  /** Marks of members who have left are removed. */
  applyChanges: (folderId: string, changes: readonly Change[]) => void;
  /** The viewer has seen a title, or no longer has a play of it. */
  applyOwn: (title: { mediaType: string; tmdbId: number }, isSeen: boolean) => void;
  applyGone: (folderId: string) => void;
  /** This tab missed something about these lists: their marks are loaded again. */
  applyMissed: (folders: readonly Pick<Folder, 'id'>[]) => void;
}

const noItems: ReadonlySet<string> = new Set();

export const useSeen = createStore<SeenState>((set, get) => {
  const put = (folderId: string, marks: SeenMarks) =>
    set((state) => ({ marks: { ...state.marks, [folderId]: marks } }));
  const { read, keep } = createReader(put);

  return {
    marks: {},

    async loadSeen(folderId, family) {
      if (!get().marks[folderId]) await read(folderId, family);
    },

    async setConsent(folderId, shows, family) {
      await folderApi.setSeenConsent(folderId, shows, family, newOpId());
      const marks = get().marks[folderId];
      const viewerId = useUsers.getState().viewer?.id;
      if (marks && viewerId) put(folderId, { ...marks, consents: { ...marks.consents, [viewerId]: shows } });
    },

    applySeenChanged(event) {
      keep(event);
      const marks = get().marks[event.folderId];
      if (!marks) return;
      put(event.folderId, applyEvent(marks, event));
      void loadUnknownPeople(get().marks[event.folderId]);
    },

    applyChanges(folderId, changes) {
      const marks = get().marks[folderId];
      if (marks) put(folderId, changes.reduce(afterChange, marks));
    },

    applyOwn(title, isSeen) {
      for (const { replica, itemId } of itemsOf(title)) {
        const marks = get().marks[replica.folder.id];
        if (marks) put(replica.folder.id, markItems(marks, replica.viewerId, [itemId], isSeen));
      }
    },

    applyGone(folderId) {
      set((state) => ({ marks: without(state.marks, folderId) }));
    },

    applyMissed(folders) {
      for (const { id } of folders) {
        // A missed mark shows no error: the next load has it.
        if (get().marks[id]) read(id, 'folder').catch(() => undefined);
      }
    },
  };
});

/** Reads marks from the server, one request at a time for each list. */
function createReader(put: (folderId: string, marks: SeenMarks) => void) {
  const shareLoad = createSharedLoads();
  /** Events that arrive while marks are loading. The answer may be older than they are. */
  const early = new Map<string, SeenChanged[]>();
  return {
    keep: (event: SeenChanged) => early.get(event.folderId)?.push(event),
    read: (folderId: string, family: FamilyKey) =>
      shareLoad(folderId, async () => {
        early.set(folderId, []);
        let marks: SeenMarks;
        try {
          const answer = marksOf(await folderApi.seen(folderId, family));
          marks = (early.get(folderId) ?? []).reduce(applyEvent, answer);
          put(folderId, marks);
        } finally {
          early.delete(folderId);
        }
        await loadUnknownPeople(marks);
      }),
  };
}

function marksOf({ seen, consents }: Seen): SeenMarks {
  return {
    seen: Object.fromEntries(Object.entries(seen).map(([userId, itemIds]) => [userId, new Set(itemIds)])),
    consents,
  };
}

function applyEvent(marks: SeenMarks, { userId, itemIds, seen, shows }: SeenChanged): SeenMarks {
  const isViewer = userId === useUsers.getState().viewer?.id;
  if (shows === undefined) return markItems(marks, userId, itemIds, seen);
  // The viewer sees the own marks in any case.
  if (isViewer) return { ...marks, consents: { ...marks.consents, [userId]: shows } };
  if (!shows) return { seen: without(marks.seen, userId), consents: without(marks.consents, userId) };
  return { seen: { ...marks.seen, [userId]: new Set(itemIds) }, consents: { ...marks.consents, [userId]: true } };
}

/** Without the marks of a member who has left. */
function afterChange(marks: SeenMarks, change: Change): SeenMarks {
  if (change.type !== 'share:revoked') return marks;
  const { sharedWithUserId } = change.share;
  return { seen: without(marks.seen, sharedWithUserId), consents: without(marks.consents, sharedWithUserId) };
}

/** The items of this title, in all lists that the tab holds. */
function itemsOf(title: { mediaType: string; tmdbId: number }): { replica: Replica; itemId: string }[] {
  const key = titleKey(title);
  return replicasOf(useFolders.getState()).flatMap((replica) => {
    const item = shownItems(replica).find((one) => titleKey(one) === key);
    return item ? [{ replica, itemId: item.id }] : [];
  });
}

function markItems(marks: SeenMarks, userId: string, itemIds: readonly string[], isSeen: boolean): SeenMarks {
  const items = new Set(marks.seen[userId] ?? noItems);
  for (const itemId of itemIds) {
    if (isSeen) items.add(itemId);
    else items.delete(itemId);
  }
  return { ...marks, seen: { ...marks.seen, [userId]: items } };
}

/** A member who may not share the list does not know all the others by name. */
async function loadUnknownPeople(marks: SeenMarks | undefined): Promise<void> {
  const { people } = useUsers.getState();
  const unknown = Object.keys(marks?.consents ?? {}).filter((id) => !people[id]);
  // Without a name the mark still shows.
  await Promise.allSettled(unknown.map((id) => queryClient.fetchQuery(personQuery(id))));
}
