import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { serverEvents } from '../../../common/schemas/events.ts';
import { revAt } from '../../../common/testing/replicas.ts';
import { useSession } from '../../features/account/session.store.ts';
import { liveUnread, threadQuery } from '../../features/comments/comment.queries.ts';
import { liveJoinRequests, liveJoinStatus } from '../../features/folders/joinRequests/joinRequest.store.ts';
import { liveLinks } from '../../features/folders/links/link.store.ts';
import { usePolls } from '../../features/folders/polls/poll.store.ts';
import { usePresence } from '../../features/folders/presence/presence.store.ts';
import { liveSeen } from '../../features/folders/seen/seen.store.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { liveSentInvitations, useInvitations } from '../../features/folders/state/invitation.store.ts';
import { importsQuery } from '../../features/moving/importWork.queries.ts';
import { noticesQuery } from '../../features/notices/notice.queries.ts';
import { proposalsQuery, titlePlaysQuery } from '../../features/plays/play.queries.ts';
import { useReviews } from '../../features/reviews/review.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { operatorApi } from '../../lib/http/api.ts';
import { about, queryClient, queryOf } from '../../lib/query.ts';
import { sampleImport } from '../../testing/importSamples.ts';
import { folder, type LiveTab, openLiveTab, settle } from '../../testing/liveTab.ts';
import {
  ana,
  ben,
  itemChange,
  publicUser,
  sampleFolder,
  sampleInvitation,
  sampleItem,
  samplePlay,
  samplePoll,
  sampleProposal,
  sampleShare,
} from '../../testing/samples.ts';

