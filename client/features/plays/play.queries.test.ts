import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import type { Play } from '../../../common/schemas/play.ts';
import { queryClient } from '../../lib/query.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { ana, idOf, sampleFolder, sampleItem, samplePlay, sampleProposal } from '../../testing/samples.ts';
import { liveSeen } from '../folders/seen/seen.store.ts';
import { useFolders } from '../folders/state/folder.store.ts';
import { announceSettled, useQueue } from '../offline/queue.store.ts';
import type { QueuedWrite } from '../offline/queuedWrite.ts';
import { useTitles } from '../titles/title.store.ts';
import { useUsers } from '../users/users.store.ts';
import {
  answerProposal,
  applyDeleted,
  applyProposed,
  applySaved,
  logQuery,
  proposalsQuery,
  refreshPlays,
  showQueuedPlays,
  titlePlaysQuery,
} from './play.queries.ts';

const LOG = 'GET /api/plays';
const PROPOSALS = 'GET /api/plays/proposals';
const matrix = { mediaType: 'movie', tmdbId: 603 } as const;
const monthsAgo = (months: number, day = 1) => {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() - months, day)).toISOString();
};
const play = (n: number, at: string | null, over: Partial<Play> = {}) => samplePlay({ id: idOf(n), at, ...over });
const [newest, newer, older, undated] = [
  play(5, monthsAgo(1)),
  play(4, monthsAgo(2)),
  play(3, monthsAgo(20)),
  play(2, null),
];
let api: ApiStub;
let stops: (() => void)[] = [];

/** Shows a query until the end of the test, so that what is invalidated is asked for again. */
function showLog() {
  const observer = new InfiniteQueryObserver(queryClient, logQuery);
  stops.push(observer.subscribe(() => undefined));
  return observer;
}
const shown = (observer: ReturnType<typeof showLog>) => observer.getCurrentResult().data?.plays.map(({ id }) => id);
const idsOf = (...plays: Play[]) => plays.map(({ id }) => id);
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  useUsers.getState().applyViewer(ana);
  api = stubApi({ [LOG]: { body: [newest, newer] }, [PROPOSALS]: { body: [sampleProposal()] } });
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

/** Answers the log in pages, by the place at which they begin. */
function servePages(pages: Record<string, { body: Play[]; next?: string }>) {
  api.on(LOG, ({ query }) => {
    const { body, next } = pages[query.get('before') ?? ''] ?? { body: [] };
    return { body, ...(next && { headers: { Link: `</api/plays?before=${next}>; rel="next"` } }) };
  });
}

describe('the log', () => {
  test('is loaded back to the first month of the chart, and page by page from there', async () => {
    servePages({
      '': { body: [newest], next: 'b' },
      b: { body: [newer], next: 'c' },
      c: { body: [older], next: 'd' },
      d: { body: [undated] },
    });

    const log = showLog();
    await settled();
    expect(shown(log)).toEqual(idsOf(newest, newer, older));
    await log.fetchNextPage();

    expect(shown(log)).toEqual(idsOf(newest, newer, older, undated));
    expect(log.getCurrentResult().hasNextPage).toBe(false);
  });

  test('has new plays in their place, changed ones once, and deleted ones no more', async () => {
    servePages({ '': { body: [newest, older], next: 'b' }, b: { body: [undated] } });
    const log = showLog();
    await settled();
    await log.fetchNextPage();

    applySaved(newer);
    applySaved(play(6, null));
    applySaved({ ...older, at: monthsAgo(0) });
    expect(shown(log)).toEqual([older.id, newest.id, newer.id, idOf(6), undated.id]);
    applyDeleted(newest, false);

    expect(shown(log)).toEqual([older.id, newer.id, idOf(6), undated.id]);
  });

  test('leaves a play beyond its loaded part to a later page', async () => {
    servePages({ '': { body: [newest, older], next: 'b' } });
    const log = showLog();
    await settled();

    applySaved(undated);
    expect(shown(log)).toEqual(idsOf(newest, older));
    applySaved({ ...newest, at: null });

    expect(shown(log)).toEqual(idsOf(older));
  });
});

test('what this tab has missed leaves everything as it is until it has arrived, or if it does not', async () => {
  const log = showLog();
  const ofTitle = new QueryObserver(queryClient, titlePlaysQuery(matrix));
  stops.push(ofTitle.subscribe(() => undefined));
  stops.push(new QueryObserver(queryClient, proposalsQuery).subscribe(() => undefined));
  await settled();
  api.on(LOG, failure(503, 'unavailable'));

  refreshPlays();
  await settled();
  expect(shown(log)).toEqual(idsOf(newest, newer));
  expect(ofTitle.getCurrentResult().data).toHaveLength(2);

  api.on(LOG, { body: [older] });
  api.on(PROPOSALS, { body: [] });
  refreshPlays();
  await settled();

  expect(shown(log)).toEqual(idsOf(older));
  expect(ofTitle.getCurrentResult().data).toHaveLength(1);
  expect(queryClient.getQueryData(proposalsQuery.queryKey)).toEqual([]);
});

