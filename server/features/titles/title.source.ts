import type { TitleFilters } from '../../../common/filters.ts';
import type {
  Credits,
  ExternalRatings,
  MediaType,
  Movie,
  MovieCredits,
  MovieDetails,
  Page,
  Person,
  TvCredits,
  TvDetails,
  TvShow,
  Videos,
  WatchProviders,
} from '../../../common/title.ts';

export type TitleOf = { movie: Movie; tv: TvShow };
export type DetailsOf = { movie: MovieDetails; tv: TvDetails };
export type PersonCreditsOf = { movie: MovieCredits; tv: TvCredits };

export interface TitlePerson {
  id: number;
  name: string;
}

/** What other rooms need to know of a title, whichever source it came from. */
export interface TitleFacts {
  mediaType: MediaType;
  id: number;
  title: string;
  overview: string;
  posterPath: string | null;
  backdropPath: string | null;
  /** YYYY-MM-DD, or empty when unknown. */
  releaseDate: string;
  genreIds: number[];
  voteAverage: number;
  voteCount: number;
  popularity: number;
  language: string;
  /** ISO 3166 codes of where it was made; empty when unknown. */
  countries: string[];
  runtime: number | null;
  /** Directors of a film, creators of a show. */
  makers: TitlePerson[];
  /** In billing order. */
  cast: TitlePerson[];
  keywords: string[];
}

/**
 * Where titles come from. Unknown ids answer null; pages count from 1, and a page past the end is empty. A source that
 * is away throws the contract's `upstream` problem.
 */
export interface TitleSource {
  readonly name: 'catalogue' | 'tmdb';
  popular<M extends MediaType>(mediaType: M, page: number, filters?: TitleFilters): Promise<Page<TitleOf[M]>>;
  search<M extends MediaType>(mediaType: M, query: string, page: number): Promise<Page<TitleOf[M]>>;
  details<M extends MediaType>(mediaType: M, id: number): Promise<DetailsOf[M] | null>;
  credits(mediaType: MediaType, id: number): Promise<Credits | null>;
  videos(mediaType: MediaType, id: number): Promise<Videos | null>;
  recommendations<M extends MediaType>(mediaType: M, id: number, page: number): Promise<Page<TitleOf[M]> | null>;
  externalRatings(mediaType: MediaType, id: number): Promise<ExternalRatings | null>;
  watchProviders(mediaType: MediaType, id: number): Promise<WatchProviders | null>;
  popularPeople(page: number): Promise<Page<Person>>;
  searchPeople(query: string, page: number): Promise<Page<Person>>;
  /** One person as the lists have them: a link that is opened cold knows nothing but the id. */
  person(id: number): Promise<Person | null>;
  personCredits<M extends MediaType>(mediaType: M, personId: number): Promise<PersonCreditsOf[M] | null>;
  findTitle(mediaType: MediaType, id: number): Promise<TitleFacts | null>;
  findPerson(id: number): Promise<TitlePerson | null>;
  /** Titles worth recommending: all of a bundled catalogue, or as many popular ones as a remote source gives cheaply. */
  candidates(): Promise<TitleFacts[]>;
}
