import { beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../common/constants.ts';
import type { UpNext } from '../../../common/schemas/progress.ts';
import { type Person, signUp } from '../../testing/people.ts';
import { bundleAnswer } from '../../testing/titles/movieDatabase.answers.ts';
import { setUpTmdb } from '../../testing/titles/tmdbServer.ts';

const tmdb = setUpTmdb();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(tmdb.server, 'Ana');
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Makes a show known. Each season has an episode for each of these days, from now; null for one without a day. */
async function addShow(id: number, seasons: Record<number, (number | null)[]>): Promise<number> {
  const all = Object.entries(seasons).map(([number, days]) => {
    const season_number = Number(number);
    const episodes = days.map((day, index) => ({
      ...{ id: index + 1, episode_number: index + 1, season_number, name: '', overview: '', still_path: null },
      ...{ air_date: day === null ? null : inDays(day), runtime: 47 },
    }));
    return { id: season_number, season_number, name: '', overview: '', air_date: null, poster_path: null, episodes };
  });
  tmdb.database.answerWith({
    ...(bundleAnswer('tv', id) as object),
    status: 'Returning Series',
    seasons: all.map(({ episodes, ...season }) => ({ ...season, episode_count: episodes.length })),
    ...Object.fromEntries(all.map((season) => [`season/${season.season_number}`, season])),
  });
  await ana.get(`/api/tv/${id}/progress`).expect(200);
  return id;
}
const upTo = (tmdbId: number, season: number, episode: number, more = {}) =>
  ana.post('/api/plays/up-to', { tmdbId, season, episode, ...more });
const season = (tmdbId: number, number: number) => ana.post('/api/plays/season', { tmdbId, season: number });

describe('what has not aired', () => {
  test('is not in a season or in what is before an episode that is seen', async () => {
    const tmdbId = await addShow(tmdb.newId, { 0: [-1, 1, null, 0, 2], 1: [-2, 0, 1, 2] });

    expect((await season(tmdbId, 1)).body.progress.seen).toEqual({ 1: [[1, 2]] });
    expect((await upTo(tmdbId, 1, 4)).body.progress.seen).toEqual({
      1: [
        [1, 2],
        [4, 4],
      ],
    });
    expect((await season(tmdbId, 0)).body.progress.seen[0]).toEqual([
      [1, 1],
      [3, 4],
    ]);
    expect((await upTo(tmdbId, 0, 5)).body.progress.seen[0]).toEqual([
      [1, 1],
      [3, 5],
    ]);
  });

  test('comes last in Up next, the soonest first, after what can be watched, the latest first', async () => {
    const shows: [name: string, days: number[], at: string | null][] = [
      ['in 20 days', [-1, 20], '2026-01-09T20:00:00.000Z'],
      ['watched earlier', [-2, -1], '2026-01-01T20:00:00.000Z'],
      ['in 10 days', [-1, 10], '2026-01-01T20:00:00.000Z'],
      ['recorded now, at an unknown time', [-2, -1], null],
      ['watched later', [-2, -1], '2026-01-02T20:00:00.000Z'],
      ['in 30 days', [-1, 30], null],
    ];
    const names = new Map<number, string>();
    for (const [index, [name, days, at]] of shows.entries()) {
      const tmdbId = await addShow(tmdb.newId * 100 + index, { 1: days });
      names.set(tmdbId, name);
      await upTo(tmdbId, 1, 1, { at }).expect(200);
    }

    const upNext: UpNext = (await ana.get('/api/up-next').expect(200)).body;

    expect(upNext.shows.map(({ show }) => names.get(show.tmdbId))).toEqual([
      'recorded now, at an unknown time',
      'watched later',
      'watched earlier',
      'in 10 days',
      'in 20 days',
      'in 30 days',
    ]);
  });
});

test('one act adds or removes so many episodes', async () => {
  const most = limits.actPlays;
  const tmdbId = await addShow(tmdb.newId, { 1: Array(most).fill(-2), 2: [-1] });
  const remove = () => ana.delete(`/api/tv/${tmdbId}/plays?season=1&all=true`);

  const tooMany = await upTo(tmdbId, 2, 1);
  expect([tooMany.status, tooMany.body.code]).toEqual([409, 'limit_reached']);
  expect((await season(tmdbId, 1)).body.added).toBe(most);

  const play = { mediaType: 'tv', tmdbId, season: 1, episode: 1 };
  const { id } = (await ana.post('/api/plays', play).expect(201)).body;
  const refused = await remove();
  expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
  await ana.delete(`/api/plays/${id}`).expect(204);
  expect((await remove()).body.removed).toBe(most);
});
