import type { TitleFacts } from '../collection.ts';
import { countOf, episodeNumberOf, idsOf, type MakeSource, type Reading } from '../reading.ts';
import type { Row, Table } from '../table.ts';

/** Yamtrack: a row for each film, show, season and episode, in any order. Ids of seasons and episodes are the show's. */
export const yamtrack: MakeSource = (reading) => ({
  source: 'yamtrack',
  tables: [
    {
      recognises: (names) => (names.has('mediaid') && names.has('mediatype') && names.has('source') ? 6 : 0),
      read: (table) => readMedia(reading, table),
    },
  ],
});

function readMedia(reading: Reading, table: Table): void {
  const { collection } = reading;
  const fields = {
    id: table.field('mediaid'),
    source: table.field('source'),
    type: table.field('mediatype'),
    title: table.field('title'),
    season: table.field('seasonnumber'),
    number: table.field('episodenumber'),
    score: table.field('score'),
    status: table.field('status'),
    notes: table.field('notes'),
    progress: table.field('progress'),
    repeats: table.field('repeats'),
  };
  const endDate = reading.dates(table, 'end_date', table.field('enddate', 'watchdate'));
  const factsOf = (row: Row): TitleFacts => {
    const source = fields.source(row).toLowerCase();
    const id = fields.id(row);
    return {
      mediaType: fields.type(row) === 'movie' ? 'movie' : 'tv',
      title: fields.title(row),
      ids: idsOf(
        source === 'tmdb' ? { tmdb: id } : source === 'imdb' ? { imdb: id } : source === 'tvdb' ? { tvdb: id } : {},
      ),
      ownId: id ? `${source} ${id}` : undefined,
    };
  };
  for (const row of table.rows) {
    const type = fields.type(row).toLowerCase();
    if (!['movie', 'tv', 'season', 'episode', 'anime'].includes(type)) {
      collection.refuse(row, 'films', `Marquee has films and shows, and this is “${type}”`);
      continue;
    }
    const title = collection.title(row, factsOf(row));
    const season = episodeNumberOf(fields.season(row));
    const number = episodeNumberOf(fields.number(row));
    const when = endDate(row);
    const status = fields.status(row).toLowerCase().replaceAll(/\W/g, '');
    if (type === 'episode') {
      if (season === undefined || number === undefined)
        collection.refuse(row, 'episodes', 'The episode has no season and number');
      else collection.watched(row, title, when, { episode: { season, number, ids: {} } });
      continue;
    }
    if (type === 'season') {
      if (fields.score(row)) collection.refuse(row, 'ratings', 'Marquee has no ratings of single seasons');
      if (fields.notes(row)) collection.refuse(row, 'reviews', 'Marquee has no reviews of single seasons');
      const episode = countOf(fields.progress(row)) ?? 0;
      if (season === undefined || !title) continue;
      // Only for seasons without rows of their episodes.
      if (status === 'completed') collection.progress(row, title, { aired: true, season }, when, true);
      else if (episode > 0) collection.progress(row, title, { season, episode }, when, true);
      continue;
    }
    collection.rated(row, title, fields.score(row), 10, { when });
    collection.reviewed(row, title, fields.notes(row), { when, isPrivate: true });
    if (type !== 'movie' && (status === 'paused' || status === 'dropped')) collection.stated(row, title, status);
    if (status === 'planning') collection.wanted(row, title);
    else if (type === 'movie') {
      if (status !== 'completed' && status !== 'repeating' && when === null) {
        if (title && !fields.score(row) && !fields.notes(row))
          collection.refuse(row, 'films', `Yamtrack says “${fields.status(row)}”, but not that it was seen`);
        continue;
      }
      collection.watched(row, title, when, { entry: String(row.line) });
      collection.seenAgain(row, title, countOf(fields.repeats(row)) ?? 0);
    } else if (type === 'anime') {
      // MyAnimeList counts episodes and has no seasons.
      const count = countOf(fields.progress(row)) ?? 0;
      if (status === 'completed') collection.progress(row, title, { aired: true }, when);
      else if (count > 0) collection.progress(row, title, { count }, when);
    } else if (status === 'completed') collection.progress(row, title, { aired: true }, when, true);
  }
}
