import type { Place, TitleFacts } from '../collection.ts';
import {
  type Contents,
  countOf,
  idsOf,
  isWatchlist,
  type MakeSource,
  type Reading,
  textOfHtml,
  yearOf,
} from '../reading.ts';
import { headerOf, type Row, type Table } from '../table.ts';
import type { TextFile } from '../unpack.ts';

/**
 * Letterboxd's export, and the format of its import, which other services write. The addresses in diary.csv and
 * reviews.csv are of entries, those in the other files of films.
 */
export const letterboxd: MakeSource = (reading) => ({
  source: 'letterboxd',
  tables: [
    {
      recognises: (names) => (hasAll(names, 'name', 'letterboxduri', 'watcheddate') ? 6 : 0),
      leavesOut,
      read: (table) => readDiary(reading, table),
    },
    {
      recognises: (names) => (hasAll(names, 'name', 'letterboxduri') && !names.has('watcheddate') ? 4 : 0),
      leavesOut,
      read: (table) => readFilms(reading, table),
    },
    {
      recognises: (names) => (hasAll(names, 'position', 'name', 'url') && !names.has('const') ? 4 : 0),
      leavesOut,
      read: (table) => readList(reading, table),
    },
    {
      recognises: (names) =>
        hasAll(names, 'title') &&
        ['rating10', 'letterboxduri', 'watcheddate'].some((name) => names.has(name)) &&
        !hasShows(names)
          ? 3
          : 0,
      read: (table) => readImportFormat(reading, table),
    },
    {
      recognises: (names) =>
        hasAll(names, 'title', 'tmdbid', 'imdbid') && !hasShows(names) && !names.has('rating') ? 2 : 0,
      read: (table) => readImportedList(reading, table),
    },
    // The profile, and comments and likes of what others wrote.
    {
      recognises: (names) =>
        hasAll(names, 'datejoined', 'username') || (hasAll(names, 'date', 'content') && names.size <= 3) ? 2 : 0,
    },
  ],
});

function hasAll(names: Set<string>, ...needed: string[]): boolean {
  return needed.every((name) => names.has(name));
}

/** Only tables of other services have them. */
function hasShows(names: Set<string>): boolean {
  return ['type', 'mediatype', 'status', 'season', 'seasonnumber', 'episode', 'episodenumber'].some((name) =>
    names.has(name),
  );
}

/** What its owner has deleted, and what lost its film. */
function leavesOut({ folders }: TextFile): boolean {
  return folders.some((folder) => /^(deleted|orphaned)$/i.test(folder));
}

/** A film's facts, for the files whose addresses are of films. */
function filmOf(table: Table, address: string): (row: Row) => TitleFacts {
  const name = table.field('name');
  const year = table.field('year');
  const uri = table.field(address);
  return (row) => ({
    mediaType: 'movie',
    title: name(row),
    year: yearOf(year(row)),
    // Other forms of the address would look like another film.
    ownId: address ? /boxd\.it\/\w+/.exec(uri(row))?.[0] : undefined,
  });
}

function readDiary(reading: Reading, table: Table): void {
  const { collection } = reading;
  const facts = filmOf(table, '');
  const uri = table.field('letterboxduri');
  const rating = table.field('rating');
  const review = table.field('review');
  const rewatch = table.field('rewatch');
  const watchedAt = reading.dates(table, 'Watched Date', table.field('watcheddate'));
  const loggedAt = reading.dates(table, 'Date', table.field('date'), { isMinor: true });
  const isDiary = !table.has('review');
  for (const row of table.rows) {
    const title = collection.title(row, facts(row));
    const when = watchedAt(row);
    // A review can be of a film that is not in the diary.
    if (isDiary || when !== null)
      collection.watched(row, title, when, { entry: uri(row), isRewatch: /^yes$/i.test(rewatch(row)) });
    collection.rated(row, title, rating(row), 5, { when: loggedAt(row) });
    collection.reviewed(row, title, textOfHtml(review(row)), { when: loggedAt(row) });
  }
}

