import type { FoundList } from '../../../../common/schemas/folder.ts';
import type { Contact } from '../../../../common/schemas/user.ts';
import { createStore } from '../../../lib/createStore.ts';
import { listApi } from '../../../lib/http/api.ts';
import { call, isAbort } from '../../../lib/http/http.ts';
import { useUsers } from '../../users/users.store.ts';

interface SiteSearchState {
  /** What the last search found. It stays until the next answer. */
  found: { query: string; lists: FoundList[]; people: Contact[] } | null;
  failedQuery: string | null;
  search: (query: string, signal?: AbortSignal) => Promise<void>;
}

/** Whether the site has been searched, so that nothing comes above the titles any more. */
export function useIsSiteSearched(query: string): boolean {
  return useSiteSearch((state) => !query || state.found?.query === query || state.failedQuery === query);
}

/** The lists and people of the site that match the header's search. */
export const useSiteSearch = createStore<SiteSearchState>((set) => ({
  found: null,
  failedQuery: null,

  async search(query, signal) {
    set({ failedQuery: null });
    try {
      const [lists, people] = await Promise.all([
        call(listApi.folder.search, { query: { q: query }, signal }),
        useUsers.getState().findPeople(query, signal),
      ]);
      set({ found: { query, lists, people } });
    } catch (error) {
      if (!isAbort(error)) set({ failedQuery: query });
    }
  },
}));
