import { describe, expect, test } from '@jest/globals';
import {
  type ImportChoices,
  type ImportRow,
  type ImportTitle,
  usualImportChoices,
} from '../../../common/schemas/import.ts';
import type { Season } from '../../../common/schemas/title.ts';
import type { KnownPlay, KnownProgress } from '../plays/importedPlays.service.ts';
import type { KeptReview } from '../reviews/importedReviews.service.ts';
import type { Show } from '../titles/shows.ts';
import { type DiaryRow, type Placed, planDiary, planReview, type RowOf } from './plan.ts';

const title: ImportTitle = { key: 'tv|dark', mediaType: 'tv', title: 'Dark', ids: {} };
const common = { title, file: 'a.csv', line: 1 };
const ofEpisode = (season: number | null, number: number | null, ids = {}) => ({
  episode: { season, number, ids },
});

function placed<Row extends ImportRow>(row: Row, over: Partial<Placed<Row>> = {}): Placed<Row> {
  return { n: 0, row, isApplied: false, isSkipped: false, number: null, ...over };
}
const numbered = <Row extends ImportRow>(rows: readonly Placed<Row>[]) => rows.map((one, n) => ({ ...one, n }));

describe('what becomes of ratings and texts', () => {
  const rating = (stars: number, at: string | null = null, over: object = {}): RowOf<'rating'> => ({
    kind: 'rating',
    sourceKey: `a|rating|${stars}`,
    ...common,
    rating: { value: stars * 2, of: 10, stars },
    at,
    ...over,
  });
  const text = (words: string, at: string | null = null, over: object = {}): RowOf<'review'> => ({
    kind: 'review',
    sourceKey: `a|review|${words}`,
    ...common,
    text: words,
    at,
    ...over,
  });
  const known: KeptReview = {
    rating: 2,
    comment: 'Mine',
    imported: { value: 30, of: 100 },
    isPrivate: true,
    updatedAt: new Date('2024-01-01T12:00:00Z'),
  };
  type ReviewRows = readonly (RowOf<'rating'> | RowOf<'review'> | Placed<RowOf<'rating' | 'review'>>)[];
  function plan(rows: ReviewRows, before: KeptReview | null = null, chosen: Partial<ImportChoices> = {}) {
    const all = numbered(rows.map((row) => ('row' in row ? row : placed(row))));
    const { decisions, review } = planReview(all, before, { ...usualImportChoices, ...chosen });
    return { outcomes: all.map(({ n }) => decisions.get(n)?.outcome), review };
  }

  test('a new review has the stars as its service gave them, the text, and the time of the later one', () => {
    const rows = [text('Fine', '2020-01-02T00:00:00.000Z'), rating(4, '2020-01-01T00:00:00.000Z')];

    expect(plan(rows)).toEqual({
      outcomes: ['comes', 'comes'],
      review: {
        rating: 4,
        comment: 'Fine',
        imported: { value: 8, of: 10 },
        at: new Date('2020-01-02T00:00:00.000Z'),
        rowNumbers: [1, 0],
      },
    });
    const [early, late] = ['2020-01-01T00:00:00.000Z', '2020-01-02T00:00:00.000Z'];
    expect(plan([rating(4, late), text('Fine', early)]).review?.at).toEqual(new Date(late));
    expect(plan([rating(4), text('Fine', early)]).review?.at).toEqual(new Date(early));
    expect(plan([rating(4, early), text('Fine')]).review?.at).toEqual(new Date(early));
    expect(plan([rating(4)]).review).toEqual({ rating: 4, imported: { value: 8, of: 10 }, at: null, rowNumbers: [0] });
  });

  test('stars that were given in Marquee come without those of another service', () => {
    const own = rating(4, null, { rating: { value: 4, of: 5, stars: 4, isOwn: true } });

    expect(plan([own]).review).toEqual({ rating: 4, at: null, rowNumbers: [0] });
    expect(plan([own], known, { existingReviews: 'theirs' }).review).not.toHaveProperty('imported');
  });

  test('a text is private only if its file says so', () => {
    const theirs = { existingReviews: 'theirs' } as const;

    expect(plan([rating(4), text('Note', null, { isPrivate: true })]).review).toMatchObject({ isPrivate: true });
    expect(plan([rating(4)], known, theirs).review).toMatchObject({ comment: 'Mine', isPrivate: true });
    expect(plan([text('Fine')], known, theirs).review).not.toHaveProperty('isPrivate');
  });

  test.each([
    ['newest', '2024-01-01T12:00:00.001Z', 'comes'],
    ['newest', '2024-01-01T12:00:00.000Z', 'alreadyHere'],
    ['newest', null, 'alreadyHere'],
    ['theirs', null, 'comes'],
    ['mine', '2025-01-01T00:00:00.000Z', 'alreadyHere'],
  ] as const)('where both have one and the choice is %s, one of %s is %s', (existingReviews, at, outcome) => {
    expect(plan([rating(5, at)], known, { existingReviews }).outcomes).toEqual([outcome]);
    expect(plan([text('Theirs', at)], known, { existingReviews }).outcomes).toEqual([outcome]);
  });

  test('a text joins the own stars that have none, and keeps what came with them', () => {
    const { comment: _none, isPrivate: _public, ...stars } = known;

    expect(plan([text('Theirs')], stars).review).toEqual({
      rating: 2,
      comment: 'Theirs',
      imported: { value: 30, of: 100 },
      at: null,
      rowNumbers: [0],
    });
  });

  test('what is the same, or comes second, is here already', () => {
    const theirs = { existingReviews: 'theirs' } as const;

    expect(plan([rating(2), text('Mine')], known, theirs)).toEqual({
      outcomes: ['alreadyHere', 'alreadyHere'],
      review: null,
    });
    const { outcomes, review } = plan([rating(4), rating(5), text('One'), text('Two')]);
    expect(outcomes).toEqual(['comes', 'alreadyHere', 'comes', 'alreadyHere']);
    expect(review).toMatchObject({ rating: 4, comment: 'One', rowNumbers: [0, 2] });
  });

  test('what the person leaves out stays out, also the text of stars that do not come', () => {
    expect(plan([rating(4), text('Fine')], null, { reviews: false }).outcomes).toEqual(['comes', 'refused']);
    expect(plan([rating(4), text('Fine')], null, { ratings: false })).toEqual({
      outcomes: ['refused', 'refused'],
      review: null,
    });
    expect(plan([placed(rating(4), { isSkipped: true })])).toEqual({ outcomes: ['refused'], review: null });
  });

  test('those of an episode are refused', () => {
    const { outcomes, review } = plan([rating(4, null, ofEpisode(1, 1)), text('Fine', null, ofEpisode(1, 1))]);

    expect([outcomes, review]).toEqual([['refused', 'refused'], null]);
  });

  test('what was applied comes, but is not written again', () => {
    const applied = placed(rating(4), { isApplied: true, isSkipped: true });

    expect(plan([applied], known)).toEqual({ outcomes: ['comes'], review: null });
  });
});

