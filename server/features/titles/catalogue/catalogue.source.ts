import { limits } from '../../../../common/constants.ts';
import {
  genreIdsOf,
  isUnfiltered,
  runtimeRanges,
  type SortName,
  type TitleFilters,
  VOTES_FOR_RATING,
} from '../../../../common/filters.ts';
import type { FilmPerson, MediaType, Movie, Page, TvShow } from '../../../../common/schemas/title.ts';
import { artworkPath, toSubject } from '../artworkPath.ts';
import type { Kind } from '../search/titleIndex.ts';
import { toBareId, toTitleRef } from '../search/titleRef.ts';
import { createTitleSearch, type TitleSearch } from '../search/titleSearch.ts';
import type {
  BundledSource,
  DetailsOf,
  NamedTitle,
  PersonCreditsOf,
  Shown,
  SourceFacts,
  TitleOf,
  TitleSource,
} from '../title.source.ts';
import { type Catalogue, type CataloguePerson, type CatalogueTitle, loadCatalogue } from './catalogue.data.ts';
import { type CatalogueNames, createNames } from './catalogue.names.ts';
import { seriesNames } from './catalogue.otherNames.ts';
import { indexCatalogue } from './catalogue.search.ts';
import { type CatalogueSeasons, createSeasons } from './catalogue.seasons.ts';
import { createSimilar } from './catalogue.similar.ts';
import { overviewOf } from './overview.ts';

const KNOWN_FOR = 3;

const subjectOf = (title: CatalogueTitle) => toSubject({ ...title, releaseDate: title.date });

function listedFields(title: CatalogueTitle) {
  return {
    id: title.id,
    overview: overviewOf(title),
    poster_path: artworkPath('poster', subjectOf(title)),
    backdrop_path: artworkPath('backdrop', subjectOf(title)),
    vote_average: title.voteAverage,
    vote_count: title.voteCount,
    popularity: title.popularity,
    genre_ids: title.genreIds,
    original_language: title.language,
  };
}

const toMovie = (title: CatalogueTitle): Movie => ({
  ...listedFields(title),
  title: title.title,
  release_date: title.date,
});

const toTvShow = (title: CatalogueTitle): TvShow => ({
  ...listedFields(title),
  name: title.title,
  first_air_date: title.date,
});

const present: { [M in MediaType]: (title: CatalogueTitle) => TitleOf[M] } = { movie: toMovie, tv: toTvShow };

const profilePath = (personId: number) => `/api/art/person/${personId}`;

const toPerson = (person: CataloguePerson): FilmPerson => ({
  id: person.id,
  name: person.name,
  profile_path: profilePath(person.id),
  known_for_department: person.department,
  popularity: person.popularity,
  known_for: person.titles
    .slice(0, KNOWN_FOR)
    .map((title) =>
      title.mediaType === 'movie'
        ? { ...toMovie(title), media_type: 'movie' as const }
        : { ...toTvShow(title), media_type: 'tv' as const },
    ),
});

/** Expensive fields are getters, because recommendations compare thousands of titles but show only a few. */
const toFacts = (title: CatalogueTitle): SourceFacts => ({
  mediaType: title.mediaType,
  id: title.id,
  title: title.title,
  get overview() {
    return overviewOf(title);
  },
  get posterPath() {
    return artworkPath('poster', subjectOf(title));
  },
  get backdropPath() {
    return artworkPath('backdrop', subjectOf(title));
  },
  releaseDate: title.date,
  genreIds: title.genreIds,
  voteAverage: title.voteAverage,
  voteCount: title.voteCount,
  popularity: title.popularity,
  language: title.language,
  // Not in the catalogue's sources.
  countries: [],
  runtime: title.runtime,
  makers: title.makers,
  cast: title.cast,
  keywords: title.keywords,
});

function presentDetails({ catalogue, seasons }: Loaded): {
  [M in MediaType]: (title: CatalogueTitle) => DetailsOf[M];
} {
  const detailFields = (title: CatalogueTitle) => ({
    genres: title.genreIds.map((id) => ({ id, name: catalogue.genreNames[title.mediaType].get(id) ?? '' })),
    tagline: '',
  });
  return {
    movie: (title) => ({ ...toMovie(title), ...detailFields(title), status: 'Released', runtime: title.runtime }),
    tv: (title) => ({
      ...toTvShow(title),
      ...detailFields(title),
      status: '',
      created_by: title.makers.map(({ id, name }) => ({ id, name, profile_path: profilePath(id) })),
      number_of_seasons: title.seasons,
      number_of_episodes: title.episodes,
      episode_run_time: title.runtime === null ? [] : [title.runtime],
      seasons: seasons.listOf(title.id),
    }),
  };
}

/** A person's roles in a title: none, one or several. */
function charactersOf(title: CatalogueTitle, personId: number): string[] {
  return title.cast.filter((role) => role.id === personId).map((role) => role.character);
}

