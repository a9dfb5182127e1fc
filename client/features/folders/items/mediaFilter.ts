import type { Item } from '../../../../common/schemas/item.ts';

/** The value of ?filter=; 'all' if absent. */
export type MediaFilter = 'all' | 'movies' | 'tv';

export const mediaTabs = [
  { value: 'all', label: 'All' },
  { value: 'movies', label: 'Movies' },
  { value: 'tv', label: 'TV Shows' },
] as const satisfies readonly { value: MediaFilter; label: string }[];

export function readFilter(value: string | null): MediaFilter {
  return value === 'movies' || value === 'tv' ? value : 'all';
}

export function passes(item: Pick<Item, 'mediaType'>, filter: MediaFilter): boolean {
  return filter === 'all' || (filter === 'movies') === (item.mediaType === 'movie');
}

/** The noun for the filtered items. */
export function filteredNoun(filter: MediaFilter): string {
  if (filter === 'all') return 'items';
  return filter === 'movies' ? 'movies' : 'TV shows';
}
