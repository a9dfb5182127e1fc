import { chosenStates } from '../../../../../common/progress.ts';
import type { ImportRating, ImportRow, RefusedRow } from '../../../../../common/schemas/import.ts';
import type { Collection } from '../collection.ts';
import type { When } from '../dates.ts';
import { countOf, episodeNumberOf, idsOf, splitYear, yearOf } from '../reading.ts';
import type { Table } from '../table.ts';

/** The columns of the file with what did not come. */
export const CORRECTED_COLUMNS = [
  'Kind',
  'Title',
  'Original title',
  'Year',
  'Type',
  'Season',
  'Episode',
  'Date',
  'Rating',
  'Out of',
  'Text',
  'List',
  'TMDB',
  'IMDb',
  'TVDB',
  'Reason',
  'File',
  'Line',
] as const;
export type CorrectedColumn = (typeof CORRECTED_COLUMNS)[number];

type Kind = Exclude<ImportRow['kind'], 'list'>;

/** The words for kinds in the first column. */
export const kindWords: Record<Kind, string> = {
  play: 'watched',
  seen: 'seen',
  progress: 'seen so far',
  state: 'show state',
  rating: 'rating',
  review: 'review',
  want: 'to watch',
  listItem: 'in a list',
};

/** What a line was to become that could not be read. Films, shows and episodes are titles that were seen. */
export const kindOfRefused: Record<RefusedRow['kind'], Kind> = {
  films: 'seen',
  shows: 'seen',
  episodes: 'seen',
  plays: 'play',
  seenUndated: 'seen',
  ratings: 'rating',
  reviews: 'review',
  wants: 'want',
  lists: 'listItem',
  listItems: 'listItem',
};

export const isCorrected = (names: Set<string>) =>
  ['kind', 'title', 'outof', 'reason'].every((name) => names.has(name));

/** Reads the table of rows that were not imported, after the user has corrected it. */
export function readCorrected(collection: Collection, table: Table, dateOf: (text: string) => When): void {
  const column = (name: CorrectedColumn) => table.field(name.toLowerCase().replace(/ /g, ''));
  const [kind, name, originalTitle, year, type] = [
    column('Kind'),
    column('Title'),
    column('Original title'),
    column('Year'),
    column('Type'),
  ];
  const [tmdb, imdb, tvdb] = [column('TMDB'), column('IMDb'), column('TVDB')];
  const [season, episode, date, rating, outOf, text, list] = [
    column('Season'),
    column('Episode'),
    column('Date'),
    column('Rating'),
    column('Out of'),
    column('Text'),
    column('List'),
  ];
  const positions = new Map<string, number>();
  for (const row of table.rows) {
    const found = { season: episodeNumberOf(season(row)) ?? null, number: episodeNumberOf(episode(row)) ?? null };
    const isEpisode = found.season !== null || found.number !== null;
    const title = collection.title(row, {
      mediaType: /show/i.test(type(row)) || isEpisode ? 'tv' : /film/i.test(type(row)) ? 'movie' : null,
      ...splitYear(name(row)),
      originalTitle: originalTitle(row),
      ...(yearOf(year(row)) !== undefined && { year: yearOf(year(row)) }),
      ids: idsOf({ tmdb: tmdb(row), imdb: imdb(row), tvdb: tvdb(row) }),
    });
    const when = dateOf(date(row));
    const numbers = isEpisode ? { ...found, ids: {} } : undefined;
    switch (kind(row).toLowerCase()) {
      case kindWords.play:
        collection.watched(row, title, when, { episode: numbers });
        break;
      case kindWords.progress:
        collection.progress(row, title, upToOf(found), when);
        break;
      case kindWords.state:
        collection.stated(row, title, chosenStates.find((state) => state === text(row)) ?? null);
        break;
      case kindWords.rating:
        collection.rated(row, title, rating(row), scaleOf(outOf(row)), { episode: numbers, when });
        break;
      case kindWords.review:
        collection.reviewed(row, title, text(row), { episode: numbers, when });
        break;
      case kindWords.want:
        collection.wanted(row, title, when);
        break;
      case kindWords.listItem: {
        const key = collection.list(row, list(row));
        const position = (positions.get(key) ?? 0) + 1;
        positions.set(key, position);
        collection.listed(row, title, key, { position, note: text(row), when });
        break;
      }
      default:
        collection.seen(row, title, { episode: numbers });
    }
  }
}

function upToOf({ season, number }: { season: number | null; number: number | null }) {
  if (number === null) return { aired: true as const, ...(season !== null && { season }) };
  return season === null ? { count: number } : { season, episode: number };
}

function scaleOf(text: string): ImportRating['of'] {
  const most = countOf(text);
  return most === 5 || most === 100 ? most : 10;
}
