import {
  genreIdsOf,
  isUnfiltered,
  runtimeRanges,
  type TitleFilters,
  VOTES_FOR_RATING,
} from '../../../../common/filters.ts';
import { pick } from '../../../../common/pick.ts';
import type { ExternalRatings, FilmPerson, MediaType, Page, Season } from '../../../../common/schemas/title.ts';
import { plainText } from '../../../../common/text.ts';
import { upstreamAway } from '../../../platform/http/errors.ts';
import { log } from '../../../platform/log.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';
import type { KnownTitles } from '../search/known.service.ts';
import { createMergedSearch, type MergedSearch, type Remote } from '../search/mergedSearch.ts';
import { nameKey } from '../search/searchText.ts';
import type { Kind } from '../search/titleIndex.ts';
import type {
  DetailsOf,
  Identified,
  NamedTitle,
  OtherIds,
  Shown,
  SourceFacts,
  TitleOf,
  TitleSource,
} from '../title.source.ts';
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
import type { AnswerCache } from './cache/answerCache.ts';
import type { CacheKind } from './cache/cachePolicy.ts';
import { createCandidates } from './candidates.ts';
import { toRatings } from './omdb.ts';
import { seasonsReadWith, toSeasons } from './seasonParts.ts';
import {
  namedPage,
  pageOfEntries,
  tmdbFound,
  tmdbOriginals,
  tmdbPerson,
  tmdbTitle,
  toIdentified,
} from './tmdb.schemas.ts';
import type { Upstream } from './upstream/upstream.ts';

interface TmdbOptions {
  tmdb: Upstream;
  /** Critics' ratings; without it titles have none. */
  omdb?: Upstream;
  cache: AnswerCache;
  /**
   * Has facts of many titles that TMDB's lists lack: makers, cast and keywords. Recommendations and the search use it while
   * TMDB is slow or unavailable.
   */
  bundled?: CatalogueSource;
  /** Remembers the titles and people of TMDB's answers. */
  known?: KnownTitles;
  language?: string;
  region?: string;
}

/** Titles from TMDB, ratings from OMDb, everything through the cache. */
export function createTmdbSource({ language = 'en-US', region = 'US', ...options }: TmdbOptions): TitleSource {
  const { bundled, known } = options;
  const reader = new TmdbReader(options.tmdb, options.cache, { language, region, known });
  const remotes = createRemotes(reader, region);
  const search: MergedSearch =
    bundled && known
      ? createMergedSearch({ names: bundled.names, known, bundledOf: bundled.listed, findImdbId: bundled.findImdbId })
      : (_kind, query, page, remote) => remote.search(query, page);
  return {
    name: 'tmdb',
    popular: createPopular(reader, region),
    search: async (mediaType, query, page) =>
      query.trim() ? search(mediaType, plainText(query), page, remotes[mediaType]) : emptyPage(page),
    ...titleCalls(reader, region),
    ...personCalls(reader),
    findNamed: (mediaType, name) => reader.named(mediaType, name),
    identify: (ids) => reader.identify(ids),
    searchPeople: async (query, page) =>
      query.trim() ? search('person', plainText(query), page, remotes.person) : emptyPage(page),
    externalRatings: createRatings(reader, options),
    candidates: createTmdbCandidates(reader, region, options.bundled),
  };
}

function createPopular(reader: TmdbReader, region: string): TitleSource['popular'] {
  return async (mediaType, page, filters: TitleFilters = {}) => {
    if (isUnfiltered(filters)) return reader.titles('list', mediaType, `/${mediaType}/popular`, { region, page });
    const today = new Date().toISOString().slice(0, 10);
    const params = { include_adult: 'false', page, ...discoverParams(mediaType, filters, today) };
    return reader.titles('filtered', mediaType, `/discover/${mediaType}`, params);
  };
}

