import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDebounced } from '../../lib/useDebounced.ts';
import { directoryQuery, useDirectory } from './directory.store.ts';
import { useVisibility } from './privacy/visibility.store.ts';

/** The search text, kept in the address as `?find=` so that going back from a profile shows the same users. */
export function useDirectoryText() {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('find') ?? '';
  const [text, setText] = useState(inAddress);
  const settled = useDebounced(text);
  const written = useRef(inAddress);

  useEffect(() => {
    if (settled === written.current) return;
    written.current = settled;
    setParams(settled === '' ? {} : { find: settled }, { replace: true, preventScrollReset: true });
  }, [settled, setParams]);

  // A link from this screen to itself clears the search.
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);

  return { text, setText, query: directoryQuery(settled) };
}

/** The matching users. The last results stay until the next, so that typing does not flash skeletons. */
export function useDirectoryOf(query: string) {
  const { found, failed, loadDirectory } = useDirectory();
  const [shown, setShown] = useState(query);
  const isHere = found[query] !== undefined;
  const hasFailed = failed[query] ?? false;

  // Many users may change their settings within a moment.
  const version = useDebounced(String(useVisibility((state) => state.version)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when a user shows more or less
  useEffect(() => {
    const controller = new AbortController();
    loadDirectory(query, controller.signal);
    return () => controller.abort();
  }, [query, version, loadDirectory]);

  if (isHere && shown !== query) setShown(query);
  const shownQuery = isHere ? query : shown;
  return { people: found[shownQuery], shownQuery, hasFailed, retry: () => loadDirectory(query) };
}
