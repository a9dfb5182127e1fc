import pLimit from 'p-limit';
import type { TitleFilters } from '../../../common/filters.ts';
import type { EpisodeNumber } from '../../../common/progress.ts';
import type {
  Credits,
  ExternalRatings,
  FilmPerson,
  FoundPage,
  MediaType,
  Movie,
  MovieCredits,
  MovieDetails,
  Page,
  PersonDetails,
  Season,
  TvCredits,
  TvDetails,
  TvShow,
  Videos,
  WatchProviders,
} from '../../../common/schemas/title.ts';
import { isProblem } from '../../platform/http/errors.ts';

/** What lists show of a title or a person. */
export type Shown = { movie: Movie; tv: TvShow; person: FilmPerson };
export type TitleOf = Pick<Shown, MediaType>;
export type DetailsOf = { movie: MovieDetails; tv: TvDetails };
export type PersonCreditsOf = { movie: MovieCredits; tv: TvCredits };

export interface TitlePerson {
  id: number;
  name: string;
}

/** The facts of a title that other features need. */
export interface SourceFacts {
  mediaType: MediaType;
  id: number;
  title: string;
  overview: string;
  posterPath: string | null;
  backdropPath: string | null;
  /** YYYY-MM-DD, or empty when unknown. */
  releaseDate: string;
  /** When a film comes out in the country of the settings, where that is known. Only `findTitle` has it. */
  localReleaseDate?: string | undefined;
  genreIds: number[];
  voteAverage: number;
  voteCount: number;
  popularity: number;
  language: string;
  /** ISO 3166 codes of the countries of origin; empty when unknown. */
  countries: string[];
  runtime: number | null;
  /** Directors of a film, creators of a show. */
  makers: TitlePerson[];
  /** In billing order. */
  cast: TitlePerson[];
  keywords: string[];
}

export interface NamedTitle {
  id: number;
  /** Null when it is unknown. */
  year: number | null;
  imdbId: string | null;
}

/** Ids of other services, of a title or an episode. */
export interface OtherIds {
  imdb?: string | undefined;
  tvdb?: number | undefined;
}

/** What an id of another service stands for: a title, or an episode of a show. */
export interface Identified {
  mediaType: MediaType;
  id: number;
  episode: EpisodeNumber | null;
}

/**
 * A source of titles. Unknown ids give null. Pages count from 1, and a page past the end is empty. An unavailable source
 * throws an `upstream` error.
 */
export interface TitleSource {
  readonly name: 'catalogue' | 'tmdb';
  popular<M extends MediaType>(mediaType: M, page: number, filters?: TitleFilters): Promise<Page<TitleOf[M]>>;
  search<M extends MediaType>(mediaType: M, query: string, page: number): Promise<FoundPage<TitleOf[M]>>;
  details<M extends MediaType>(mediaType: M, id: number): Promise<DetailsOf[M] | null>;
  credits(mediaType: MediaType, id: number): Promise<Credits | null>;
  videos(mediaType: MediaType, id: number): Promise<Videos | null>;
  recommendations<M extends MediaType>(mediaType: M, id: number, page: number): Promise<Page<TitleOf[M]> | null>;
  externalRatings(mediaType: MediaType, id: number): Promise<ExternalRatings | null>;
  watchProviders(mediaType: MediaType, id: number): Promise<WatchProviders | null>;
  /** One season of a show with its episodes; number 0 for specials. */
  season(showId: number, number: number): Promise<Season | null>;
  popularPeople(page: number): Promise<Page<FilmPerson>>;
  searchPeople(query: string, page: number): Promise<FoundPage<FilmPerson>>;
  /** One person in the shape of the lists, for links that contain only the id. */
  person(id: number): Promise<PersonDetails | null>;
  personCredits<M extends MediaType>(mediaType: M, personId: number): Promise<PersonCreditsOf[M] | null>;
  findTitle(mediaType: MediaType, id: number): Promise<SourceFacts | null>;
  /**
   * Titles that have exactly this name, in any language that the source knows; case, accents and punctuation do not count.
   * `similar` are others that the source offers for it.
   */
  findNamed(mediaType: MediaType, name: string): Promise<{ exact: NamedTitle[]; similar: NamedTitle[] }>;
  /** Titles and episodes with these ids. The bundled catalogue knows IMDb ids of titles only. */
  identify(ids: OtherIds): Promise<Identified[]>;
  /** Ids of a title at other services, as far as they are known. */
  otherIds(mediaType: MediaType, id: number): Promise<OtherIds>;
  findPerson(id: number): Promise<TitlePerson | null>;
  /** Candidates for recommendations: the whole bundled catalogue, or the popular titles of a remote source. */
  candidates(): Promise<SourceFacts[]>;
}

/** The bundled catalogue. It needs no other service, so it can be asked about many titles at once. */
export interface BundledSource extends TitleSource {
  /** Null if it is unknown. */
  imdbIdOf(mediaType: MediaType, id: number): string | null;
}

/** For `catch`, where many titles are read and some may be missing: 'away' when the source does not answer. */
export function awayOrThrow(error: unknown): 'away' {
  if (isProblem(error, 'upstream')) return 'away';
  throw error;
}

/** How many titles the source is asked about at once. */
const TOGETHER = 20;

/** These titles, in the same order: null for an unknown one, 'away' where the source does not answer. */
export function findTitles(source: TitleSource, titles: readonly { mediaType: MediaType; tmdbId: number }[]) {
  const limit = pLimit(TOGETHER);
  return Promise.all(
    titles.map(({ mediaType, tmdbId }) => limit(() => source.findTitle(mediaType, tmdbId).catch(awayOrThrow))),
  );
}

/** Null also where the source does not answer. */
export const foundOrNull = <T>(found: T | 'away' | null | undefined): T | null =>
  found === 'away' || found === undefined ? null : found;