/** What the search of each kind asks TMDB. */
function createRemotes(reader: TmdbReader, region: string): { [K in Kind]: Remote<K> } {
  const titles = <M extends MediaType>(mediaType: M, params: Params): Remote<M> => ({
    search: (query, page) =>
      reader.titles('search', mediaType, `/search/${mediaType}`, { query, page, include_adult: 'false', ...params }),
    async byId(id) {
      const bundle = await reader.title(mediaType, id);
      return bundle && listedOf(mediaType, bundle.details);
    },
    byImdbId: async (imdbId) => (await reader.byImdbId(imdbId))?.[mediaType] ?? null,
  });
  return {
    movie: titles('movie', { region }),
    tv: titles('tv', {}),
    person: {
      search: (query, page) => reader.people('search', '/search/person', { query, page, include_adult: 'false' }),
      async byId(id) {
        const bundle = await reader.person(id);
        if (!bundle) return null;
        const { biography, ...listed } = bundle.person;
        return listed;
      },
      byImdbId: async (imdbId) => (await reader.byImdbId(imdbId))?.person ?? null,
    },
  };
}

type TitleCalls =
  | 'details'
  | 'credits'
  | 'videos'
  | 'season'
  | 'recommendations'
  | 'watchProviders'
  | 'findTitle'
  | 'otherIds';

function titleCalls(reader: TmdbReader, region: string): Pick<TitleSource, TitleCalls> {
  return {
    details: async (mediaType, id) => (await reader.title(mediaType, id))?.details ?? null,

    credits: async (mediaType, id) => (await reader.title(mediaType, id))?.credits ?? null,

    async videos(mediaType, id) {
      const bundle = await reader.title(mediaType, id);
      return bundle && { id, results: bundle.videos };
    },

    season: (showId, number) => reader.season(showId, number),

    async recommendations(mediaType, id, page) {
      if (page > 1) return reader.recommendations(mediaType, id, page);
      return (await reader.title(mediaType, id))?.recommendations ?? null;
    },

    async watchProviders(mediaType, id) {
      const bundle = await reader.title(mediaType, id);
      return bundle && { id, results: bundle.providers };
    },

    async otherIds(mediaType, id) {
      const bundle = await reader.title(mediaType, id);
      return { imdb: bundle?.imdbId ?? undefined, tvdb: bundle?.tvdbId ?? undefined };
    },

    async findTitle(mediaType, id) {
      const bundle = await reader.title(mediaType, id);
      return bundle && { ...factsOfBundle(mediaType, bundle), localReleaseDate: bundle.releaseDates?.[region] };
    },
  };
}

type PersonCalls = 'popularPeople' | 'person' | 'personCredits' | 'findPerson';

