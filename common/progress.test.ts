import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  countInSeason,
  countRegular,
  type EpisodeNumber,
  type EpisodePlay,
  earliestNext,
  episodeOf,
  episodesOf,
  foldPlays,
  hasEpisode,
  isCounted,
  progressThrough,
  type ShowEpisodes,
  toEpisodeSet,
  withEpisodes,
  withoutEpisode,
} from './progress.ts';
import type { Season } from './schemas/title.ts';

const TODAY = '2026-11-26';

/** A season whose episodes have these days. */
function season(number: number, days: (string | null)[], air_date: string | null = days[0] ?? null): Season {
  const episodes = days.map((day, index) => ({
    episode_number: index + 1,
    name: `Episode ${index + 1}`,
    air_date: day,
    runtime: 43,
    overview: null,
    still_path: null,
  }));
  return { season_number: number, name: `Season ${number}`, air_date, episodes };
}

const show = (seasons: Season[], status = 'Ended'): ShowEpisodes => ({ status, seasons });
const aired = (count: number) =>
  Array.from({ length: count }, (_, index) => `2020-01-${String(index + 1).padStart(2, '0')}`);
const seen = (...numbers: [season: number, episode: number][]) =>
  toEpisodeSet(numbers.map(([one, episode]) => ({ season: one, episode })));
const numberOf = (next: EpisodeNumber | null) => next && [next.season, next.episode];

describe('a set of episodes', () => {
  const episode = fc.record({ season: fc.integer({ min: 0, max: 3 }), episode: fc.integer({ min: 1, max: 12 }) });
  const key = (one: EpisodeNumber) => `${one.season}-${one.episode}`;
  const keysOf = (set: ReturnType<typeof toEpisodeSet>) => [...episodesOf(set)].map(key).sort();

  test('holds what was put in, in any order, as ranges that do not touch', () => {
    fc.assert(
      fc.property(fc.array(episode), (episodes) => {
        const set = toEpisodeSet(episodes);
        expect(keysOf(set)).toEqual([...new Set(episodes.map(key))].sort());
        expect(episodes.every((one) => hasEpisode(set, one))).toBe(true);
        const seasons = [...new Set(episodes.map(key))].map((one) => Number(one.split('-')[0]));
        const countOf = (number: number) => seasons.filter((one) => one === number).length;
        for (const number of [0, 1, 2, 3]) expect(countInSeason(set, number)).toBe(countOf(number));
        expect(countRegular(set)).toBe(seasons.length - countOf(0));
        for (const ranges of Object.values(set)) {
          const gaps = ranges.slice(1).map(([first], index) => first - (ranges[index]?.[1] ?? 0));
          expect(gaps.filter((gap) => gap < 2)).toEqual([]);
        }
      }),
    );
  });

  test('is the same after an episode is added and removed', () => {
    fc.assert(
      fc.property(fc.array(episode), episode, (episodes, one) => {
        const set = toEpisodeSet(episodes.filter((other) => key(other) !== key(one)));
        expect(withoutEpisode(withEpisodes(set, [one]), one)).toEqual(set);
      }),
    );
  });
});

test('what is about a whole show or season is about no episode', () => {
  expect(episodeOf({ season: 0, episode: 2 })).toEqual({ season: 0, episode: 2 });
  expect([episodeOf({}), episodeOf({ season: 1 }), episodeOf({ episode: 1 })]).toEqual([null, null, null]);
});

describe('what is next', () => {
  const two = show([season(0, aired(2)), season(1, aired(3)), season(2, aired(3))]);

  test.each([
    ['the first episode, before any', seen(), [1, 1]],
    ['the one after the last one seen', seen([1, 1], [1, 2]), [1, 3]],
    ['the first of the next season', seen([1, 1], [1, 2], [1, 3]), [2, 1]],
    ['not an earlier season that was skipped', seen([2, 1]), [2, 2]],
    ['not a gap', seen([1, 1], [1, 3]), [2, 1]],
    ['never a special', seen([0, 1]), [1, 1]],
    ['nothing after the last one', seen([2, 3]), null],
  ])('is %s', (_name, set, next) => {
    expect(numberOf(progressThrough(two, set, TODAY).next)).toEqual(next);
  });

  test('is the next number, also if the source lists the episodes in another order', () => {
    const [one, other] = [season(1, aired(3)), season(2, aired(1))];
    const mixed = show([{ ...one, episodes: one.episodes.toReversed() }, other].toReversed());

    expect(numberOf(progressThrough(mixed, seen([1, 1]), TODAY).next)).toEqual([1, 2]);
    expect(numberOf(progressThrough(mixed, seen([1, 3]), TODAY).next)).toEqual([2, 1]);
  });

  test('gaps between what was seen are counted as skipped, what came before is not', () => {
    expect(progressThrough(two, seen([1, 2], [2, 1], [2, 3]), TODAY).skipped).toBe(2);
  });

  test('specials and numbers that the source does not have are not counted', () => {
    const set = seen([0, 1], [1, 1], [1, 9], [7, 1]);
    expect(progressThrough(two, set, TODAY)).toMatchObject({ seenCount: 1, airedCount: 6 });
  });

  test('for a group it is the earliest of its members’ next ones', () => {
    const nexts = [seen([2, 1]), seen([1, 1]), seen([2, 3])].map((set) => progressThrough(two, set, TODAY).next);
    expect(numberOf(earliestNext(nexts))).toEqual([1, 2]);
    expect(earliestNext([null, null])).toBeNull();
  });
});