function readFilms(reading: Reading, table: Table): void {
  const { collection } = reading;
  const facts = filmOf(table, 'letterboxduri');
  const rating = table.field('rating');
  const date = reading.dates(table, 'Date', table.field('date'), { isMinor: true });
  if (table.has('rating')) {
    for (const row of table.rows) {
      // The rating of a film is newer than those of its diary entries.
      collection.rated(row, collection.title(row, facts(row)), rating(row), 5, { when: date(row), rank: 1 });
    }
    return;
  }
  const { name, folders } = table.file;
  if (/^likes$/i.test(folders.at(-1) ?? '') || /^(likes|films)\b/i.test(name)) {
    addList(reading, table, 'Liked on Letterboxd', facts);
    return;
  }
  const contents: Contents | null = /watchlist/i.test(name)
    ? 'wants'
    : /watched/i.test(name)
      ? 'seen'
      : reading.askContents(table, table.field('name'), ['seen', 'wants', 'list']);
  if (contents === 'list') addList(reading, table, listNameOf(name), facts);
  for (const row of table.rows) {
    if (contents === 'seen') collection.seen(row, collection.title(row, facts(row)));
    if (contents === 'wants') collection.wanted(row, collection.title(row, facts(row)), date(row));
  }
}

/** The name is in the second line above the films; the name of the file is only similar to it. */
function readList(reading: Reading, table: Table): void {
  const { preface, file } = table;
  const at = preface.findIndex((cells) => cells.map(headerOf).includes('name'));
  const cellOf = (column: string) => preface[at + 1]?.[preface[at]?.map(headerOf).indexOf(column) ?? -1]?.trim();
  addList(reading, table, cellOf('name') || listNameOf(file.name), filmOf(table, 'url'), cellOf('url'));
}

/** Two lists can have the same name; their addresses differ. */
function addList(
  { collection }: Reading,
  table: Table,
  name: string,
  facts: (row: Row) => TitleFacts,
  address?: string,
): void {
  const position = table.field('position');
  const description = table.field('description');
  const header: Place = { file: table.file.name, line: 1, raw: () => ({}) };
  const list = collection.list(table.rows[0] ?? header, name, address || undefined);
  for (const [index, row] of table.rows.entries()) {
    collection.listed(row, collection.title(row, facts(row)), list, {
      position: countOf(position(row)) || index + 1,
      note: textOfHtml(description(row)),
    });
  }
}

function listNameOf(file: string): string {
  return file.replace(/\.\w+$/, '').replaceAll(/[-_]+/g, ' ');
}

/** A film's facts in the format of Letterboxd's import. */
function importedFilmOf(table: Table): (row: Row) => TitleFacts {
  const [name, year, directors] = [table.field('title', 'name'), table.field('year'), table.field('directors')];
  const [tmdb, imdb] = [table.field('tmdbid'), table.field('imdbid')];
  return (row) => ({
    mediaType: 'movie',
    title: name(row),
    year: yearOf(year(row)),
    director: directors(row),
    ids: idsOf({ tmdb: tmdb(row), imdb: imdb(row) }),
  });
}

function readImportFormat(reading: Reading, table: Table): void {
  const { collection } = reading;
  const factsOf = importedFilmOf(table);
  const [stars, points] = [table.field('rating'), table.field('rating10')];
  const [rewatch, review] = [table.field('rewatch'), table.field('review')];
  const watchedAt = reading.dates(table, 'WatchedDate', table.field('watcheddate'));
  // Tables of others have the same columns, and ratings of up to 10.
  const of = [...table.cells(stars)].some((cell) => Number(cell) > 5) ? 10 : 5;
  const counts = new Map<string, number>();
  for (const row of table.rows) {
    const facts = factsOf(row);
    const title = collection.title(row, facts);
    const when = watchedAt(row);
    const viewing = JSON.stringify([facts, when]);
    const entry = (counts.get(viewing) ?? 0) + 1;
    counts.set(viewing, entry);
    const isRewatch = /^(yes|true|1)$/i.test(rewatch(row));
    if (when === null && isRewatch) collection.seen(row, title, { again: true });
    else collection.watched(row, title, when, { entry: String(entry), isRewatch });
    if (points(row)) collection.rated(row, title, points(row), 10, { when });
    else collection.rated(row, title, stars(row), of, { when });
    collection.reviewed(row, title, textOfHtml(review(row)), { when });
  }
}

/** The same without dates and ratings: a list, or the films to be watched. */
function readImportedList(reading: Reading, table: Table): void {
  const { collection } = reading;
  const factsOf = importedFilmOf(table);
  const { name, folders } = table.file;
  const isList = folders.at(-1)?.toLowerCase() === 'lists';
  const contents = isList
    ? 'list'
    : isWatchlist(table.file)
      ? 'wants'
      : reading.askContents(table, table.field('title'), ['list', 'wants', 'seen']);
  if (contents === 'list') addList(reading, table, listNameOf(name), factsOf);
  for (const row of table.rows) {
    if (contents === 'seen') collection.seen(row, collection.title(row, factsOf(row)));
    if (contents === 'wants') collection.wanted(row, collection.title(row, factsOf(row)));
  }
}
