import { Types } from 'mongoose';
import type { Movie } from '../../../../common/schemas/title.ts';
import { FolderModel } from '../../../../server/features/folders/model/folder.model.ts';
import { ItemModel } from '../../../../server/features/folders/model/item.model.ts';
import type { App } from '../app.ts';
import { inParallel } from '../benchmark.ts';
import { inDatabase } from './inDatabase.ts';
import type { World } from './world.ts';

/** Titles of the app's catalogue, most popular first. They repeat with other ids until there are `count`. */
export async function readTitles(app: App, cookie: string, count: number): Promise<Movie[]> {
  const pages = Array.from({ length: Math.ceil(count / 20) }, (_, index) => index + 1);
  const results = await inParallel(pages, 8, async (page) => {
    const answer = await fetch(`http://127.0.0.1:${app.port}/api/movies/popular?page=${page}`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`The catalogue answered ${answer.status}`);
    return ((await answer.json()) as { results: Movie[] }).results;
  });
  const found = results.flat();
  return Array.from({ length: count }, (_, at) => {
    const title = found[at % found.length] as Movie;
    return { ...title, id: title.id + Math.floor(at / found.length) * 10_000_000 };
  });
}

/** Makes a folder of these titles for the world's first person. */
export async function makeFolder(databaseUri: string, world: World, titles: readonly Movie[]): Promise<string> {
  const userId = new Types.ObjectId(world.people[0]?.id);
  return inDatabase(databaseUri, async () => {
    const folder = await FolderModel.create({ name: 'Library', userId, itemCount: titles.length });
    const items = titles.map((title) => ({
      folderId: folder._id,
      userId,
      tmdbId: title.id,
      mediaType: 'movie' as const,
      title: title.title,
      overview: title.overview,
      posterPath: title.poster_path,
      releaseDate: title.release_date,
      voteAverage: Math.round(title.vote_average * 10),
      genres: title.genre_ids,
    }));
    for (let from = 0; from < items.length; from += 1000) await ItemModel.insertMany(items.slice(from, from + 1000));
    return folder._id.toHexString();
  });
}
