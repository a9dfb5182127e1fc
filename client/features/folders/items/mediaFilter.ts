import { useSearchParams } from 'react-router-dom';
import type { Item } from '../../../../common/schemas/item.ts';
import { withParams } from '../../../lib/page/dialogUrl.ts';

/** The value of ?filter=; 'all' if absent. */
export type MediaFilter = 'all' | 'movies' | 'tv';

export const mediaTabs = [
  { value: 'all', label: 'All' },
  { value: 'movies', label: 'Movies' },
  { value: 'tv', label: 'TV Shows' },
] as const satisfies readonly { value: MediaFilter; label: string }[];

function readFilter(value: string | null): MediaFilter {
  return value === 'movies' || value === 'tv' ? value : 'all';
}

export function passes(item: Pick<Item, 'mediaType'>, filter: MediaFilter): boolean {
  return filter === 'all' || (filter === 'movies') === (item.mediaType === 'movie');
}

export function filteredNoun(filter: MediaFilter): string {
  if (filter === 'all') return 'items';
  return filter === 'movies' ? 'movies' : 'TV shows';
}

/** The filter in the address, and a function to set it. */
export function useMediaFilter(): [MediaFilter, (filter: MediaFilter) => void] {
  const [params, setParams] = useSearchParams();
  const setFilter = (next: MediaFilter) => {
    const filter = next === 'all' ? null : next;
    setParams(withParams(params.toString(), { filter }), { replace: true, preventScrollReset: true });
  };
  return [readFilter(params.get('filter')), setFilter];
}
