import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readZip } from '../../../../client/testing/importFiles.ts';
import { type AccountExport, EXPORT_VERSION } from '../../../../common/schemas/export/export.ts';
import type { ImportRow } from '../../../../common/schemas/import.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { defuse } from '../../../platform/http/csv.ts';
import type { DownloadFile } from '../../../platform/http/download.ts';
import { type FindOtherIds, listFile } from '../../folders/export/listFile.ts';
import { imdbPieces, type ReadableAccount, zippedFormats } from './formats.ts';

// What is written is read by the import, so a law holds for each format: reading gives what was written, as far as the
// format has a place for it.

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2026-11-01'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 10)}T00:00:00.000Z`);
const second = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2026-11-01'), noInvalidDate: true })
  .map((date) => date.toISOString().replace(/\.\d{3}Z$/, '.000Z'))
  .filter((at) => !at.endsWith('T00:00:00.000Z'));

/** Text as it is stored: without surrounding spaces and control characters, and with what a table could mistake. */
const text = fc
  .string({ unit: fc.constantFrom(...'abcÄé日 ,;"\'=+-@().:1'), minLength: 1, maxLength: 12 })
  .map((value) => value.replace(/ +/g, ' ').trim())
  .filter((value) => /[a-cÄé日]/.test(value) && !/\(\d{4}\)$/.test(value));

const titles = fc
  .uniqueArray(fc.record({ name: text, mediaType: fc.constantFrom('movie' as const, 'tv' as const) }), {
    selector: ({ name }) => name.toLowerCase(),
    minLength: 1,
    maxLength: 6,
  })
  .map((list) =>
    list.map(({ name, mediaType }, n) => ({
      mediaType,
      tmdbId: n + 1,
      title: name,
      overview: null,
      posterPath: null,
      backdropPath: null,
      releaseDate: `19${60 + n}-05-01`,
      voteAverage: null,
      genres: [],
      runtime: null,
    })),
  );

const idOf = (n: number) => n.toString(16).padStart(24, '0');

type Account = Pick<AccountExport, 'lists' | 'reviews' | 'plays'>;

const accounts: fc.Arbitrary<Account> = titles.chain((all) => {
  const title = fc.constantFrom(...all);
  const plays = fc.array(
    fc.record({
      facts: title,
      time: fc.oneof(
        day.map((at) => ({ at, precision: 'day' as const })),
        second.map((at) => ({ at, precision: 'second' as const })),
        fc.constant({ at: null, precision: 'unknown' as const }),
      ),
      numbers: fc.option(
        fc.record({ season: fc.integer({ min: 0, max: 9 }), episode: fc.integer({ min: 1, max: 99 }) }),
      ),
    }),
    { maxLength: 8 },
  );
  const reviews = fc.uniqueArray(
    fc.record({ facts: title, rating: fc.integer({ min: 1, max: 5 }), comment: fc.option(text), updatedAt: second }),
    { selector: ({ facts }) => facts.tmdbId, maxLength: 6 },
  );
  const lists = fc.uniqueArray(
    fc.record({
      name: text,
      items: fc.uniqueArray(
        fc.record({ facts: title, watched: fc.boolean(), note: fc.option(text), createdAt: second }),
        {
          selector: ({ facts }) => facts.tmdbId,
          maxLength: 6,
        },
      ),
    }),
    { selector: ({ name }) => name.toLowerCase(), maxLength: 3 },
  );
  return fc.record({ plays, reviews, lists }).map((account) => ({
    plays: account.plays.map(({ facts, time, numbers }, n) => ({
      id: idOf(n),
      ...facts,
      ...time,
      ...(facts.mediaType === 'tv' && numbers),
      source: 'app' as const,
      createdAt: '2026-01-01T00:00:00.000Z',
      companions: [],
    })),
    reviews: account.reviews.map(({ facts: { mediaType, tmdbId }, comment, ...review }, n) => ({
      id: idOf(n),
      mediaType,
      tmdbId,
      ...review,
      ...(comment !== null && { comment }),
      createdAt: review.updatedAt,
    })),
    lists: account.lists.map(({ name, items }, n) => ({
      id: idOf(n),
      name,
      createdAt: '2026-01-01T00:00:00.000Z',
      visibility: null,
      kind: 'normal' as const,
      members: [],
      showsSeen: null,
      items: items.map(({ facts, ...item }, at) => ({
        id: idOf(at),
        ...facts,
        ...item,
        rank: null,
        userRating: null,
      })),
    })),
  }));
});

