import { isUnfiltered, type TitleFilters } from '../../../../common/filters.ts';
import type { ExternalRatings, MediaType, Page, Person } from '../../../../common/title.ts';
import { upstreamAway } from '../../../platform/errors.ts';
import type { TitleFacts, TitleOf, TitleSource } from '../title.source.ts';
import type { AnswerCache } from './answerCache.ts';
import {
  APPENDED,
  factsOfBundle,
  factsOfListed,
  PERSON_APPENDED,
  type PersonBundle,
  type TitleBundle,
  toPersonBundle,
  toTitleBundle,
} from './bundle.ts';
import { createCandidates } from './candidates.ts';
import { discoverParams } from './filters.ts';
import { toRatings } from './omdb.ts';
import { pageOfEntries, tmdbPerson, tmdbTitle } from './tmdb.schemas.ts';
import type { Upstream } from './upstream.ts';

export interface TmdbOptions {
  tmdb: Upstream;
  /** Critics' ratings; without it there are none. */
  omdb?: Upstream;
  cache: AnswerCache;
  /**
   * Knows of many titles what lists do not tell: who made them, who is in them, what they are about. Recommendations are
   * made from it while TMDB is slow or away.
   */
  bundled?: Pick<TitleSource, 'findTitle' | 'candidates'>;
  language?: string;
  region?: string;
}

type Params = Record<string, string | number | undefined>;

const pages = { movie: pageOfEntries(tmdbTitle.movie), tv: pageOfEntries(tmdbTitle.tv) };
const peoplePage = pageOfEntries(tmdbPerson);

/** Titles from TMDB, ratings from OMDb, everything through the cache. */
export function createTmdbSource(options: TmdbOptions): TitleSource {
  const { tmdb, omdb, cache, bundled, language = 'en-US', region = 'US' } = options;

  function ask<T>(kind: string, path: string, params: Params, read: (answer: unknown) => T): Promise<T | null> {
    return tmdb.get(kind, path, { params: { language, ...params }, read });
  }

  function bundleOf<M extends MediaType>(mediaType: M, id: number): Promise<TitleBundle<M> | null> {
    const load = () => ask('title', `/${mediaType}/${id}`, { append_to_response: APPENDED }, toTitleBundle[mediaType]);
    return cache.read('title', `${language}/${mediaType}/${id}`, load);
  }

  function personOf(id: number): Promise<PersonBundle | null> {
    const load = () => ask('person', `/person/${id}`, { append_to_response: PERSON_APPENDED }, toPersonBundle);
    return cache.read('person', `${language}/${id}`, load);
  }

  /** There is always a first page of a list: an upstream that knows none is not the one that it should be. */
  async function askList<T>(...asked: Parameters<typeof ask<T>>): Promise<T> {
    const page = await ask(...asked);
    if (page === null) throw upstreamAway();
    return page;
  }

  // The schemas of both kinds of title give what TitleOf names; the compiler does not follow the parameter there.
  const pageParser =
    <M extends MediaType>(mediaType: M) =>
    (answer: unknown) =>
      pages[mediaType].parse(answer) as unknown as Page<TitleOf[M]>;

  function titlesFrom<M extends MediaType>(
    kind: 'list' | 'filtered' | 'search',
    mediaType: M,
    path: string,
    params: Params,
  ): Promise<Page<TitleOf[M]>> {
    const key = `${language}/${region}${path}?${keyOf(params)}`;
    return cache.read(kind, key, () => askList(kind, path, params, pageParser(mediaType)));
  }

  function popular<M extends MediaType>(mediaType: M, page: number, filters: TitleFilters = {}) {
    if (isUnfiltered(filters)) return titlesFrom('list', mediaType, `/${mediaType}/popular`, { region, page });
    const today = new Date().toISOString().slice(0, 10);
    const params = { include_adult: 'false', page, ...discoverParams(mediaType, filters, today) };
    return titlesFrom('filtered', mediaType, `/discover/${mediaType}`, params);
  }

  function people(kind: 'list' | 'search', path: string, params: Params): Promise<Page<Person>> {
    const key = `${language}${path}?${keyOf(params)}`;
    return cache.read(kind, key, () => askList(kind, path, params, (answer) => peoplePage.parse(answer)));
  }

  async function withPeople(facts: TitleFacts): Promise<TitleFacts> {
    const known = await bundled?.findTitle(facts.mediaType, facts.id);
    if (!known) return facts;
    const { makers, cast, keywords, runtime } = known;
    return { ...facts, makers, cast, keywords, runtime };
  }

  const candidates = createCandidates({
    read: ({ mediaType, list, page }) => titlesFrom('list', mediaType, `/${mediaType}/${list}`, { region, page }),
    toFacts: (mediaType, title) => withPeople(factsOfListed(mediaType, title)),
    instead: bundled && (() => bundled.candidates()),
  });

  return {
    name: 'tmdb',

    popular,

    async search(mediaType, query, page) {
      const text = query.trim();
      if (!text) return emptyPage(page);
      const params = { query: text, page, include_adult: 'false', region: mediaType === 'movie' ? region : undefined };
      return titlesFrom('search', mediaType, `/search/${mediaType}`, params);
    },

    details: async (mediaType, id) => (await bundleOf(mediaType, id))?.details ?? null,

    credits: async (mediaType, id) => (await bundleOf(mediaType, id))?.credits ?? null,

    async videos(mediaType, id) {
      const bundle = await bundleOf(mediaType, id);
      return bundle && { id, results: bundle.videos };
    },

    async recommendations(mediaType, id, page) {
      if (page === 1) return (await bundleOf(mediaType, id))?.recommendations ?? null;
      const path = `/${mediaType}/${id}/recommendations`;
      const load = () => ask('title', path, { page }, pageParser(mediaType));
      return cache.read('title', `${language}${path}?page=${page}`, load);
    },

    async externalRatings(mediaType, id) {
      const since = Date.now();
      const bundle = await bundleOf(mediaType, id);
      if (!bundle) return null;
      const { imdbId } = bundle;
      if (!omdb || !imdbId) return {};
      const load = (): Promise<ExternalRatings | null> =>
        omdb.get('ratings', '/', { params: { i: imdbId }, since, read: toRatings });
      const ratings = await cache.read('ratings', imdbId, load);
      return ratings ?? {};
    },

    async watchProviders(mediaType, id) {
      const bundle = await bundleOf(mediaType, id);
      return bundle && { id, results: bundle.providers };
    },

    popularPeople: (page) => people('list', '/person/popular', { page }),

    async searchPeople(query, page) {
      const text = query.trim();
      if (!text) return emptyPage(page);
      return people('search', '/search/person', { query: text, page, include_adult: 'false' });
    },

    person: async (id) => (await personOf(id))?.person ?? null,

    personCredits: async (mediaType, personId) => (await personOf(personId))?.[mediaType] ?? null,

    async findTitle(mediaType, id) {
      const bundle = await bundleOf(mediaType, id);
      return bundle && factsOfBundle(mediaType, bundle);
    },

    async findPerson(id) {
      const person = (await personOf(id))?.person;
      return person ? { id, name: person.name } : null;
    },

    candidates,
  };
}

/** The same for a search however it is spelt in capitals. */
function keyOf(params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value).toLowerCase()])).toString();
}

const emptyPage = (page: number) => ({ page, results: [], total_pages: 0, total_results: 0 });
