import { useCallback } from 'react';
import { FoundOnSite } from '../../features/folders/search/FoundOnSite.tsx';
import { useIsSiteSearched } from '../../features/folders/search/siteSearch.queries.ts';
import { useKind } from '../../features/titles/search/kinds.ts';
import { SearchResults } from '../../features/titles/search/SearchResults.tsx';
import { useHasShelves } from '../../features/titles/search/useShelves.ts';
import { useCreateAction } from '../../lib/page/createAction.ts';
import { useOpenDialog } from '../../lib/page/dialogUrl.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { useRemovePreview } from '../../lib/page/preview.ts';
import { useSearchQuery } from '../../lib/page/searchUrl.ts';

/** The results of the header's search, in place of the screen where it was typed. */
export function SearchScreen() {
  const query = useSearchQuery();
  const openDialog = useOpenDialog();
  const create = useCallback(() => openDialog({ create: 'category' }), [openDialog]);
  useCreateAction(create);
  usePageTitle('Search');
  const [kind] = useKind(query);
  const hasShelves = useHasShelves(kind, query);
  const isSiteSearched = useIsSiteSearched(query);
  useRemovePreview(isSiteSearched && hasShelves);

  return (
    <SearchResults
      query={query}
      title="Search"
      renderAbove={(shown) => <FoundOnSite query={shown} />}
      isAboveHere={isSiteSearched}
    />
  );
}
