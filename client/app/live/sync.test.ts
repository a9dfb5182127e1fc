import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { liveSeen } from '../../features/folders/seen/seen.store.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { liveSentInvitations } from '../../features/folders/state/invitation.store.ts';
import { picksQuery } from '../../features/recommendations/recommendation.queries.ts';
import { myReviewQuery } from '../../features/reviews/review.store.ts';
import { everybodyQuery } from '../../features/users/user.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { queryClient } from '../../lib/query.ts';
import { failure } from '../../testing/api.ts';
import { folder, type LiveTab, nothingMissed, openLiveTab, settle } from '../../testing/liveTab.ts';
import { ana, ben, publicUser, sampleFolder, sampleInvitation } from '../../testing/samples.ts';
import { knownPart } from './sync.ts';

let tab: LiveTab;

beforeEach(() => {
  tab = openLiveTab();
});
afterEach(() => {
  tab.disconnect();
});

describe('every connect', () => {
  test('requests the changes since the known revs (P17)', async () => {
    tab.socket.hear('connect');
    await settle();
    tab.socket.hear('connect');
    await settle();

    expect(tab.socket.syncs).toEqual([
      { folders: { [folder.id]: 1 }, seenRevs: {}, userRev: 0 },
      { folders: { [folder.id]: 1 }, seenRevs: {}, userRev: 3 },
    ]);
  });

  test.each([
    ['it missed personal events', 4],
    ['the database was restored', 2],
  ])('reads the user again where %s', async (_why, newUserRev) => {
    tab.api.on('GET /api/auth/user', { body: { ...ana, firstName: 'Anna' } });
    tab.socket.hear('connect');
    await settle();
    expect(tab.api.calls).toEqual([]);

    tab.socket.answer = () => ({ ...nothingMissed, userRev: newUserRev });
    tab.socket.hear('connect');
    await settle();

    expect(tab.api.calls).toEqual(['GET /api/config', 'GET /api/auth/user']);
  });

  test('reads the user again after personal events between the load of the page and the first connect (P19)', async () => {
    const { userRev } = nothingMissed;
    useUsers.getState().applyViewer({ ...ana, isOperator: false, rev: userRev - 1 });
    tab.api.on('GET /api/auth/user', { body: { ...ana, isOperator: true, rev: userRev } });

    tab.socket.hear('connect');
    await settle();

    expect(tab.api.calls).toEqual(['GET /api/auth/user']);
    expect(useUsers.getState().viewer).toMatchObject({ isOperator: true });
  });

  test('reads reviews, recommendations and pinned people again after missed personal events (P19)', async () => {
    tab.api.on('GET /api/recommendations', { body: { results: [], rankedBy: 'local' } });
    tab.api.on('GET /api/reviews/my-review/movie/603', { body: null });
    const shown = [picksQuery('movie').queryKey, myReviewQuery({ mediaType: 'movie', tmdbId: 603 }).queryKey];
    await queryClient.prefetchQuery(picksQuery('movie'));
    await queryClient.prefetchQuery(myReviewQuery({ mediaType: 'movie', tmdbId: 603 }));
    tab.api.on('GET /api/auth/user', { body: ana });
    tab.api.on('GET /api/users', { body: [] });
    await queryClient.prefetchQuery(everybodyQuery);
    useUsers.getState().applyPin(ben.id, true);
    tab.socket.hear('connect');
    await settle();

    tab.socket.answer = () => ({ ...nothingMissed, userRev: nothingMissed.userRev + 1 });
    tab.socket.hear('connect');
    await settle();

    // Each screen reads them again.
    expect(shown.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
    expect(tab.api.calls.filter((call) => call === 'GET /api/users')).toHaveLength(2);
    expect(useUsers.getState().pinned).toEqual({});
  });

  test('reads the own marks of a list again after missed personal events (P19)', async () => {
    const marks = (itemIds: string[]) => ({ seen: { [ana.id]: itemIds }, consents: { [ana.id]: false } });
    tab.api.on('GET /api/auth/user', { body: ana });
    tab.api.on(`GET /api/folders/${folder.id}/seen`, { body: marks([]) });
    await liveSeen.load(folder.id);
    tab.socket.hear('connect');
    await settle();

    tab.api.on(`GET /api/folders/${folder.id}/seen`, { body: marks(['i1']) });
    tab.socket.answer = () => ({ ...nothingMissed, userRev: nothingMissed.userRev + 1 });
    tab.socket.hear('connect');
    await settle();

    expect(liveSeen.get(folder.id)?.seen[ana.id]).toEqual(new Set(['i1']));
  });

  test('reloads the sent invitations that a tab shows, and drops those it may no longer read', async () => {
    const [kept, lost] = [folder.id, 'f'.repeat(24)];
    for (const id of [kept, lost]) {
      tab.api.on(`GET /api/folders/${id}/invitations`, { body: [sampleInvitation({ folderId: id })] });
      await liveSentInvitations.load(id);
    }
    tab.api.on(`GET /api/folders/${kept}/invitations`, { body: [] });
    tab.api.on(`GET /api/folders/${lost}/invitations`, failure(403, 'forbidden'));

    tab.socket.hear('connect');
    await settle();

    expect(liveSentInvitations.get(kept)).toEqual([]);
    expect(liveSentInvitations.get(lost)).toBeUndefined();
  });

  test.each([
    ['is answered with an error', { error: "Marquee can't reach its database right now.", code: 'unavailable' }],
    ['gets no answer in time', new Error('operation has timed out')],
  ])('asks again where it %s while connected', async (_how, first) => {
    jest.useFakeTimers();
    const answers: unknown[] = [first];
    tab.socket.answer = () => answers.shift() ?? nothingMissed;
    tab.socket.connected = true;

    tab.socket.hear('connect');
    await jest.advanceTimersByTimeAsync(2000);
    jest.useRealTimers();

    expect(tab.socket.syncs).toHaveLength(2);
  });

  test('applies the people in the answer, and sends their peopleRev the next time (P20)', async () => {
    tab.socket.answer = () => ({
      ...nothingMissed,
      folders: [{ ...folder, peopleRev: 2 }],
      people: [{ ...publicUser(ana), firstName: 'Anna' }],
    });
    tab.socket.hear('connect');
    await settle();
    tab.socket.hear('connect');
    await settle();

    expect(useUsers.getState().viewer?.firstName).toBe('Anna');
    expect(tab.socket.syncs[1]).toEqual({
      folders: { [folder.id]: 1 },
      peopleRevs: { [folder.id]: 2 },
      seenRevs: {},
      userRev: 3,
    });
  });

  test('requests 500 folders at a time by id, and sends one request even without folders', () => {
    const idOf = (n: number) => String(n).padStart(24, '0');
    const many = Object.fromEntries(
      Array.from({ length: 1200 }, (_, n) => [idOf(1199 - n), { rev: 1, peopleRev: n % 2, seenRev: undefined }]),
    );
    const sizeOf = (revs: object = {}) => Object.keys(revs).length;

    const parts = [knownPart(many), knownPart(many, idOf(499)), knownPart(many, idOf(999))];

    expect(parts.map(({ folders, peopleRevs }) => [sizeOf(folders), sizeOf(peopleRevs)])).toEqual([
      [500, 250],
      [500, 250],
      [200, 100],
    ]);
    expect(parts.map(({ after, upTo }) => [after, upTo])).toEqual([
      [undefined, idOf(499)],
      [idOf(499), idOf(999)],
      [idOf(999), undefined],
    ]);
    expect(knownPart({})).toEqual({ folders: {}, seenRevs: {} });
  });

  test('requests the next page after the id in the answer (P21)', async () => {
    const other = sampleFolder({ id: '0'.repeat(24), rev: 5 });
    const answers: unknown[] = [{ ...nothingMissed, folders: [other], next: other.id }];
    tab.socket.answer = () => answers.shift() ?? nothingMissed;

    tab.socket.hear('connect');
    await settle();

    expect(tab.socket.syncs).toEqual([
      { folders: { [folder.id]: 1 }, seenRevs: {}, userRev: 0 },
      { folders: { [folder.id]: 1 }, seenRevs: {}, userRev: 3, after: other.id },
    ]);
    expect(useFolders.getState().entries[other.id]?.replica?.rev).toBe(5);
  });
});
