import { chosenStates } from '../../../../../common/progress.ts';
import { importRatingSchema } from '../../../../../common/schemas/import.ts';
import { type TitleFacts, timeOf } from '../collection.ts';
import { readDate } from '../dates.ts';
import {
  entryPlace,
  episodeNumberOf,
  idsOf,
  isObject,
  listOf,
  type MakeSource,
  minutesOf,
  objectOf,
  scalarOf,
  textOf,
  yearOf,
} from '../reading.ts';
import type { Row, Table } from '../table.ts';
import { type TextFile, UnreadableFile } from '../unpack.ts';
import { isCorrected, readCorrected } from './corrected.ts';

/** The newest version of the export that this one reads. */
const VERSION = 1;

/** Marquee's own export: lists in their order, reviews and plays. Other people and settings do not come over. */
export const marquee: MakeSource = ({ collection, today }) => {
  const dateOf = (value: unknown) => readDate(textOf(value), { today, isUtc: true });
  const factsOf = (entry: Record<string, unknown>): TitleFacts => ({
    mediaType: entry.mediaType === 'tv' ? 'tv' : 'movie',
    title: textOf(entry.title),
    year: yearOf(textOf(entry.releaseDate)),
    runtime: minutesOf(scalarOf(entry.runtime)),
    ids: idsOf({ tmdb: scalarOf(entry.tmdbId) }),
  });

  const readLists = (lists: unknown[], file: TextFile) => {
    for (const [index, value] of lists.entries()) {
      const { kind, id, name, items } = objectOf(value);
      // Reviewed follows from the reviews.
      if (kind === 'reviewed') continue;
      const list = collection.list(entryPlace(file, index, { name }), textOf(name), textOf(id) || undefined);
      for (const [at, item] of listOf(items).map(objectOf).entries()) {
        const place = entryPlace(file, at, item);
        collection.listed(place, collection.title(place, factsOf(item), 'listItems'), list, {
          position: at + 1,
          note: textOf(item.note),
          watched: item.watched === true,
          when: dateOf(item.createdAt),
        });
      }
    }
  };

  const readReviews = (reviews: unknown[], file: TextFile) => {
    for (const [index, review] of reviews.map(objectOf).entries()) {
      const place = entryPlace(file, index, review);
      const title = collection.title(place, factsOf(review), 'ratings');
      const when = dateOf(review.updatedAt);
      // The person may have chosen other stars since.
      const imported = importRatingSchema.safeParse({ ...objectOf(review.imported), stars: review.rating }).data;
      if (imported) collection.rated(place, title, imported.value, imported.of, { when, stars: imported.stars });
      else collection.rated(place, title, scalarOf(review.rating), 5, { when, isOwn: true });
      collection.reviewed(place, title, textOf(review.comment), { when, isPrivate: review.isPrivate === true });
    }
  };

  const readShows = (shows: unknown[], file: TextFile) => {
    for (const [index, show] of shows.map(objectOf).entries()) {
      const place = entryPlace(file, index, show);
      const title = collection.title(place, factsOf({ ...show, mediaType: 'tv' }), 'shows');
      const state = chosenStates.find((each) => each === show.state) ?? null;
      collection.stated(place, title, state, timeOf(dateOf(show.restartedAt)));
    }
  };

  const readPlays = (plays: unknown[], file: TextFile) => {
    for (const [index, play] of plays.map(objectOf).entries()) {
      const place = entryPlace(file, index, play);
      const title = collection.title(place, factsOf(play), 'plays');
      const season = episodeNumberOf(scalarOf(play.season));
      const number = episodeNumberOf(scalarOf(play.episode));
      const isEpisode = season !== undefined || number !== undefined;
      const episode = isEpisode ? { season: season ?? null, number: number ?? null, ids: {} } : undefined;
      const at = dateOf(play.at);
      // A moment can be exactly midnight.
      const when =
        play.precision === 'second' && at && typeof at === 'object' && 'at' in at
          ? { at: at.at, precision: 'second' as const }
          : at;
      const recordedAt = timeOf(dateOf(play.createdAt)) ?? undefined;
      if (when === null) collection.seen(place, title, { episode, again: true, recordedAt });
      else collection.watched(place, title, when, { episode, entry: textOf(play.id), recordedAt });
    }
  };

  /** The facts in the tables for spreadsheets, which are another format of the export. */
  const rowFactsOf = (table: Table) => {
    const [title, year, type] = [table.field('title'), table.field('year'), table.field('type')];
    const [tmdb, imdb] = [table.field('tmdb'), table.field('imdb')];
    return (row: Row): TitleFacts => ({
      mediaType: type(row) === 'Movie' ? 'movie' : 'tv',
      title: title(row),
      year: yearOf(year(row)),
      ids: idsOf({ tmdb: tmdb(row), imdb: imdb(row) }),
    });
  };

  const readListTable = (table: Table) => {
    const facts = rowFactsOf(table);
    const [name, note, watched, added] = ['list', 'note', 'watched', 'added'].map((column) => table.field(column));
    const positions = new Map<string, number>();
    for (const row of table.rows) {
      const list = collection.list(row, name?.(row) ?? '');
      const position = (positions.get(list) ?? 0) + 1;
      positions.set(list, position);
      collection.listed(row, collection.title(row, facts(row), 'listItems'), list, {
        position,
        note: note?.(row),
        watched: watched?.(row) === 'yes',
        when: dateOf(added?.(row)),
      });
    }
  };

  const readPlayTable = (table: Table) => {
    const facts = rowFactsOf(table);
    const [season, number, at] = [table.field('season'), table.field('episode'), table.field('watched')];
    const viewings = new Map<string, number>();
    for (const row of table.rows) {
      const title = collection.title(row, facts(row), 'plays');
      const found = { season: episodeNumberOf(season(row)) ?? null, number: episodeNumberOf(number(row)) ?? null };
      const episode = found.season === null && found.number === null ? undefined : { ...found, ids: {} };
      const viewing = JSON.stringify([facts(row), found, at(row)]);
      const entry = (viewings.get(viewing) ?? 0) + 1;
      viewings.set(viewing, entry);
      const when = dateOf(at(row));
      if (when === null) collection.seen(row, title, { episode, again: true });
      else collection.watched(row, title, when, { episode, entry: String(entry) });
    }
  };

  const readReviewTable = (table: Table) => {
    const facts = rowFactsOf(table);
    const [rating, review, date] = [table.field('rating'), table.field('review'), table.field('date')];
    for (const row of table.rows) {
      const title = collection.title(row, facts(row), 'ratings');
      const when = dateOf(date(row));
      collection.rated(row, title, rating(row), 5, { when, isOwn: true });
      collection.reviewed(row, title, review(row), { when });
    }
  };

  return {
    source: 'marquee',
    tables: [
      {
        recognises: (names) => (isCorrected(names) ? 9 : 0),
        read: (table) => readCorrected(collection, table, dateOf),
      },
      {
        recognises: (names) => (has(names, 'list', 'note', 'added') ? 6 : 0),
        read: (table) => readListTable(table),
      },
      {
        recognises: (names) => (has(names, 'season', 'episode', 'watched') ? 6 : 0),
        read: (table) => readPlayTable(table),
      },
      {
        recognises: (names) => (has(names, 'rating', 'review', 'date') ? 6 : 0),
        read: (table) => readReviewTable(table),
      },
    ],
    documents: [
      {
        recognises: (data) => isObject(data) && data.format === 'marquee',
        read: (data, file) => {
          const account = objectOf(data);
          if (Number(account.version) > VERSION)
            throw new UnreadableFile(`${file.name} comes from a newer Marquee. Update this one, and import it again.`);
          readLists(listOf(account.lists), file);
          readReviews(listOf(account.reviews), file);
          readPlays(listOf(account.plays), file);
          readShows(listOf(account.shows), file);
        },
      },
    ],
  };
};

function has(names: Set<string>, ...own: string[]): boolean {
  return ['title', 'year', 'type', 'tmdb', 'imdb', ...own].every((name) => names.has(name));
}
