import { z } from 'zod';
import { limits } from '../../../../common/constants.ts';
import { tmdbImagePath } from '../../../../common/picturePaths.ts';
import { isDay } from '../../../../common/schemas/primitives.ts';
import { plainText } from '../../../../common/text.ts';
import { episodeName, episodesInOrder, seasonName, seasonsInOrder } from '../seasons.ts';
import type { Identified } from '../title.source.ts';

// What TMDB sends, made into the contract's shapes: fields that the product does not know are dropped, what is missing
// or of the wrong type becomes what the contract has for 'unknown', and only what nothing can be done without is demanded.

const id = z.number().int().positive();
const whole = z.number().int().min(0).catch(0);
const amount = z.number().min(0).catch(0);
/** Text within the limit of an item, without splitting a character. */
const storable = (value: string, longest: number) =>
  plainText(plainText(value.slice(0, 4 * longest)).slice(0, longest));
const text = (longest: number) =>
  z
    .string()
    .catch('')
    .transform((value) => storable(value, longest));
const name = text(limits.title.max);
const demandedName = z
  .string()
  .transform((value) => storable(value, limits.title.max))
  .refine((value) => value !== '');
const imagePath = z.string().regex(tmdbImagePath).nullable().catch(null);
const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .catch('');
const isAdult = z.boolean().catch(false);
const minutes = z.number().int().positive().nullable().catch(null);

/** A list that is validated only as far as it is read. */
const anyList = z.custom<unknown[]>(Array.isArray);

/**
 * The first `most` entries of a list, without single bad ones; the rest is not looked at. A list whose first entries are
 * all bad is no list of these at all.
 */