const review = {
  id: 'r1',
  userId: ana.id,
  tmdbId: 603,
  mediaType: 'movie' as const,
  rating: 4,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
let tab: LiveTab;
/** The events that a tab of these tests has heard. */
const heard = new Set<string>();

beforeEach(() => {
  tab = openLiveTab();
  const { hear } = tab.socket;
  tab.socket.hear = (name, payload) => {
    heard.add(name);
    hear(name, payload);
  };
});
afterEach(() => {
  tab.disconnect();
});

describe('each event reaches its store', () => {
  test('folder:changes moves the replica', () => {
    tab.socket.hear('folder:changes', { folderId: folder.id, changes: [itemChange(2, 'item:added', sampleItem(1))] });

    expect(useFolders.getState().entries[folder.id]?.replica?.rev).toBe(2);
  });

  test('folder:available adds a folder and folder:gone removes it', () => {
    const other = sampleFolder({ id: 'f'.repeat(24) });

    tab.socket.hear('folder:available', { folder: other });
    expect(useFolders.getState().entries[other.id]?.replica).toBeDefined();

    tab.socket.hear('folder:gone', { folderId: other.id, reason: 'removed' });
    expect(useFolders.getState().entries[other.id]?.replica).toBeUndefined();
  });

  test('invitations arrive, are answered and are withdrawn', () => {
    const invitation = sampleInvitation();
    const pending = () => useInvitations.getState().invitations.length;

    tab.socket.hear('invitation:received', { invitation });
    expect(pending()).toBe(1);
    tab.socket.hear('invitation:answered', { invitation: { ...invitation, status: 'accepted' } });
    expect(pending()).toBe(0);

    tab.socket.hear('invitation:received', { invitation });
    tab.socket.hear('invitation:withdrawn', { invitation });
    expect(pending()).toBe(0);
  });

  test('sent invitations of a loaded list are added, answered and withdrawn', async () => {
    const invitation = sampleInvitation();
    const sent = () => liveSentInvitations.get(folder.id)?.map(({ id }) => id);
    tab.api.on(`GET /api/folders/${folder.id}/invitations`, { body: [] });
    await liveSentInvitations.load(folder.id);

    tab.socket.hear('invitation:sent', { invitation });
    expect(sent()).toEqual([invitation.id]);
    tab.socket.hear('invitation:answered', { invitation: { ...invitation, status: 'declined' } });
    expect(sent()).toEqual([]);

    tab.socket.hear('invitation:sent', { invitation });
    tab.socket.hear('invitation:withdrawn', { invitation });
    expect(sent()).toEqual([]);
    expect(useInvitations.getState().invitations).toEqual([]);
  });

  test('reviews are saved and deleted', () => {
    tab.socket.hear('review:saved', { review });
    expect(useReviews.getState().reviews['movie:603']).toEqual(review);

    tab.socket.hear('review:deleted', { review });
    expect(useReviews.getState().reviews['movie:603']).toBeNull();
  });

  test('plays are saved and deleted, and proposals arrive and are answered', () => {
    const play = samplePlay();
    const proposal = sampleProposal();
    const plays = () => queryClient.getQueryData(titlePlaysQuery(play).queryKey);
    const proposals = () => queryClient.getQueryData(proposalsQuery.queryKey);
    queryClient.setQueryData(titlePlaysQuery(play).queryKey, []);
    queryClient.setQueryData(proposalsQuery.queryKey, []);

    tab.socket.hear('play:saved', { play });
    expect(plays()).toEqual([play]);
    tab.socket.hear('play:deleted', { play, isStillSeen: false });
    expect(plays()).toEqual([]);

    tab.socket.hear('play:proposed', { proposal });
    expect(proposals()).toEqual([proposal]);
    tab.socket.hear('play:proposed', { proposal: { ...proposal, status: 'declined' } });
    expect(proposals()).toEqual([]);
  });

  test('seen:changed marks items, and the marks of a member go with the membership (P32)', () => {
    const marks = () => liveSeen.get(folder.id);
    liveSeen.apply(folder.id, () => ({ seen: {}, consents: {} }));
    const at = '2026-01-01T00:00:00.000Z';
    const revoked = { ...revAt(2), at, by: publicUser(ben), type: 'share:revoked', folder, share: sampleShare() };
    const bens = { folderId: folder.id, userId: ben.id, itemIds: [sampleItem(1).id], seen: true };

    tab.socket.hear('seen:changed', { ...bens, shows: true });
    expect(marks()).toEqual({ seen: { [ben.id]: new Set(bens.itemIds) }, consents: { [ben.id]: true } });
    tab.socket.hear('folder:changes', { folderId: folder.id, changes: [revoked] });
    expect(marks()).toEqual({ seen: {}, consents: {} });
    tab.socket.hear('folder:gone', { folderId: folder.id, reason: 'removed' });
    expect(marks()).toBeUndefined();
  });

  test('comments are read again after their events, and after a play, which may show more of them (P38)', async () => {
    const place = { folderId: folder.id, itemId: sampleItem(1).id };
    const { queryKey } = threadQuery(place);
    const thread = { pages: [{ entries: [], next: undefined }], pageParams: [undefined] };
    const about = { mediaType: 'tv', tmdbId: 1, title: 'x', about: { season: 1, episode: 1 } };
    const comment = { id: 'c'.repeat(24), itemId: place.itemId, ...about };
    const at = '2026-01-01T00:00:00.000Z';
    const added = { ...revAt(2), at, by: publicUser(ben), type: 'comment:added', comment };
    const play = samplePlay();
    const events: [name: string, payload: object][] = [
      ['folder:changes', { folderId: folder.id, changes: [added] }],
      ['comment:changed', { ...place, commentId: comment.id }],
      ['play:saved', { play }],
      ['play:deleted', { play, isStillSeen: true }],
    ];
    for (const [name, payload] of events) {
      queryClient.setQueryData(queryKey, thread);
      tab.socket.hear(name, payload);
      await settle();
      expect([name, queryClient.getQueryState(queryKey)?.isInvalidated]).toEqual([name, true]);
    }
  });

  test('the items with unread comments are read again where they may have changed (P39)', async () => {
    const unread = () => [...(liveUnread.get(folder.id) ?? [])];
    const answer = (itemIds: string[]) =>
      tab.api.on(`GET /api/folders/${folder.id}/unread-comments`, { body: { itemIds } });
    liveUnread.apply(folder.id, () => new Set());
    const place = { folderId: folder.id, itemId: 'i1' };

    answer(['i1']);
    tab.socket.hear('play:saved', { play: samplePlay() });
    await settle();
    expect(unread()).toEqual(['i1']);
    answer([]);
    tab.socket.hear('comments:read', place);
    await settle();
    expect(unread()).toEqual([]);
    answer(['i2']);
    tab.socket.hear('connect');
    await settle();

    expect(unread()).toEqual(['i2']);
    tab.socket.hear('folder:gone', { folderId: folder.id, reason: 'left' });
    expect(liveUnread.get(folder.id)).toBeUndefined();
  });

  test('pins and people change', () => {
    tab.socket.hear('pin:changed', { userId: ben.id, isPinned: true });
    tab.socket.hear('user:updated', { user: { ...publicUser(ana), firstName: 'Anna' } });

    expect(useUsers.getState().pinned[ben.id]).toBe(true);
    expect(useUsers.getState().viewer?.firstName).toBe('Anna');
  });

  test('user:updated changes the name on the items of lists', () => {
    tab.socket.hear('folder:changes', { folderId: folder.id, changes: [itemChange(2, 'item:added', sampleItem(1))] });
    const replica = useFolders.getState().entries[folder.id]!.replica!;
    useFolders.setState({ entries: { [folder.id]: { replica: { ...replica, items: [sampleItem(1)] } } } });

    tab.socket.hear('user:updated', { user: { ...publicUser(ana), firstName: 'Anna' } });

    expect(useFolders.getState().entries[folder.id]?.replica?.items?.[0]?.addedBy.firstName).toBe('Anna');
  });

  test.each([
    ['group:changed', 'groups', { folderId: folder.id, tmdbId: 1399 }],
    ['group:proposed', 'groups', { folderId: folder.id, tmdbId: 1399, title: 'Ozark', by: publicUser(ben) }],
    ['progress:changed', 'progress', { tmdbId: 1399 }],
    ['recommendations:changed', 'picks', {}],
    ['players:changed', 'players', {}],
    ['notices:changed', 'webhooks', {}],
    ['user:visibility-changed', 'people', { userId: null }],
    ['titles:changed', 'titles', {}],
  ] as const)('%s asks again for the %s', async (name, subject, payload) => {
    const queryKey = ['of this test', subject];
    await queryClient.fetchQuery({ queryKey, queryFn: () => 'known', ...about(subject) });

    tab.socket.hear(name, payload);
    await settle();

    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  test('notices and reports are asked for again', async () => {
    const keys = [noticesQuery, queryOf(operatorApi.waitingReports)].map(({ queryKey }) => queryKey);
    for (const key of keys) queryClient.setQueryData<unknown>(key, {});

    tab.socket.hear('notices:changed', {});
    tab.socket.hear('reports:changed', {});
    await settle();

    expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  });

  test('links, requests and votes of a list, and the answer to an own request, are shown as they are now', () => {
    const [request, poll] = [{ folderId: folder.id, userId: ben.id }, samplePoll({ folderId: folder.id })];

    tab.socket.hear('invitation-links:changed', { folderId: folder.id, links: [{ id: 'l1' }] });
    tab.socket.hear('join-requests:changed', { folderId: folder.id, requests: [request] });
    tab.socket.hear('join-state:changed', { folderId: folder.id, status: 'declined' });
    tab.socket.hear('poll:changed', poll);

    expect(liveLinks.get(folder.id)).toEqual([{ id: 'l1' }]);
    expect(liveJoinRequests.get(folder.id)).toEqual([request]);
    expect(liveJoinStatus.get(folder.id)).toBe('declined');
    expect(usePolls.getState().polls[folder.id]).toEqual(poll);
  });

  test('an import, and the role of an operator', () => {
    const [before, now] = [sampleImport({ source: 'imdb' }), sampleImport({ source: 'plex' })];
    queryClient.setQueryData(importsQuery.queryKey, [before]);

    tab.socket.hear('import:progress', { importId: before.id, import: now });
    tab.socket.hear('operator:changed', { isOperator: true });

    expect(queryClient.getQueryData(importsQuery.queryKey)).toEqual([now]);
    expect(useUsers.getState().viewer?.isOperator).toBe(true);
  });

  test('presence:changed updates who else is in the open folder', () => {
    usePresence.getState().applyPlace({ folderId: folder.id });

    tab.socket.hear('presence:changed', {
      folderId: folder.id,
      present: [{ user: publicUser(ben), since: '2026-01-01T00:00:00.000Z' }],
    });

    expect(usePresence.getState().present.map(({ user }) => user.id)).toEqual([ben.id]);
  });

  test('session:ended signs this tab out and opens the landing screen', () => {
    tab.socket.hear('session:ended');

    expect(useSession.getState()).toMatchObject({ status: 'signedOut', hasEnded: true });
    expect(tab.left).toBe(1);
  });
});

test('each event has a test here', () => {
  expect(Object.keys(serverEvents).filter((name) => !heard.has(name))).toEqual([]);
});

test('ending it removes every listener', () => {
  tab.disconnect();

  expect(tab.socket.listening()).toBe(0);
});