function creditsIn<T>(person: CataloguePerson, mediaType: MediaType, toTitle: (title: CatalogueTitle) => T) {
  return person.titles
    .filter((title) => title.mediaType === mediaType)
    .map((title) => ({ ...toTitle(title), character: charactersOf(title, person.id).join(', ') }));
}

const presentCredits: { [M in MediaType]: (person: CataloguePerson) => PersonCreditsOf[M] } = {
  movie: (person) => ({ id: person.id, cast: creditsIn(person, 'movie', toMovie) }),
  tv: (person) => ({ id: person.id, cast: creditsIn(person, 'tv', toTvShow) }),
};

/** The ids of what a search of a kind finds, best first. */
type Find = (kind: Kind, query: string) => Promise<{ ids: number[]; meant: string | undefined }>;

interface Loaded {
  catalogue: Catalogue;
  similar: ReturnType<typeof createSimilar>;
  seasons: CatalogueSeasons;
}

export interface CatalogueSource extends BundledSource {
  /** Knows the bundled names, and those that are added. */
  readonly names: TitleSearch;
  /** What lists show of a bundled title or person. */
  listed<K extends Kind>(kind: K, id: number): Shown[K] | null;
  /** The bundled title with an IMDb id. */
  findImdbId(imdbId: string): { kind: MediaType; id: number } | null;
}

/** The bundled titles. They are loaded with the first call. */
export function createCatalogueSource(): CatalogueSource {
  let loaded: Loaded | undefined;
  let candidates: SourceFacts[] | undefined;
  let exactNames: CatalogueNames | undefined;
  const loadExactNames = () => {
    exactNames ??= createNames(load().catalogue);
    return exactNames;
  };

  function load(): Loaded {
    if (!loaded) {
      const catalogue = loadCatalogue();
      loaded = {
        catalogue,
        similar: createSimilar(catalogue),
        seasons: createSeasons(),
      };
    }
    return loaded;
  }

  const names = createTitleSearch(seriesNames, (index) => indexCatalogue(index, load().catalogue));
  const listed = <K extends Kind>(kind: K, id: number): Shown[K] | null => {
    const { titleById, personById } = load().catalogue;
    const [movie, show, person] = [titleById.movie.get(id), titleById.tv.get(id), personById.get(id)];
    const all: { [One in Kind]: () => Shown[One] | null } = {
      movie: () => (movie ? toMovie(movie) : null),
      tv: () => (show ? toTvShow(show) : null),
      person: () => (person ? toPerson(person) : null),
    };
    return all[kind]();
  };
  const findImdbId = (imdbId: string) => {
    const title = loadExactNames().findByImdbId(imdbId);
    return title && { kind: title.mediaType, id: title.id };
  };
  const imdbIdOf = (mediaType: MediaType, id: number) => {
    const title = load().catalogue.titleById[mediaType].get(id);
    return title ? loadExactNames().imdbIdOf(title) : null;
  };
  const find: Find = async (kind, query) => {
    const ref = toTitleRef(query);
    if (ref) {
      const title = 'imdbId' in ref ? findImdbId(ref.imdbId) : ref;
      return { ids: title && (title.kind ?? kind) === kind ? [title.id] : [], meant: undefined };
    }
    const { ids, meant } = await names.find(query);
    const bare = ids[kind].length === 0 ? toBareId(query) : null;
    return { ids: bare === null ? ids[kind] : [bare], meant };
  };
  return {
    name: 'catalogue',
    names,
    listed,
    findImdbId,
    ...listCalls(load, find),
    ...titleCalls(load),
    async findNamed(mediaType, name) {
      const exact = loadExactNames().named(mediaType, name);
      return { exact: exact.map((title) => toNamed(title, loadExactNames())), similar: [] };
    },
    async identify({ imdb }) {
      const title = imdb === undefined ? null : findImdbId(imdb);
      return title ? [{ mediaType: title.kind, id: title.id, episode: null }] : [];
    },
    ...personCalls(load, find),
    imdbIdOf,
    otherIds: async (mediaType, id) => ({ imdb: imdbIdOf(mediaType, id) ?? undefined }),
    async candidates() {
      const { titles } = load().catalogue;
      candidates ??= [...titles.movie, ...titles.tv].map(toFacts);
      return candidates;
    },
  };
}

const toNamed = (title: CatalogueTitle, names: CatalogueNames): NamedTitle => ({
  id: title.id,
  year: Number(title.date.slice(0, 4)) || null,
  imdbId: names.imdbIdOf(title),
});

function listCalls(load: () => Loaded, find: Find): Pick<TitleSource, 'popular' | 'search'> {
  return {
    async popular(mediaType, page, filters = {}) {
      const all = load().catalogue.titles[mediaType];
      const today = new Date().toISOString().slice(0, 10);
      const titles = isUnfiltered(filters) ? all : filterTitles(all, filters, today);
      return pageOfList(titles, page, present[mediaType]);
    },

    async search(mediaType, query, page) {
      const { ids, meant } = await find(mediaType, query);
      const titles = ids.flatMap((id) => load().catalogue.titleById[mediaType].get(id) ?? []);
      return { ...pageOfList(titles, page, present[mediaType]), ...(meant && { did_you_mean: meant }) };
    },
  };
}

