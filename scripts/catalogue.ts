/**
 * Makes the bundled catalogue (server/features/titles/catalogue) from a folder of facts with movies.json, shows.json,
 * people.json, episodes.json, names.json and genres.json, as docs/catalogue.md describes them. Run by hand:
 * `tsx scripts/catalogue.ts FOLDER`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { genreSchema } from '../common/schemas/title.ts';
import { plainText } from '../common/text.ts';

const text = z.string().transform((value) => plainText(value).replace(/\s+/g, ' '));
const creditSchema = z.object({ id: z.number(), name: text });
const roleSchema = creditSchema.extend({ character: text, order: z.number() });
const factsSchema = z.object({
  id: z.number(),
  genre_ids: z.array(z.number()),
  vote_average: z.number(),
  vote_count: z.number(),
  popularity: z.number(),
  original_language: z.string(),
  cast: z.array(roleSchema),
});
const movieFactsSchema = factsSchema.extend({
  title: text,
  release_date: z.string(),
  runtime: z.number().nullable(),
  directors: z.array(creditSchema),
  keywords: z.array(z.string()),
});
const showFactsSchema = factsSchema.extend({
  name: text,
  first_air_date: z.string(),
  number_of_seasons: z.number(),
  number_of_episodes: z.number(),
  episode_run_time: z.number().nullable(),
  created_by: z.array(creditSchema),
});
const episodeRowSchema = z.tuple([
  z.int().min(0),
  text.nullable(),
  z.iso.date().nullable(),
  z.int().positive().nullable(),
]);
const episodesSchema = z.record(
  z.string().regex(/^\d+$/),
  z.array(
    z.object({
      season: z.int().min(0),
      name: text.optional(),
      air_date: z.iso.date().optional(),
      episodes: z.array(episodeRowSchema).optional(),
      episode_count: z.int().min(0).optional(),
    }),
  ),
);
const namesSchema = z.record(
  z.string().regex(/^(?:movie|tv):\d+$/),
  z.object({
    original: text.optional(),
    also: z.array(text).default([]),
    imdb: z
      .string()
      .regex(/^tt\d{7,}$/)
      .optional(),
  }),
);
const personFactsSchema = creditSchema.extend({ known_for_department: z.string(), popularity: z.number() });
const genresSchema = z.object({ movie: z.array(genreSchema), tv: z.array(genreSchema) });

type Names = z.infer<typeof namesSchema>;
type Facts = z.infer<typeof factsSchema>;

function read<S extends z.ZodType>(folder: string, name: string, schema: S): z.output<S> {
  return schema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** One line for each row, so that changes are readable in a diff. */
function rows(list: unknown[]): string {
  return `[\n${list.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
}

function ratings(facts: Facts): number[] {
  return [facts.vote_average, facts.vote_count, facts.popularity];
}

function cast(facts: Facts): [number, string, number][] {
  return facts.cast.map((role) => [role.id, role.character, role.order]);
}

/** `[id, IMDb id, names…]` of each title, the original name first, without the name that the catalogue has. */
function nameRows(names: Names, mediaType: 'movie' | 'tv', titles: readonly (readonly [number, string])[]): string {
  const list = titles.flatMap(([id, title]) => {
    const known = names[`${mediaType}:${id}`];
    if (!known) return [];
    const { original = title, also, imdb } = known;
    const others = new Set([original, ...also]);
    others.delete(title);
    return others.size > 0 || imdb ? [[id, imdb ?? null, ...others]] : [];
  });
  return rows(list.sort(([a], [b]) => Number(a) - Number(b)));
}

function main(folder: string): void {
  const movies = read(folder, 'movies.json', z.array(movieFactsSchema));
  const shows = read(folder, 'shows.json', z.array(showFactsSchema));
  const people = read(folder, 'people.json', z.array(personFactsSchema));
  const seasons = read(folder, 'episodes.json', episodesSchema);
  const names = read(folder, 'names.json', namesSchema);
  const genres = read(folder, 'genres.json', genresSchema);

  const departments = [...new Set(people.map((person) => person.known_for_department))].sort();
  const known = new Map(people.map((person) => [person.id, person]));
  const credited = new Map<number, string>();
  for (const title of movies) for (const { id, name } of [...title.cast, ...title.directors]) credited.set(id, name);
  for (const title of shows) for (const { id, name } of [...title.cast, ...title.created_by]) credited.set(id, name);

  const movieRows = movies.map((movie) => [
    movie.id,
    movie.title,
    movie.release_date,
    movie.genre_ids,
    ...ratings(movie),
    movie.original_language,
    cast(movie),
    movie.directors.map((person) => person.id),
    movie.runtime,
    movie.keywords,
  ]);
  const showRows = shows.map((show) => [
    show.id,
    show.name,
    show.first_air_date,
    show.genre_ids,
    ...ratings(show),
    show.original_language,
    cast(show),
    show.created_by.map((person) => person.id),
    show.episode_run_time,
    show.number_of_seasons,
    show.number_of_episodes,
  ]);
  const personRows = [...credited]
    .sort(([a], [b]) => a - b)
    .map(([id, name]) => {
      const person = known.get(id);
      return person
        ? [id, person.name, person.popularity, departments.indexOf(person.known_for_department)]
        : [id, name];
    });

  const target = fileURLToPath(new URL('../server/features/titles/catalogue/', import.meta.url));
  const head = `"departments":${JSON.stringify(departments)},\n"genres":${JSON.stringify(genres)}`;
  writeFileSync(
    join(target, 'catalogue.json'),
    `{${head},\n"movies":${rows(movieRows)},\n"shows":${rows(showRows)},\n"people":${rows(personRows)}}\n`,
  );
  const seasonRows = Object.entries(seasons).map(([showId, ofShow]) => {
    const inOrder = ofShow.toSorted((a, b) => a.season - b.season);
    const row = inOrder.map(({ season, name, air_date, episodes, episode_count }) => [
      season,
      name ?? null,
      air_date ?? null,
      episodes ?? episode_count ?? 0,
    ]);
    return `"${showId}":${JSON.stringify(row)}`;
  });
  writeFileSync(join(target, 'episodes.json'), `{\n${seasonRows.join(',\n')}\n}\n`);
  const movieNames = nameRows(
    names,
    'movie',
    movies.map(({ id, title }) => [id, title]),
  );
  const showNames = nameRows(
    names,
    'tv',
    shows.map(({ id, name }) => [id, name]),
  );
  writeFileSync(join(target, 'names.json'), `{"movie":${movieNames},\n"tv":${showNames}}\n`);
  console.log(`${movieRows.length} movies, ${showRows.length} shows, ${personRows.length} people`);
}

const folder = process.argv[2];
if (folder) main(folder);
else console.error('Use: tsx scripts/catalogue.ts FOLDER');
