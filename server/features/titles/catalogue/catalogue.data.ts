import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Genre, MediaType } from '../../../../common/schemas/title.ts';
import type { TitlePerson } from '../title.source.ts';

type RoleRow = [personId: number, character: string, order: number];
type TitleRow = [
  id: number,
  title: string,
  date: string,
  genreIds: number[],
  voteAverage: number,
  voteCount: number,
  popularity: number,
  language: string,
  cast: RoleRow[],
  makers: number[],
  runtime: number | null,
];
type MovieRow = [...TitleRow, keywords: string[]];
type ShowRow = [...TitleRow, seasons: number, episodes: number];
type PersonRow = [id: number, name: string, popularity?: number, department?: number];

interface CatalogueFile {
  departments: string[];
  genres: { movie: Genre[]; tv: Genre[] };
  movies: MovieRow[];
  shows: ShowRow[];
  people: PersonRow[];
}

export interface CatalogueRole extends TitlePerson {
  character: string;
  order: number;
}

export interface CatalogueTitle {
  mediaType: MediaType;
  id: number;
  title: string;
  date: string;
  genreIds: number[];
  voteAverage: number;
  voteCount: number;
  popularity: number;
  language: string;
  cast: CatalogueRole[];
  makers: TitlePerson[];
  runtime: number | null;
  keywords: string[];
  seasons: number;
  episodes: number;
}

export interface CataloguePerson extends TitlePerson {
  popularity: number;
  department: string;
  /** Everything they played in or made, most popular first. */
  titles: CatalogueTitle[];
}

export interface Catalogue {
  /** Most popular first. */
  titles: Record<MediaType, CatalogueTitle[]>;
  titleById: Record<MediaType, Map<number, CatalogueTitle>>;
  /** Most popular first. */
  people: CataloguePerson[];
  personById: Map<number, CataloguePerson>;
  genreNames: Record<MediaType, Map<number, string>>;
}

const byPopularity = (a: { popularity: number; id: number }, b: { popularity: number; id: number }) =>
  b.popularity - a.popularity || a.id - b.id;

function readTitle(
  mediaType: MediaType,
  row: readonly [...TitleRow, ...unknown[]],
  people: Map<number, CataloguePerson>,
): CatalogueTitle {
  const [id, title, date, genreIds, voteAverage, voteCount, popularity, language, cast, makers, runtime] = row;
  const nameOf = (personId: number) => people.get(personId)?.name ?? '';
  return {
    mediaType,
    id,
    title,
    date,
    genreIds,
    voteAverage,
    voteCount,
    popularity,
    language,
    cast: cast.map(([personId, character, order]) => ({ id: personId, name: nameOf(personId), character, order })),
    makers: makers.map((personId) => ({ id: personId, name: nameOf(personId) })),
    runtime,
    keywords: [],
    seasons: 0,
    episodes: 0,
  };
}

/** Reads the bundled facts. It takes about 20 ms, so the source calls it at the first request and not at start. */
export function loadCatalogue(): Catalogue {
  const file = readBundled<CatalogueFile>('server/features/titles/catalogue/catalogue.json');
  const people = file.people.map(
    ([id, name, popularity = 0, department = 0]): CataloguePerson => ({
      id,
      name,
      popularity,
      department: file.departments[department] ?? 'Acting',
      titles: [],
    }),
  );
  const personById = new Map(people.map((person) => [person.id, person]));
  const movies = file.movies.map((row) => ({ ...readTitle('movie', row, personById), keywords: row[11] }));
  const shows = file.shows.map((row) => ({
    ...readTitle('tv', row, personById),
    seasons: row[11],
    episodes: row[12],
  }));
  movies.sort(byPopularity);
  shows.sort(byPopularity);
  for (const title of [...movies, ...shows].sort(byPopularity)) {
    for (const id of new Set([...title.makers, ...title.cast].map((person) => person.id))) {
      personById.get(id)?.titles.push(title);
    }
  }
  return {
    titles: { movie: movies, tv: shows },
    titleById: {
      movie: new Map(movies.map((title) => [title.id, title])),
      tv: new Map(shows.map((title) => [title.id, title])),
    },
    people: people.sort(byPopularity),
    personById,
    genreNames: {
      movie: new Map(file.genres.movie.map((genre) => [genre.id, genre.name])),
      tv: new Map(file.genres.tv.map((genre) => [genre.id, genre.name])),
    },
  };
}

/** Reads a data file by its path in the repository, also when the code runs from a bundle in another folder. */
export function readBundled<T>(path: string): T {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, path);
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
    if (folder === dirname(folder)) throw new Error(`The bundled file ${path} is missing`);
  }
}
