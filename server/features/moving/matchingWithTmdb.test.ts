import { expect, test } from '@jest/globals';
import type { ImportRow, ImportTitle } from '../../../common/schemas/import.ts';
import type { Play } from '../../../common/schemas/play.ts';
import { beginImport, importRows, settled } from '../../testing/imports.ts';
import { setUpTmdb } from '../../testing/titles/tmdbServer.ts';
import { ImportModel } from './import.model.ts';

const tmdb = setUpTmdb();

const titled = (over: Partial<ImportTitle>): ImportTitle => ({
  key: `key of ${JSON.stringify(over)}`,
  mediaType: 'movie',
  title: '',
  ids: {},
  ...over,
});
let numbered = 0;
const want = (title: ImportTitle): ImportRow => {
  numbered += 1;
  return { kind: 'want', sourceKey: `imdb|want|${numbered}`, file: 'a.csv', line: 1, title, at: null };
};

test.each<[string, Partial<ImportTitle>, string, number | null]>([
  ['the id of TMDB', { ids: { tmdb: 700 } }, 'comes', 700],
  ['the id of IMDb', { ids: { imdb: 'tt0000603' } }, 'comes', 603],
  ['the id of IMDb, of a show', { mediaType: null, ids: { imdb: 'tt0001396' } }, 'comes', 1396],
  ['the name', { title: 'Film 103', year: 1999 }, 'comes', 103],
  ['the original name', { title: 'PELICULA 104', year: 1999 }, 'comes', 104],
  ['the year beside it', { title: 'Film 105', year: 2000 }, 'comes', 105],
  ['another year', { title: 'Film 106', year: 2010 }, 'unknown', null],
  ['another director', { title: 'Film 107', year: 1999, director: 'Somebody else' }, 'unknown', null],
  ['a similar name of that year', { title: 'A film', year: 1999 }, 'ambiguous', null],
  ['an id of IMDb of another kind', { mediaType: 'movie', ids: { imdb: 'tt0001396' } }, 'ambiguous', null],
])('titles are found by %s', async (_by, title, outcome, tmdbId) => {
  const { id } = await beginImport(tmdb.ana, [want(titled(title))]);

  const { counts, titles } = await settled(tmdb.ana, id);

  expect(counts.wants).toMatchObject({ in: 1, [outcome]: 1 });
  expect(titles).toEqual({ source: 'tmdb', known: null });
  const [row] = (await tmdb.ana.get(`/api/imports/${id}`)).body.rows;
  expect(row.match?.tmdbId ?? null).toBe(tmdbId);
});

test('an episode is found by its id, and its show by it', async () => {
  const watched = { kind: 'play', at: '2020-01-01T00:00:00.000Z', precision: 'day', file: 'a.csv', line: 1 } as const;
  const episode = { season: null, number: null, title: 'Chapter', ids: { imdb: 'tt0013961' } };
  const show = titled({ mediaType: 'tv', ids: { imdb: 'tt0001396' } });
  const ofShow: ImportRow = { ...watched, sourceKey: 'imdb|play|a', title: show, episode };
  const alone: ImportRow = {
    ...watched,
    sourceKey: 'imdb|play|b',
    title: titled({ mediaType: 'tv' }),
    episode,
    at: '2020-01-02T00:00:00.000Z',
  };
  const named: ImportRow = { ...watched, sourceKey: 'imdb|play|c', title: show, episode: { ...episode, ids: {} } };

  const { counts } = await importRows(tmdb.ana, [ofShow, alone, named]);

  expect(counts.plays).toMatchObject({ in: 3, comes: 2, refused: 1 });
  const plays: Play[] = (await tmdb.ana.get('/api/plays')).body;
  expect(plays.map(({ tmdbId, season, episode: number }) => [tmdbId, season, number])).toEqual([
    [1396, 2, 3],
    [1396, 2, 3],
  ]);
});

test('a source that does not answer is asked again', async () => {
  tmdb.database.fail('unavailable');
  const { id } = await beginImport(tmdb.ana, [want(titled({ ids: { tmdb: tmdb.newId } }))]);
  expect((await settled(tmdb.ana, id)).counts.wants).toMatchObject({ in: 1, unknown: 1 });
  const [row] = (await tmdb.ana.get(`/api/imports/${id}`)).body.rows;
  expect(row.reason).toContain('did not answer');

  tmdb.database.recover();
  await ImportModel.updateOne({ _id: id }, { $set: { askedAt: new Date(0) } });

  expect((await settled(tmdb.ana, id)).counts.wants).toMatchObject({ in: 1, comes: 1 });
}, 60_000);

test('a title that the source names after Apply waits for another one', async () => {
  tmdb.database.fail('unavailable');
  const { id } = await importRows(tmdb.ana, [want(titled({ ids: { tmdb: tmdb.newId } }))]);

  tmdb.database.recover();
  await ImportModel.updateOne({ _id: id }, { $set: { askedAt: new Date(0) } });

  expect(await settled(tmdb.ana, id)).toMatchObject({ state: 'applied', waiting: 1, counts: { wants: { comes: 1 } } });
  await tmdb.ana.post(`/api/imports/${id}/apply`).expect(200);
  expect(await settled(tmdb.ana, id)).toMatchObject({ state: 'applied', waiting: 0, counts: { wants: { comes: 1 } } });
}, 60_000);
