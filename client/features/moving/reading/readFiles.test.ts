import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { strToU8 } from 'fflate';
import Papa from 'papaparse';
import { limits } from '../../../../common/constants.ts';
import { importCountsSchema, importRowSchema, refusedRowSchema } from '../../../../common/schemas/import.ts';
import { fileOf, linesOf, read, readZip, zipOf } from '../../../testing/importFiles.ts';
import { readFiles } from './readFiles.ts';

const today = new Date('2026-11-26T12:00:00Z');
const EXPECTED = 'Choose the ZIP, CSV or JSON file that the service gave you when you exported your data.';

describe('reading is independent of how the table is written', () => {
  const samples: Record<string, { header: string[]; rows: string[][] }> = {
    'ratings.csv': {
      header: ['Const', 'Your Rating', 'Date Rated', 'Title', 'Original Title', 'URL', 'Title Type', 'Year', 'Genres'],
      rows: [
        ['tt0113277', '8', '2020-02-02', 'Heat', 'Heat', 'u', 'Movie', '1995', 'Crime, Drama'],
        [
          'tt0211915',
          '9',
          '2020-02-03',
          'Amélie',
          "Le fabuleux destin d'Amélie Poulain",
          'u',
          'Movie',
          '2001',
          'Comedy',
        ],
        ['tt7366338', '10', '', 'Chernobyl', 'Chernobyl', 'u', 'TV Mini Series', '2019', 'Drama'],
        ['nm1', '10', '', 'Somebody', '', 'u', 'Movie', '', ''],
      ],
    },
    'diary.csv': {
      header: ['Date', 'Name', 'Year', 'Letterboxd URI', 'Rating', 'Rewatch', 'Tags', 'Watched Date', 'Review'],
      rows: [
        [
          '2023-05-02',
          'Heat',
          '1995',
          'https://boxd.it/a',
          '4.5',
          '',
          '',
          '2023-05-01',
          'One line;\nand “another”,\tyes.',
        ],
        ['2023-05-03', '9', '2009', 'https://boxd.it/b', '', 'Yes', 'a, b', '2023-05-03', ''],
        ['2023-05-04', 'Good, Bad; Ugly', '1966', 'https://boxd.it/c', '5', '', '', '', 'He said "hi".'],
      ],
    },
    'history.csv': {
      header: ['title', 'year', 'tmdbId', 'imdbId', 'watchedAt', 'comment', 'location'],
      rows: [
        ['Heat', '1995', '949', 'tt0113277', '25/12/2020', '', ''],
        ['Ran', '1985', '11645', '', '01/02/2021', '', ''],
      ],
    },
  };

  test.each(Object.keys(samples))('%s', async (name) => {
    const { header, rows } = samples[name]!;
    const usual = await read({ [name]: Papa.unparse([header, ...rows], { newline: '\n' }) });
    const expected = {
      lines: linesOf(usual),
      keys: usual.rows.map((row) => row.sourceKey),
      refused: usual.refused.length,
    };
    expect(expected.lines.length).toBeGreaterThan(1);

    const shapes = fc.record({
      order: fc.shuffledSubarray(
        header.map((_, index) => index),
        { minLength: header.length },
      ),
      delimiter: fc.constantFrom(',', ';', '\t'),
      newline: fc.constantFrom('\n', '\r\n', '\r'),
      hasBom: fc.boolean(),
      quotes: fc.boolean(),
      letters: fc.constantFrom('same', 'upper', 'lower'),
      encoding: fc.constantFrom('utf-8', 'utf-16'),
    });
    await fc.assert(
      fc.asyncProperty(shapes, async ({ order, delimiter, newline, hasBom, quotes, letters, encoding }) => {
        const cased = header.map((cell) =>
          letters === 'same' ? cell : letters === 'upper' ? cell.toUpperCase() : cell.toLowerCase(),
        );
        const table = [cased, ...rows].map((cells) => order.map((index) => cells[index] ?? ''));
        const text = Papa.unparse(table, { delimiter, newline, quotes });
        const bytes = encoding === 'utf-16' ? utf16Of(text) : strToU8(`${hasBom ? '\ufeff' : ''}${text}`);

        const result = await read({ [name]: bytes });

        const keys = result.rows.map((row) => row.sourceKey);
        expect({ lines: linesOf(result), keys, refused: result.refused.length }).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  test('a file in Windows-1252 is read as it was written', async () => {
    const text = 'Const,Your Rating,Date Rated,Title,Title Type,Year\ntt0211915,8,,Amélie,Movie,2001\n';
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));

    const result = await read({ 'ratings.csv': bytes });

    expect([linesOf(result), result.stats.notes]).toEqual([['rating Amélie (2001) 8/10 = 4 stars'], []]);
  });

  test('one that mixes two encodings is read line by line, and says so', async () => {
    const header = 'Const,Your Rating,Date Rated,Title,Title Type,Year\n';
    const latin = Uint8Array.from('tt0211915,8,,Amélie,Movie,2001\n', (character) => character.charCodeAt(0));
    const bytes = new Uint8Array([...strToU8(header), ...latin, ...strToU8('tt0000002,8,,Élisa,Movie,1995\n')]);

    const result = await read({ 'ratings.csv': bytes });

    expect(linesOf(result)).toEqual(['rating Amélie (2001) 8/10 = 4 stars', 'rating Élisa (1995) 8/10 = 4 stars']);
    expect(result.stats.notes).toEqual([expect.stringMatching(/^ratings\.csv mixes two ways of writing accents/)]);
  });

  test('Excel’s first line, and lines above the header', async () => {
    const rows = 'Const;Your Rating;Title;Title Type;Year\ntt0113277;8;Heat;Movie;1995\n';

    const named = await read({ 'ratings.csv': `sep=;\n${rows}` });
    const titled = await read({ 'ratings.csv': `My ratings;;;;\n\n${rows}` });

    expect(linesOf(named)).toEqual(['rating Heat (1995) 8/10 = 4 stars']);
    expect(linesOf(titled)).toEqual(linesOf(named));
    expect([named.rows[0]!.line, titled.rows[0]!.line]).toEqual([3, 4]);
  });
});

describe('files as spreadsheets and people leave them', () => {
  const lines = ['Const,Your Rating,Date Rated,Title,Title Type,Year', 'tt0211915,8,2020-02-02,Amélie,Movie,2001'];
  const text = lines.join('\n');
  const semicolons = lines.join('\r\n').replaceAll(',', ';');
  const bigEndian = (value: string) => utf16Of(value).map((_, index, bytes) => bytes[index ^ 1]!);
  const variants: [string, string, string | Uint8Array][] = [
    ['a BOM', 'ratings.csv', `\ufeff${text}`],
    ['semicolons and CRLF', 'ratings.csv', semicolons],
    ['Excel’s first line, after a BOM', 'ratings.csv', `\ufeffsep=;\r\n${semicolons}`],
    ['Excel’s Unicode text', 'ratings.txt', utf16Of(text.replaceAll(',', '\t'))],
    ['UTF-16 of other machines', 'ratings.csv', bigEndian(text)],
    ['UTF-16 without a BOM', 'ratings.csv', utf16Of(text).subarray(2)],
    ['another name', 'Download (3)', text],
    [
      'another case, and spaces',
      'ratings.csv',
      text.replace('Your Rating', ' your  RATING ').replace('Const', 'CONST'),
    ],
    ['more columns and empty ones', 'ratings.csv', lines.map((line, n) => `${line},${n ? '' : 'Extra'},,`).join('\n')],
    ['empty lines at the end', 'ratings.csv', `${text}\n,,,,,\n\n \n`],
    ['spaces after the commas', 'ratings.csv', text.replaceAll(',', ', ')],
    ['quotes around everything', 'ratings.csv', lines.map((line) => `"${line.replaceAll(',', '","')}"`).join('\n')],
    ['pipes', 'ratings.csv', text.replaceAll(',', '|')],
  ];

  test.each(variants)('%s', async (_, name, content) => {
    const result = await read({ [name]: content });

    expect([linesOf(result), result.refused, result.stats.problems]).toEqual([
      ['rating Amélie (2001) 8/10 = 4 stars on 2020-02-02'],
      [],
      [],
    ]);
  });

  test('a ZIP with folders around the folder', async () => {
    const result = await readZip({ 'Downloads/Ana’s data/imdb/ratings.csv': text, 'Downloads/.DS_Store': 'x' });

    expect(linesOf(result)).toEqual(['rating Amélie (2001) 8/10 = 4 stars on 2020-02-02']);
  });
});

describe('overlapping files', () => {
  const film = fc.integer({ min: 0, max: 3 });
  const nameOf = (n: number) => `Film ${n},${1990 + n}`;
  const dayOf = (n: number) => `2024-01-${String(n + 1).padStart(2, '0')}`;
  const exports = fc.record({
    entries: fc.array(
      fc.record({
        film,
        day: fc.option(fc.integer({ min: 0, max: 5 })),
        rating: fc.option(fc.integer({ min: 1, max: 10 })),
        review: fc.option(fc.constantFrom('Great.', 'Less.', 'More.')),
      }),
      { maxLength: 8 },
    ),
    watched: fc.uniqueArray(film),
    rated: fc.uniqueArray(film),
    wanted: fc.uniqueArray(film),
  });
  type Export = typeof exports extends fc.Arbitrary<infer T> ? T : never;

  /** The files of an export. Letterboxd's diary has what has a day, its reviews what has a text. */
  function filesOf({ entries, watched, rated, wanted }: Export, shuffled: <T>(list: T[]) => T[]) {
    const entryHeader = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date';
    const diary: string[] = [];
    const reviews: string[] = [];
    for (const [n, { film: which, day, rating, review }] of entries.entries()) {
      const start = `2025-01-${String(n + 1).padStart(2, '0')},${nameOf(which)},https://boxd.it/e${n}`;
      const cells = `${rating === null ? '' : rating / 2},,,${day === null ? '' : dayOf(day)}`;
      if (day !== null) diary.push(`${start},${cells}`);
      if (review !== null) reviews.push(`${start},${cells},${review}`);
    }
    const simple = (list: number[]) => list.map((n) => `2024-05-05,${nameOf(n)},https://boxd.it/f${n}`);
    const files = Object.entries({
      'diary.csv': [entryHeader, diary],
      'reviews.csv': [`${entryHeader},Review`, reviews],
      'watched.csv': ['Date,Name,Year,Letterboxd URI', simple(watched)],
      'ratings.csv': ['Date,Name,Year,Letterboxd URI,Rating', simple(rated).map((line) => `${line},5`)],
      'watchlist.csv': ['Date,Name,Year,Letterboxd URI', simple(wanted)],
    } as Record<string, [string, string[]]>);
    return Object.fromEntries(
      shuffled(files).map(([name, [header, lines]]) => [name, [header, ...shuffled(lines)].join('\n')]),
    );
  }

  /** What a careful person would count. */
  function expectedOf({ entries, watched, rated, wanted }: Export) {
    const dated = entries.filter(({ day }) => day !== null);
    const kept = entries.filter(({ day, review }) => day !== null || review !== null);
    const filmsOf = (list: { film: number }[]) => new Set(list.map((entry) => entry.film));
    const texts = new Set(entries.flatMap((entry) => (entry.review === null ? [] : [`${entry.film} ${entry.review}`])));
    const reviewed = filmsOf(entries.filter(({ review }) => review !== null));
    const ratedFilms = new Set([...rated, ...filmsOf(kept.filter(({ rating }) => rating !== null))]);
    return {
      films: new Set([...filmsOf(dated), ...reviewed, ...ratedFilms, ...watched, ...wanted]).size,
      plays: dated.length,
      seenUndated: watched.filter((which) => !filmsOf(dated).has(which)).length,
      ratings: ratedFilms.size,
      wants: wanted.length,
      reviews: reviewed.size,
      olderReviews: texts.size - reviewed.size,
    };
  }

  test('count as a careful person counts, in any order of files and lines', async () => {
    await fc.assert(
      fc.asyncProperty(exports, fc.infiniteStream(fc.nat()), async (account, numbers) => {
        const shuffled = <T>(list: T[]): T[] =>
          list
            .map((item) => [numbers.next().value ?? 0, item] as const)
            .sort(([a], [b]) => a - b)
            .map(([, item]) => item);

        const usual = await readZip(filesOf(account, (list) => list));
        const other = await readZip(filesOf(account, shuffled));

        const { counts } = usual.stats;
        expect({
          films: counts.films.in,
          plays: counts.plays.in,
          seenUndated: counts.seenUndated.in,
          ratings: counts.ratings.in,
          wants: counts.wants.in,
          reviews: counts.reviews.in - counts.reviews.refused,
          olderReviews: counts.reviews.refused,
        }).toEqual(expectedOf(account));
        expect([...linesOf(other)].sort()).toEqual([...linesOf(usual)].sort());
        expect(other.rows.map((row) => row.sourceKey).sort()).toEqual(usual.rows.map((row) => row.sourceKey).sort());
      }),
      { numRuns: 100 },
    );
  });
});

function utf16Of(text: string): Uint8Array {
  const units = Uint16Array.from(`\ufeff${text}`, (_, index) => `\ufeff${text}`.charCodeAt(index));
  return new Uint8Array(units.buffer);
}

test('what is read fits the contract', async () => {
  const result = await readZip({
    'watched.csv': 'Date,Name,Year,Letterboxd URI\n2024-01-01,Heat,1995,https://boxd.it/a\n',
    'diary.csv':
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2024-01-02,Heat,1995,https://boxd.it/e,4,Yes,,2024-01-02\n,,,,,,,2024-01-02\n',
    'lists/a.csv':
      'Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2024-01-01,A list,,u,\n\nPosition,Name,Year,URL,Description\n1,Heat,1995,https://boxd.it/a,Loud\n',
    'watchlist.csv': 'Date,Name,Year,Letterboxd URI\n2024-01-01,Ran,1985,https://boxd.it/b\n',
  });

  for (const row of result.rows) expect(importRowSchema.parse(row)).toEqual(row);
  for (const row of result.refused) expect(refusedRowSchema.parse(row)).toEqual(row);
  expect(importCountsSchema.parse(result.stats.counts)).toEqual(result.stats.counts);
  expect(result.rows.map(({ kind }) => kind)).toEqual(['list', 'play', 'rating', 'listItem', 'want']);
  expect(result.refused).toMatchObject([{ kind: 'films', file: 'diary.csv', line: 3, reason: 'The row has no title' }]);
});

test.each([
  ['the largest that the contract allows', 0, [100_000, { count: limits.episodes }]],
  ['none if they are larger', 1, [undefined]],
])('a runtime and a number of episodes are %s', async (_, more, expected) => {
  const film = await read({
    'ratings.csv': `Const,Your Rating,Title,Title Type,Year,Runtime (mins)\ntt0113277,8,Heat,Movie,1995,${100_000 + more}\n`,
  });
  const show = await read({
    'SimklBackup.csv': `SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB\n1,FLCL,tv,2000,watching,e${limits.episodes + more},,,,,,\n`,
  });

  const [{ title } = { title: {} }] = film.rows as { title: { runtime?: number } }[];
  const upTo = show.rows.map((row) => row.kind === 'progress' && row.upTo);
  expect([title.runtime, ...upTo]).toEqual(expected);
  for (const row of [...film.rows, ...show.rows]) expect(importRowSchema.parse(row)).toEqual(row);
});

describe('files that cannot be imported', () => {
  const problemsOf = async (files: Record<string, string | Uint8Array>) =>
    (await read(files)).stats.problems.map(({ text }) => text);

  test.each([
    [
      'a saved web page',
      'ratings.csv',
      '<!DOCTYPE html><html><body>Sign in</body></html>',
      `ratings.csv is a saved web page. ${EXPECTED}`,
    ],
    ['a PDF', 'list.pdf', '%PDF-1.7 …', `list.pdf is a PDF. ${EXPECTED}`],
    [
      'a list of MyAnimeList',
      'animelist.xml',
      '<?xml version="1.0"?><myanimelist/>',
      `animelist.xml is a list of MyAnimeList or AniList. Marquee cannot match these, because they number seasons as separate titles. ${EXPECTED}`,
    ],
    [
      'a calendar',
      'films.ics',
      'BEGIN:VCALENDAR\nSUMMARY:Heat\nEND:VCALENDAR\n',
      `films.ics is no list of titles. ${EXPECTED}`,
    ],
    [
      'a database',
      'films.csv',
      `SQLite format 3\0\x10${'\0\x01\x02a'.repeat(50)}`,
      `films.csv is not a text file. ${EXPECTED}`,
    ],
    [
      'another kind of archive',
      'animelist.xml.gz',
      new Uint8Array([0x1f, 0x8b, 8, 0]),
      `animelist.xml.gz is packed in another way than as ZIP. Unpack it on your device first. ${EXPECTED}`,
    ],
    ['an empty file', 'ratings.csv', '', `ratings.csv is empty. ${EXPECTED}`],
    ['a file of blank lines', 'ratings.csv', '\n \n', `ratings.csv is empty. ${EXPECTED}`],
    [
      'a broken JSON file',
      'history.json',
      '[{"id": 1',
      'history.json is not complete, or no JSON file. Download it again from the service that it comes from.',
    ],
    [
      'settings of a service',
      'user-settings.json',
      '{"user": {"name": "ana"}}',
      "Couldn't find anything to import in user-settings.json. Choose the ZIP, CSV or JSON file that a service gave you when you exported your films and shows.",
    ],
    [
      'settings of something else',
      'theme.json',
      '{"theme": "dark"}',
      'theme.json is a JSON file that Marquee does not know. Choose the export of a service that is listed here, or a CSV file.',
    ],
    [
      'a header alone',
      'films.csv',
      'Film,Jahr\n',
      'films.csv has no lines below its header, so there is nothing to import.',
    ],
  ])('%s', async (_, name, content, sentence) => {
    expect(await problemsOf({ [name]: content })).toEqual([sentence]);
  });

  test('JSON of another app that has a part of what SeriesGuide writes is not taken for it', async () => {
    for (const entry of [{ in_watchlist: true }, { seasons: [] }, { list_id: 'noir' }, { items: [] }]) {
      expect(await problemsOf({ 'titles.json': JSON.stringify([entry]) })).toEqual([
        expect.stringContaining('a JSON file that Marquee does not know'),
      ]);
    }
    const titled = await read({ 'titles.json': '[{ "tmdb_id": 949, "title": "Heat" }]' });
    expect([titled.source, titled.questions]).toMatchObject(['table', [{ kind: 'columns' }]]);
  });

  test('a table without titles is asked about, in case a column has them', async () => {
    const result = await read({ 'devices.csv': 'Device,Last used\nPhone,2023-05-01\n' });

    expect(result.questions).toMatchObject([{ kind: 'columns', columns: [{ guess: null }, { guess: null }] }]);
    expect(result.rows).toEqual([]);
  });

  test('a spreadsheet, and a ZIP without anything to import', async () => {
    const sheet = await readFiles([zipOf('films.xlsx', { 'xl/workbook.xml': '<x/>', '[Content_Types].xml': '<x/>' })]);
    const other = await readZip({ 'devices.csv': 'Device,Last used\nPhone,2023-05-01\n', 'me.json': '{"name":"ana"}' });

    expect(sheet.stats.problems).toEqual([
      {
        file: 'films.xlsx',
        text: 'films.xlsx is a spreadsheet in the format of an office program. Save it as CSV, and choose that file.',
      },
    ]);
    expect(other.stats.problems.map(({ text }) => text)).toEqual([
      "Couldn't find anything to import in export.zip. Choose the ZIP, CSV or JSON file that a service gave you when you exported your films and shows.",
    ]);
    expect(other.questions).toEqual([]);
  });

  test('more than ten files at once', async () => {
    const files = Array.from({ length: 11 }, (_, n) => fileOf(`${n}.txt`, 'Heat'));

    const { stats, rows } = await readFiles(files);

    expect([stats.problems, rows]).toEqual([
      [{ file: '', text: 'Choose at most 10 files, or the ZIP that they came in.' }],
      [],
    ]);
  });
});

describe('whatever a file holds', () => {
  const names = fc.constantFrom(
    'ratings.csv',
    'diary.csv',
    'titles.txt',
    'export.zip',
    'watched-history.json',
    'ratings-movies.json',
    'lists-list-1-a.json',
    'tvtime-series.json',
    'other.json',
  );
  const headers = fc.constantFrom(
    'Const,Your Rating,Date Rated,Title,Title Type,Year',
    'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date',
    'key,s_id,ep_id,s_no,ep_no,series_name,created_at',
    'SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB',
    'Title,Date',
    'Film;Jahr',
  );
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.string({ unit: 'grapheme', minLength: 90, maxLength: 300 }),
    fc.constantFrom(
      'tt0113277',
      '1',
      '12/11/20',
      '2020-01-01',
      'watch-episode-1',
      '"',
      'S1E2',
      '99999999999',
      '-1',
      '😀'.repeat(251),
      'İ'.repeat(499),
      'ﷺ'.repeat(499),
    ),
  );
  const table = fc
    .tuple(headers, fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 6 }))
    .map(([header, rows]) => [header, ...rows.map((cells) => cells.join(','))].join('\n'));
  const shape = fc.record(
    {
      type: fc.constantFrom('movie', 'show', 'episode', 'season', 'person'),
      movie: fc.jsonValue(),
      show: fc.record({ title: fc.jsonValue(), year: fc.jsonValue(), ids: fc.jsonValue() }),
      episode: fc.record({ season: fc.jsonValue(), number: fc.jsonValue() }),
      watched_at: fc.jsonValue(),
      rating: fc.jsonValue(),
      id: fc.record({ tvdb: fc.jsonValue() }),
      seasons: fc.array(fc.record({ number: fc.jsonValue(), episodes: fc.array(fc.jsonValue()) })),
      comment: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    table.map((text) => strToU8(text)),
    fc.oneof(fc.array(shape), fc.jsonValue()).map((value) => strToU8(JSON.stringify(value))),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array([0x50, 0x4b, 3, 4, ...bytes])),
  );

  test('it ends with rows that fit the contract, questions or a sentence', async () => {
    await fc.assert(
      fc.asyncProperty(names, content, async (name, bytes) => {
        const { rows, refused, questions, stats } = await read({ [name]: bytes });

        for (const row of rows) expect(importRowSchema.parse(row)).toEqual(row);
        for (const row of refused) expect(refusedRowSchema.parse(row)).toEqual(row);
        expect(
          rows.length + refused.length + questions.length + stats.problems.length + stats.notes.length,
        ).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('limits', () => {
  test('50,000 lines are read, and one more is not', async () => {
    const film = (n: number) => `Film ${n},1990,${n},,2020-01-01,,`;
    const table = (count: number) =>
      [
        'title,year,tmdbId,imdbId,watchedAt,comment,location',
        ...Array.from({ length: count }, (_, n) => film(n + 1)),
      ].join('\n');

    const most = await read({ 'history.csv': table(50_000) });
    const more = await read({ 'history.csv': table(50_001) });

    expect(most.stats.counts).toMatchObject({ films: { in: 50_000 }, plays: { in: 50_000 } });
    expect(more.rows).toEqual([]);
    expect(more.stats.problems.map(({ text }) => text)).toEqual([
      'history.csv has more than 50,000 lines. Split it, and import the parts one after the other.',
    ]);
  });

  test('a file of more than 50 MB is not opened', async () => {
    const slice = () => ({ arrayBuffer: () => Promise.reject(new Error('It was opened')) });
    const { stats } = await readFiles([{ name: 'big.csv', size: 51 * 1024 * 1024, slice }]);

    expect(stats.problems[0]!.text).toMatch(/^big\.csv is larger than 50 MB\. Choose /);
  });

  test('a line of millions of characters', async () => {
    const { stats } = await read({ 'ratings.csv': `Const,Title\ntt0113277,${'x'.repeat(4_100_000)}` });

    expect(stats.problems[0]!.text).toMatch(/^ratings\.csv has a line of more than 4,000,000 characters/);
  });

  test.each([
    ['NetflixViewingHistory.csv', (cell: string) => `Title,Date\n"${cell}",25/12/20\n`],
    [
      'ratings.csv',
      (cell: string) => `Const,Your Rating,Title,Title Type,Year\ntt0113277,8,"${cell}",TV Episode,1995\n`,
    ],
    ['titles.txt', (cell: string) => `${cell}\nHeat\n`],
    [
      'tracking-prod-records-v2.csv',
      (cell: string) => `key,s_id,s_no,ep_no,series_name\nwatch-episode-1,1,1,1,"${cell}"\n`,
    ],
    ['lists-prod-lists.csv', (cell: string) => `s_key,name,objects\na,A list,"${cell}"\n`],
    [
      'history.csv',
      (cell: string) => `title,year,tmdbId,imdbId,watchedAt,comment,location\nHeat,1995,949,,"${cell}",,\n`,
    ],
    [
      'Viewing History.csv',
      (cell: string) =>
        `Title,Playback Start Datetime (UTC),Material Type Description\n"${cell} - Season 1",2026-01-02T20:00:00Z,Full\n`,
    ],
    ['disney.csv', (cell: string) => `Program Title,Season Title,Date\n"${cell}","${cell}",2026-01-02\n`],
    ['backup.tsv', (cell: string) => `2024-04-23 20:15:00\ta\tb\tEpisode\t${cell}\tc\td\te\t6000\n`],
    [
      'items.json',
      (cell: string) => JSON.stringify([{ Name: cell, Type: cell, SeriesName: cell, UserData: { Played: true } }]),
    ],
    ['films.csv', (cell: string) => `Title;"${cell}";Status;Episode\nHeat;"${cell}";"${cell}";"${cell}"\n`],
    [
      'diary.csv',
      (cell: string) =>
        `Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\n,Heat,1995,u,4,,"${cell}",,2023-05-01\n`,
    ],
  ])('long cells do not take long to read: %s', async (name, textOf) => {
    const start = performance.now();
    for (const part of [' ', ': ', 'a: ', 'map[', '(1995) ', '1/', 'a ', '<a ', '&#1', '- ', '(', ' - s1e1'])
      await read({ [name]: textOf(`a${part.repeat(95_000 / part.length)}b`) });

    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('what a ZIP unpacks to is counted, whatever it declares', async () => {
    const bomb = zipOf('bomb.zip', { 'diary.csv': new Uint8Array(51 * 1024 * 1024) });
    const { stats, rows } = await readFiles([bomb], { today });

    expect(bomb.size).toBeLessThan(200_000);
    expect(rows).toEqual([]);
    expect(stats.problems).toEqual([
      { file: 'bomb.zip', text: `bomb.zip has a file that is larger than 50 MB when it is unpacked. ${EXPECTED}` },
    ]);
  });

  test('a ZIP in the ZIP is read, and one in that is not', async () => {
    const diary = 'Date,Name,Year,Letterboxd URI\n2024-01-01,Heat,1995,https://boxd.it/a\n';
    const bytesOf = async (name: string, files: Record<string, Uint8Array | string>) => {
      const { size, slice } = zipOf(name, files);
      return new Uint8Array(await slice(0, size).arrayBuffer());
    };
    const inner = await bytesOf('inner.zip', { 'watched.csv': diary });

    const once = await readZip({ 'inner.zip': inner });
    const twice = await readZip({ 'middle.zip': await bytesOf('middle.zip', { 'inner.zip': inner }) });

    expect(linesOf(once)).toEqual(['seen Heat (1995)']);
    expect(twice.rows).toEqual([]);
    expect(twice.stats.problems.map(({ text }) => text)).toEqual([
      'middle.zip has too many ZIP files in each other. Unpack it on your device, and choose the files in it.',
    ]);
  });

  test('paths in a ZIP only say what a file is', async () => {
    const film = 'Date,Name,Year,Letterboxd URI\n2024-01-01,Heat,1995,https://boxd.it/a\n';
    const result = await readZip({
      '../../etc/watched.csv': film,
      'C:\\x\\watchlist.csv': film,
      '__MACOSX/._watched.csv': 'x',
    });

    expect(linesOf(result)).toEqual(['seen Heat (1995)', 'want Heat (1995) on 2024-01-01']);
    expect(result.stats.files.map(({ name }) => name)).toEqual(['watched.csv', 'watchlist.csv']);
  });

  test('what else is in a ZIP is named', async () => {
    const { stats } = await readZip({
      'watched.csv': 'Date,Name,Year,Letterboxd URI\n2024-01-01,Heat,1995,https://boxd.it/a\n',
      'devices.csv': 'Device,Last used\nPhone,2023-05-01\n',
      'comments.csv': '',
      'page.txt': '<html></html>',
    });

    expect(stats.files).toEqual([
      { name: 'watched.csv', source: 'letterboxd' },
      { name: 'devices.csv', source: null },
    ]);
    expect(stats.notes).toEqual(['page.txt is a saved web page. It was left out.']);
  });

  test('a locked ZIP, and a damaged one', async () => {
    const { size, slice } = zipOf('x.zip', {
      'watched.csv': 'Date,Name,Year,Letterboxd URI\n2024-01-01,Heat,1995,u\n',
    });
    const bytes = new Uint8Array(await slice(0, size).arrayBuffer());
    const locked = bytes.slice();
    locked[6]! |= 1;
    const damaged = bytes.slice();
    damaged.fill(0xff, 45, 60);

    const problems = [];
    for (const [name, content] of Object.entries({ 'locked.zip': locked, 'damaged.zip': damaged }))
      problems.push(...(await read({ [name]: content })).stats.problems.map(({ text }) => text));

    expect(problems).toEqual([
      'locked.zip is locked with a password. Unpack it on your device, and choose the files in it.',
      'damaged.zip is damaged or locked with a password. Download it again, or unpack it on your device and choose the files in it.',
    ]);
  });

  test('a cell without its closing quotation mark costs one line, however often', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `tt01132${10 + n},8,${n % 2 ? '"' : ''}Film ${n},Movie,1995`);
    const result = await read({ 'ratings.csv': ['Const,Your Rating,Title,Title Type,Year', ...lines].join('\n') });

    expect([result.rows.length, result.refused.length]).toEqual([20, 20]);
    expect(result.refused.slice(0, 2).map(({ line }) => line)).toEqual([3, 5]);
  });
});

test('says how far it is', async () => {
  const parts: number[] = [];
  const random = Uint8Array.from({ length: 3_000_000 }, (_, n) => (n * n * 31 + (n >> 3) * 17) & 0xff);
  const zip = zipOf('a.zip', { 'titles.csv': 'Title,Date\nHeat,25/12/20\n', 'picture.png': random });

  await readFiles([zip], { today, onProgress: (part) => parts.push(part) });

  expect(parts[0]).toBe(0);
  expect(parts.at(-1)).toBe(1);
  expect(parts).toEqual([...parts].sort((a, b) => a - b));
});