describe('what becomes of viewings', () => {
  const now = new Date('2024-06-01T12:00:00Z');
  const season = (number: number, days: readonly string[]): Season => ({
    season_number: number,
    name: `Season ${number}`,
    air_date: days[0] ?? null,
    episodes: days.map((air_date, index) => ({
      episode_number: index + 1,
      name: `Episode ${index + 1}`,
      air_date,
      runtime: 50,
      overview: null,
      still_path: null,
    })),
  });
  const facts = { tmdbId: 7, title: 'Dark', posterPath: null, backdropPath: null, releaseDate: null };
  const dark: Show = {
    status: 'Returning Series',
    seasons: [season(1, ['2020-01-01', '2020-01-08']), season(2, ['2021-01-01', '2024-05-30', '2024-07-01'])],
    facts,
  };
  const film = { show: null, isShow: false } as const;
  const viewing = { title, file: 'a.csv', line: 1 };
  const play = (at: string, source = 'imdb', over: object = {}): RowOf<'play'> => ({
    kind: 'play',
    sourceKey: `${source}|play|${at}`,
    ...viewing,
    at,
    precision: 'second',
    ...over,
  });
  const seen = (over: object = {}): RowOf<'seen'> => ({ kind: 'seen', sourceKey: 'imdb|seen', ...viewing, ...over });
  const upTo = (
    place: RowOf<'progress'>['upTo'],
    at: string | null = '2024-05-31T00:00:00.000Z',
  ): RowOf<'progress'> => ({
    kind: 'progress',
    sourceKey: 'simkl|progress',
    ...viewing,
    upTo: place,
    at,
  });
  const state = (over: Partial<RowOf<'state'>> = {}): RowOf<'state'> => ({
    kind: 'state',
    sourceKey: 'imdb|state',
    ...viewing,
    state: 'paused',
    restartedAt: null,
    ...over,
  });
  const knownPlay = (over: Partial<KnownPlay>): KnownPlay => ({ mediaType: 'tv', tmdbId: 7, at: null, ...over });

  type Known = Parameters<typeof planDiary>[1];
  type Rows = readonly (DiaryRow | Placed<DiaryRow>)[];
  function plan(rows: Rows, known: Partial<Known> = {}, chosen: Partial<ImportChoices> = {}) {
    const all = numbered(rows.map((row) => ('row' in row ? row : placed(row))));
    const before: Known = { plays: [], progress: null, show: dark, isShow: true, now, ...known };
    const { decisions, plays, states } = planDiary(all, before, { ...usualImportChoices, ...chosen });
    return {
      outcomes: all.map(({ n }) => decisions.get(n)?.outcome),
      reasons: all.map(({ n }) => decisions.get(n)?.reason),
      plays,
      states,
    };
  }
  const at = (row: DiaryRow, number: Placed['number']) => placed(row, { number });

  test('two services that have one viewing of a day add it once; one service that has two adds both', () => {
    const [morning, evening] = ['2023-05-01T09:00:00.000Z', '2023-05-01T20:00:00.000Z'];

    expect(plan([play(morning), play(evening, 'trakt')], film).outcomes).toEqual(['comes', 'alreadyHere']);
    expect(plan([play(morning), play(evening)], film).outcomes).toEqual(['comes', 'comes']);
    expect(plan([play(morning), play('2023-05-02T09:00:00.000Z', 'trakt')], film).outcomes).toEqual(['comes', 'comes']);
    const three = [play(morning), play(evening), play(morning, 'trakt'), play(evening, 'trakt')];
    expect(plan(three, film).plays).toHaveLength(2);
  });

  test('a viewing may be of tomorrow, which has come in some places, but not later', () => {
    const days = [play('2024-06-02T12:00:00.000Z'), play('2024-06-02T12:00:00.001Z')];

    expect(plan(days, film).outcomes).toEqual(['comes', 'refused']);
  });

  test('a title without a day comes if it was not seen otherwise, or once more if the file says so', () => {
    const day = play('2023-05-01T09:00:00.000Z');

    expect(plan([seen(), day], film).outcomes).toEqual(['alreadyHere', 'comes']);
    expect(plan([seen({ again: true }), day], film).outcomes).toEqual(['comes', 'comes']);
    expect(plan([seen()], { ...film, plays: [knownPlay({ at: now })] }).outcomes).toEqual(['alreadyHere']);
    expect(plan([seen()], film).plays).toMatchObject([{ at: null, precision: 'unknown' }]);
  });

  test('what Marquee stored before an export keeps when that was, unless that is still to come', () => {
    const day = '2023-05-01T09:00:00.000Z';
    const [before] = plan([play(day, 'imdb', { recordedAt: '2023-05-02T09:00:00.000Z' })], film).plays;
    const [after] = plan([play(day, 'imdb', { recordedAt: '2024-06-01T12:00:00.000Z' })], film).plays;

    expect(before?.createdAt).toEqual(new Date('2023-05-02T09:00:00.000Z'));
    expect(after).not.toHaveProperty('createdAt');
  });

  test('an episode is refused or waits where the show has no such one, or nothing says which it is', () => {
    const row = play('2023-05-01T09:00:00.000Z', 'imdb', ofEpisode(2, 1));
    const unnamed = play('2023-05-01T09:00:00.000Z', 'imdb', ofEpisode(null, null));
    const byId = play('2023-05-01T09:00:00.000Z', 'imdb', ofEpisode(null, null, { tvdb: 5 }));

    expect(plan([at(row, { season: 2, episode: 1 })]).plays).toMatchObject([{ season: 2, episode: 1 }]);
    expect(plan([at(row, { season: 2 })]).outcomes).toEqual(['comes']);
    expect(plan([at(row, { season: 3 })]).reasons).toEqual(['Season 3 of this show is not known here.']);
    expect(plan([at(row, { season: 2, episode: 4 })]).reasons).toEqual([
      'Season 2, episode 4 of this show is not known here.',
    ]);
    expect(plan([at(row, { season: 2, episode: 1 })], { show: null }).outcomes).toEqual(['refused']);
    expect(plan([at(row, { season: 2, episode: 1 })], { show: 'away' }).outcomes).toEqual(['unknown']);
    expect(plan([at(row, { season: 2, episode: 1 })], film).outcomes).toEqual(['refused']);
    expect([plan([unnamed]).outcomes, plan([byId]).outcomes]).toEqual([['refused'], ['unknown']]);
  });

  test('a season, its episodes and the whole show are seen apart from each other', () => {
    const row = (number: Placed['number'], n: number) =>
      at(seen({ ...ofEpisode(number?.season ?? null, null), sourceKey: `imdb|${n}` }), number);
    const rows = [row({ season: 1 }, 1), row({ season: 1, episode: 1 }, 2), row({ season: 2, episode: 1 }, 3)];

    expect(plan([...rows, seen()]).outcomes).toEqual(['comes', 'comes', 'comes', 'comes']);
    expect(plan(rows, { plays: [knownPlay({ season: 1 })] }).outcomes).toEqual(['alreadyHere', 'comes', 'comes']);
    expect(plan(rows, { plays: [knownPlay({ season: 1, episode: 1 })] }).outcomes).toEqual([
      'comes',
      'alreadyHere',
      'comes',
    ]);
  });

  describe('progress', () => {
    const numbersOf = ({ plays }: ReturnType<typeof plan>) =>
      plays.map(({ season: of, episode, at: when, precision }) => [of, episode, when?.toISOString(), precision]);
    const undated = [undefined, 'unknown'] as const;

    test('adds the episodes up to a place, the last one on the day of the progress', () => {
      expect(numbersOf(plan([upTo({ season: 2, episode: 1 })]))).toEqual([
        [1, 1, ...undated],
        [1, 2, ...undated],
        [2, 1, '2024-05-31T00:00:00.000Z', 'day'],
      ]);
      expect(numbersOf(plan([upTo({ count: 1 }, '2024-05-31T20:15:00.000Z')]))).toEqual([
        [1, 1, '2024-05-31T20:15:00.000Z', 'second'],
      ]);
      expect(numbersOf(plan([upTo({ count: 1 }, null)]))).toEqual([[1, 1, ...undated]]);
    });

    test('adds only what was not seen, and gives no day to an episode before the last one', () => {
      const plays = [knownPlay({ season: 1, episode: 2 })];

      expect(numbersOf(plan([upTo({ count: 2 })], { plays }))).toEqual([[1, 1, ...undated]]);
      expect(plan([upTo({ count: 2 })], { plays }).outcomes).toEqual(['comes']);
      const both = [...plays, knownPlay({ season: 1, episode: 1 })];
      expect(plan([upTo({ count: 2 })], { plays: both })).toMatchObject({ outcomes: ['alreadyHere'], plays: [] });
    });

    test('through what had aired ends at its day, or today without one', () => {
      const aired = (when: string | null, of?: number) =>
        numbersOf(plan([upTo({ aired: true, ...(of !== undefined && { season: of }) }, when)])).map(
          ([number, episode]) => [number, episode],
        );

      expect(aired('2020-01-07T00:00:00.000Z')).toEqual([[1, 1]]);
      expect(aired(null, 2)).toEqual([
        [2, 1],
        [2, 2],
      ]);
      expect(aired(null)).toHaveLength(4);
    });

    test('is refused for a film and a place that the show does not have, and waits for a show that is missing', () => {
      const row = upTo({ season: 1, episode: 3 });

      expect([row, upTo({ season: 3, episode: 1 })].map((one) => plan([one]).outcomes[0])).toEqual([
        'refused',
        'refused',
      ]);
      expect(plan([row], film).outcomes).toEqual(['refused']);
      expect(plan([row], { show: null }).outcomes).toEqual(['unknown']);
      expect(plan([row], { show: 'away' }).outcomes).toEqual(['unknown']);
    });

    test('counts viewings of the same file first, in whatever order they come', () => {
      const first = at(play('2023-05-01T09:00:00.000Z', 'imdb', ofEpisode(1, 1)), { season: 1, episode: 1 });

      expect(numbersOf(plan([upTo({ count: 2 }), first]))).toEqual([
        [1, 1, '2023-05-01T09:00:00.000Z', 'second'],
        [1, 2, '2024-05-31T00:00:00.000Z', 'day'],
      ]);
    });
  });

  test('a show is paused or started again where the person has said nothing yet, by the first row', () => {
    const restarted = state({ state: null, restartedAt: '2023-01-01T00:00:00.000Z' });
    const stored = (over: Partial<KnownProgress>) => ({ progress: { tmdbId: 7, ...over } });

    expect(plan([state(), state({ state: 'dropped' })])).toMatchObject({
      outcomes: ['comes', 'alreadyHere'],
      states: [{ row: { state: 'paused' } }],
    });
    expect(plan([state()], stored({ state: 'dropped' }))).toMatchObject({ outcomes: ['alreadyHere'], states: [] });
    expect(plan([restarted], stored({ state: 'dropped' })).outcomes).toEqual(['comes']);
    expect(plan([restarted], stored({ restartedAt: now })).outcomes).toEqual(['alreadyHere']);
    expect(plan([state({ state: null })]).outcomes).toEqual(['alreadyHere']);
    expect(plan([state()], film)).toMatchObject({ outcomes: ['refused'], states: [] });
    expect(plan([placed(state(), { isApplied: true })])).toMatchObject({ outcomes: ['comes'], states: [] });
  });

  test('what the person leaves out is refused, except what was applied before', () => {
    const row = play('2023-05-01T09:00:00.000Z');
    const left = { outcomes: ['refused'], reasons: ['You left this out.'], plays: [] };

    expect(plan([row], film, { plays: false })).toMatchObject(left);
    expect(plan([placed(row, { isSkipped: true })], film)).toMatchObject(left);
    expect(plan([placed(row, { isApplied: true })], film, { plays: false })).toMatchObject({
      outcomes: ['comes'],
      plays: [],
    });
  });

  test('what an earlier import added is here, and what this one applied is not added again', () => {
    const row = play('2023-05-01T09:00:00.000Z');
    const [added] = plan([row], film).plays;
    const stored = { ...film, plays: [knownPlay({ at: added?.at ?? null, sourceKey: added?.sourceKey ?? '' })] };

    expect(plan([row], stored)).toMatchObject({ outcomes: ['alreadyHere'], plays: [] });
    expect(plan([placed(row, { isApplied: true })], stored)).toMatchObject({ outcomes: ['comes'], plays: [] });
    expect(plan([row, play('2023-05-01T20:00:00.000Z')], stored)).toMatchObject({
      outcomes: ['alreadyHere', 'comes'],
      plays: [{ n: 1 }],
    });
  });
});
