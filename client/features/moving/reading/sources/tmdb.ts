import type { TitleFacts } from '../collection.ts';
import { episodeNumberOf, idsOf, type MakeSource, type Reading, yearOf } from '../reading.ts';
import type { Row, Table } from '../table.ts';

/** TMDB's ratings, watchlist, favourites and lists, which all have the same columns. */
export const tmdb: MakeSource = (reading) => ({
  source: 'tmdb',
  tables: [
    {
      recognises: (names) =>
        ['tmdbid', 'type', 'name', 'releasedate', 'seasonnumber'].every((name) => names.has(name)) ? 5 : 0,
      read: (table) => readTitles(reading, table),
    },
  ],
});

function readTitles(reading: Reading, table: Table): void {
  const { collection } = reading;
  const fields = {
    tmdb: table.field('tmdbid'),
    imdb: table.field('imdbid'),
    type: table.field('type'),
    name: table.field('name'),
    released: table.field('releasedate'),
    season: table.field('seasonnumber'),
    number: table.field('episodenumber'),
    rating: table.field('yourrating'),
  };
  const ratedAt = reading.dates(table, 'Date Rated', table.field('daterated'), { isUtc: true, isMinor: true });
  const contents = contentsOf(reading, table);
  const [first] = table.rows;
  const list = contents === 'list' && first ? collection.list(first, table.file.name.replace(/\.\w+$/, '')) : null;
  for (const [index, row] of table.rows.entries()) {
    const season = episodeNumberOf(fields.season(row));
    const number = episodeNumberOf(fields.number(row));
    const ids = idsOf({ tmdb: fields.tmdb(row), imdb: fields.imdb(row) });
    if (season !== undefined && number === undefined) {
      collection.refuse(row, 'ratings', 'Marquee has no ratings of single seasons');
      continue;
    }
    const isEpisode = season !== undefined && number !== undefined;
    const facts: TitleFacts = isEpisode
      ? // Its ids, and the date, are the episode's. The name is the show's with 'S1E1'.
        { mediaType: 'tv', title: fields.name(row).replace(/\s+S\d+\s*E\d+$/i, '') }
      : {
          mediaType: /movie/i.test(fields.type(row)) ? 'movie' : 'tv',
          title: fields.name(row),
          year: yearOf(fields.released(row)),
          ids,
        };
    const title = collection.title(row, facts);
    const episode = isEpisode ? { season, number, ids } : undefined;
    collection.rated(row, title, fields.rating(row), 10, { episode, when: ratedAt(row) });
    if (contents === 'seen') collection.seen(row, title, { episode });
    else if (contents === 'wants' && !episode) collection.wanted(row, title, ratedAt(row));
    else if (list && !episode) collection.listed(row, title, list, { position: index + 1 });
    else if (contents === 'wants' || list) collection.refuse(row, 'listItems', 'Lists have films and whole shows');
  }
}

function contentsOf(reading: Reading, table: Table) {
  const rating = table.field('yourrating');
  const isRated = (row: Row) => rating(row) !== '';
  if (/watch-?list/i.test(table.file.name)) return 'wants';
  if (/favou?rite/i.test(table.file.name)) return 'list';
  if (/rat(ed|ing)/i.test(table.file.name) || table.rows.every(isRated)) return 'ratings';
  return reading.askContents(table, table.field('name'), ['wants', 'list', 'seen']);
}
