import type { Item } from '../../../common/item.ts';

/** As ?filter= has it; absent is all. */
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

/** What the filter lets through, in words. */
export function filteredNoun(filter: MediaFilter): string {
  if (filter === 'all') return 'items';
  return filter === 'movies' ? 'movies' : 'TV shows';
}
