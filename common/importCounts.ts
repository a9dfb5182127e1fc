import type { ImportEpisode, ImportKind, ImportRow, ImportTitle } from './schemas/import.ts';

/** What each kind of row is counted as. Null: only its title is counted. */
export const countedAs = {
  play: 'plays',
  seen: 'seenUndated',
  progress: 'seenUndated',
  state: null,
  rating: 'ratings',
  review: 'reviews',
  want: 'wants',
  list: 'lists',
  listItem: 'listItems',
} as const satisfies Record<ImportRow['kind'], ImportKind | null>;

/** False for a title of which nothing is known: some episodes come without anything of their show. */
export function isNamed(title: ImportTitle): boolean {
  return title.title !== '' || Object.keys(title.ids).length > 0;
}

/** Identifies an episode among those of its show. */
export function importEpisodeKey({ season, number, title, ids }: ImportEpisode): string {
  if (season !== null && number !== null) return `s${season}e${number}`;
  const id = ids.tmdb ?? ids.imdb ?? ids.tvdb;
  return id === undefined ? `s${season ?? ''}|${(title ?? '').toLowerCase()}` : `id ${id}`;
}
