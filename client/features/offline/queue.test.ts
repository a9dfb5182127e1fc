import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { notificationsStore } from '@mantine/notifications';
import 'fake-indexeddb/auto';
import { QueryObserver } from '@tanstack/react-query';
import { forceCloseDatabase } from 'fake-indexeddb';
import type { PlayBody } from '../../../common/schemas/play.ts';
import { startQueue } from '../../app/offline/keep.ts';
import { timeZone as localZone } from '../../lib/dates.ts';
import { progressApi } from '../../lib/http/api.ts';
import { ApiError, OfflineError } from '../../lib/http/http.ts';
import { about, queryClient, queryOf } from '../../lib/query.ts';
import { type ApiStub, deferred, failure, stubApi } from '../../testing/api.ts';
import { ana, idOf, sampleItem, samplePlay, sampleProgress } from '../../testing/samples.ts';
import { useFolders } from '../folders/state/folder.store.ts';
import { addSome, removeSome, watchEpisode } from '../plays/episodes/watching.ts';
import { deletePlay, titlePlaysQuery } from '../plays/play.queries.ts';
import { addEpisode, addUpTo, takeBackEpisode, undoAct } from '../plays/progress.queries.ts';
import { useUsers } from '../users/users.store.ts';
import { deleteDevice, forgetKept, putInQueue, readQueue } from './deviceDatabase.ts';
import { cancelQueued } from './enqueue.ts';
import { onSettled, useQueue } from './queue.store.ts';
import { addToQueue, dismiss, drain, judge, loadQueue, sendAgain } from './queue.ts';
import type { QueuedWrite, QueueEntry } from './queuedWrite.ts';

const refused = (status: number, code: string) => new ApiError(status, JSON.stringify({ error: 'No', code }));
const item = sampleItem(1);
const inList = { opId: '1', name: item.title, folderId: item.folderId };
const add = { ...inList, kind: 'add', item, body: { ...item } } as const satisfies QueuedWrite;
const remove: QueuedWrite = { ...inList, kind: 'remove', itemId: item.id };
const watch: QueuedWrite = { ...inList, kind: 'watch', itemId: item.id, watched: true, rev: 3 };
const play = {
  ...{ opId: '1', name: 'Dune', kind: 'play' },
  body: { tmdbId: 1, mediaType: 'movie' },
} as const satisfies QueuedWrite;
const timeZone = 'Europe/Berlin';
const upToBody = { tmdbId: 1, season: 1, episode: 3, timeZone };
const upTo: QueuedWrite = { opId: '1', name: 'Dark', kind: 'upTo', body: upToBody, shown: [] };
const all: QueuedWrite[] = [add, remove, watch, play, upTo];

test.each([
  ['without a connection', new OfflineError(true), 'offline'],
  ['with an ended session', refused(401, 'unauthorized'), 'signed out'],
  ['too often', refused(429, 'rate_limited'), 'later'],
  ...[408, 425, 502, 503, 504].map(
    (status) => [`to a server that is away (${status})`, refused(status, 'unavailable'), 'later'] as const,
  ),
  ['to something else than the server', new SyntaxError('not JSON'), 'later'],
  ['to a server that fails at it', refused(500, 'internal'), 'failed'],
])('a queued write that is sent %s stays in the queue', (_what, error, expected) => {
  expect(all.map((write) => judge(write, error))).toEqual(all.map(() => expected));
});

test.each([
  ['a mark that has arrived before, and whose answer was lost', watch, refused(409, 'conflict'), 'saved'],
  ['adding a title that is in the list', add, refused(409, 'already_in_folder'), 'saved'],
  ['removing a title that is gone', remove, refused(404, 'not_found'), 'saved'],
  ['marking a title that is gone', watch, refused(404, 'not_found'), 'saved'],
  ['a mark that someone else has set since', watch, refused(409, 'changed_since'), { kind: 'theirs' }],
  ['adding to a list that is gone', add, refused(404, 'not_found'), { kind: 'no access' }],
  ['adding without the right to', add, refused(403, 'forbidden'), { kind: 'no access' }],
  ['removing without the right to', remove, refused(403, 'forbidden'), { kind: 'refused', text: 'No' }],
  ['a full list', add, refused(409, 'limit_reached'), { kind: 'refused', text: 'No' }],
  ['a tick before the others', play, refused(409, 'watch_ahead'), { kind: 'ahead', text: 'No' }],
  ['several ticks before the others', upTo, refused(409, 'watch_ahead'), { kind: 'ahead', text: 'No' }],
  ['a play of an unknown title', play, refused(404, 'not_found'), { kind: 'refused', text: 'No' }],
])('the end of a queued write: %s', (_what, write, error, expected) => {
  expect(judge(write, error)).toEqual(expected);
});

