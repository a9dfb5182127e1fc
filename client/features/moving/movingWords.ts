import type { ImportKind, ImportOutcome, ImportSource } from '../../../common/schemas/import.ts';
import { countOf } from '../folders/state/wording.ts';

export const sourceNames: Record<ImportSource, string> = {
  letterboxd: 'Letterboxd',
  imdb: 'IMDb',
  trakt: 'Trakt',
  tvtime: 'TV Time',
  simkl: 'Simkl',
  yamtrack: 'Yamtrack',
  movary: 'Movary',
  tmdb: 'TMDB',
  netflix: 'Netflix',
  primevideo: 'Prime Video',
  disneyplus: 'Disney+',
  appletv: 'Apple TV',
  plex: 'Plex',
  jellyfin: 'Jellyfin or Emby',
  seriesguide: 'SeriesGuide',
  watcharr: 'Watcharr',
  ryot: 'Ryot',
  marquee: 'Marquee',
  text: 'Text',
  table: 'Spreadsheet',
};

/** In the order in which they are shown. */
export const kindNames: Record<ImportKind, { one: string; many: string }> = {
  films: { one: 'film', many: 'films' },
  shows: { one: 'show', many: 'shows' },
  episodes: { one: 'episode', many: 'episodes' },
  plays: { one: 'viewing with a date', many: 'viewings with a date' },
  seenUndated: { one: 'viewing without a date', many: 'viewings without a date' },
  ratings: { one: 'rating', many: 'ratings' },
  reviews: { one: 'review', many: 'reviews' },
  wants: { one: 'title to watch', many: 'titles to watch' },
  lists: { one: 'list', many: 'lists' },
  listItems: { one: 'title in lists', many: 'titles in lists' },
};

export const kindsInOrder = Object.keys(kindNames) as ImportKind[];

export function kindText(kind: ImportKind, count: number): string {
  const { one, many } = kindNames[kind];
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

export const outcomesInOrder = [
  'ambiguous',
  'unknown',
  'comes',
  'alreadyHere',
  'refused',
] as const satisfies ImportOutcome[];

/** Before and after Apply. */
export const outcomeNames: Record<ImportOutcome, { before: string; after: string }> = {
  comes: { before: 'Coming', after: 'Imported' },
  ambiguous: { before: 'To check', after: 'Not checked' },
  unknown: { before: 'Not found', after: 'Not found' },
  alreadyHere: { before: 'Already here', after: 'Already here' },
  refused: { before: 'Left out', after: 'Left out' },
};

/** How many titles: each film and show once. */
export const titlesText = (count: number) => countOf(count, 'title');