test('the plays of a title are loaded once and live', async () => {
  const load = () => queryClient.fetchQuery(titlePlaysQuery(matrix));
  await Promise.all([load(), load()]);
  await load();

  applySaved(undated);
  applySaved(play(6, monthsAgo(0), { tmdbId: 604 }));
  applyDeleted(newer, true);

  expect((await load()).map(({ id }) => id)).toEqual(idsOf(newest, undated));
  expect(api.calls).toEqual([LOG]);
  expect(api.requests[0]?.query.toString()).toBe('mediaType=movie&tmdbId=603');
});

test('a play marks its title as seen in the lists that are loaded, until no play of it is left', async () => {
  const inList = sampleItem(1, { tmdbId: newest.tmdbId, mediaType: newest.mediaType });
  useFolders.getState().applyFolders([sampleFolder()]);
  api.on(`GET /api/folders/${inList.folderId}/items`, { body: [inList], headers: { 'Folder-Rev': '1' } });
  await useFolders.getState().loadItems(inList.folderId);
  liveSeen.apply(inList.folderId, () => ({ seen: {}, consents: {} }));
  const marked = () => [...(liveSeen.get(inList.folderId)?.seen[ana.id] ?? [])];

  applySaved(newest);
  expect(marked()).toEqual([inList.id]);
  applyDeleted(newest, true);
  expect(marked()).toEqual([inList.id]);
  applyDeleted(newer, false);

  expect(marked()).toEqual([]);
});

test('a play that waits for a connection is in the log with what is known of its title, until it has ended', async () => {
  const log = showLog();
  await settled();
  const write = (opId: string): QueuedWrite => ({
    ...{ opId, kind: 'play', name: 'Heat' },
    body: { mediaType: 'movie', tmdbId: 949, at: monthsAgo(0), precision: 'day', withUserIds: [idOf(2)] },
  });
  useTitles.getState().applyFacts([{ ...samplePlay(), tmdbId: 949, title: 'Heat' }]);
  const waiting = ['saved', 'refused'].map((opId) => ({
    ...{ userId: ana.id, at: new Date(), listName: null },
    write: write(opId),
  }));
  useQueue.setState({ entries: waiting });

  showQueuedPlays();
  const drafts = log.getCurrentResult().data?.plays.slice(0, 2);
  expect(drafts).toMatchObject(
    ['saved', 'refused'].map((id) => ({ id, title: 'Heat', precision: 'day', userId: ana.id, companions: [] })),
  );
  announceSettled({ write: write('refused'), isSaved: false });
  announceSettled({ write: write('saved'), isSaved: true, answer: play(9, monthsAgo(0), { tmdbId: 949 }) });

  expect(shown(log)).toEqual([idOf(9), ...idsOf(newest, newer)]);
});

describe('a proposal', () => {
  const route = `POST /api/plays/${sampleProposal().id}/confirm`;
  const proposals = () => queryClient.getQueryData(proposalsQuery.queryKey);
  let log: ReturnType<typeof showLog>;

  beforeEach(async () => {
    await queryClient.fetchQuery(proposalsQuery);
    log = showLog();
    await settled();
  });

  test('that arrives is the first, once', () => {
    const other = sampleProposal({ id: idOf(851) });

    applyProposed(other);
    applyProposed(other);

    expect(proposals()).toEqual([other, sampleProposal()]);
  });

  test('that is accepted becomes a play of the log', async () => {
    api.on(route, { body: { proposal: sampleProposal({ status: 'accepted' }), play: older } });

    await answerProposal(sampleProposal(), 'accepted');

    expect([proposals(), shown(log)]).toEqual([[], idsOf(newest, newer, older)]);
  });

  test('that another tab has answered is no longer shown', async () => {
    api.on(route, failure(409, 'already_answered'));

    await answerProposal(sampleProposal(), 'declined');

    expect([proposals(), shown(log)]).toEqual([[], idsOf(newest, newer)]);
  });

  test('stays when the server cannot be reached', async () => {
    api.on(route, failure(503, 'unavailable'));

    await expect(answerProposal(sampleProposal(), 'accepted')).rejects.toThrow('503');

    expect(proposals()).toHaveLength(1);
  });
});
