import type { TitleFacts } from '../collection.ts';
import { idsOf, type MakeSource, type Reading, yearOf } from '../reading.ts';
import type { Row, Table } from '../table.ts';

/** Movary's history.csv, ratings.csv and watchlist.csv. The history has a row for each viewing, also on the same day. */
export const movary: MakeSource = (reading) => {
  const recognise = (column: string) => (names: Set<string>) =>
    ['title', 'year', 'tmdbid', 'imdbid', column].every((name) => names.has(name)) && !names.has('type') ? 5 : 0;
  return {
    source: 'movary',
    tables: [
      { recognises: recognise('watchedat'), read: (table) => readHistory(reading, table) },
      { recognises: recognise('userrating'), read: (table) => readRatings(reading, table) },
      { recognises: recognise('addedat'), read: (table) => readWatchlist(reading, table) },
    ],
  };
};

function factsReader(table: Table): (row: Row) => TitleFacts {
  const name = table.field('title');
  const year = table.field('year');
  const tmdb = table.field('tmdbid');
  const imdb = table.field('imdbid');
  return (row) => ({
    mediaType: 'movie',
    title: name(row),
    year: yearOf(year(row)),
    ids: idsOf({ tmdb: tmdb(row), imdb: imdb(row) }),
  });
}

function readHistory(reading: Reading, table: Table): void {
  const { collection } = reading;
  const factsOf = factsReader(table);
  const comment = table.field('comment');
  const watchedAt = reading.dates(table, 'watchedAt', table.field('watchedat'));
  const viewings = new Map<string, number>();
  for (const row of table.rows) {
    const facts = factsOf(row);
    const title = collection.title(row, facts);
    const when = watchedAt(row);
    const viewing = JSON.stringify([facts, when]);
    const entry = (viewings.get(viewing) ?? 0) + 1;
    viewings.set(viewing, entry);
    if (when === null && entry > 1) collection.seen(row, title, { again: true });
    else collection.watched(row, title, when, { entry: String(entry) });
    collection.reviewed(row, title, comment(row), { when, isPrivate: true });
  }
}

function readRatings({ collection }: Reading, table: Table): void {
  const factsOf = factsReader(table);
  const rating = table.field('userrating');
  for (const row of table.rows) collection.rated(row, collection.title(row, factsOf(row)), rating(row), 10);
}

function readWatchlist(reading: Reading, table: Table): void {
  const factsOf = factsReader(table);
  const addedAt = reading.dates(table, 'addedAt', table.field('addedat'), { isMinor: true });
  const { collection } = reading;
  for (const row of table.rows) collection.wanted(row, collection.title(row, factsOf(row)), addedAt(row));
}
