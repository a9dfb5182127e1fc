// Answers as those of TMDB and OMDb, with fields that the app does not use, with nulls, and with titles for adults.

const listed = (id: number) => ({
  adult: false,
  backdrop_path: `/backdrop${id}.jpg`,
  genre_ids: [28, 878],
  id,
  original_language: 'en',
  overview: `What happens in ${id}.`,
  popularity: 100 - (id % 90) + 0.5,
  poster_path: `/poster${id}.jpg`,
  vote_average: 7.254,
  vote_count: 1200 + id,
  video: false,
  softcore: false,
});

const film = (id: number) => ({
  ...listed(id),
  title: `Film ${id}`,
  original_title: `Película ${id}`,
  release_date: '1999-03-31',
  media_type: 'movie',
});

const show = (id: number) => ({
  ...listed(id),
  name: `Show ${id}`,
  original_name: `Serie ${id}`,
  first_air_date: '2008-01-20',
  origin_country: ['US'],
  media_type: 'tv',
});

const person = (id: number) => ({
  adult: false,
  gender: 2,
  id,
  known_for: [film(603), show(1396), { ...film(9), adult: true }],
  known_for_department: 'Acting',
  name: `Person ${id}`,
  original_name: `Person ${id}`,
  popularity: 55.5,
  profile_path: `/face${id}.jpg`,
});

const makers: Record<string, (id: number) => object> = { movie: film, tv: show, person };

/** Pages of twenty entries. One is for adults, one has hardly any facts, and one is null. */
export function listAnswer(kind: string, page: number, results?: number): unknown {
  const make = makers[kind] ?? film;
  if (results === 0) return { page, results: [], total_pages: 0, total_results: 0 };
  const first = page * 100;
  const regular = Array.from({ length: 17 }, (_, index) => make(first + index));
  const bare = {
    id: first + 90,
    [kind === 'movie' ? 'title' : 'name']: 'Hardly known',
    poster_path: null,
    release_date: null,
    first_air_date: '',
    overview: null,
    genre_ids: null,
    vote_average: '7.1',
    popularity: null,
  };
  return {
    page,
    results: [...regular, bare, { ...make(first + 91), adult: true }, 'no entry'],
    total_pages: 41_234,
    total_results: 824_680,
  };
}

const cast = [
  { id: 12, name: 'Second Billed', character: 'Two', order: 1, profile_path: null, cast_id: 2, credit_id: 'b' },
  { id: 11, name: 'First Billed', character: 'One', order: 0, profile_path: '/face11.jpg', cast_id: 1, credit_id: 'a' },
  { id: null, name: 'No Id', character: 'Three', order: 2 },
];
const crew = [
  { id: 21, name: 'The Director', job: 'Director', department: 'Directing', credit_id: 'c', profile_path: null },
  { id: 22, name: 'The Editor', job: 'Editor', department: 'Editing', credit_id: 'd', profile_path: null },
];
const offer = (id: number, name: string) => ({
  provider_id: id,
  provider_name: name,
  logo_path: `/logo${id}.jpg`,
  display_priority: 1,
});

const season = (number: number) => ({
  id: 3000 + number,
  season_number: number,
  name: number === 2 ? '' : `Series ${number}`,
  overview: 'What happens in it.',
  air_date: `${2008 + number}-01-20`,
  poster_path: null,
  vote_average: 8.1,
});

const EPISODES = 13;

/** A show with some of its seasons. Their episodes are not in order, and one entry is none. */
export function seasonsAnswer(id: number, parts: readonly string[]): unknown {
  const numbers = parts.map((part) => Number(part.slice('season/'.length)));
  const episode = (number: number, index: number) => ({
    id: 60_000 + index,
    episode_number: index,
    season_number: number,
    name: index === 2 ? null : `Chapter ${number}.${index}`,
    air_date: index === EPISODES ? null : `${2008 + number}-01-${10 + index}`,
    runtime: 47,
    overview: `What happens in S${number} E${index}.`,
    still_path: `/still-${number}-${index}.jpg`,
    crew: [],
    guest_stars: [],
  });
  const seasons = numbers.map((number) => [
    `season/${number}`,
    {
      ...season(number),
      episodes: [...Array.from({ length: EPISODES }, (_, index) => episode(number, EPISODES - index)), 'no entry'],
    },
  ]);
  return { ...show(id), ...Object.fromEntries(seasons) };
}