/** IMDb ids for every second title. */
const ids = new Map(
  [1, 3, 5].flatMap((n) =>
    ['movie', 'tv'].map((mediaType) => [`${mediaType}:${n}`, { imdb: `tt000000${n}` }] as const),
  ),
);

const findIds: FindOtherIds = async () => ids;

/** Entries as they are read: in pages, some of them empty. */
async function* inPages<T>(entries: readonly T[]): AsyncGenerator<T[]> {
  yield [];
  for (let start = 0; start < entries.length; start += 3) yield entries.slice(start, start + 3);
}

function readable({ lists, reviews, plays }: Account): ReadableAccount {
  const isOneOf = (titles: readonly { mediaType: string; tmdbId: number }[]) => {
    const keys = new Set(titles.map(titleKey));
    return (title: { mediaType: string; tmdbId: number }) => keys.has(titleKey(title));
  };
  const byKey = <T extends { mediaType: string; tmdbId: number }>(titles: T[]) =>
    new Map(titles.map((title) => [titleKey(title), title]));
  return {
    // The items of a long list are in pages.
    lists: () => inPages(lists.map((list) => (list.items.length > 3 ? { ...list, items: inPages(list.items) } : list))),
    reviews: () => inPages(reviews),
    plays: () => inPages(plays),
    reviewsOf: async (titles) => byKey(reviews.filter(isOneOf(titles))),
    namesOf: async (titles) => byKey([...plays, ...lists.flatMap(({ items }) => items)].filter(isOneOf(titles))),
    idsOf: findIds,
  };
}

