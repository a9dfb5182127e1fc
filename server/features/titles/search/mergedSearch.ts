import { setTimeout } from 'node:timers/promises';
import { limits } from '../../../../common/constants.ts';
import type { FoundPage, Page } from '../../../../common/schemas/title.ts';
import { isProblem } from '../../../platform/http/errors.ts';
import { awayOrThrow, type Shown } from '../title.source.ts';
import type { KnownTitles } from './known.service.ts';
import type { Kind } from './titleIndex.ts';
import { type TitleRef, toBareId, toTitleRef } from './titleRef.ts';
import type { TitleSearch } from './titleSearch.ts';

const PAGE_SIZE = 20;
/** If the movie database takes longer, the index answers alone where it can. */
const PATIENCE_MS = 1500;

/** What the search of one kind asks the movie database. */
export interface Remote<K extends Kind> {
  search(query: string, page: number): Promise<Page<Shown[K]>>;
  byId(id: number): Promise<Shown[K] | null>;
  byImdbId(imdbId: string): Promise<Shown[K] | null>;
}

export interface MergedSearchParts {
  names: TitleSearch;
  known: KnownTitles;
  /** What lists show of a bundled title or person. */
  bundledOf<K extends Kind>(kind: K, id: number): Shown[K] | null;
  /** The bundled title with an IMDb id. */
  findImdbId(imdbId: string): { kind: Kind; id: number } | null;
}

export type MergedSearch = <K extends Kind>(
  kind: K,
  query: string,
  page: number,
  remote: Remote<K>,
) => Promise<FoundPage<Shown[K]>>;

/**
 * Searches the index and the movie database together. First come those with a similar name in the order of the index,
 * then the others of the movie database, then what the index has by people, characters and keywords.
 */
export function createMergedSearch(parts: MergedSearchParts): MergedSearch {
  return async (kind, query, page, remote) => {
    const ref = toTitleRef(query);
    if (ref) return pageOfOne(await byRef(parts, kind, ref, remote), page);
    const asking = settled(remote.search(query, 1));
    const early = await within(PATIENCE_MS, asking);
    const found = await parts.names.find(query);
    const first = early ?? (found.ids[kind].length > 0 ? null : await asking);
    if (first instanceof Error && found.ids[kind].length === 0) throw first;
    const own = first === null || first instanceof Error ? emptyPage(1) : first;
    const isEmpty = own.results.length === 0;
    // What is only a little similar is not shown beside what the movie database has found.
    const ids = found.ids[kind].slice(0, isEmpty ? undefined : found.strong[kind]);
    const meant = isEmpty ? found.meant : undefined;
    const asked =
      page === 1
        ? own
        : page <= own.total_pages
          ? await within(PATIENCE_MS, settled(remote.search(query, page)))
          : null;
    const added = resultsOf(asked);
    // The movie database knows the right name, and has pictures for it.
    const corrected =
      page === 1 && meant && first === own ? await within(PATIENCE_MS, settled(remote.search(meant, 1))) : null;
    const pictured = resultsOf(corrected);

    const start = (page - 1) * PAGE_SIZE;
    const wanted = ids.slice(start, start + PAGE_SIZE);
    const shown = await show(parts, kind, wanted, [...added, ...own.results, ...pictured]);
    const mine = new Set(ids);
    const others = added.filter(({ id }) => !mine.has(id));
    const split = Math.max(0, found.named[kind] - start);
    const results = [...shown.slice(0, split), ...others, ...shown.slice(split)];
    const isAll = own.total_pages <= 1;
    const total = isAll ? ids.length + own.results.filter(({ id }) => !mine.has(id)).length : own.total_results;
    if (results.length === 0 && page === 1) {
      const bare = toBareId(query);
      if (bare !== null) return pageOfOne(await remote.byId(bare), page);
    }
    return {
      page,
      results,
      total_pages: Math.min(Math.max(own.total_pages, Math.ceil(ids.length / PAGE_SIZE)), limits.titlePages),
      total_results: Math.max(total, ids.length),
      ...(meant && { did_you_mean: meant }),
    };
  };
}

/** The answer, or why there is none. */
async function settled<T>(answer: Promise<Page<T>>): Promise<Page<T> | Error> {
  try {
    return await answer;
  } catch (error) {
    if (isProblem(error, 'upstream')) return error;
    throw error;
  }
}

const resultsOf = <T>(answer: Page<T> | Error | null) =>
  answer === null || answer instanceof Error ? [] : answer.results;

/** The answer, or null if it takes longer. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T | null> {
  const over = new AbortController();
  const isLate = setTimeout(ms, null, { ref: false, signal: over.signal }).catch(() => null);
  try {
    return await Promise.race([answer, isLate]);
  } finally {
    over.abort();
  }
}

/** What lists show of these: as the movie database has just sent it, as it once did, or as it is bundled. */
async function show<K extends Kind>(
  { known, bundledOf }: MergedSearchParts,
  kind: K,
  ids: readonly number[],
  sent: readonly Shown[K][],
): Promise<Shown[K][]> {
  const fresh = new Map(sent.map((one) => [one.id, one]));
  const stored = await known.find(
    kind,
    ids.filter((id) => !fresh.has(id)),
  );
  return ids.flatMap((id) => fresh.get(id) ?? stored.get(id) ?? bundledOf(kind, id) ?? []);
}

/** The title or person with this id; null if it is of another kind, or not known. */
async function byRef<K extends Kind>(
  parts: MergedSearchParts,
  kind: K,
  ref: TitleRef,
  remote: Remote<K>,
): Promise<Shown[K] | null> {
  const bundled = 'imdbId' in ref ? parts.findImdbId(ref.imdbId) : ref;
  if (bundled) {
    if (bundled.kind !== null && bundled.kind !== kind) return null;
    const sent = await remote.byId(bundled.id).catch(awayOrThrow);
    return sent === 'away' ? ((await show(parts, kind, [bundled.id], []))[0] ?? null) : sent;
  }
  return 'imdbId' in ref ? remote.byImdbId(ref.imdbId) : null;
}

const emptyPage = (page: number) => ({ page, results: [], total_pages: 0, total_results: 0 });

function pageOfOne<T>(one: T | null, page: number): Page<T> {
  if (one === null) return emptyPage(page);
  return { page, results: page === 1 ? [one] : [], total_pages: 1, total_results: 1 };
}