type TitleCalls =
  | 'details'
  | 'credits'
  | 'videos'
  | 'season'
  | 'recommendations'
  | 'externalRatings'
  | 'watchProviders'
  | 'findTitle';

function titleCalls(load: () => Loaded): Pick<TitleSource, TitleCalls> {
  const find = (mediaType: MediaType, id: number) => load().catalogue.titleById[mediaType].get(id) ?? null;
  return {
    async details(mediaType, id) {
      const title = find(mediaType, id);
      return title && presentDetails(load())[mediaType](title);
    },

    async credits(mediaType, id) {
      const title = find(mediaType, id);
      if (!title) return null;
      const [job, department] = mediaType === 'movie' ? ['Director', 'Directing'] : ['Creator', 'Writing'];
      return {
        id,
        cast: title.cast.map((role) => ({ ...role, profile_path: profilePath(role.id) })),
        crew: title.makers.map((maker) => ({ ...maker, job, department })),
      };
    },

    async videos(mediaType, id) {
      return find(mediaType, id) && { id, results: [] };
    },

    async season(showId, number) {
      return find('tv', showId) && load().seasons.find(showId, number);
    },

    async recommendations(mediaType, id, page) {
      const title = find(mediaType, id);
      return title && pageOfList(load().similar(title), page, present[mediaType]);
    },

    async externalRatings(mediaType, id) {
      return find(mediaType, id) && {};
    },

    async watchProviders(mediaType, id) {
      return find(mediaType, id) && { id, results: {} };
    },

    async findTitle(mediaType, id) {
      const title = find(mediaType, id);
      return title && toFacts(title);
    },
  };
}

type PersonCalls = 'popularPeople' | 'searchPeople' | 'person' | 'personCredits' | 'findPerson';

function personCalls(load: () => Loaded, find: Find): Pick<TitleSource, PersonCalls> {
  return {
    async popularPeople(page) {
      return pageOfList(load().catalogue.people, page, toPerson);
    },

    async searchPeople(query, page) {
      const { ids, meant } = await find('person', query);
      const people = ids.flatMap((id) => load().catalogue.personById.get(id) ?? []);
      return { ...pageOfList(people, page, toPerson), ...(meant && { did_you_mean: meant }) };
    },

    async person(id) {
      const person = load().catalogue.personById.get(id);
      return person ? toPerson(person) : null;
    },

    async personCredits(mediaType, personId) {
      const person = load().catalogue.personById.get(personId);
      return person ? presentCredits[mediaType](person) : null;
    },

    async findPerson(id) {
      const person = load().catalogue.personById.get(id);
      return person ? { id, name: person.name } : null;
    },
  };
}

const orders: Record<SortName, (a: CatalogueTitle, b: CatalogueTitle) => number> = {
  popularity: (a, b) => b.popularity - a.popularity,
  rating: (a, b) => b.voteAverage - a.voteAverage || b.voteCount - a.voteCount,
  newest: (a, b) => b.date.localeCompare(a.date),
  oldest: (a, b) => a.date.localeCompare(b.date),
  title: (a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }),
};

/** The titles that match all filters, in the requested order. Expects titles in the default order. */
export function filterTitles(
  titles: readonly CatalogueTitle[],
  filters: TitleFilters,
  today: string,
): CatalogueTitle[] {
  const { decade, rating, runtime, sort = 'popularity' } = filters;
  const genres = genreIdsOf(filters);
  const isDated = sort === 'newest' || sort === 'oldest';

  const passes = (title: CatalogueTitle): boolean => {
    if (!genres.every((id) => title.genreIds.includes(id))) return false;
    const year = Number(title.date.slice(0, 4));
    if (decade && !(year >= decade && year < decade + 10)) return false;
    if ((rating || sort === 'rating') && title.voteCount < VOTES_FOR_RATING) return false;
    if (rating && title.voteAverage < rating) return false;
    if (isDated && title.date === '') return false;
    // Unreleased titles are not among the newest, unless their decade is requested.
    if (sort === 'newest' && !decade && title.date > today) return false;
    if (!runtime) return true;
    const [shortest, longest] = runtimeRanges[title.mediaType][runtime];
    return title.runtime !== null && title.runtime >= shortest && title.runtime <= longest;
  };
  const found = titles.filter(passes);
  return sort === 'popularity' ? found : found.sort(orders[sort]);
}

const PAGE_SIZE = 20;

function pageOfList<T, R>(list: readonly T[], page: number, present: (entry: T) => R): Page<R> {
  const start = (page - 1) * PAGE_SIZE;
  return {
    page,
    results: list.slice(start, start + PAGE_SIZE).map(present),
    total_pages: Math.min(Math.ceil(list.length / PAGE_SIZE), limits.titlePages),
    total_results: list.length,
  };
}