interface ExportFile {
  path: string;
  text: string;
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

const filesIn =
  (format: keyof typeof zippedFormats) =>
  async (account: Account): Promise<ExportFile[]> => {
    const files: ExportFile[] = [];
    for await (const { path, pieces } of zippedFormats[format](readable(account)))
      files.push({ path, text: await textOf(pieces) });
    return files;
  };
const letterboxdFiles = filesIn('letterboxd');

async function listText(list: Account['lists'][number], format: 'csv' | 'json' | 'text'): Promise<ExportFile> {
  const { path, pieces }: DownloadFile = listFile({ ...list, items: inPages(list.items) }, format, findIds);
  return { path, text: await textOf(pieces) };
}

async function rowsOf(files: ExportFile[]): Promise<ImportRow[]> {
  const result = await readZip(Object.fromEntries(files.map(({ path, text }) => [path, text])));
  expect(result.refused).toEqual([]);
  expect(result.questions).toEqual([]);
  return result.rows;
}

const sorted = (lines: string[]) => lines.sort();
const ofKind = <Kind extends ImportRow['kind']>(rows: ImportRow[], kind: Kind) =>
  rows.filter((row): row is Extract<ImportRow, { kind: Kind }> => row.kind === kind);

/** Viewings, with equal ones as often as they occur. */
function viewingsOf(rows: ImportRow[], timeOf: (at: string) => string): string[] {
  const viewing = (row: Extract<ImportRow, { kind: 'play' | 'seen' }>) => {
    const numbers = row.episode ? ` ${row.episode.season} ${row.episode.number}` : '';
    return `${row.title.mediaType} ${row.title.ids.tmdb}${numbers} ${row.kind === 'play' ? timeOf(row.at) : null}`;
  };
  return sorted([...ofKind(rows, 'play'), ...ofKind(rows, 'seen')].map(viewing));
}

/** The whole account, as far as an import reads it. */
async function marqueeFiles(account: Account): Promise<ExportFile[]> {
  return [{ path: 'marquee.json', text: JSON.stringify({ format: 'marquee', version: EXPORT_VERSION, ...account }) }];
}

describe.each([
  ['marquee', marqueeFiles],
  ['csv', filesIn('csv')],
  ['trakt', filesIn('trakt')],
] as const)('%s', (format, filesOf) => {
  test('reading gives the plays, ratings and lists that were written', async () => {
    await fc.assert(
      fc.asyncProperty(accounts, async (account) => {
        const rows = await rowsOf(await filesOf(account));

        const hasPlace = ({ mediaType, season }: Account['plays'][number]) =>
          format !== 'trakt' || mediaType === 'movie' || season !== undefined;
        const plays = account.plays
          .filter(hasPlace)
          .map(({ mediaType, tmdbId, season, episode, at }) =>
            [mediaType, tmdbId, ...(season === undefined ? [] : [season, episode]), at]
              .join(' ')
              .replace(/ $/, ' null'),
          );
        // Trakt's export has no two viewings of one title at the same time.
        const expected = format !== 'trakt' ? plays : [...new Set(plays)];
        const found = viewingsOf(rows, (at) => at);
        expect(format !== 'trakt' ? found : found.filter((line) => !line.endsWith('null'))).toEqual(
          sorted(format !== 'trakt' ? expected : expected.filter((line) => !line.endsWith('null'))),
        );

        expect(sorted(ofKind(rows, 'rating').map(({ title, rating }) => `${title.ids.tmdb} ${rating.stars}`))).toEqual(
          sorted(account.reviews.map(({ tmdbId, rating }) => `${tmdbId} ${rating}`)),
        );

        const names = new Map(ofKind(rows, 'list').map(({ listKey, name }) => [listKey, name]));
        const items = ofKind(rows, 'listItem').map(({ listKey, position, title, note, watched = false }) => {
          return [
            names.get(listKey),
            position,
            title.title,
            title.year,
            note ?? null,
            ...(format === 'trakt' ? [] : [watched]),
          ];
        });
        expect(items).toEqual(
          account.lists.flatMap(({ name, items: all }) =>
            all.map((item, n) => [
              name,
              n + 1,
              item.title,
              Number(item.releaseDate?.slice(0, 4)),
              item.note,
              ...(format === 'trakt' ? [] : [item.watched]),
            ]),
          ),
        );
      }),
      { numRuns: 60 },
    );
  });
});

test.each([
  ['csv', filesIn('csv')],
  ['marquee', marqueeFiles],
] as const)('%s: reviews have their texts', async (_, filesOf) => {
  await fc.assert(
    fc.asyncProperty(accounts, async (account) => {
      const rows = await rowsOf(await filesOf(account));

      const written = account.reviews.flatMap(({ tmdbId, comment }) => (comment ? [`${tmdbId} ${comment}`] : []));
      expect(sorted(ofKind(rows, 'review').map(({ title, text: found }) => `${title.ids.tmdb} ${found}`))).toEqual(
        sorted(written),
      );
    }),
    { numRuns: 40 },
  );
});

test('Letterboxd gets the films with their days, ratings and reviews, and those that were not seen', async () => {
  await fc.assert(
    fc.asyncProperty(accounts, async (account) => {
      const rows = await rowsOf(await letterboxdFiles(account));

      const films = account.plays.filter(({ mediaType }) => mediaType === 'movie');
      const dated = films.flatMap(({ tmdbId, at }) => (at ? [`movie ${tmdbId} ${at.slice(0, 10)}`] : []));
      const found = viewingsOf(ofKind(rows, 'play'), (at) => at.slice(0, 10));
      expect(found).toEqual(sorted(dated));

      const reviews = account.reviews.filter(({ mediaType }) => mediaType === 'movie');
      expect(sorted(ofKind(rows, 'rating').map(({ title, rating }) => `${title.ids.tmdb} ${rating.stars}`))).toEqual(
        sorted(reviews.map(({ tmdbId, rating }) => `${tmdbId} ${rating}`)),
      );
      expect(sorted(ofKind(rows, 'review').map(({ text: comment }) => comment))).toEqual(
        sorted(reviews.flatMap(({ comment }) => comment ?? [])),
      );

      const seen = new Set(films.map(({ tmdbId }) => tmdbId));
      const wanted = account.lists
        .flatMap(({ items }) => items)
        .filter(({ mediaType, tmdbId, watched }) => mediaType === 'movie' && !watched && !seen.has(tmdbId));
      expect(sorted(ofKind(rows, 'want').map(({ title }) => `${title.ids.tmdb}`))).toEqual(
        sorted([...new Set(wanted.map(({ tmdbId }) => `${tmdbId}`))]),
      );
    }),
    { numRuns: 60 },
  );
});

test('IMDb’s columns have the ratings of titles whose id is known', async () => {
  await fc.assert(
    fc.asyncProperty(accounts, async (account) => {
      const files = [{ path: 'ratings.csv', text: await textOf(imdbPieces(readable(account))) }];
      const known = account.reviews.filter(({ tmdbId }) => tmdbId % 2 === 1);
      if (known.length === 0) return;
      const rows = await rowsOf(files);

      expect(
        rows.map((row) => row.kind === 'rating' && [row.title.ids.imdb, row.rating.value, row.at?.slice(0, 10)]),
      ).toEqual(
        known.map(({ tmdbId, rating, updatedAt }) => [`tt000000${tmdbId}`, rating * 2, updatedAt.slice(0, 10)]),
      );
    }),
    { numRuns: 40 },
  );
});

describe('one list', () => {
  const onlyList = accounts.map(({ lists }) => lists[0]).filter((list) => list !== undefined);

  test('as a table has its items in order', async () => {
    await fc.assert(
      fc.asyncProperty(onlyList, async (list) => {
        const items = ofKind(await rowsOf([await listText(list, 'csv')]), 'listItem');

        expect(items.map(({ title, watched, note }) => [title.ids.tmdb, watched ?? false, note ?? null])).toEqual(
          list.items.map(({ tmdbId, watched, note }) => [tmdbId, watched, note]),
        );
      }),
      { numRuns: 30 },
    );
  });

  test('as text has a title a line, and as JSON everything', async () => {
    const [list] = fc.sample(
      onlyList.filter(({ items }) => items.length > 1),
      { numRuns: 1, seed: 1 },
    );

    expect((await listText(list!, 'text')).text.split('\n').slice(0, -1)).toEqual(
      list!.items.map(({ title, releaseDate }) => `${title} (${releaseDate!.slice(0, 4)})`),
    );
    expect(JSON.parse((await listText(list!, 'json')).text).lists).toEqual([list]);
  });
});

test('lists with similar names do not overwrite each other', async () => {
  const list = { createdAt: '', visibility: null, kind: 'normal' as const, members: [], showsSeen: null, items: [] };
  const lists = ['A?', 'a!', '../..', '…'].map((name, n) => ({ ...list, id: idOf(n), name }));

  const paths = (await letterboxdFiles({ lists, plays: [], reviews: [] })).map(({ path }) => path);

  expect(paths.filter((path) => path.startsWith('lists/'))).toEqual([
    'lists/A.csv',
    'lists/a 2.csv',
    'lists/list.csv',
    'lists/list 2.csv',
  ]);
});

test.each(['=1+1', '+1', '-30-', '@home', "'=x", '\t=1', '＝1+1'])('%j is no formula in a spreadsheet', (cell) => {
  expect(defuse(cell)).toBe(`'${cell}`);
});

test('what is none stays as it is', () => {
  expect(['Heat', "'Tis", '9', ''].map(defuse)).toEqual(['Heat', "'Tis", '9', '']);
});

test('no file for Letterboxd has more than 1 MB, and each has the header', async () => {
  const facts = {
    mediaType: 'movie' as const,
    overview: null,
    posterPath: null,
    backdropPath: null,
    voteAverage: null,
    genres: [],
    runtime: null,
  };
  const plays = Array.from({ length: 4000 }, (_, n) => ({
    id: idOf(n),
    ...facts,
    tmdbId: n + 1,
    title: 'é'.repeat(400),
    releaseDate: '1995-12-15',
    at: '2023-05-01T00:00:00.000Z',
    precision: 'day' as const,
    source: 'app' as const,
    createdAt: '2026-01-01T00:00:00.000Z',
    companions: [],
  }));

  const all = await letterboxdFiles({ plays, reviews: [], lists: [] });
  const files = all.filter(({ path }) => path.startsWith('films'));

  expect(files.map(({ path }) => path)).toEqual(['films-1.csv', 'films-2.csv', 'films-3.csv', 'films-4.csv']);
  for (const { text: content } of files) {
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(1_000_000);
    expect(content.split('\r\n')[0]).toBe('tmdbID,imdbID,Title,Year,Rating10,WatchedDate,Rewatch,Tags,Review');
  }
});
