import { isUnfiltered, type TitleFilters } from '../../../../common/filters.ts';
import type { ExternalRatings, MediaType, Page, Person } from '../../../../common/title.ts';
import { upstreamAway } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { upstreamFailures } from '../../../platform/metrics.ts';
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
import { discoverParams } from './filters.ts';
import { toRatings } from './omdb.ts';
import { pageOfEntries, tmdbPerson, tmdbTitle } from './tmdb.schemas.ts';
import type { Upstream } from './upstream.ts';

export interface TmdbOptions {
  tmdb: Upstream;
  /** Critics' ratings; without it there are none. */
  omdb?: Upstream;
  cache: AnswerCache;
  /** Knows of many titles what lists do not tell: who made them, who is in them, what they are about. */
  bundled?: Pick<TitleSource, 'findTitle'>;
  language?: string;
  region?: string;
}

type Params = Record<string, string | number | undefined>;

const pages = { movie: pageOfEntries(tmdbTitle.movie), tv: pageOfEntries(tmdbTitle.tv) };
const peoplePage = pageOfEntries(tmdbPerson);

/** Pages of each list that candidates are taken from: twenty requests in all, and then from the cache. */
const CANDIDATE_PAGES = [1, 2, 3, 4, 5];

/** Titles from TMDB, ratings from OMDb, everything through the cache. */
export function createTmdbSource(options: TmdbOptions): TitleSource {
  const { tmdb, omdb, cache, bundled, language = 'en-US', region = 'US' } = options;

  /** What an upstream sent, by a schema; an answer of another shape is the same to us as none. */
  function validated<T>(service: 'tmdb' | 'omdb', kind: string, answer: unknown, parse: (answer: unknown) => T): T {
    try {
      return parse(answer);
    } catch (error) {
      upstreamFailures.inc({ service, kind, reason: 'invalid' });
      log.warn({ err: error, service, kind }, 'an upstream answered in a shape of its own');
      throw upstreamAway('The movie database sent an answer that cannot be read. Please try again in a moment.');
    }
  }

  async function ask<T>(kind: string, path: string, params: Params, parse: (answer: unknown) => T): Promise<T | null> {
    const answer = await tmdb.get(kind, path, { language, ...params });
    return answer === null ? null : validated('tmdb', kind, answer, parse);
  }

  function bundleOf<M extends MediaType>(mediaType: M, id: number): Promise<TitleBundle<M> | null> {
    const load = () => ask('title', `/${mediaType}/${id}`, { append_to_response: APPENDED }, toTitleBundle[mediaType]);
    return cache.read('title', `${language}/${mediaType}/${id}`, load);
  }

  function personOf(id: number): Promise<PersonBundle | null> {
    const load = () => ask('person', `/person/${id}`, { append_to_response: PERSON_APPENDED }, toPersonBundle);
    return cache.read('person', `${language}/${id}`, load);
  }

  async function titlesFrom<M extends MediaType>(
    kind: 'list' | 'filtered' | 'search' | 'title',
    mediaType: M,
    path: string,
    params: Params,
  ): Promise<Page<TitleOf[M]> | null> {
    const key = `${language}/${region}${path}?${new URLSearchParams(
      Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    )}`;
    // The schemas of both kinds of title give what TitleOf names; the compiler does not follow the parameter there.
    const parse = (answer: unknown) => pages[mediaType].parse(answer) as unknown as Page<TitleOf[M]>;
    return cache.read(kind, key, () => ask(kind, path, params, parse));
  }

  function popular<M extends MediaType>(mediaType: M, page: number, filters: TitleFilters = {}) {
    if (isUnfiltered(filters)) return titlesFrom('list', mediaType, `/${mediaType}/popular`, { region, page });
    const today = new Date().toISOString().slice(0, 10);
    const params = { include_adult: 'false', page, ...discoverParams(mediaType, filters, today) };
    return titlesFrom('filtered', mediaType, `/discover/${mediaType}`, params);
  }

  function people(kind: 'list' | 'search', path: string, params: Params): Promise<Page<Person> | null> {
    const key = `${language}${path}?${params.query ?? ''}&${params.page}`;
    return cache.read(kind, key, () => ask(kind, path, params, (answer) => peoplePage.parse(answer)));
  }

  async function withPeople(facts: TitleFacts): Promise<TitleFacts> {
    const known = await bundled?.findTitle(facts.mediaType, facts.id);
    if (!known) return facts;
    const { makers, cast, keywords, runtime } = known;
    return { ...facts, makers, cast, keywords, runtime };
  }

  async function candidatesFrom(mediaType: MediaType, list: 'popular' | 'top_rated', page: number) {
    const found = await titlesFrom('list', mediaType, `/${mediaType}/${list}`, { region, page });
    return Promise.all((found?.results ?? []).map((title) => withPeople(factsOfListed(mediaType, title))));
  }

  return {
    name: 'tmdb',

    popular: async (mediaType, page, filters) => (await popular(mediaType, page, filters)) ?? emptyPage(page),

    async search(mediaType, query, page) {
      const text = query.trim();
      if (!text) return emptyPage(page);
      const params = { query: text, page, include_adult: 'false', region: mediaType === 'movie' ? region : undefined };
      return (await titlesFrom('search', mediaType, `/search/${mediaType}`, params)) ?? emptyPage(page);
    },

    details: async (mediaType, id) => (await bundleOf(mediaType, id))?.details ?? null,

    credits: async (mediaType, id) => (await bundleOf(mediaType, id))?.credits ?? null,

    async videos(mediaType, id) {
      const bundle = await bundleOf(mediaType, id);
      return bundle && { id, results: bundle.videos };
    },

    async recommendations(mediaType, id, page) {
      if (page === 1) return (await bundleOf(mediaType, id))?.recommendations ?? null;
      return titlesFrom('title', mediaType, `/${mediaType}/${id}/recommendations`, { page });
    },

    async externalRatings(mediaType, id) {
      const bundle = await bundleOf(mediaType, id);
      if (!bundle) return null;
      const { imdbId } = bundle;
      if (!omdb || !imdbId) return {};
      const ratings = await cache.read<ExternalRatings>('ratings', imdbId, async () => {
        const answer = await omdb.get('ratings', '/', { i: imdbId });
        return answer === null ? null : validated('omdb', 'ratings', answer, toRatings);
      });
      return ratings ?? {};
    },

    async watchProviders(mediaType, id) {
      const bundle = await bundleOf(mediaType, id);
      return bundle && { id, results: bundle.providers };
    },

    popularPeople: async (page) => (await people('list', '/person/popular', { page })) ?? emptyPage(page),

    async searchPeople(query, page) {
      const text = query.trim();
      if (!text) return emptyPage(page);
      const found = await people('search', '/search/person', { query: text, page, include_adult: 'false' });
      return found ?? emptyPage(page);
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

    async candidates() {
      const lists = (['movie', 'tv'] as const).flatMap((mediaType) =>
        (['popular', 'top_rated'] as const).flatMap((list) =>
          CANDIDATE_PAGES.map((page) => candidatesFrom(mediaType, list, page)),
        ),
      );
      const settled = await Promise.allSettled(lists);
      const [failed] = settled.filter((one) => one.status === 'rejected');
      const found = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      if (found.length === 0 && failed) throw failed.reason;
      const byTitle = new Map<string, TitleFacts>(found.map((facts) => [`${facts.mediaType}:${facts.id}`, facts]));
      return [...byTitle.values()];
    },
  };
}

const emptyPage = (page: number) => ({ page, results: [], total_pages: 0, total_results: 0 });
