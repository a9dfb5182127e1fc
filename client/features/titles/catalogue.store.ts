import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { FilmPerson, Page } from '../../../common/schemas/title.ts';
import { createStore } from '../../lib/createStore.ts';
import { isAbort } from '../../lib/http/http.ts';
import { type ChosenFilters, filterText, noFilters } from './filters/titleFilters.ts';
import { fetchActors, fetchTitles, type PageRequest } from './title.api.ts';
import { useTitles } from './title.store.ts';

export type CatalogueKind = 'movie' | 'tv' | 'person';
type Entry = { movie: TitleFacts; tv: TitleFacts; person: FilmPerson };

/** The loaded pages of one list. */
export interface Shelf<T> {
  entries: T[];
  page: number;
  totalPages: number;
  /** How many entries all pages have. */
  total: number;
  isLoadingMore: boolean;
  status: 'ready' | 'failed';
}

interface CatalogueState {
  /** Popular and found lists, by media type, search text and filters. */
  shelves: Record<string, Shelf<TitleFacts | FilmPerson>>;
  /** Loads the first page, once. */
  loadShelf: (kind: CatalogueKind, query: string, signal?: AbortSignal, filters?: ChosenFilters) => Promise<void>;
  loadMore: (kind: CatalogueKind, query: string, filters?: ChosenFilters) => Promise<void>;
  applyPage: (key: string, answer: Page<TitleFacts | FilmPerson>) => void;
  /** Raised when everything that is shown must be loaded again. */
  edition: number;
  applyTitlesChanged: () => void;
}

const SHELVES_KEPT = 24;

export const useCatalogue = createStore<CatalogueState>((set, get) => {
  const patch = (key: string, change: Partial<Shelf<TitleFacts | FilmPerson>>) =>
    set(({ shelves }) => ({ shelves: { ...shelves, [key]: { ...emptyShelf, ...shelves[key], ...change } } }));

  return {
    shelves: {},

    edition: 0,
    applyTitlesChanged: () => set(({ edition }) => ({ shelves: {}, edition: edition + 1 })),

    async loadShelf(kind, query, signal, filters = noFilters) {
      const key = shelfKey(kind, query, filters);
      if (get().shelves[key]?.status === 'ready') return;
      // After a failure the next request loads again.
      set(({ shelves: { [key]: _failed, ...others } }) => ({ shelves: others }));
      try {
        get().applyPage(key, await fetchPage(kind, { query, page: 1, filters, signal }));
      } catch (error) {
        // An aborted search is not a failure.
        if (!isAbort(error)) patch(key, { status: 'failed' });
      }
    },

    async loadMore(kind, query, filters = noFilters) {
      const key = shelfKey(kind, query, filters);
      const shelf = get().shelves[key];
      if (!shelf || shelf.isLoadingMore || shelf.page >= shelf.totalPages) return;
      patch(key, { isLoadingMore: true });
      try {
        get().applyPage(key, await fetchPage(kind, { query, page: shelf.page + 1, filters }));
      } finally {
        patch(key, { isLoadingMore: false });
      }
    },

    applyPage(key, answer) {
      set(({ shelves }) => {
        const before = answer.page > 1 ? (shelves[key]?.entries ?? []) : [];
        const shelf: Shelf<TitleFacts | FilmPerson> = {
          entries: withoutRepeats([...before, ...answer.results]),
          page: answer.page,
          totalPages: answer.total_pages,
          total: answer.total_results,
          isLoadingMore: false,
          status: 'ready',
        };
        const { [key]: _replaced, ...others } = shelves;
        const kept = Object.entries(others).slice(-(SHELVES_KEPT - 1));
        return { shelves: { ...Object.fromEntries(kept), [key]: shelf } };
      });
    },
  };
});

const emptyShelf: Shelf<TitleFacts | FilmPerson> = {
  entries: [],
  page: 0,
  totalPages: 1,
  total: 0,
  isLoadingMore: false,
  status: 'ready',
};

export function shelfKey(kind: CatalogueKind, query: string, filters: ChosenFilters = noFilters): string {
  const text = filterText(filters);
  return text ? `${kind}:${query}?${text}` : `${kind}:${query}`;
}

/** One shelf with entries of its type; undefined while its first page loads. */
export function useShelf<Kind extends CatalogueKind>(
  kind: Kind,
  query: string,
  filters: ChosenFilters = noFilters,
): Shelf<Entry[Kind]> | undefined {
  const key = shelfKey(kind, query, filters);
  return useCatalogue((state) => state.shelves[key]) as Shelf<Entry[Kind]> | undefined;
}

async function fetchPage(kind: CatalogueKind, request: PageRequest): Promise<Page<TitleFacts | FilmPerson>> {
  if (kind === 'person') return fetchActors(request);
  const answer = await fetchTitles(kind, request);
  useTitles.getState().applyFacts(answer.results);
  return answer;
}

/** A list that changes between two requests repeats some entries. */
function withoutRepeats(entries: readonly (TitleFacts | FilmPerson)[]): (TitleFacts | FilmPerson)[] {
  const seen = new Set<number>();
  return entries.filter((entry) => {
    const id = 'tmdbId' in entry ? entry.tmdbId : entry.id;
    return !seen.has(id) && seen.add(id);
  });
}