describe('what has aired', () => {
  const airedCount = (seasons: Season[], status?: string) =>
    progressThrough(show(seasons, status), {}, TODAY).airedCount;

  test('is what has a day up to today', () => {
    expect(airedCount([season(1, ['2026-11-25', TODAY, '2026-11-27'])], 'Returning Series')).toBe(2);
  });

  test('an unknown day counts if a later episode has aired', () => {
    expect(airedCount([season(1, ['2020-01-01', null, '2020-01-15', null])], 'Returning Series')).toBe(3);
    expect(airedCount([season(1, [null, null]), season(2, aired(1))], 'Returning Series')).toBe(3);
  });

  test('seasons without any days count where the show is not known to go on', () => {
    expect(airedCount([season(1, [null, null], '2006-01-01')], '')).toBe(2);
    expect(airedCount([season(1, [null, null], null)], '')).toBe(2);
    expect(airedCount([season(1, [null, null], TODAY)], '')).toBe(2);
    expect(airedCount([season(1, [null, null], '2027-01-01')], '')).toBe(0);
    expect(airedCount([season(1, [null, null], null)], 'Returning Series')).toBe(0);
  });
});

describe('the state', () => {
  const stateOf = (seasons: Season[], set: ReturnType<typeof seen>, status?: string) =>
    progressThrough(show(seasons, status), set, TODAY).state;
  const all = seen([1, 1], [1, 2]);

  test.each([
    ['not-started', stateOf([season(1, aired(2))], seen())],
    ['in-progress', stateOf([season(1, aired(2))], seen([1, 1]))],
    ['finished', stateOf([season(1, aired(2))], all)],
    ['up-to-date', stateOf([season(1, aired(2))], all, 'Returning Series')],
    ['up-to-date', stateOf([season(1, aired(2)), season(2, ['2027-03-01'])], all, 'Canceled')],
    // Of a source that says nothing, an old last episode means the end, unless a season is announced.
    ['finished', stateOf([season(1, aired(2))], all, '')],
    ['up-to-date', stateOf([season(1, aired(2)), season(2, [])], all, '')],
    ['finished', stateOf([season(0, []), season(1, aired(2))], all, '')],
    ['finished', stateOf([season(1, [null, null])], all, '')],
    ['finished', stateOf([season(1, ['2020-01-01', '2023-12-31'])], all, '')],
    ['up-to-date', stateOf([season(1, ['2020-01-01', '2024-01-01'])], all, '')],
  ])('is %s', (state, found) => {
    expect(found).toBe(state);
  });

  test('what a person waits for is the first episode with a day to come', () => {
    const { upcoming } = progressThrough(
      show([season(1, [TODAY, '2026-12-03', '2026-12-10'])], 'Returning Series'),
      all,
      TODAY,
    );
    expect(numberOf(upcoming)).toEqual([1, 2]);
  });
});

describe('the fold of plays', () => {
  const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
  let id = 0;
  function play(one: number, episode: number, at: string | null, createdAt = '2026-01-01'): EpisodePlay {
    id += 1;
    return {
      id: String(id).padStart(24, '0'),
      season: one,
      episode,
      at: at ? day(at) : null,
      createdAt: day(createdAt),
    };
  }

  test('has each episode once, its further plays as repeats, and the latest play', () => {
    const latest = play(1, 1, '2026-02-01');
    const fold = foldPlays([latest, play(1, 2, null), play(1, 1, '2025-01-01'), play(1, 1, null)], null);
    expect(fold).toEqual({ seen: { 1: [[1, 2]] }, repeats: { '1-1': 2 }, earlier: {}, last: latest });
  });

  test('after a new start only later plays count, and what was seen before is kept apart', () => {
    const restartedAt = day('2026-03-01');
    const plays = [
      play(1, 1, '2026-01-01'),
      play(1, 2, null),
      play(1, 1, '2026-03-02', '2026-03-02'),
      play(1, 3, '2020-01-01', '2026-03-05'),
      play(1, 4, null, '2026-03-06'),
    ];
    const { seen: counted, earlier } = foldPlays(plays, restartedAt);
    expect(counted).toEqual({
      1: [
        [1, 1],
        [4, 4],
      ],
    });
    expect(earlier).toEqual({ 1: [[2, 3]] });
  });

  test('counts a play of the day of the new start, and one that was stored at its moment', () => {
    const restartedAt = new Date('2026-03-01T20:00:00.000Z');
    const stored = (at: string, createdAt: string) => ({ at: new Date(at), createdAt: new Date(createdAt) });
    const start = '2026-03-01T20:00:00.000Z';

    expect(isCounted(stored('2026-03-01T00:00:00.000Z', start), restartedAt)).toBe(true);
    expect(isCounted(stored('2026-02-28T20:00:00.001Z', start), restartedAt)).toBe(true);
    expect(isCounted(stored('2026-02-28T20:00:00.000Z', start), restartedAt)).toBe(false);
    expect(isCounted(stored(start, '2026-03-01T19:59:59.999Z'), restartedAt)).toBe(false);
    expect(isCounted(stored('2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'), null)).toBe(true);
  });

  test('does not depend on the order of plays', () => {
    const plays = [play(1, 1, null), play(1, 2, '2026-01-02'), play(2, 1, '2026-01-02'), play(1, 2, '2025-01-01')];
    fc.assert(
      fc.property(fc.shuffledSubarray(plays, { minLength: plays.length }), (shuffled) => {
        expect(foldPlays(shuffled, null)).toEqual(foldPlays(plays, null));
      }),
    );
  });
});