export function bundleAnswer(kind: string, id: number): unknown {
  const isFilm = kind === 'movie';
  const { genre_ids, ...facts } = isFilm ? film(id) : show(id);
  return {
    ...facts,
    adult: id === 666,
    genres: [
      { id: 28, name: 'Action' },
      { id: 878, name: 'Science Fiction' },
    ],
    tagline: null,
    status: isFilm ? 'Released' : 'Ended',
    budget: 63_000_000,
    belongs_to_collection: { id: 1, name: 'A Collection' },
    ...(isFilm
      ? { runtime: 136, imdb_id: `tt0000${id}` }
      : {
          created_by: [{ id: 31, name: 'The Creator', profile_path: null, credit_id: 'e', gender: 2 }],
          number_of_seasons: 5,
          number_of_episodes: 62,
          seasons: [2, 1, 0, 3, 4, 5].map((number) => ({ ...season(number), episode_count: EPISODES })),
          episode_run_time: [],
          last_episode_to_air: { id: 1, runtime: 47, name: 'The Last' },
        }),
    credits: { cast, crew },
    videos: {
      results: [
        { type: 'Trailer', site: 'YouTube', key: 'fan-made_1', name: 'A trailer', official: false, iso_639_1: 'en' },
        { type: 'Trailer', site: 'YouTube', key: 'official-1', name: 'The trailer', official: true, size: 1080 },
        { type: 'Clip', site: 'YouTube', key: '"><script>', name: 'No key', official: true },
      ],
    },
    recommendations: listAnswer(kind, 1),
    'watch/providers': {
      results: {
        US: {
          link: 'https://www.themoviedb.org/movie/603/watch',
          flatrate: [offer(8, 'A Stream')],
          rent: [offer(2, 'A Shop')],
          free: [offer(4, 'A Library')],
          ads: [offer(5, 'A Channel')],
          buy: [offer(2, 'A Shop')],
        },
        DE: { link: 'https://www.themoviedb.org/movie/603/watch', buy: [offer(3, 'Another Shop')] },
        FR: { flatrate: null },
      },
    },
    external_ids: { imdb_id: isFilm ? `tt0000${id}` : `tt1111${id}`, facebook_id: null, wikidata_id: 'Q1' },
    keywords: {
      [isFilm ? 'keywords' : 'results']: [
        { id: 1, name: 'dystopia' },
        { id: 2, name: 'chosen one' },
      ],
    },
  };
}

export function personAnswer(id: number): unknown {
  const { known_for, ...facts } = person(id);
  return {
    ...facts,
    biography: 'Born, then famous.',
    birthday: '1964-09-02',
    movie_credits: {
      cast: [
        { ...film(603), character: 'Hero', credit_id: 'a', order: 0 },
        { ...film(603), character: 'His double', credit_id: 'b', order: 1 },
        { ...film(605), adult: true, character: 'Not shown' },
      ],
      crew: [
        { ...film(604), job: 'Director', department: 'Directing' },
        { ...film(606), job: 'Thanks', department: 'Crew' },
      ],
      id,
    },
    tv_credits: { cast: [{ ...show(1396), character: '', episode_count: 3 }], crew: [] },
  };
}

export function ratingsAnswer(imdbId: string): unknown {
  if (imdbId === 'tt0000404') return { Response: 'False', Error: 'Error getting data.' };
  if (imdbId === 'tt0000429') return { Response: 'False', Error: 'Request limit reached!' };
  return {
    Title: 'The Matrix',
    Year: '1999',
    Ratings: [
      { Source: 'Internet Movie Database', Value: '8.7/10' },
      { Source: 'Rotten Tomatoes', Value: '83%' },
      { Source: 'Metacritic', Value: 'N/A' },
    ],
    Metascore: '73',
    imdbRating: '8.7',
    imdbVotes: '2,100,000',
    Response: 'True',
  };
}

/**
 * What an IMDb id stands for: tt0000603 is a film, tt0001396 a show, tt0013961 an episode of it, and nm0000206 a person.
 */
export function foundAnswer(imdbId: string): unknown {
  const found = {
    movie_results: [],
    person_results: [],
    tv_results: [],
    tv_episode_results: [],
    tv_season_results: [],
  };
  if (imdbId === 'tt0000603') return { ...found, movie_results: [film(603)] };
  if (imdbId === 'nm0000206') return { ...found, person_results: [person(6384)] };
  if (imdbId === 'tt0001396') return { ...found, tv_results: [show(1396)] };
  if (imdbId !== 'tt0013961') return found;
  return { ...found, tv_episode_results: [{ id: 60_001, show_id: 1396, season_number: 2, episode_number: 3 }] };
}
