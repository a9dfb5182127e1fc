import type { CastMember, FilmPerson, Movie, MovieDetails, Season, TvDetails } from '../../common/schemas/title.ts';
import type { ApiStub } from './api.ts';
import { sampleProgress } from './samples.ts';

// Minimal answers of the movie database.

const listed = {
  overview: 'Somebody does something.',
  poster_path: '/poster.jpg',
  backdrop_path: '/backdrop.jpg',
  vote_average: 8.2,
  vote_count: 900,
  popularity: 50,
  genre_ids: [28],
  original_language: 'en',
};
const detailed = { genres: [{ id: 28, name: 'Action' }], tagline: 'Free your mind.', status: 'Released' };

export function sampleMovie(id: number, over: Partial<Movie> = {}): Movie {
  return { ...listed, id, title: `Film ${id}`, release_date: '1999-03-31', ...over };
}

export const matrix: MovieDetails = { ...sampleMovie(603, { title: 'The Matrix' }), ...detailed, runtime: 136 };

export const severance: TvDetails = {
  ...listed,
  ...detailed,
  id: 95396,
  name: 'Severance',
  first_air_date: '2022-02-17',
  created_by: [{ id: 1, name: 'Dan Erickson', profile_path: null }],
  number_of_seasons: 2,
  number_of_episodes: 19,
  episode_run_time: [50],
  seasons: [
    { season_number: 0, name: 'Specials', air_date: null, episode_count: 2 },
    { season_number: 1, name: 'Season 1', air_date: '2022-02-17', episode_count: 9 },
    { season_number: 2, name: 'Season 2', air_date: '2025-01-16', episode_count: 10 },
  ],
};

/** A season with named episodes a week apart. */
export function sampleSeason(number: number, over: Partial<Season> = {}): Season {
  const episodes = Array.from({ length: 3 }, (_, index) => ({
    episode_number: index + 1,
    name: `Part ${index + 1} of season ${number}`,
    air_date: `2022-02-${10 + 7 * index}`,
    runtime: 50,
    overview: null,
    still_path: null,
  }));
  return { season_number: number, name: `Season ${number}`, air_date: '2022-02-10', episodes, ...over };
}

export function sampleCast(count: number): CastMember[] {
  return Array.from({ length: count }, (_, order) => ({
    id: 6384 + order,
    name: `Actor ${order}`,
    character: `Role ${order}`,
    profile_path: null,
    order,
  }));
}

export function samplePerson(over: Partial<FilmPerson> = {}): FilmPerson {
  return {
    id: 6384,
    name: 'Keanu Reeves',
    profile_path: null,
    known_for_department: 'Acting',
    popularity: 11.42,
    known_for: [],
    ...over,
  };
}

export function pageOf<T>(results: T[]) {
  return { page: 1, results, total_pages: 1, total_results: results.length };
}

type Details = MovieDetails | TvDetails;

/** Answers every call of a title's dialog with its details, and with empty parts unless given. */
export function serveTitle(api: ApiStub, details: Details, parts: Record<string, unknown> = {}): void {
  const path = `/api/${'title' in details ? 'movie' : 'tv'}/${details.id}`;
  const { id } = details;
  const empty = {
    credits: { id, cast: [], crew: [] },
    videos: { id, results: [] },
    recommendations: pageOf([]),
    'external-ratings': {},
    'watch-providers': { id, results: {} },
  };
  api.on(`GET ${path}`, { body: details });
  for (const [part, body] of Object.entries({ ...empty, ...parts })) api.on(`GET ${path}/${part}`, { body });
  api.on('GET /api/plays', { body: [] });
  if ('seasons' in details) api.on(`GET ${path}/progress`, { body: sampleProgress({ tmdbId: id }) });
  api.on(`GET /api/reviews/my-review/${path.slice('/api/'.length)}`, { body: null });
}
