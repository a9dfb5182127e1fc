import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  QueryClient,
  type QueryFilters,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { z } from 'zod';
import type { Call } from '../../common/api/call.ts';
import type { Endpoint } from '../../common/endpoints.ts';
import type { TypedEndpoint } from './http/api.ts';
import {
  type CallOptions,
  call,
  callWithHeaders,
  nextPage,
  OfflineError,
  type OptionsArgument,
  type WholeCall,
} from './http/http.ts';
import { onReachable } from './http/reachable.ts';

/**
 * The answers of calls whose data is not live. It shows what it has while it asks again, and tries a failed call only when
 * the person does, or when the connection is back: the screens say that something failed, and offer to try again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // 'always': whether a device is offline is known by trying.
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false },
    mutations: { networkMode: 'always' },
  },
});

// What failed without a connection is asked for again as soon as there is one.
onReachable(() => {
  const isFailedOffline = ({ state }: Query) => state.error instanceof OfflineError;
  void queryClient.refetchQueries({ type: 'active', predicate: isFailedOffline });
});

/** The key of a call's query. Without options, it matches the queries of the call with any. */
const keyOf = <C extends Call>(endpoint: TypedEndpoint<C>, options?: Partial<CallOptions<C>>) =>
  options ? ([endpoint.path, options.params ?? {}, options.query ?? {}] as const) : ([endpoint.path] as const);

/** The query of a call: `useQuery(queryOf(operatorApi.health))`. For one that comes in pages it is `pagesOf`. */
export function queryOf<C extends WholeCall>(endpoint: TypedEndpoint<C>, ...options: OptionsArgument<C>) {
  const [given] = options;
  return queryOptions({
    queryKey: keyOf(endpoint, given ?? {}),
    queryFn: ({ signal }) => call(endpoint, ...([{ ...given, signal }] as unknown as OptionsArgument<C>)),
  });
}

interface Page<Entry> {
  entries: Entry[];
  /** Names the next page. */
  next: string | undefined;
}

export type PagedCall = Call & { answer: z.ZodArray; pagedBy: 'after' };
type EntryOf<C extends PagedCall> = z.output<C['answer']>[number];

/** The query of a call with pages: `useInfiniteQuery(pagesOf(operatorApi.reports))`. Its data is one list of all pages so far. */
export function pagesOf<C extends PagedCall>(endpoint: TypedEndpoint<C>, options: Partial<CallOptions<C>> = {}) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(endpoint, options), 'pages'],
    queryFn: async ({ signal, pageParam: after }): Promise<Page<EntryOf<C>>> => {
      const asked = { ...options, query: { ...(options.query as object | undefined), after }, signal };
      const { data, headers } = await callWithHeaders(endpoint, ...([asked] as unknown as OptionsArgument<C>));
      return { entries: data, next: nextPage(headers, 'after') };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });
}

/** Changes what all queries of a paged call have loaded, without asking again. */
export function changeEntries<C extends PagedCall>(
  endpoint: TypedEndpoint<C>,
  change: (entry: EntryOf<C>) => EntryOf<C> | null,
): void {
  queryClient.setQueriesData<InfiniteData<Page<EntryOf<C>>>>({ queryKey: keyOf(endpoint) }, (loaded) =>
    loaded
      ? {
          ...loaded,
          pages: loaded.pages.map((page) => ({
            ...page,
            entries: page.entries.map(change).filter((entry) => entry !== null),
          })),
        }
      : undefined,
  );
}

/** What answers depend on beside the call, so that an event can ask for all of them again. */
type Subject = 'groups' | 'people' | 'picks' | 'progress' | 'titles' | 'players' | 'public links' | 'webhooks';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { about?: Subject };
  }
}

/** Given to queries whose answers depend on a subject. */
export const about = (subject: Subject) => ({ meta: { about: subject } });

/** Asks again for what depends on a subject, where it is shown, and later where it is shown next. */
export const refreshAbout = (subject: Subject): Promise<void> =>
  refreshMatching(subject, { predicate: ({ meta }) => meta?.about === subject });

/** Asks a call again where its answer is shown, and later where it is shown next. Resolves when it has been answered. */
export const refresh = <C extends Call>(endpoint: TypedEndpoint<C>): Promise<void> =>
  refreshMatching(endpoint.path, { queryKey: keyOf(endpoint) });

/**
 * Makes a write. If it fails, the call whose answer shows its result is asked again, where it is shown: the server may have done
 * the write although its answer was lost, or another device has.
 */
export async function writeTo<T>(shown: Endpoint, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    // Also those of rows that load only when they are opened.
    const queries = queryClient.getQueryCache().findAll({ queryKey: [shown.path] });
    for (const query of queries) if (query.getObserversCount() > 0) query.fetch().catch(() => undefined);
    throw error;
  }
}

/**
 * Makes writes that each change a part of an answer. Each part shows at once. When the last write under way is answered, the
 * answer is shown as it is stored.
 */
export function createPartWrites<Answer extends object>({ queryKey }: { queryKey: QueryKey }) {
  let writing = 0;
  /** As the server has it, while writes are under way. */
  let stored: Answer | undefined;
  const show = (answer: Answer | undefined) => queryClient.setQueryData<Answer>(queryKey, answer);

  return async (part: Partial<Answer>, write: () => Promise<Answer>): Promise<void> => {
    const before = queryClient.getQueryData<Answer>(queryKey);
    if (writing === 0) stored = before;
    writing += 1;
    if (before) show({ ...before, ...part });
    try {
      stored = await write();
    } finally {
      writing -= 1;
      if (writing === 0) show(stored);
    }
  };
}

const waiting = new Map<string, Promise<void>>();

/** A call in progress may bring an older answer, so it is waited for. Further refreshes in the meantime share the next call. */
function refreshMatching(name: string, filters: QueryFilters): Promise<void> {
  const known = waiting.get(name);
  if (known) return known;
  const next = whenAnswered(filters).then(() => {
    waiting.delete(name);
    return queryClient.invalidateQueries(filters);
  });
  waiting.set(name, next);
  return next;
}

function whenAnswered(filters: QueryFilters): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (queryClient.isFetching(filters) > 0) return;
      stop();
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(check);
    check();
  });
}
