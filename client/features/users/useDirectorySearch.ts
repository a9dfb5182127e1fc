import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { limits } from '../../../common/constants.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import { everybodyQuery, foundPeopleQuery } from './user.queries.ts';

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

/** From two characters on the search text, else '' for all users. */
function directoryQuery(text: string): string {
  const trimmed = text.trim();
  return trimmed.length >= limits.userSearchMinimum ? trimmed : '';
}

/** The matching users. The previous results stay until the next ones arrive, so that no skeletons flash while the user types. */
export function useDirectoryOf(text: string) {
  const everybody = useQuery(everybodyQuery);
  const found = useQuery({ ...foundPeopleQuery(text), enabled: text !== '' });
  const { data, error, isError, refetch } = text === '' ? everybody : found;
  const [shown, setShown] = useState({ text, people: data });
  if (data && (shown.people !== data || shown.text !== text)) setShown({ text, people: data });
  return { people: shown.people, shownText: shown.text, error, hasFailed: isError && !data, retry: refetch };
}
