import type { InfiniteData } from '@tanstack/react-query';
import type { Replica } from '../../../common/replica/replica.ts';
import type { ChangeBatch } from '../../../common/schemas/changes.ts';
import type { Comment, CommentBody, CommentUpdateBody, ReactionKind } from '../../../common/schemas/comment.ts';
import { createLiveList } from '../../lib/createLiveList.ts';
import { commentApi, listCommentApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import { about, changeEntries, pagesOf, queryClient, queryOf, refresh } from '../../lib/query.ts';
import { createOnce, newOpId } from '../folders/state/opId.ts';
import { useUsers } from '../users/users.store.ts';

/** A title in a list, whose people comment on it. */
export interface CommentPlace {
  folderId: string;
  itemId: string;
}

const paramsOf = ({ folderId, itemId }: CommentPlace) => ({ id: folderId, itemId });

/** The comments on an item, newest first. A block hides those of a person. */
export const threadQuery = (place: CommentPlace) => ({
  ...pagesOf(listCommentApi.folder.list, { params: paramsOf(place) }),
  ...about('people'),
});

/** A comment with spoilers that the viewer wants to read all the same. */
export const shownCommentQuery = (id: string) => queryOf(commentApi.get, { params: { id }, query: { show: 'true' } });

/** The items of a list with comments that are new to the viewer. */
export const liveUnread = createLiveList<ReadonlySet<string>>({
  load: async (id) => new Set((await call(listCommentApi.folder.unread, { params: { id } })).itemIds),
});

const noItems: ReadonlySet<string> = new Set();

/** The same, loaded once for a list that can have comments of others, when it is needed. */
export function useUnread({ folder }: Replica, isNeeded = true): ReadonlySet<string> {
  const known = liveUnread.useKnown(folder.id);
  const canHaveComments = folder.memberCount > 0 && !folder.isReviewed;
  liveUnread.useLoaded(isNeeded && canHaveComments && !known ? folder.id : undefined);
  return known ?? noItems;
}

export async function addComment(place: CommentPlace, body: CommentBody): Promise<void> {
  const comment = await createOnce(['comment', place, body], (opId) =>
    call(listCommentApi.folder.add, { params: paramsOf(place), body, opId }),
  );
  queryClient.setQueryData<InfiniteData<{ entries: Comment[] }>>(threadQuery(place).queryKey, (loaded) => {
    const [first, ...others] = loaded?.pages ?? [];
    if (!loaded || !first) return loaded;
    const entries = [comment, ...first.entries.filter(({ id }) => id !== comment.id)];
    return { ...loaded, pages: [{ ...first, entries }, ...others] };
  });
}

export async function updateComment(id: string, body: CommentUpdateBody): Promise<void> {
  const changed = await call(commentApi.update, { params: { id }, body, opId: newOpId() });
  changeEntries(listCommentApi.folder.list, (comment) => (comment.id === id ? changed : comment));
}

export async function deleteComment(id: string): Promise<void> {
  await call(commentApi.remove, { params: { id }, opId: newOpId() });
  changeEntries(listCommentApi.folder.list, (comment) => (comment.id === id ? null : comment));
}

/** Undoes `deleteComment`. */
export async function restoreComment(id: string): Promise<void> {
  await call(commentApi.restore, { params: { id }, opId: newOpId() });
  refreshThreads();
}

/** Shows the reaction at once. A failure takes it back. */
export async function setReaction(id: string, kind: ReactionKind, isOn: boolean): Promise<void> {
  changeEntries(listCommentApi.folder.list, (comment) =>
    comment.id === id ? withReaction(comment, kind, isOn) : comment,
  );
  try {
    await call(isOn ? commentApi.react : commentApi.removeReaction, { params: { id, kind }, opId: newOpId() });
  } finally {
    refreshThreads();
  }
}

function withReaction(comment: Comment, kind: ReactionKind, isOn: boolean): Comment {
  if (comment.hidden) return comment;
  const { viewer } = useUsers.getState();
  const before = comment.reactions.find((one) => one.kind === kind) ?? { kind, count: 0, isOwn: false, people: [] };
  if (before.isOwn === isOn) return comment;
  const others = before.people.filter((person) => person.id !== viewer?.id);
  const after = {
    kind,
    count: before.count + (isOn ? 1 : -1),
    isOwn: isOn,
    people: isOn && viewer ? [...others, viewer] : others,
  };
  const rest = comment.reactions.filter((one) => one.kind !== kind);
  return { ...comment, reactions: after.count > 0 ? [...rest, after] : rest };
}

/** Notes that the viewer has seen the comments on an item up to this one. A failure leaves the dot. */
export async function markRead({ folderId, itemId }: CommentPlace, upTo: string): Promise<void> {
  await call(listCommentApi.folder.markRead, { params: { id: folderId, itemId }, body: { upTo }, opId: newOpId() });
  liveUnread.apply(folderId, (itemIds) => itemIds && new Set([...itemIds].filter((id) => id !== itemId)));
}

/** Comments that others have added, or that the viewer has in another tab. */
export function applyCommentChanges({ folderId, changes }: ChangeBatch): void {
  const added = changes.filter(({ type }) => type === 'comment:added');
  if (added.length === 0) return;
  refreshThreads();
  if (added.some(({ by }) => by.id !== useUsers.getState().viewer?.id)) void liveUnread.refresh(folderId);
}

/** Asks again for the comments that are shown. */
export function refreshThreads(): void {
  void refresh(listCommentApi.folder.list);
  void refresh(commentApi.get);
}

/** Asks again for comments and for which are unread, after this tab may have missed something, or a play shows more of them. */
export function refreshComments(): void {
  refreshThreads();
  void liveUnread.refresh();
}
