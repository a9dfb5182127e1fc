import { isUnfiltered, type TitleFilters } from '../../../../common/filters.ts';
import type { ExternalRatings, MediaType } from '../../../../common/schemas/title.ts';
import type { SourceFacts, TitleSource } from '../title.source.ts';
import { factsOfBundle, factsOfListed } from './bundle.ts';
import type { AnswerCache } from './cache/answerCache.ts';
import { createCandidates } from './candidates.ts';
import { discoverParams } from './filters.ts';
import { toRatings } from './omdb.ts';
import { TmdbReader } from './tmdb.reader.ts';
import type { Upstream } from './upstream/upstream.ts';

export interface TmdbOptions {
  tmdb: Upstream;
  /** Critics' ratings; without it titles have none. */
  omdb?: Upstream;
  cache: AnswerCache;
  /**
   * Has facts of many titles that TMDB's lists lack: makers, cast and keywords. Recommendations use it while TMDB is slow
   * or unavailable.
   */
  bundled?: Pick<TitleSource, 'findTitle' | 'candidates'>;
  language?: string;
  region?: string;
}

/** Titles from TMDB, ratings from OMDb, everything through the cache. */
export function createTmdbSource({ language = 'en-US', region = 'US', ...options }: TmdbOptions): TitleSource {
  const reader = new TmdbReader(options.tmdb, options.cache, { language, region });
  return {
    name: 'tmdb',
    ...listCalls(reader, region),
    ...titleCalls(reader),
    ...personCalls(reader),
    externalRatings: createRatings(reader, options),
    candidates: createTmdbCandidates(reader, region, options.bundled),
  };
}

function listCalls(reader: TmdbReader, region: string): Pick<TitleSource, 'popular' | 'search'> {
  return {
    async popular(mediaType, page, filters: TitleFilters = {}) {
      if (isUnfiltered(filters)) return reader.titles('list', mediaType, `/${mediaType}/popular`, { region, page });
      const today = new Date().toISOString().slice(0, 10);
      const params = { include_adult: 'false', page, ...discoverParams(mediaType, filters, today) };
      return reader.titles('filtered', mediaType, `/discover/${mediaType}`, params);
    },

    async search(mediaType, query, page) {
      const text = query.trim();
      if (!text) return emptyPage(page);
      const params = { query: text, page, include_adult: 'false', region: mediaType === 'movie' ? region : undefined };
      return reader.titles('search', mediaType, `/search/${mediaType}`, params);
    },
  };
}

type TitleCalls = 'details' | 'credits' | 'videos' | 'recommendations' | 'watchProviders' | 'findTitle';

function titleCalls(reader: TmdbReader): Pick<TitleSource, TitleCalls> {
  return {
    details: async (mediaType, id) => (await reader.title(mediaType, id))?.details ?? null,

    credits: async (mediaType, id) => (await reader.title(mediaType, id))?.credits ?? null,

    async videos(mediaType, id) {
      const bundle = await reader.title(mediaType, id);
      return bundle && { id, results: bundle.videos };
    },

    async recommendations(mediaType, id, page) {
      if (page > 1) return reader.recommendations(mediaType, id, page);
      return (await reader.title(mediaType, id))?.recommendations ?? null;
    },

    async watchProviders(mediaType, id) {
      const bundle = await reader.title(mediaType, id);
      return bundle && { id, results: bundle.providers };
    },

    async findTitle(mediaType, id) {
      const bundle = await reader.title(mediaType, id);
      return bundle && factsOfBundle(mediaType, bundle);
    },
  };
}

type PersonCalls = 'popularPeople' | 'searchPeople' | 'person' | 'personCredits' | 'findPerson';

function personCalls(reader: TmdbReader): Pick<TitleSource, PersonCalls> {
  return {
    popularPeople: (page) => reader.people('list', '/person/popular', { page }),

    async searchPeople(query, page) {
      const text = query.trim();
      if (!text) return emptyPage(page);
      return reader.people('search', '/search/person', { query: text, page, include_adult: 'false' });
    },

    person: async (id) => (await reader.person(id))?.person ?? null,

    personCredits: async (mediaType, personId) => (await reader.person(personId))?.[mediaType] ?? null,

    async findPerson(id) {
      const person = (await reader.person(id))?.person;
      return person ? { id, name: person.name } : null;
    },
  };
}

/** Critics' ratings by the IMDb id that TMDB gives. Both requests share one time limit. */
function createRatings(
  reader: TmdbReader,
  { omdb, cache }: Pick<TmdbOptions, 'omdb' | 'cache'>,
): TitleSource['externalRatings'] {
  return async (mediaType, id) => {
    const since = performance.now();
    const bundle = await reader.title(mediaType, id);
    if (!bundle) return null;
    const { imdbId } = bundle;
    if (!omdb || !imdbId) return {};
    const load = (): Promise<ExternalRatings | null> =>
      omdb.get('ratings', '/', { params: { i: imdbId }, since, read: toRatings });
    return (await cache.read('ratings', imdbId, load)) ?? {};
  };
}

function createTmdbCandidates(reader: TmdbReader, region: string, bundled: TmdbOptions['bundled']) {
  async function withPeople(facts: SourceFacts): Promise<SourceFacts> {
    const known = await bundled?.findTitle(facts.mediaType, facts.id);
    if (!known) return facts;
    const { makers, cast, keywords, runtime } = known;
    return { ...facts, makers, cast, keywords, runtime };
  }

  return createCandidates({
    read: ({ mediaType, list, page }: { mediaType: MediaType; list: string; page: number }) =>
      reader.titles('list', mediaType, `/${mediaType}/${list}`, { region, page }),
    toFacts: (mediaType, title) => withPeople(factsOfListed(mediaType, title)),
    fallback: bundled && (() => bundled.candidates()),
  });
}

const emptyPage = (page: number) => ({ page, results: [], total_pages: 0, total_results: 0 });
