import type { FamilyKey } from '../../../../common/families.ts';
import { shownItems } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Change } from '../../../../common/schemas/changes.ts';
import type { EventPayloads } from '../../../../common/schemas/events.ts';
import type { Seen } from '../../../../common/schemas/play.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { createLiveList } from '../../../lib/createLiveList.ts';
import { queryClient } from '../../../lib/query.ts';
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

const noItems: ReadonlySet<string> = new Set();

/** By list. */
export const liveSeen = createLiveList<SeenMarks>({
  async load(folderId, family) {
    const marks = marksOf(await folderApi.seen(folderId, family));
    void loadUnknownPeople(marks);
    return marks;
  },
});

/** Says whether the others in the list see what the viewer has seen. */
export async function setConsent(folderId: string, shows: boolean, family: FamilyKey): Promise<void> {
  await folderApi.setSeenConsent(folderId, shows, family, newOpId());
  const viewerId = useUsers.getState().viewer?.id;
  if (viewerId)
    liveSeen.apply(folderId, (marks) => marks && { ...marks, consents: { ...marks.consents, [viewerId]: shows } });
}

export function applySeenChanged(event: SeenChanged): void {
  liveSeen.apply(event.folderId, (marks) => marks && applyEvent(marks, event));
  void loadUnknownPeople(liveSeen.get(event.folderId));
}

/** Marks of members who have left are removed. */
export function applyMembersLeft(folderId: string, changes: readonly Change[]): void {
  liveSeen.apply(folderId, (marks) => marks && changes.reduce(afterChange, marks));
}

/** The viewer has seen a title, or no longer has a play of it. */
export function applyOwnSeen(title: { mediaType: string; tmdbId: number }, isSeen: boolean): void {
  for (const { replica, itemId } of itemsOf(title)) {
    liveSeen.apply(replica.folder.id, (marks) => marks && markItems(marks, replica.viewerId, [itemId], isSeen));
  }
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
