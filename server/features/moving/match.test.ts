import { beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../common/constants.ts';
import type { ImportTitle } from '../../../common/schemas/import.ts';
import type { Identified, NamedTitle, SourceFacts, TitleSource } from '../titles/title.source.ts';
import { findMatch, toMatch } from './match.ts';

const facts: SourceFacts = {
  mediaType: 'movie',
  id: 949,
  title: 'Heat',
  overview: '',
  posterPath: null,
  backdropPath: null,
  releaseDate: '1995-12-15',
  genreIds: [],
  voteAverage: 8,
  voteCount: 100,
  popularity: 1,
  language: 'en',
  countries: [],
  runtime: 170,
  makers: [{ id: 1, name: 'Michael Mann' }],
  cast: [],
  keywords: [],
};
const remake = { ...facts, id: 950, releaseDate: '1986-11-13', runtime: 101, popularity: 2, makers: [] };
const series = { ...facts, mediaType: 'tv' as const, id: 949, title: 'Heat: the series' };
const episode: Identified = { mediaType: 'tv', id: 949, episode: { season: 1, episode: 2 } };

let known: SourceFacts[];
let identified: Identified[];
let asked: unknown[];
let imdbIds: Record<number, string>;
let similar: SourceFacts[];
const namedAs = ({ id, releaseDate }: SourceFacts): NamedTitle => ({
  id,
  year: Number(releaseDate.slice(0, 4)),
  imdbId: imdbIds[id] ?? null,
});
const source = {
  name: 'tmdb',
  findTitle: async (mediaType: string, id: number) =>
    known.find((one) => one.mediaType === mediaType && one.id === id) ?? null,
  identify: async (ids: unknown) => {
    asked.push(ids);
    return identified;
  },
  findNamed: async (mediaType: string, name: string) => {
    const exact = known.filter((one) => one.mediaType === mediaType && one.title === name).map(namedAs);
    const ofType = similar.filter((one) => one.mediaType === mediaType);
    return { exact, similar: ofType.map(namedAs) };
  },
} as unknown as TitleSource;

beforeEach(() => {
  known = [facts];
  identified = [];
  asked = [];
  imdbIds = {};
  similar = [];
});

const heat: ImportTitle = { key: 'heat', mediaType: 'movie', title: 'Heat', ids: {} };
const ids = ({ match, candidates }: Awaited<ReturnType<typeof findMatch>>) => [
  match?.tmdbId ?? null,
  candidates.map(({ tmdbId }) => tmdbId),
];
const find = async (title: Partial<ImportTitle>, hasEpisodes = false) =>
  ids(await findMatch(source, { ...heat, ...title }, hasEpisodes));

describe('a title with an id', () => {
  test('of TMDB is found, whatever its name', async () => {
    expect(await find({ title: 'Hitze', ids: { tmdb: 949 } })).toEqual([949, []]);
  });

  test('that a film and a show have in common is found by its name', async () => {
    known = [facts, series];
    const named = (title: string) => findMatch(source, { ...heat, mediaType: null, title, ids: { tmdb: 949 } }, false);

    expect((await named('Heat')).match).toMatchObject({ mediaType: 'movie', tmdbId: 949 });
    expect((await named('Heat: the series')).match).toMatchObject({ mediaType: 'tv', tmdbId: 949 });
    expect(await find({ mediaType: null, title: 'Hitze', ids: { tmdb: 949 } })).toEqual([null, [949, 949]]);
  });

  test.each([{ imdb: 'tt0113277' }, { tvdb: 77 }])('of another service, %j, is found by it', async (other) => {
    identified = [{ mediaType: 'movie', id: 949, episode: null }];

    expect(await find({ title: '', ids: other })).toEqual([949, []]);
    expect(asked).toEqual([{ imdb: undefined, tvdb: undefined, ...other }]);
  });

  test('that belongs to an episode is not found', async () => {
    known = [facts, series];
    identified = [episode];

    expect(await find({ title: '', ids: { tvdb: 77 } })).toEqual([null, []]);
    expect(await find({ title: '', mediaType: 'tv', ids: { tvdb: 77 } })).toEqual([null, []]);
  });

  test('that belongs to a film, not a show, is asked about, except for a row about an episode', async () => {
    identified = [{ mediaType: 'movie', id: 949, episode: null }];

    expect(await find({ mediaType: 'tv', ids: { tvdb: 77 } })).toEqual([null, [949]]);
    expect(await find({ mediaType: 'tv', ids: { tvdb: 77 } }, true)).toEqual([null, []]);
  });
});

describe('a name', () => {
  beforeEach(() => {
    known = [facts, remake];
  });

  test('of several titles is asked about, the most popular one first', async () => {
    expect(await find({})).toEqual([null, [950, 949]]);
  });

  test('is decided by the year, also one that is one off, but not two', async () => {
    expect(await find({ year: 1995 })).toEqual([949, []]);
    expect(await find({ year: 1996 })).toEqual([949, []]);
    expect(await find({ year: 1997 })).toEqual([null, []]);
  });

  test('in the year beside is asked about when the length is another one', async () => {
    expect(await find({ year: 1996, runtime: 185 })).toEqual([949, []]);
    expect(await find({ year: 1996, runtime: 186 })).toEqual([null, [949]]);
  });

  test('is decided by the director or the length', async () => {
    expect(await find({ director: 'Michael Mann' })).toEqual([949, []]);
    expect(await find({ runtime: 173 })).toEqual([949, []]);
    expect(await find({ runtime: 174 })).toEqual([null, [950, 949]]);
  });

  test('with the IMDb id of another title is not that title; one whose id is unknown may be', async () => {
    imdbIds = { 949: 'tt0113277' };

    expect(await find({ ids: { imdb: 'tt0000001' } })).toEqual([950, []]);
    expect(await find({ year: 1995, ids: { imdb: 'tt0113277' } })).toEqual([949, []]);
    expect(await find({ year: 1995, ids: { imdb: 'tt0000001' } })).toEqual([null, []]);
  });

  test('by another director is a title whose makers are unknown, if any', async () => {
    expect(await find({ director: 'Ana Brito' })).toEqual([950, []]);
    expect(await find({ director: 'Ana Brito; michael mann' })).toEqual([949, []]);
    expect(await find({ director: 'Ana Brito', year: 1995 })).toEqual([null, []]);
  });

  test('that the source has in another language is asked about, if the year is the same', async () => {
    similar = [facts, remake];
    const hitze = { title: 'Hitze' };

    expect(await find({ ...hitze, year: 1995 })).toEqual([null, [949]]);
    expect(await find({ ...hitze, year: 1996 })).toEqual([null, []]);
    expect(await find(hitze)).toEqual([null, []]);
    expect(await find({ ...hitze, originalTitle: 'Heat', year: 1995 })).toEqual([949, []]);
  });

  test('of a film and of a show is asked about, unless the row is about an episode', async () => {
    known = [facts, { ...series, title: 'Heat' }];

    expect(await find({ mediaType: null })).toEqual([null, [949, 949]]);
    expect(await find({ mediaType: null }, true)).toEqual([949, []]);
    expect(await find({ title: '' })).toEqual([null, []]);
  });

  test('that the file has twice is asked about', async () => {
    expect(await find({ year: 1995, hasTwin: true })).toEqual([null, [949]]);
  });
});

test('a match has what a person recognises the title by', () => {
  const shown = { mediaType: 'movie', tmdbId: 949, title: 'Heat', posterPath: null, makers: ['Michael Mann'] };

  expect(toMatch(facts)).toEqual({ ...shown, year: 1995 });
  expect(toMatch({ ...facts, releaseDate: '' })).toEqual({ ...shown, year: null });
});

test('so many titles can be chosen from, the most popular ones first', async () => {
  known = Array.from({ length: limits.importCandidates + 2 }, (_, n) => ({ ...facts, id: n, popularity: n }));

  identified = known.map(({ id }) => ({ mediaType: 'movie', id, episode: null }));

  const popular = known.map(({ id }) => id).reverse();
  expect(await find({ ids: { imdb: 'tt0113277' } })).toEqual([null, popular.slice(0, limits.importCandidates)]);
});
