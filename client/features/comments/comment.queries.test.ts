import { beforeEach, expect, test } from '@jest/globals';
import type { ChangeBatch } from '../../../common/schemas/changes.ts';
import type { Comment, ReadableComment } from '../../../common/schemas/comment.ts';
import { queryClient } from '../../lib/query.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { ana, ben, idOf, itemChange, publicUser, sampleItem } from '../../testing/samples.ts';
import { useUsers } from '../users/users.store.ts';
import {
  addComment,
  applyCommentChanges,
  deleteComment,
  liveUnread,
  markRead,
  setReaction,
  shownCommentQuery,
  threadQuery,
  updateComment,
} from './comment.queries.ts';

const place = { folderId: idOf(100), itemId: idOf(1) };
const thread = threadQuery(place);
const THREAD = `/api/folders/${place.folderId}/items/${place.itemId}/comments`;
const UNREAD = `GET /api/folders/${place.folderId}/unread-comments`;
const [one, two, hidden] = [idOf(701), idOf(702), idOf(703)];
let api: ApiStub;

function comment(id: string, over: Partial<ReadableComment> = {}): ReadableComment {
  const createdAt = '2026-01-31T20:15:00.000Z';
  const author = publicUser(ben);
  const said = { text: 'Whoa.', spoiler: false, createdAt, editedAt: null, reactions: [] };
  return { id, author, about: null, hidden: false, ...said, ...over };
}
const hiddenOne: Comment = { id: hidden, author: publicUser(ben), about: null, hidden: true };
const shown = () => queryClient.getQueryData(thread.queryKey)?.pages.map(({ entries }) => entries);
const isStale = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const show = (...entries: Comment[][]) =>
  queryClient.setQueryData(thread.queryKey, {
    pages: entries.map((page) => ({ entries: page, next: undefined })),
    pageParams: entries.map(() => undefined),
  });

beforeEach(() => {
  queryClient.clear();
  useUsers.getState().applyViewer(ana);
  api = stubApi({ [UNREAD]: { body: { itemIds: [idOf(1), idOf(2)] } } });
  show([comment(two)], [comment(one), hiddenOne]);
});

test('a comment that is sent again after its answer was lost cannot be there twice, and a later one is another', async () => {
  let isLost = true;
  api.on(`POST ${THREAD}`, () => {
    if (isLost) throw new TypeError('Failed to fetch');
    return { body: comment(idOf(704), { author: publicUser(ana) }) };
  });

  await expect(addComment(place, { text: 'Whoa.' })).rejects.toThrow();
  isLost = false;
  await addComment(place, { text: 'Whoa.' });
  await addComment(place, { text: 'Whoa.' });

  const [lost, again, later] = api.requestsTo(`POST ${THREAD}`).map(({ headers }) => headers['Idempotency-Key']);
  expect(again).toBe(lost);
  expect(later).not.toBe(lost);
});

test('a new comment is the first, once, a changed one stays in its place, and a deleted one is gone', async () => {
  const added = comment(idOf(704), { author: publicUser(ana) });
  api.on(`POST ${THREAD}`, { body: added });
  api.on(`PATCH /api/comments/${one}`, { body: comment(one, { text: 'Better' }) });
  api.on(`DELETE /api/comments/${two}`, { status: 204 });

  await addComment(place, { text: 'Whoa.' });
  await addComment(place, { text: 'Whoa.' });
  expect(shown()).toEqual([
    [added, comment(two)],
    [comment(one), hiddenOne],
  ]);

  await updateComment(one, { text: 'Better' });
  await deleteComment(two);
  expect(shown()).toEqual([[added], [comment(one, { text: 'Better' }), hiddenOne]]);
});

test('reactions show at once as the server counts them, and are asked for again also after a failure', async () => {
  const love = (isOwn: boolean, ...people: (typeof ana)[]) => ({
    kind: 'love' as const,
    count: people.length,
    isOwn,
    people: people.map(publicUser),
  });
  const fire = { ...love(true, ana), kind: 'fire' as const };
  show([comment(one, { reactions: [love(false, ben), fire] }), hiddenOne]);
  api.on(`PUT /api/comments/${one}/reactions/love`, { status: 204 });
  api.on(`DELETE /api/comments/${one}/reactions/fire`, failure(503, 'unavailable'));
  api.on(`PUT /api/comments/${hidden}/reactions/love`, { status: 204 });
  const reactions = () => {
    const first = shown()?.[0]?.[0];
    return first?.hidden === false ? first.reactions : undefined;
  };

  await setReaction(one, 'love', true);
  const loved = { ...love(true, ben), count: 2, people: [publicUser(ben), useUsers.getState().viewer] };
  expect(reactions()).toEqual([fire, loved]);
  // Pressed twice, it counts once.
  await setReaction(one, 'love', true);
  expect(reactions()).toEqual([fire, loved]);

  await settled();
  show([comment(one, { reactions: [fire] }), hiddenOne]);
  await expect(setReaction(one, 'fire', false)).rejects.toThrow('503');
  expect(reactions()).toEqual([]);
  await settled();
  expect(isStale(thread.queryKey)).toBe(true);

  await setReaction(hidden, 'love', true);
  expect(shown()?.[0]?.[1]).toEqual(hiddenOne);
});

test('reading the comments of an item leaves the other items unread', async () => {
  await liveUnread.load(place.folderId);
  api.on(`PUT ${THREAD}/read`, { status: 204 });

  await markRead(place, two);

  expect(api.requests.at(-1)?.body).toEqual({ upTo: two });
  expect([...(liveUnread.get(place.folderId) ?? [])]).toEqual([idOf(2)]);
});

test('only new comments are asked for, and only those of others can be unread', async () => {
  await liveUnread.load(place.folderId);
  queryClient.setQueryData(shownCommentQuery(one).queryKey, comment(one));
  const about = { id: one, itemId: place.itemId, mediaType: 'movie', tmdbId: 603, title: 'x', about: null } as const;
  const envelope = { rev: 2, revId: idOf(9002), at: '2026-01-31T20:15:00.000Z' };
  const addedBy = (by: typeof ana): ChangeBatch['changes'][number] => ({
    ...envelope,
    by: publicUser(by),
    type: 'comment:added',
    comment: about,
  });
  const apply = async (change: ChangeBatch['changes'][number]) => {
    api.calls.length = 0;
    applyCommentChanges({ folderId: place.folderId, changes: [change] });
    await settled();
    return [api.calls, isStale(thread.queryKey), isStale(shownCommentQuery(one).queryKey)];
  };

  expect(await apply(itemChange(2, 'item:added', sampleItem(1)))).toEqual([[], false, false]);
  expect(await apply(addedBy(ana))).toEqual([[], true, true]);
  expect(await apply(addedBy(ben))).toEqual([[UNREAD], true, true]);
});