function listOf<T extends z.ZodType>(entry: T, most: number) {
  return anyList.transform((entries, context): z.output<T>[] => {
    const good = entries.slice(0, most).flatMap((one) => {
      const parsed = entry.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
    if (entries.length > 0 && good.length === 0) context.addIssue('None of the entries has the expected shape');
    return good;
  });
}

const optionalListOf = <T extends z.ZodType>(entry: T, most: number) => listOf(entry, most).catch([]);

/** Omits a key from each member of a union. */
type WithoutAdult<T> = T extends unknown ? Omit<T, 'adult'> : never;

function withoutAdult<T extends { adult: boolean }>(entries: readonly T[]): WithoutAdult<T>[] {
  return entries.filter(({ adult }) => !adult).map(({ adult, ...entry }) => entry as WithoutAdult<T>);
}

const COUNTRY = /^[A-Z]{2}$/;
const country = z.string().regex(COUNTRY);
/** Joint productions list many countries; only the first ones count. */
const MOST_COUNTRIES = 5;
const COUNTRIES_READ = 20;
const toCountries = (codes: string[]) => (codes.length > 0 ? [...new Set(codes)].slice(0, MOST_COUNTRIES) : undefined);

const listed = {
  id,
  adult: isAdult,
  overview: text(limits.overview.max),
  poster_path: imagePath,
  backdrop_path: imagePath,
  vote_average: z.number().min(0).max(10).catch(0),
  vote_count: whole,
  popularity: amount,
  genre_ids: optionalListOf(id, limits.genres.max),
  original_language: text(10),
  origin_country: optionalListOf(country, COUNTRIES_READ).transform(toCountries),
};

export const tmdbTitle = {
  movie: z.object({ ...listed, title: demandedName, release_date: date }),
  tv: z.object({ ...listed, name: demandedName, first_air_date: date }),
};

export function pageOfEntries<T extends z.ZodType<{ adult: boolean }>>(entry: T) {
  return z
    .object({
      page: z.number().int().positive().catch(1),
      results: listOf(entry, limits.titlesPage),
      total_pages: whole,
      total_results: whole,
    })
    .transform((page) => ({
      page: page.page,
      results: withoutAdult<z.output<T>>(page.results),
      total_pages: Math.min(page.total_pages, limits.titlePages),
      total_results: page.total_results,
    }));
}

const genre = z.object({ id, name });

const detailFields = {
  genres: optionalListOf(genre, limits.genres.max),
  production_countries: optionalListOf(z.object({ iso_3166_1: country }), COUNTRIES_READ).transform((all) =>
    toCountries(all.map((one) => one.iso_3166_1)),
  ),
  tagline: text(limits.overview.max),
  status: text(100),
};

const numberOfShow = z.number().int().min(0).max(limits.episodes);
const dateOrNull = date.transform((value) => value || null);
const seasonFields = { season_number: numberOfShow, name, air_date: dateOrNull };
const withSeasonName = <T extends { season_number: number; name: string }>(season: T): T => ({
  ...season,
  name: season.name || seasonName(season.season_number),
});
const seasonSummary = z.object({ ...seasonFields, episode_count: whole }).transform(withSeasonName);
/** In characters: a season has up to hundreds of them. */
const EPISODE_OVERVIEW = 1000;
const episode = z
  .object({
    episode_number: numberOfShow,
    name,
    air_date: dateOrNull,
    runtime: minutes,
    overview: text(EPISODE_OVERVIEW).transform((value) => value || null),
    still_path: imagePath,
  })
  .transform((one) => ({ ...one, name: one.name || episodeName(one.episode_number) }));

export const tmdbSeason = z
  .object({
    ...seasonFields,
    episodes: optionalListOf(episode, limits.seasonEpisodes.max).transform(episodesInOrder),
  })
  .transform(withSeasonName);

const creator = z.object({ id, name: demandedName, profile_path: imagePath });
const castMember = z.object({ id, name: demandedName, character: name, profile_path: imagePath, order: whole });
const crewMember = z.object({ id, name: demandedName, job: text(100), department: text(100) });
/** Directors and creators come before the rest of the crew. */
const MAKING = new Set(['Director', 'Creator']);
const isMaker = (entry: unknown) => MAKING.has((entry as { job?: string } | null)?.job ?? '');

const credits = z
  .object({
    cast: optionalListOf(castMember, 3 * limits.cast.max).transform((cast) =>
      cast.sort((a, b) => a.order - b.order).slice(0, limits.cast.max),
    ),
    crew: anyList
      .catch([])
      .transform((crew) => {
        const makers = crew.filter(isMaker).slice(0, limits.crew.max);
        return [...makers, ...crew.slice(0, 2 * limits.crew.max).filter((entry) => !isMaker(entry))];
      })
      .pipe(optionalListOf(crewMember, limits.crew.max)),
  })
  .catch({ cast: [], crew: [] });

const video = z.object({
  type: text(100),
  site: text(100),
  key: z.string().regex(/^[\w-]{1,100}$/),
  name,
  official: z.boolean().catch(false),
});
const videos = z
  .object({ results: optionalListOf(video, limits.videos.max) })
  .catch({ results: [] })
  // Official videos first.
  .transform(({ results }) => [...results].sort((a, b) => Number(b.official) - Number(a.official)))
  .transform((sorted) => sorted.map(({ official, ...one }) => one));

const provider = z.object({ provider_id: id, provider_name: demandedName, logo_path: imagePath });
const offered = optionalListOf(provider, limits.providers.max).optional();
const offers = z.object({ flatrate: offered, rent: offered, free: offered, ads: offered, buy: offered });
const providers = z
  .object({ results: z.custom<object>((value) => typeof value === 'object' && value !== null).catch({}) })
  .catch({ results: {} })
  .transform(({ results }) =>
    Object.fromEntries(
      Object.entries(results)
        .filter(([code]) => COUNTRY.test(code))
        .flatMap(([code, one]) => {
          const parsed = offers.safeParse(one);
          return parsed.success ? [[code, parsed.data] as const] : [];
        }),
    ),
  );

const COUNTRIES_OF_WORLD = 300;
const RELEASES_READ = 50;
const release = z.object({
  type: z.int(),
  release_date: z
    .string()
    .transform((moment) => moment.slice(0, 10))
    .refine(isDay),
});
const releasesOfCountry = z.object({ iso_3166_1: country, release_dates: optionalListOf(release, RELEASES_READ) });
/** Which of TMDB's types of releases are in cinemas, of few or of many, and which is the digital one. */
const IN_CINEMAS = [2, 3];
const DIGITAL = [4];
/** By country: the first day in cinemas, or else of the digital release. A premiere is not for everyone. */
const releaseDates = z
  .object({ results: optionalListOf(releasesOfCountry, COUNTRIES_OF_WORLD) })
  .catch({ results: [] })
  .transform(({ results }) =>
    Object.fromEntries(
      results.flatMap(({ iso_3166_1, release_dates }) => {
        const firstOfTypes = (types: number[]) =>
          release_dates.flatMap((one) => (types.includes(one.type) ? [one.release_date] : [])).sort()[0];
        const day = firstOfTypes(IN_CINEMAS) ?? firstOfTypes(DIGITAL);
        return day === undefined ? [] : [[iso_3166_1, day] as const];
      }),
    ),
  );

const KEYWORDS_READ = 100;
const keyword = z.object({ name: demandedName });
const keywords = z
  .object({ keywords: optionalListOf(keyword, KEYWORDS_READ), results: optionalListOf(keyword, KEYWORDS_READ) })
  .catch({ keywords: [], results: [] })
  .transform(({ keywords: ofFilm, results: ofShow }) => [...ofFilm, ...ofShow].map((one) => one.name));

const imdbId = z
  .string()
  .regex(/^tt\d{5,12}$/)
  .nullable()
  .catch(null);

const appended = <T extends z.ZodType<{ adult: boolean }>>(title: T) => ({
  imdb_id: imdbId,
  credits,
  videos,
  recommendations: pageOfEntries(title).catch({
    page: 1,
    results: [],
    total_pages: 0,
    total_results: 0,
  }),
  'watch/providers': providers,
  external_ids: z
    .object({ imdb_id: imdbId, tvdb_id: z.int().positive().nullable().catch(null) })
    .catch({ imdb_id: null, tvdb_id: null }),
  keywords,
});

/** One title with all parts requested by `append_to_response`. */
export const tmdbBundle = {
  movie: tmdbTitle.movie.extend({
    ...detailFields,
    runtime: minutes,
    release_dates: releaseDates,
    ...appended(tmdbTitle.movie),
  }),
  tv: tmdbTitle.tv.extend({
    ...detailFields,
    created_by: optionalListOf(creator, limits.creators.max),
    number_of_seasons: whole,
    number_of_episodes: whole,
    episode_run_time: optionalListOf(z.number().int().positive(), limits.episodeRuntimes.max),
    seasons: optionalListOf(seasonSummary, limits.seasons.max).transform(seasonsInOrder),
    last_episode_to_air: z.object({ runtime: minutes }).nullable().catch(null),
    ...appended(tmdbTitle.tv),
  }),
};

const knownFor = z.discriminatedUnion('media_type', [
  tmdbTitle.movie.extend({ media_type: z.literal('movie') }),
  tmdbTitle.tv.extend({ media_type: z.literal('tv') }),
]);

export const tmdbPerson = z.object({
  id,
  adult: isAdult,
  name: demandedName,
  profile_path: imagePath,
  known_for_department: text(100),
  popularity: amount,
  known_for: optionalListOf(knownFor, limits.knownFor.max).transform(withoutAdult),
});

const CREDITS_READ = 500;
const creditFields = { character: name };
/** Crew entries only for directing or creating; all others are dropped later. */
const creditsOf = <T extends z.ZodType<{ adult: boolean }>>(credit: T) =>
  z
    .object({
      cast: optionalListOf(credit, CREDITS_READ),
      crew: anyList
        .catch([])
        .transform((crew) => crew.filter(isMaker))
        .pipe(optionalListOf(credit, CREDITS_READ)),
    })
    .catch({ cast: [], crew: [] })
    .transform(({ cast, crew }) => ({
      cast: withoutAdult<z.output<T>>(cast),
      crew: withoutAdult<z.output<T>>(crew),
    }));

export const tmdbPersonBundle = z.object({
  id,
  adult: isAdult,
  name: demandedName,
  profile_path: imagePath,
  known_for_department: text(100),
  popularity: amount,
  biography: text(limits.overview.max),
  movie_credits: creditsOf(tmdbTitle.movie.extend(creditFields)),
  tv_credits: creditsOf(tmdbTitle.tv.extend(creditFields)),
});

/** The entries of a list that have an original name, by id. */
export const tmdbOriginals = z
  .object({ results: optionalListOf(z.object({ id, original_title: name, original_name: name }), limits.titlesPage) })
  .catch({ results: [] })
  .transform(({ results }) => new Map(results.map((one) => [one.id, one.original_title || one.original_name])));

const firstOf = <T extends z.ZodType<{ adult: boolean }>>(entry: T) =>
  optionalListOf(entry, 1).transform((entries) => withoutAdult<z.output<T>>(entries)[0] ?? null);

/** What has an id of another service. */
export const tmdbFound = z
  .object({
    movie_results: firstOf(tmdbTitle.movie),
    tv_results: firstOf(tmdbTitle.tv),
    person_results: firstOf(tmdbPerson),
  })
  .transform((found) => ({ movie: found.movie_results, tv: found.tv_results, person: found.person_results }));

/** OMDb's answer; missing figures are 'N/A'. */
export const omdbAnswer = z.object({
  Response: z.enum(['True', 'False']),
  Error: z.string().optional(),
  imdbRating: z.string().catch('N/A'),
  Metascore: z.string().catch('N/A'),
  Ratings: optionalListOf(z.object({ Source: z.string(), Value: z.string() }), 20),
});

const namedTitle = z.object({
  id,
  adult: isAdult,
  title: name.optional(),
  name: name.optional(),
  original_title: name.optional(),
  original_name: name.optional(),
  release_date: date.optional(),
  first_air_date: date.optional(),
});

/** The names and years of the titles that a search finds. */
export const namedPage = z.object({ results: listOf(namedTitle, limits.titlesPage) }).transform(({ results }) =>
  withoutAdult(results).map(({ id, release_date, first_air_date, ...found }) => ({
    id,
    year: Number((release_date || first_air_date || '').slice(0, 4)) || null,
    names: [found.title, found.name, found.original_title, found.original_name].filter((one) => one !== undefined),
  })),
);

const number = z.number().int().min(0);
const foundTitles = optionalListOf(z.object({ id }), limits.titlesPage);
const foundAnswer = z.object({
  movie_results: foundTitles,
  tv_results: foundTitles,
  tv_episode_results: optionalListOf(
    z.object({ show_id: id, season_number: number, episode_number: number }),
    limits.titlesPage,
  ),
});

/** What an id of another service stands for. */
export function toIdentified(answer: unknown): Identified[] {
  const { movie_results, tv_results, tv_episode_results } = foundAnswer.parse(answer);
  return [
    ...movie_results.map(({ id }) => ({ mediaType: 'movie' as const, id, episode: null })),
    ...tv_results.map(({ id }) => ({ mediaType: 'tv' as const, id, episode: null })),
    ...tv_episode_results.map(({ show_id, season_number, episode_number }) => ({
      mediaType: 'tv' as const,
      id: show_id,
      episode: { season: season_number, episode: episode_number },
    })),
  ];
}