function personCalls(reader: TmdbReader): Pick<TitleSource, PersonCalls> {
  return {
    popularPeople: (page) => reader.people('list', '/person/popular', { page }),

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

type Params = Record<string, string | number | undefined>;

type ListKind = 'list' | 'filtered' | 'search';

const listedNames = [
  ...['id', 'overview', 'poster_path', 'backdrop_path', 'vote_average', 'vote_count', 'popularity', 'genre_ids'],
  ...['original_language', 'origin_country', 'title', 'release_date', 'name', 'first_air_date'],
];

/** Of the details of a title, what lists have. */
const listedOf = <M extends MediaType>(_mediaType: M, details: DetailsOf[M]): Shown[M] =>
  pick(details, listedNames as (keyof DetailsOf[M])[]) as unknown as Shown[M];

/** TMDB's states of shows that get no more episodes. */
const ENDED = ['Ended', 'Canceled'];

const pages = { movie: pageOfEntries(tmdbTitle.movie), tv: pageOfEntries(tmdbTitle.tv) };
const peoplePage = pageOfEntries(tmdbPerson);

/** What has an id of another service. */
type FoundById = { [K in Kind]: Shown[K] | null };

interface ReaderOptions {
  language: string;
  region: string;
  known: KnownTitles | undefined;
}

/** Reads validated answers of TMDB through the cache. Unknown ids give null. */
class TmdbReader {
  private readonly tmdb: Upstream;
  private readonly cache: AnswerCache;
  private readonly language: string;
  private readonly region: string;
  private readonly known: KnownTitles | undefined;

  constructor(tmdb: Upstream, cache: AnswerCache, { language, region, known }: ReaderOptions) {
    this.tmdb = tmdb;
    this.cache = cache;
    this.language = language;
    this.region = region;
    this.known = known;
  }

  /** One title with all its parts, from one request. */
  title<M extends MediaType>(mediaType: M, id: number): Promise<TitleBundle<M> | null> {
    const read = (answer: unknown) => {
      const bundle = toTitleBundle[mediaType](answer);
      if (bundle) this.note(mediaType, [listedOf(mediaType, bundle.details)], { results: [answer] });
      return bundle;
    };
    const load = () => this.ask('title', `/${mediaType}/${id}`, { append_to_response: APPENDED[mediaType] }, read);
    return this.cache.read('title', `${this.language}/${mediaType}/${id}`, load);
  }

  /** A season of a show, read together with others of the show. */
  async season(showId: number, number: number): Promise<Season | null> {
    const details = (await this.title('tv', showId))?.details;
    const together = details && seasonsReadWith(details.seasons, number);
    if (!together) return null;
    const kind = ENDED.includes(details.status) ? 'endedSeasons' : 'seasons';
    const append_to_response = together.map((one) => `season/${one}`).join();
    const load = () => this.ask(kind, `/tv/${showId}`, { append_to_response }, (answer) => toSeasons(answer, together));
    const seasons = await this.cache.read(kind, `${this.language}/tv/${showId}/${together.join()}`, load);
    return seasons?.find((season) => season.season_number === number) ?? null;
  }

  /** The titles on the first page of a search, by whether they have this name or this original name. */
  async named(mediaType: MediaType, name: string) {
    const params = { query: name.trim(), page: 1, include_adult: 'false' };
    if (!params.query) return { exact: [], similar: [] };
    const key = `${this.language}/named/${mediaType}?${keyOf(params)}`;
    const load = () => this.askList('search', `/search/${mediaType}`, params, (answer) => namedPage.parse(answer));
    const found = await this.cache.read('search', key, load);
    const hasName = ({ names }: { names: string[] }) => names.some((other) => nameKey(other) === nameKey(name));
    const toNamed = ({ id, year }: { id: number; year: number | null }): NamedTitle => ({ id, year, imdbId: null });
    return {
      exact: found.filter(hasName).map(toNamed),
      similar: found.filter((one) => !hasName(one)).map(toNamed),
    };
  }

  async identify(ids: OtherIds): Promise<Identified[]> {
    for (const [source, id] of [
      ['imdb_id', ids.imdb],
      ['tvdb_id', ids.tvdb],
    ] as const) {
      if (id === undefined) continue;
      const found = await this.find(source, id);
      if (found && found.identified.length > 0) return found.identified;
    }
    return [];
  }

  person(id: number): Promise<PersonBundle | null> {
    const read = (answer: unknown) => {
      const bundle = toPersonBundle(answer);
      if (bundle) {
        const { biography, ...listed } = bundle.person;
        this.note('person', [listed], { results: [answer] });
      }
      return bundle;
    };
    const load = () => this.ask('person', `/person/${id}`, { append_to_response: PERSON_APPENDED }, read);
    return this.cache.read('person', `${this.language}/${id}`, load);
  }

  titles<M extends MediaType>(kind: ListKind, mediaType: M, path: string, params: Params): Promise<Page<Shown[M]>> {
    const key = `${this.language}/${this.region}${path}?${keyOf(params)}`;
    const read = (answer: unknown) => {
      const page = pageParser(mediaType)(answer);
      this.note(mediaType, page.results, answer);
      return page;
    };
    return this.cache.read(kind, key, () => this.askList(kind, path, params, read));
  }

  people(kind: 'list' | 'search', path: string, params: Params): Promise<Page<FilmPerson>> {
    const key = `${this.language}${path}?${keyOf(params)}`;
    const read = (answer: unknown) => {
      const page = peoplePage.parse(answer);
      this.note('person', page.results, answer);
      return page;
    };
    return this.cache.read(kind, key, () => this.askList(kind, path, params, read));
  }

  /** What has this IMDb id: a film, a show or a person. */
  async byImdbId(imdbId: string): Promise<FoundById | null> {
    return (await this.find('imdb_id', imdbId))?.shown ?? null;
  }

  /** What has an id of another service: as lists show it, and which title or episode it is. */
  private find(source: 'imdb_id' | 'tvdb_id', id: string | number) {
    const read = (answer: unknown) => ({ shown: tmdbFound.parse(answer), identified: toIdentified(answer) });
    const load = () => this.ask('title', `/find/${id}`, { external_source: source }, read);
    return this.cache.read('title', `${this.language}/find/${source}/${id}`, load);
  }

  /** For the search. `answer` has the original names. */
  private note<K extends Kind>(kind: K, shown: readonly Shown[K][], answer: unknown): void {
    this.known
      ?.note(kind, shown, tmdbOriginals.parse(answer))
      .catch((error) => log.warn({ err: error }, 'titles could not be added to the search'));
  }

  /** A page of recommendations after the first, which is a part of the title. */
  recommendations<M extends MediaType>(mediaType: M, id: number, page: number): Promise<Page<TitleOf[M]> | null> {
    const path = `/${mediaType}/${id}/recommendations`;
    const load = () => this.ask('title', path, { page }, pageParser(mediaType));
    return this.cache.read('title', `${this.language}${path}?page=${page}`, load);
  }

  private ask<T>(kind: CacheKind, path: string, params: Params, read: (answer: unknown) => T): Promise<T | null> {
    return this.tmdb.get(kind, path, { params: { language: this.language, ...params }, read });
  }

  /** Every list has a first page, so a 404 means that the upstream is misconfigured. */
  private async askList<T>(kind: CacheKind, path: string, params: Params, read: (answer: unknown) => T): Promise<T> {
    const page = await this.ask(kind, path, params, read);
    if (page === null) throw upstreamAway();
    return page;
  }
}

// The schema of each media type gives what TitleOf names, but the compiler cannot infer it from the parameter.
const pageParser =
  <M extends MediaType>(mediaType: M) =>
  (answer: unknown) =>
    pages[mediaType].parse(answer) as unknown as Page<Shown[M]>;

/** A cache key that ignores upper and lower case. */
function keyOf(params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value).toLowerCase()])).toString();
}

