import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { unzipSync } from 'fflate';
import { families, familyKeys } from '../../../../common/families.ts';
import { listFileSchema } from '../../../../common/schemas/export/export.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { fillAccount } from '../../../testing/fullAccount.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp, titleFacts } from '../../../testing/people.ts';
import { playBodyOf, recordPlay } from '../../../testing/plays.ts';
import { setUpServer } from '../../../testing/server.ts';

const server = setUpServer();
const heat = titleFacts({ tmdbId: 949, title: 'Heat', releaseDate: '1995-12-15' });
const wire = titleFacts({ tmdbId: 1438, mediaType: 'tv', title: 'The Wire', releaseDate: '2002-06-02' });
let ana: Person;
let ben: Person;
let nights: Folder;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
  nights = await createFolder(ana, 'Movie nights');
  await shareWith(ana, nights.id, ben, only('canView', 'canAdd'));
  await addItem(ana, nights.id, heat);
  await addItem(ben, nights.id, wire);
  await recordPlay(ana, { ...playBodyOf({ ...heat }), at: '2024-05-01T00:00:00.000Z', precision: 'day' });
  await ana.post('/api/reviews', { ...heat, rating: 5, comment: '=Great, with "quotes"' });
});

const asBytes = (response: NodeJS.ReadableStream, done: (error: Error | null, body: Buffer) => void) => {
  const pieces: Buffer[] = [];
  response.on('data', (piece: Buffer) => pieces.push(piece));
  response.on('end', () => done(null, Buffer.concat(pieces)));
};

async function unzipped(format: string): Promise<Record<string, string>> {
  const answer = await ana
    .get(`/api/export?format=${format}`)
    .buffer(true)
    .parse(asBytes as never);
  expect(answer.headers['content-disposition']).toMatch(new RegExp(`filename=marquee-${format}-[\\d-]+\\.zip$`));
  const files = Object.entries(unzipSync(answer.body as Buffer));
  return Object.fromEntries(files.map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
}

describe('an account in the format of', () => {
  test('Letterboxd', async () => {
    expect(await unzipped('letterboxd')).toEqual({
      'films.csv':
        'tmdbID,imdbID,Title,Year,Rating10,WatchedDate,Rewatch,Tags,Review\r\n' +
        '949,tt0113277,Heat,1995,10,2024-05-01,,,"\'=Great, with ""quotes"""\r\n',
      'watchlist.csv': 'tmdbID,imdbID,Title,Year\r\n',
      'lists/Movie nights.csv': 'tmdbID,imdbID,Title,Year\r\n949,tt0113277,Heat,1995\r\n',
    });
  });

  test('IMDb', async () => {
    const answer = await ana.get('/api/export?format=imdb');

    expect(answer.headers['content-disposition']).toMatch(/filename=marquee-imdb-[\d-]+\.csv$/);
    const day = new Date().toISOString().slice(0, 10);
    expect(answer.text).toBe(
      'Const,Your Rating,Date Rated,Title,URL,Title Type,Year\r\n' +
        `tt0113277,10,${day},Heat,https://www.imdb.com/title/tt0113277/,Movie,1995\r\n`,
    );
  });

  test('Trakt', async () => {
    const files = await unzipped('trakt');

    expect(Object.keys(files).sort()).toEqual([
      'lists-list-1-movie-nights.json',
      'lists-lists.json',
      'ratings-movies.json',
      'ratings-shows.json',
      'watched-history.json',
    ]);
    const movie = { title: 'Heat', year: 1995, ids: { tmdb: 949, imdb: 'tt0113277', tvdb: null } };
    expect(JSON.parse(files['watched-history.json'] ?? '')).toEqual([
      { watched_at: '2024-05-01T00:00:00.000Z', action: 'watch', type: 'movie', movie },
    ]);
  });

  test('a spreadsheet', async () => {
    const { 'lists.csv': lists = '', ...others } = await unzipped('csv');

    expect(Object.keys(others).sort()).toEqual(['plays.csv', 'reviews.csv']);
    expect(lists).toMatch(/^\uFEFFList,Title,Year,Type,TMDB,IMDb,Watched,Note,Added\r\n/);
    expect(lists).toMatch(/\r\nMovie nights,The Wire,2002,TV show,1438,tt0306414,no,,20/);
  });
});

describe.each(familyKeys)('one list (%s)', (key) => {
  const path = () => `${families[key].api.lists}/${nights.id}/file`;

  test('is a table, JSON or text for everyone who may read it', async () => {
    const [csv, json, text] = await Promise.all(
      ['csv', 'json', 'text'].map((format) => ben.get(`${path()}?format=${format}`)),
    );

    expect(csv?.headers['content-disposition']).toBe('attachment; filename="Movie nights.csv"');
    expect(
      csv?.text
        .split('\r\n')
        .slice(1, 3)
        .map((line) => line.split(',').slice(0, 3).join()),
    ).toEqual(['Movie nights,Heat,1995', 'Movie nights,The Wire,2002']);
    expect(text?.text).toBe('Heat (1995)\nThe Wire (2002)\n');
    const [list] = listFileSchema.parse(json?.body).lists;
    expect(list?.items.map(({ title, addedBy }) => [title, addedBy?.firstName])).toEqual([
      ['Heat', 'Ana'],
      ['The Wire', undefined],
    ]);
  });

  test('is not found by others', async () => {
    const cleo = await signUp(server, 'Cleo');

    expect((await cleo.get(`${path()}?format=csv`)).status).toBe(404);
  });
});

test('the published schema describes the file of an account that has everything', async () => {
  const [mira, cleo] = await Promise.all([signUp(server, 'Mira'), signUp(server, 'Cleo')]);
  await fillAccount(server, mira, cleo);
  const ajv = new Ajv2020({ strict: false, logger: false });
  ajvFormats.default(ajv);
  const validate = ajv.compile((await mira.get('/api/export.schema.json')).body);

  const file = (await mira.get('/api/export?format=marquee')).body;
  expect([validate(file), validate.errors]).toEqual([true, null]);
  expect(validate({ ...file, plays: [{}] })).toBe(false);
});
