import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { withParams } from '../../../lib/page/dialogUrl.ts';
import {
  isSearchState,
  SEARCH_PARAM,
  searchQueryOf,
  searchState,
  useSearchQuery,
} from '../../../lib/page/searchUrl.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';

/**
 * The text of the header's search box, kept in the address of the open screen. A search is one entry of the history:
 * going back leaves it as a whole, and clearing the text goes back.
 */
export function useSearchBox() {
  const navigate = useNavigate();
  const inAddress = useSearchQuery();
  const { pathname, search: params, state } = useLocation();
  const [text, setText] = useState(inAddress);
  const settled = useDebounced(text);
  // The address can change a moment after it was asked to, while the code of the results loads.
  const asked = useRef({ query: inAddress, pathname, hasOwnEntry: isSearchState(state) });

  const search = (typed: string) => {
    const query = searchQueryOf(typed);
    const before = asked.current;
    if (query === before.query) return;
    const isNew = before.query === '';
    const hasOwnEntry = query !== '' && (isNew || before.hasOwnEntry);
    asked.current = { query, pathname, hasOwnEntry };
    if (query === '' && before.hasOwnEntry) {
      navigate(-1);
      return;
    }
    navigate(
      { search: withParams(params, { [SEARCH_PARAM]: query || null }) },
      { replace: !isNew, preventScrollReset: true, state: hasOwnEntry ? searchState : null },
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a pause in typing starts a search
  useEffect(() => search(settled), [settled]);

  // Back, forward and links change the search, too. Text that was not searched yet does not follow to another screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `state` belongs to the address
  useEffect(() => {
    const { query, pathname: lastPathname } = asked.current;
    if (inAddress === query && pathname === lastPathname) return;
    asked.current = { query: inAddress, pathname, hasOwnEntry: isSearchState(state) };
    setText(inAddress);
  }, [inAddress, pathname]);

  return { text, setText, search };
}
