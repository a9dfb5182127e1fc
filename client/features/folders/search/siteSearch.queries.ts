import { queryOptions, useQuery } from '@tanstack/react-query';
import { listApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { about, queryClient } from '../../../lib/query.ts';
import { foundPeopleQuery } from '../../users/user.queries.ts';

/** The lists and people of the site that match the header's search. */
export const siteSearchQuery = (query: string) =>
  queryOptions({
    ...about('people'),
    queryKey: [listApi.folder.search.path, query],
    async queryFn({ signal }) {
      const [lists, people] = await Promise.all([
        call(listApi.folder.search, { query: { q: query }, signal }),
        queryClient.fetchQuery(foundPeopleQuery(query)),
      ]);
      return { query, lists, people };
    },
  });

/** Whether the site has been searched, so that nothing comes above the titles any more. */
export function useIsSiteSearched(query: string): boolean {
  const { isPending } = useQuery({ ...siteSearchQuery(query), enabled: query !== '' });
  return query === '' || !isPending;
}
