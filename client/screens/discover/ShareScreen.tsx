import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { searchTextOf, sharedTitleQuery } from '../../features/titles/sharedTitle.ts';
import { titleParam, withParams } from '../../lib/page/dialogUrl.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { SEARCH_PARAM, searchQueryOf } from '../../lib/page/searchUrl.ts';

/** Opens what another app shares with the installed one: its title, or a search for it. */
export function ShareScreen() {
  const [params] = useSearchParams();
  const shared = (name: string) => params.get(name) ?? '';
  // The manifest names the title so, because `title` opens a dialog.
  const text = searchQueryOf(searchTextOf({ title: shared('name'), text: shared('text'), url: shared('url') }));
  const { data: title, error, isError, refetch } = useQuery(sharedTitleQuery(text));
  const navigate = useNavigate();
  usePageTitle('Shared title');

  useEffect(() => {
    if (text !== '' && title === undefined) return;
    const search = withParams('', title ? { title: titleParam(title) } : { [SEARCH_PARAM]: text || null });
    navigate({ pathname: '/', search }, { replace: true });
  }, [text, title, navigate]);

  if (!isError) return <h1 className="visually-hidden">Opening the shared title</h1>;
  return (
    <LoadFailed heading="h1" title="Couldn’t open the shared title" error={error} onRetry={() => void refetch()} />
  );
}
