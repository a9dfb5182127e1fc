import { useSearchParams } from 'react-router-dom';

/** The parameter of the header's search, on every screen. */
export const SEARCH_PARAM = 'q';

/** The most characters that a search may have. */
const MAX_LENGTH = 200;

/** A search text as the address keeps it. */
export function searchQueryOf(text: string): string {
  return text.trim().slice(0, MAX_LENGTH).trim();
}

/** The header's search in the address; '' without one. */
export function useSearchQuery(): string {
  const [params] = useSearchParams();
  return searchQueryOf(params.get(SEARCH_PARAM) ?? '');
}

/** The history state of a search: the entry before it is the same screen without the search. */
export const searchState = { isSearch: true };

export function isSearchState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isSearch' in state;
}