describe('the queue of a device', () => {
  const OTHER_LIST = idOf(900);
  const entry = (write: QueuedWrite): QueueEntry => ({ userId: ana.id, at: new Date(), listName: 'Noir', write });
  const removal = (opId: string, folderId: string): QueuedWrite => ({
    ...{ opId, name: item.title, folderId, kind: 'remove', itemId: opId },
  });
  let api: ApiStub;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'], now: new Date() });
    // The database copies what it keeps, and jsdom lacks the function for it.
    globalThis.structuredClone = (value) => deserialize(serialize(value));
    useUsers.getState().applyViewer(ana);
    api = stubApi({
      'DELETE /api/watchlist/first': failure(500, 'internal'),
      'DELETE /api/watchlist/second': { status: 204 },
      'DELETE /api/watchlist/other': { status: 204 },
    });
  });
  afterEach(async () => {
    jest.useRealTimers();
    await deleteDevice();
  });

  /** Lets the time pass, with all retries that are due. */
  async function pass(milliseconds: number): Promise<void> {
    for (let past = 0; past < milliseconds; past += 5000) {
      await jest.advanceTimersByTimeAsync(5000);
      await drain();
    }
  }
  /** Waits until the database has answered. */
  async function answered(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  }

  const shown = () => useQueue.getState().entries.map(({ write, problem }) => [write.opId, problem?.kind]);

  test('a write at which the server always fails holds up its list for minutes, and no other list', async () => {
    const ended: [string, boolean][] = [];
    onSettled(({ write, isSaved }) => ended.push([write.opId, isSaved]));
    for (const write of [
      removal('first', item.folderId),
      removal('second', item.folderId),
      removal('other', OTHER_LIST),
    ]) {
      await addToQueue(entry(write));
    }
    await drain();

    expect(ended).toEqual([['other', true]]);
    expect(shown()).toEqual([
      ['first', undefined],
      ['second', undefined],
    ]);
    await pass(11 * 60_000);

    expect(ended).toEqual([
      ['other', true],
      ['first', false],
      ['second', true],
    ]);
    expect(shown()).toEqual([['first', 'failing']]);
    api.on('DELETE /api/watchlist/first', { status: 204 });
    await sendAgain(useQueue.getState().entries[0] as QueueEntry);

    expect(shown()).toEqual([]);
    const keys = api.requests.flatMap(({ path, headers }) =>
      path.endsWith('first') ? [headers['Idempotency-Key']] : [],
    );
    expect(new Set(keys)).toEqual(new Set(['first']));
  });

  test('is sent with what the person has seen and chosen, under the keys of the writes', async () => {
    api.on('POST /api/watchlist', { status: 201, body: item });
    api.on(`PATCH /api/watchlist/${item.id}/watched`, { body: item });
    api.on('POST /api/plays', { body: { ...play.body, id: idOf(1) } });
    api.on('POST /api/plays/up-to', { body: { id: '1', added: 0, progress: { tmdbId: 1, seen: [], seenCount: 0 } } });
    for (const [place, write] of [add, watch, play, upTo].entries()) {
      await putInQueue(entry({ ...write, opId: `key ${place}` }));
    }

    await drain();

    expect(api.requests.map(({ body, headers }) => [headers['Idempotency-Key'], body])).toEqual([
      ['key 0', add.body],
      ['key 1', { watched: true, sinceRev: 3 }],
      ['key 2', play.body],
      ['key 3', upToBody],
    ]);
    expect(shown()).toEqual([]);
  });

  test('a tick at which the server fails holds up its title, and no other title', async () => {
    const tick = (tmdbId: number): QueuedWrite => ({
      ...play,
      opId: `${tmdbId}`,
      body: { tmdbId, mediaType: 'movie' },
    });
    api.on('POST /api/plays', ({ body }) =>
      (body as PlayBody).tmdbId === 1 ? failure(500, 'internal') : { body: { ...(body as PlayBody), id: idOf(1) } },
    );
    for (const [place, tmdbId] of [1, 1, 2].entries()) {
      await putInQueue(entry({ ...tick(tmdbId), opId: `${place}` }));
    }

    await drain();

    expect(shown().map(([opId]) => opId)).toEqual(['0', '1']);
    expect(api.calls).toHaveLength(2);
  });

  test.each([
    ['confirms a tick before the others', play, { kind: 'ahead', text: 'Ben' }, { ...play.body, ahead: true }],
    ['repeats a tick that was refused', play, { kind: 'refused', text: 'No' }, play.body],
  ] as const)('sending again %s', async (_what, write, problem, body) => {
    api.on('POST /api/plays', { body: { ...play.body, id: idOf(1) } });
    await addToQueue({ ...entry(write), problem });

    await sendAgain(useQueue.getState().entries[0] as QueueEntry);

    expect(api.requests.map((request) => request.body)).toEqual([body]);
    expect(shown()).toEqual([]);
  });

  test.each([
    ['asks for a pause', failure(429, 'rate_limited')],
    ['has ended the session', failure(401, 'unauthorized')],
  ])('a server that %s gets no other write', async (_what, answer) => {
    api.on('DELETE /api/watchlist/first', answer);
    for (const write of [removal('first', item.folderId), removal('other', OTHER_LIST)]) await putInQueue(entry(write));

    await drain();

    expect(api.calls).toEqual(['DELETE /api/watchlist/first']);
    expect(shown()).toHaveLength(2);
  });

  test('a write that a busy server does not take is sent again later and later, for as long as it takes', async () => {
    const sent: number[] = [];
    api.on('DELETE /api/watchlist/first', () => {
      sent.push(Date.now());
      return failure(503, 'unavailable');
    });
    await putInQueue(entry(removal('first', item.folderId)));
    await drain();

    while (sent.length < 9) {
      await jest.advanceTimersToNextTimerAsync();
      await answered();
    }

    const pauses = sent.slice(1).map((at, place) => Math.round((at - (sent[place] ?? 0)) / 1000));
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 600, 600]);
    expect(shown()).toEqual([['first', undefined]]);
  });

  test('attempts in quick succession count as one, so that a short failure delays a write by seconds', async () => {
    api.on('DELETE /api/watchlist/first', failure(503, 'unavailable'));
    await putInQueue(entry(removal('first', item.folderId)));
    for (let attempt = 0; attempt < 4; attempt += 1) await drain();
    api.on('DELETE /api/watchlist/first', { status: 204 });

    await jest.advanceTimersByTimeAsync(10_000);
    await answered();

    expect(shown()).toEqual([]);
  });

  test('what was never sent is taken back, and what the person has read about is removed', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const ended: [string, boolean][] = [];
    onSettled(({ write, isSaved }) => ended.push([write.opId, isSaved]));
    for (const write of [removal('first', item.folderId), removal('second', item.folderId)])
      await addToQueue(entry(write));

    expect([await cancelQueued('first'), await cancelQueued('unknown')]).toEqual([true, false]);
    expect([shown(), ended]).toEqual([[['second', undefined]], [['first', false]]]);
    await dismiss(useQueue.getState().entries);

    expect([shown(), api.calls]).toEqual([[], []]);
    jest.restoreAllMocks();
  });

  test.each([
    ['found no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['failed', () => failure(500, 'internal')],
    ['was refused', () => failure(403, 'forbidden')],
  ])('a write that %s after another tab had signed out is not stored again', async (_how, answer) => {
    api.on('DELETE /api/watchlist/other', async () => {
      await forgetKept(null);
      return answer();
    });
    await putInQueue(entry(removal('other', OTHER_LIST)));

    await drain();

    expect(await readQueue(ana.id)).toEqual([]);
  });

  test('a waiting write that the browser deletes is no longer shown, and a toast says so', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const opened = jest.spyOn(indexedDB, 'open');
    const ended: [string, boolean][] = [];
    onSettled(({ write, isSaved }) => ended.push([write.opId, isSaved]));
    const stop = startQueue();
    await addToQueue(entry(removal('first', item.folderId)));
    await answered();
    const [request] = opened.mock.results as unknown as [{ value: IDBOpenDBRequest }];

    await forgetKept(null);
    forceCloseDatabase(request.value.result as never);
    await answered();

    expect([shown(), ended]).toEqual([[], [['first', false]]]);
    expect(notificationsStore.getState().notifications).toMatchObject([
      { title: 'Error', message: expect.stringContaining('are lost') },
    ]);
    stop();
    jest.restoreAllMocks();
  });

  test('the writes of another person on this device stay where they are', async () => {
    await putInQueue({ ...entry(removal('other', OTHER_LIST)), userId: idOf(77) });

    await drain();

    expect([shown(), api.calls]).toEqual([[], []]);
  });

  test('a connection that is back while a write still gets no answer is not missed', async () => {
    let isBack = false;
    api.on('DELETE /api/watchlist/other', () => {
      if (isBack) return { status: 204 };
      isBack = true;
      void drain();
      throw new TypeError('Failed to fetch');
    });

    await addToQueue(entry(removal('other', OTHER_LIST)));
    await drain();

    expect(shown()).toEqual([]);
  });

  test('what a closed tab has put into the queue is sent by another one', async () => {
    const stop = startQueue();
    await drain();
    await putInQueue(entry(removal('other', OTHER_LIST)));
    // The tab reads the queue when the other one says that it has changed.
    await loadQueue();
    expect(shown()).toHaveLength(1);

    await jest.advanceTimersByTimeAsync(35_000);
    await answered();

    expect([shown(), api.calls]).toEqual([[], ['DELETE /api/watchlist/other']]);
    stop();
  });

  test('a write that gets no answer from a network is kept, and sent until it gets one', async () => {
    let isSilent = true;
    api.on('DELETE /api/watchlist/other', ({ signal }) => {
      if (!isSilent) return { status: 204 };
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });

    const removed = useFolders.getState().removeItem({ ...item, id: 'other', folderId: OTHER_LIST });
    await jest.advanceTimersByTimeAsync(6000);
    await removed;

    expect(useQueue.getState().entries.map(({ write }) => write.kind)).toEqual(['remove']);
    await jest.advanceTimersByTimeAsync(25_000);
    isSilent = false;
    await jest.advanceTimersByTimeAsync(15_000);

    expect(api.calls).toHaveLength(3);
    await drain();
    expect(shown()).toEqual([]);
  });

  test('the newer of two marks of a title wins, also if the older one fails while the newer one waits for it', async () => {
    const failed = deferred<void>();
    const sent: unknown[] = [];
    api.on(`PATCH /api/watchlist/${item.id}/watched`, async ({ body }) => {
      sent.push((body as { watched: boolean }).watched);
      if (sent.length > 1) return { body: item };
      await failed.promise;
      throw new TypeError('Failed to fetch');
    });
    const { setWatched } = useFolders.getState();

    const both = [setWatched(item, true), setWatched(item, false)];
    failed.resolve();
    await Promise.all(both);
    await drain();

    expect(sent).toEqual([true, true, false]);
  });

  test('what was seen up to an episode is sent after a tick of the show that found no connection', async () => {
    const known = { tmdbId: 7, seen: [], seenCount: 0 };
    const { queryKey } = queryOf(progressApi.get, { params: { id: 7 }, query: { timeZone: localZone() } });
    queryClient.setQueryData<unknown>(queryKey, known);
    const lost = deferred<void>();
    api.on('POST /api/plays', async ({ body }) => {
      await lost.promise;
      if (api.calls.length === 1) throw new TypeError('Failed to fetch');
      return { body: { ...(body as PlayBody), id: idOf(1) } };
    });
    api.on('POST /api/plays/up-to', { body: { id: '1', added: 2, progress: known } });

    const both = [
      addEpisode(7, { season: 1, episode: 2 }),
      addUpTo(7, { season: 1, episode: 3 }, { shown: [{ season: 1, episode: 3 }] }),
    ];
    lost.resolve();
    await Promise.all(both);
    await drain();

    expect(api.calls).toEqual(['POST /api/plays', 'POST /api/plays', 'POST /api/plays/up-to']);
  });

  test('a viewing is saved, also if its list is gone', async () => {
    api.on('POST /api/plays', ({ body }) =>
      (body as PlayBody).folderId ? failure(404, 'not_found') : { body: { ...(body as PlayBody), id: idOf(1) } },
    );
    await putInQueue(entry({ ...play, body: { ...play.body, folderId: OTHER_LIST } }));

    await drain();

    expect([shown(), api.calls.length]).toEqual([[], 2]);
  });

  test('undoing a tick that found no connection undoes what the server has recorded of it', async () => {
    let isCut = true;
    api.on('POST /api/plays', ({ body }) => {
      if (isCut) throw new TypeError('Failed to fetch');
      return { body: { ...(body as PlayBody), id: idOf(1) } };
    });
    api.on(`DELETE /api/plays/${idOf(1)}`, { status: 204 });
    const tick = await addEpisode(7, { season: 1, episode: 2 });

    await expect(deletePlay(tick)).rejects.toThrow(OfflineError);
    isCut = false;
    await drain();
    await deletePlay(tick);

    expect(api.calls.at(-1)).toBe(`DELETE /api/plays/${idOf(1)}`);
  });

  test('undoing what was marked as seen without a connection undoes the act that the server has recorded', async () => {
    const known = { tmdbId: 8, seen: [], seenCount: 0 };
    const { queryKey } = queryOf(progressApi.get, { params: { id: 8 }, query: { timeZone: localZone() } });
    queryClient.setQueryData<unknown>(queryKey, known);
    let isCut = true;
    api.on('POST /api/plays/up-to', () => {
      if (isCut) throw new TypeError('Failed to fetch');
      return { body: { id: idOf(2), added: 1, progress: known } };
    });
    api.on(`POST /api/plays/acts/${idOf(2)}/undo`, { body: known });
    const { id } = await addUpTo(8, { season: 1, episode: 1 }, { shown: [{ season: 1, episode: 1 }] });
    isCut = false;
    await drain();
    await undoAct(id as string);

    expect(api.calls.at(-1)).toBe(`POST /api/plays/acts/${idOf(2)}/undo`);
  });

  describe('what shows of the ticks that wait', () => {
    const seasonOne = (...episodes: number[]) => episodes.map((episode) => ({ season: 1, episode }));
    const progressOptions = { params: { id: 9 }, query: { timeZone: localZone() } };
    const { queryKey } = queryOf(progressApi.get, progressOptions);
    const seen = () => (queryClient.getQueryData(queryKey) as unknown as { seen: object }).seen;

    beforeEach(() => {
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      queryClient.setQueryData<unknown>(queryKey, { tmdbId: 9, seen: { 1: [[2, 2]] }, seenCount: 1 });
    });
    afterEach(() => {
      jest.restoreAllMocks();
    });

    test('an undone act leaves what was seen before it, and what other ticks have', async () => {
      const tick = await addEpisode(9, { season: 1, episode: 4 });
      const { id } = await addUpTo(9, { season: 1, episode: 5 }, { shown: seasonOne(1, 2, 3, 4, 5) });
      const again = await addEpisode(9, { season: 1, episode: 2 });
      expect(seen()).toEqual({ 1: [[1, 5]] });

      await takeBackEpisode(tick, false);
      await takeBackEpisode(again, true);
      expect(seen()).toEqual({ 1: [[1, 5]] });
      await addEpisode(9, { season: 1, episode: 4 });
      await undoAct(id as string);

      expect(seen()).toEqual({
        1: [
          [2, 2],
          [4, 4],
        ],
      });
    });

    test('a tick in Up next waits with the name of its show, also if no list has it', async () => {
      await watchEpisode(9, { season: 1, episode: 3 }, { title: 'Dark' });

      expect(useQueue.getState().entries.map(({ write }) => write.name)).toEqual(['Dark']);
    });

    test('seen up to an episode, when this device knows of nothing new, is said without a count', async () => {
      const episode = { season: 1, episode: 2 };

      await addSome({ kind: 'upTo', tmdbId: 9, episode, shown: [episode] });

      expect(notificationsStore.getState().notifications).toMatchObject([{ title: 'Seen up to S1 E2' }]);
      expect(useQueue.getState().entries).toHaveLength(1);
    });

    test('unticking an episode takes back the tick that waits, unless the episode was seen before it', async () => {
      await watchEpisode(9, { season: 1, episode: 3 });
      await removeSome(9, { season: 1, episode: 3, shown: seasonOne(3) }, () => undefined);
      expect([seen(), useQueue.getState().entries]).toEqual([{ 1: [[2, 2]] }, []]);

      await watchEpisode(9, { season: 1, episode: 2 }, { wasSeen: true });
      await removeSome(9, { season: 1, episode: 2, shown: seasonOne(2) }, () => undefined);
      expect(seen()).toEqual({ 1: [[2, 2]] });
      expect(useQueue.getState().entries).toHaveLength(1);
    });

    test('a tick in one tab shows in the others', async () => {
      const stop = startQueue();
      await drain();
      const { queryKey: plays } = titlePlaysQuery({ mediaType: 'movie', tmdbId: 1 });
      queryClient.setQueryData(plays, []);
      await putInQueue(entry(play));
      const body = { ...upToBody, tmdbId: 9 };
      await putInQueue(entry({ opId: '2', name: 'Dark', kind: 'upTo', body, shown: seasonOne(1, 3) }));

      await loadQueue();

      expect(seen()).toEqual({ 1: [[1, 3]] });
      expect(queryClient.getQueryData(plays)?.map(({ id }) => id)).toEqual(['1']);
      stop();
    });

    test('a tick and a film that still wait stay shown when the server answers without them', async () => {
      const stop = startQueue();
      await drain();
      const film = titlePlaysQuery({ mediaType: 'movie', tmdbId: 1 });
      queryClient.setQueryData(film.queryKey, []);
      await addEpisode(9, { season: 1, episode: 4 });
      await putInQueue(entry(play));
      await loadQueue();
      const progress = sampleProgress({ tmdbId: 9, seen: { 1: [[1, 2]] }, seenCount: 2 });
      api.on('GET /api/tv/9/progress', { body: progress });
      api.on('GET /api/plays', { body: [] });

      await queryClient.fetchQuery({ ...queryOf(progressApi.get, progressOptions), staleTime: 0 });
      await queryClient.fetchQuery({ ...film, staleTime: 0 });

      expect(seen()).toEqual({
        1: [
          [1, 2],
          [4, 4],
        ],
      });
      expect(queryClient.getQueryData(film.queryKey)?.map(({ id }) => id)).toEqual(['1']);
      stop();
    });

    test('several ticks that are refused leave the one before them, which the server has taken', async () => {
      await addEpisode(9, { season: 1, episode: 4 });
      await addUpTo(9, { season: 1, episode: 6 }, { shown: seasonOne(1, 3, 4, 5, 6) });
      const saved = sampleProgress({
        ...{ tmdbId: 9, seenCount: 2 },
        seen: {
          1: [
            [2, 2],
            [4, 4],
          ],
        },
      });
      api.on('POST /api/plays', { body: samplePlay({ tmdbId: 9, mediaType: 'tv', season: 1, episode: 4 }) });
      api.on('POST /api/plays/up-to', failure(409, 'watch_ahead'));
      api.on('GET /api/tv/9/progress', { body: saved });
      const observer = new QueryObserver(queryClient, {
        ...queryOf(progressApi.get, progressOptions),
        ...{ ...about('progress'), staleTime: Number.POSITIVE_INFINITY },
      });
      const stop = observer.subscribe(() => undefined);
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);

      await drain();
      await answered();

      expect(seen()).toEqual(saved.seen);
      stop();
    });
  });
});
