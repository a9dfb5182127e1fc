import { useSearchParams } from 'react-router-dom';
import { type MediaFilter, readFilter } from './mediaFilter.ts';

/** The filter in the address, and a function to set it. */
export function useMediaFilter(): [MediaFilter, (filter: MediaFilter) => void] {
  const [params, setParams] = useSearchParams();
  const setFilter = (next: MediaFilter) => {
    const changed = new URLSearchParams(params);
    if (next === 'all') changed.delete('filter');
    else changed.set('filter', next);
    setParams(changed, { replace: true, preventScrollReset: true });
  };
  return [readFilter(params.get('filter')), setFilter];
}
