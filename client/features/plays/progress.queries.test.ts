import { beforeEach, expect, test } from '@jest/globals';
import { timeZone } from '../../lib/dates.ts';
import { progressApi } from '../../lib/http/api.ts';
import { queryClient, queryOf } from '../../lib/query.ts';
import { stubApi } from '../../testing/api.ts';
import { ana, idOf, sampleProgress } from '../../testing/samples.ts';
import { announceSettled, useQueue } from '../offline/queue.store.ts';
import type { QueuedWrite, Settled } from '../offline/queuedWrite.ts';
import { useUsers } from '../users/users.store.ts';
import { showQueuedEpisodes, undoAct } from './progress.queries.ts';

const { tmdbId } = sampleProgress();
const show = { opId: '', name: 'Severance' };
const tick = (opId: string, season: number, episode: number): QueuedWrite => ({
  ...{ ...show, opId, kind: 'play' },
  body: { mediaType: 'tv', tmdbId, season, episode },
});
const upTo: QueuedWrite = {
  ...{ ...show, opId: 'up to', kind: 'upTo' },
  body: { tmdbId, season: 1, episode: 2, timeZone: timeZone() },
  shown: [
    { season: 1, episode: 1 },
    { season: 1, episode: 2 },
  ],
};
const film: QueuedWrite = { ...{ ...show, opId: 'film', kind: 'play' }, body: { mediaType: 'movie', tmdbId } };
const keyOf = (id: number) => queryOf(progressApi.get, { params: { id }, query: { timeZone: timeZone() } }).queryKey;
/** A write has ended, and then it is in the queue no more. */
function end(settled: Settled): void {
  announceSettled(settled);
  useQueue.setState(({ entries }) => ({ entries: entries.filter(({ write }) => write.opId !== settled.write.opId) }));
}
const known = () => queryClient.getQueryData(keyOf(tmdbId));

beforeEach(() => {
  useUsers.getState().applyViewer(ana);
  queryClient.setQueryData(keyOf(tmdbId), sampleProgress());
  const writes = [upTo, tick('special', 0, 1), tick('fourth', 1, 4), film];
  useQueue.setState({ entries: writes.map((write) => ({ userId: ana.id, at: new Date(), listName: null, write })) });
});

test('episodes whose ticks wait for a connection are shown as seen, and specials do not count', () => {
  const other = sampleProgress({ tmdbId: tmdbId + 1 });
  queryClient.setQueryData(keyOf(other.tmdbId), other);

  showQueuedEpisodes();

  expect(known()).toMatchObject({
    seen: {
      0: [[1, 1]],
      1: [
        [1, 2],
        [4, 4],
      ],
    },
    seenCount: 3,
  });
  expect(queryClient.getQueryData(keyOf(other.tmdbId))).toEqual(other);
});

test('what was refused is no longer shown as seen, and what was saved is as the server has it', () => {
  showQueuedEpisodes();
  end({ write: tick('fourth', 1, 4), isSaved: false });
  end({ write: tick('special', 0, 1), isSaved: true });
  end({ write: film, isSaved: false });
  expect(known()).toMatchObject({ seen: { 0: [[1, 1]], 1: [[1, 2]] }, seenCount: 2 });

  const progress = sampleProgress({ seen: { 1: [[1, 3]] }, seenCount: 3 });
  end({ write: upTo, isSaved: true, answer: { id: idOf(1), added: 2, progress } });

  expect(known()).toEqual(progress);
});

test('undoing an act shows what the server says', async () => {
  const progress = sampleProgress({ seen: { 1: [[1, 1]] }, seenCount: 1 });
  const api = stubApi({ [`POST /api/plays/acts/${idOf(5)}/undo`]: { body: progress } });

  await undoAct(idOf(5));

  expect(known()).toEqual(progress);
  expect(api.requests[0]?.query.get('timeZone')).toBe(timeZone());
});
