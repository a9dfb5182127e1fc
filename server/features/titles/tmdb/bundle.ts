import type { z } from 'zod';
import { limits } from '../../../../common/constants.ts';
import type {
  Credits,
  KnownFor,
  MediaType,
  Page,
  PersonDetails,
  Video,
  WatchProviders,
} from '../../../../common/schemas/title.ts';
import type { DetailsOf, PersonCreditsOf, SourceFacts, TitleOf } from '../title.source.ts';
import { tmdbBundle, tmdbPersonBundle } from './tmdb.schemas.ts';

/** All parts of a title, from one request and cached together. */
export interface TitleBundle<M extends MediaType> {
  details: DetailsOf[M];
  credits: Credits;
  videos: Video[];
  recommendations: Page<TitleOf[M]>;
  providers: WatchProviders['results'];
  keywords: string[];
  imdbId: string | null;
  /** The id at TheTVDB. Absent in answers that were cached by an earlier version. */
  tvdbId?: number | null;
  /** Of a film: when it comes out, by country. Absent in answers that were cached by an earlier version. */
  releaseDates?: Record<string, string>;
}

export interface PersonBundle {
  person: PersonDetails;
  movie: PersonCreditsOf['movie'];
  tv: PersonCreditsOf['tv'];
}

const FOR_BOTH = 'credits,videos,recommendations,watch/providers,external_ids,keywords';
export const APPENDED = { movie: `${FOR_BOTH},release_dates`, tv: FOR_BOTH };
export const PERSON_APPENDED = 'movie_credits,tv_credits';

type Parsed = { [M in MediaType]: z.output<(typeof tmdbBundle)[M]> };

function common(parsed: Parsed[MediaType]) {
  const { id, credits, videos, keywords, external_ids, imdb_id } = parsed;
  return {
    credits: { id, ...credits },
    videos,
    providers: parsed['watch/providers'],
    keywords,
    imdbId: imdb_id ?? external_ids.imdb_id,
    tvdbId: external_ids.tvdb_id,
  };
}

function detailFields(parsed: Parsed[MediaType]) {
  const { id, overview, poster_path, backdrop_path, vote_average, vote_count, popularity, original_language } = parsed;
  const { genres, tagline, status, production_countries } = parsed;
  // Details have both fields; the country of origin is more specific than the countries of production.
  const origin_country = parsed.origin_country ?? production_countries;
  return {
    ...{ id, overview, poster_path, backdrop_path, vote_average, vote_count, popularity, original_language },
    ...{ origin_country, genres, tagline, status, genre_ids: genres.map((genre) => genre.id) },
  };
}

/** Null for a title that must not be shown. Throws a ZodError for an invalid one. */
export const toTitleBundle: { [M in MediaType]: (answer: unknown) => TitleBundle<M> | null } = {
  movie(answer) {
    const parsed = tmdbBundle.movie.parse(answer);
    if (parsed.adult) return null;
    const { title, release_date, runtime, recommendations, release_dates: releaseDates } = parsed;
    const details = { ...detailFields(parsed), title, release_date, runtime };
    return { ...common(parsed), recommendations, releaseDates, details };
  },
  tv(answer) {
    const parsed = tmdbBundle.tv.parse(answer);
    if (parsed.adult) return null;
    const { name, first_air_date, created_by, number_of_seasons, number_of_episodes, seasons, recommendations } =
      parsed;
    const lastRuntime = parsed.last_episode_to_air?.runtime;
    const episode_run_time =
      parsed.episode_run_time.length === 0 && lastRuntime ? [lastRuntime] : parsed.episode_run_time;
    const details = { ...detailFields(parsed), name, first_air_date, created_by, number_of_seasons };
    return {
      ...common(parsed),
      recommendations,
      details: { ...details, number_of_episodes, episode_run_time, seasons },
    };
  },
};

type Credit<M extends MediaType> = PersonCreditsOf[M]['cast'][number];
/** Each title once, with all of the person's roles; the titles with the most votes if there are too many. */
function mergeCredits<M extends MediaType>({ cast, crew }: { cast: Credit<M>[]; crew: Credit<M>[] }): Credit<M>[] {
  const byId = new Map<number, Credit<M>>();
  for (const credit of [...cast, ...crew]) {
    const known = byId.get(credit.id);
    if (!known) byId.set(credit.id, { ...credit });
    else if (credit.character && !known.character.includes(credit.character)) {
      known.character = [known.character, credit.character].filter(Boolean).join(', ').slice(0, limits.title.max);
    }
  }
  const all = [...byId.values()];
  const kept = new Set([...all].sort((a, b) => b.vote_count - a.vote_count).slice(0, limits.personCredits.max));
  return all.filter((credit) => kept.has(credit));
}

const KNOWN_FOR = 3;

function knownForOf(films: Credit<'movie'>[], shows: Credit<'tv'>[]): KnownFor[] {
  const titles: KnownFor[] = [
    ...films.map(({ character, ...film }) => ({ ...film, media_type: 'movie' as const })),
    ...shows.map(({ character, ...show }) => ({ ...show, media_type: 'tv' as const })),
  ];
  return titles.sort((a, b) => b.vote_count - a.vote_count).slice(0, KNOWN_FOR);
}

export function toPersonBundle(answer: unknown): PersonBundle | null {
  const { adult, movie_credits, tv_credits, ...person } = tmdbPersonBundle.parse(answer);
  if (adult) return null;
  const films = mergeCredits<'movie'>(movie_credits);
  const shows = mergeCredits<'tv'>(tv_credits);
  return {
    person: { ...person, known_for: knownForOf(films, shows) },
    movie: { id: person.id, cast: films },
    tv: { id: person.id, cast: shows },
  };
}

/** The facts of a title in a list: without makers, cast and keywords. */
export function factsOfListed(mediaType: MediaType, listed: TitleOf[MediaType]): SourceFacts {
  return {
    mediaType,
    id: listed.id,
    title: 'title' in listed ? listed.title : listed.name,
    overview: listed.overview,
    posterPath: listed.poster_path,
    backdropPath: listed.backdrop_path,
    releaseDate: 'release_date' in listed ? listed.release_date : listed.first_air_date,
    genreIds: listed.genre_ids,
    voteAverage: listed.vote_average,
    voteCount: listed.vote_count,
    popularity: listed.popularity,
    language: listed.original_language,
    countries: listed.origin_country ?? [],
    runtime: null,
    makers: [],
    cast: [],
    keywords: [],
  };
}

export function factsOfBundle<M extends MediaType>(mediaType: M, bundle: TitleBundle<M>): SourceFacts {
  const { details, credits, keywords } = bundle;
  const named = ({ id, name }: { id: number; name: string }) => ({ id, name });
  const directors = credits.crew.filter((member) => member.job === 'Director').map(named);
  return {
    ...factsOfListed(mediaType, details),
    runtime: 'runtime' in details ? details.runtime : (details.episode_run_time[0] ?? null),
    makers: 'created_by' in details ? details.created_by.map(named) : directors,
    cast: credits.cast.map(named),
    keywords,
  };
}
