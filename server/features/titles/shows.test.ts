import { beforeEach, expect, test } from '@jest/globals';
import { createShows } from './shows.ts';
import type { TitleSource } from './title.source.ts';

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
    return { name: `Show ${id} of ${from}`, status: 'Ended', ...unknown, seasons: [] };
  },
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