/** The least number of votes for titles sorted by date. */
const VOTES_FOR_DATE = 10;

/** The filters as parameters of /discover. Films and shows have different names for dates and titles. */
function discoverParams(mediaType: MediaType, filters: TitleFilters, today: string): Params {
  const date = mediaType === 'movie' ? 'primary_release_date' : 'first_air_date';
  const title = mediaType === 'movie' ? 'title' : 'name';
  const { decade, rating, runtime, sort = 'popularity' } = filters;
  const order = {
    popularity: 'popularity.desc',
    rating: 'vote_average.desc',
    newest: `${date}.desc`,
    oldest: `${date}.asc`,
    title: `${title}.asc`,
  }[sort];
  const votes = rating || sort === 'rating' ? VOTES_FOR_RATING : sort === 'popularity' ? undefined : VOTES_FOR_DATE;
  // Unreleased titles are not among the newest, unless their decade is requested.
  const until = decade ? `${decade + 9}-12-31` : sort === 'newest' ? today : undefined;
  const [shortest, longest] = runtime ? runtimeRanges[mediaType][runtime] : [];
  return {
    sort_by: order,
    // Sorted, so that the same choice has the same cache key.
    with_genres:
      genreIdsOf(filters)
        .sort((a, b) => a - b)
        .join(',') || undefined,
    [`${date}.gte`]: decade ? `${decade}-01-01` : undefined,
    [`${date}.lte`]: until,
    'vote_average.gte': rating || undefined,
    'vote_count.gte': votes,
    'with_runtime.gte': shortest,
    'with_runtime.lte': longest,
  };
}
