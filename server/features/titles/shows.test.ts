import { beforeEach, expect, test } from '@jest/globals';
import { upstreamAway } from '../../platform/http/errors.ts';
import { createShows, findEpisode, requireEpisode } from './shows.ts';
import type { TitleSource } from './title.source.ts';

const [UNKNOWN, AWAY] = [404, 502];

let reads: number[];
/** Called during each read. */
let duringRead: () => void;
let name: TitleSource['name'];

const source = {
  get name() {
    return name;
  },
  details: async (_mediaType: string, id: number) => {
    reads.push(id);
    const from = name;
    await new Promise(setImmediate);
    duringRead();
    const unknown = { poster_path: null, backdrop_path: null, first_air_date: '' };
    if (id === UNKNOWN) return null;
    if (id === AWAY) throw upstreamAway();
    const seasons = [0, 1].map((season_number) => ({ season_number }));
    return { name: `Show ${id} of ${from}`, status: 'Ended', ...unknown, seasons };
  },
  season: async (_id: number, season_number: number) => ({
    season_number,
    name: 'Any',
    air_date: null,
    episodes: [1, 2].map((episode_number) => ({
      ...{ episode_number, name: `S${season_number} E${episode_number}`, overview: 'The hero wakes up.' },
      ...{ air_date: null, runtime: 50, still_path: null },
    })),
  }),
} as unknown as TitleSource;

beforeEach(() => {
  reads = [];
  duringRead = () => undefined;
  name = 'catalogue';
});

test('what was read while the source changed is not taken for what the new source says', async () => {
  const shows = createShows(source);
  duringRead = () => {
    name = 'tmdb';
  };
  await shows.load(1);

  expect((await shows.load(1)).facts.title).toBe('Show 1 of tmdb');
});

test('a show that waits its turn is not read when another call has read it meanwhile', async () => {
  const shows = createShows(source);
  const many = Array.from({ length: 50 }, (_, index) => index + 1);

  await Promise.all([shows.findAll(many), shows.find(50)]);

  expect(reads.filter((id) => id === 50)).toHaveLength(1);
});

test('a show without a first day has none, as the source has an empty text then', async () => {
  expect((await createShows(source).load(1)).facts.releaseDate).toBeNull();
});

test('many shows come in the order of their ids, with which are unknown and which do not answer now', async () => {
  const found = await createShows(source).findAll([2, UNKNOWN, AWAY, 1]);

  expect(found.map((show) => (show && show !== 'away' ? show.facts.tmdbId : show))).toEqual([2, null, 'away', 1]);
  await expect(createShows(source).load(UNKNOWN)).rejects.toMatchObject({ code: 'not_found' });
  await expect(createShows(source).find(AWAY)).rejects.toMatchObject({ code: 'upstream' });
});

test('a show has the episodes of all its seasons, found by their numbers, without what happens in them', async () => {
  const show = await createShows(source).load(1);
  const nameOf = (season: number, episode: number) => findEpisode(show, { season, episode })?.name;

  expect([nameOf(0, 1), nameOf(1, 2), nameOf(1, 3), nameOf(2, 1)]).toEqual(['S0 E1', 'S1 E2', undefined, undefined]);
  expect(requireEpisode(show, { season: 1, episode: 1 })).toMatchObject({ name: 'S1 E1', runtime: 50, overview: null });
  expect(() => requireEpisode(show, { season: 1, episode: 3 })).toThrow(
    expect.objectContaining({ code: 'validation' }),
  );
});
