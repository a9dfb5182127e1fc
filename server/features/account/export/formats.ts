import type {
  ExportedItem,
  ExportedPlay,
  ExportedReview,
  ExportFormat,
} from '../../../../common/schemas/export/export.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { mapPages } from '../../../platform/database/readPages.ts';
import { BYTE_ORDER_MARK, type Cell, csvLines } from '../../../platform/http/csv.ts';
import type { DownloadFile } from '../../../platform/http/download.ts';
import { jsonPieces } from '../../../platform/http/jsonPieces.ts';
import { type FindOtherIds, fileNameOf, LIST_COLUMNS, listRow, yearOf } from '../../folders/export/listFile.ts';

// The account is read a page at a time, and again for each file that needs it, so that none is ever in memory as a whole.

interface TitleRef {
  mediaType: MediaType;
  tmdbId: number;
}

type Pages<T> = AsyncIterable<readonly T[]>;
type Item = Pick<ExportedItem, 'mediaType' | 'tmdbId' | 'title' | 'releaseDate' | 'watched' | 'note' | 'createdAt'>;
type Play = Pick<
  ExportedPlay,
  'id' | 'mediaType' | 'tmdbId' | 'title' | 'releaseDate' | 'season' | 'episode' | 'at' | 'precision'
>;
type Review = Pick<ExportedReview, 'mediaType' | 'tmdbId' | 'rating' | 'comment' | 'updatedAt'>;
type Name = Pick<Item, 'title' | 'releaseDate'>;

interface List {
  name: string;
  kind: 'normal' | 'reviewed';
  items: readonly Item[] | Pages<Item>;
}

/** What the formats of other services need of an account. */
export interface ReadableAccount {
  lists(): Pages<List>;
  plays(): Pages<Play>;
  reviews(): Pages<Review>;
  /** The reviews of these titles, by `titleKey`. */
  reviewsOf(titles: readonly TitleRef[]): Promise<ReadonlyMap<string, Review>>;
  /** The names of titles that the user has reviewed, by `titleKey`. Reviews have none of their own. */
  namesOf(titles: readonly TitleRef[]): Promise<ReadonlyMap<string, Name>>;
  /** Ids of other services, as far as they are known. */
  idsOf: FindOtherIds;
}

/** Letterboxd accepts files of at most 1 MB. */
const FILE_BYTES = 1_000_000;

/** The files of a format that several files make up, each to be written before the next is asked for. */
export const zippedFormats: Record<
  Exclude<ExportFormat, 'marquee' | 'imdb'>,
  (account: ReadableAccount) => AsyncIterable<DownloadFile>
> = { letterboxd: letterboxdFiles, trakt: traktFiles, csv: csvFiles };

const isFilm = ({ mediaType }: TitleRef) => mediaType === 'movie';

async function* pagesOf(items: List['items']): Pages<Item> {
  if (Symbol.asyncIterator in items) yield* items;
  else yield items;
}

/** The lists that the user made, with each file of a list named once. */
async function* ownLists(account: ReadableAccount): AsyncGenerator<List> {
  for await (const lists of account.lists()) for (const list of lists) if (list.kind === 'normal') yield list;
}

async function* csvPieces(header: string[], pages: Pages<Cell[]>, before = ''): AsyncGenerator<string> {
  yield `${before}${csvLines([header])}`;
  for await (const rows of pages) yield csvLines(rows);
}

/** A table in files of at most 1 MB, each with the header. */
async function* splitTable(path: string, header: string[], pages: Pages<Cell[]>): AsyncGenerator<DownloadFile> {
  const head = csvLines([header]);
  let [text, bytes, files] = [head, head.length, 0];
  const file = (name: string): DownloadFile => ({ path: `${name}.csv`, pieces: once(text) });
  for await (const rows of pages)
    for (const row of rows) {
      const line = csvLines([row]);
      const size = Buffer.byteLength(line);
      if (bytes + size > FILE_BYTES && bytes > head.length) {
        files += 1;
        yield file(`${path}-${files}`);
        [text, bytes] = [head, head.length];
      }
      text += line;
      bytes += size;
    }
  yield file(files === 0 ? path : `${path}-${files + 1}`);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

const LETTERBOXD = ['tmdbID', 'imdbID', 'Title', 'Year', 'Rating10', 'WatchedDate', 'Rewatch', 'Tags', 'Review'];

/** The format of Letterboxd's import: films with their viewings and reviews, what is still to be watched, and lists. */
async function* letterboxdFiles(account: ReadableAccount): AsyncGenerator<DownloadFile> {
  const viewings = await findViewings(account.plays());
  const filmCells = async (films: readonly (TitleRef & Partial<Name>)[]) => {
    const ids = await account.idsOf(films);
    return films.map((film) => [film.tmdbId, ids.get(titleKey(film))?.imdb, film.title, yearOf(film)]);
  };
  yield* splitTable('films', LETTERBOXD, filmRows(account, viewings, filmCells));
  const header = LETTERBOXD.slice(0, 4);
  yield* splitTable('watchlist', header, mapPages(unseenFilms(account, viewings), filmCells));
  const fileName = fileNamer();
  for await (const { name, items } of ownLists(account)) {
    const films = mapPages(pagesOf(items), (page) => page.filter(isFilm));
    yield* splitTable(`lists/${fileName(name)}`, header, mapPages(films, filmCells));
  }
}

interface Viewings {
  /** The ids of the plays. */
  first: string;
  last: string;
}

/** The first and the last viewing of each film, by its TMDB id. An unknown time counts as the earliest. */
async function findViewings(pages: Pages<Play>): Promise<Map<number, Viewings>> {
  const found = new Map<number, { first: Play; last: Play }>();
  for await (const page of pages)
    for (const play of page.filter(isFilm)) {
      const { first = play, last = play } = found.get(play.tmdbId) ?? {};
      found.set(play.tmdbId, {
        first: timeOf(play) < timeOf(first) ? play : first,
        last: timeOf(play) < timeOf(last) ? last : play,
      });
    }
  return new Map([...found].map(([tmdbId, { first, last }]) => [tmdbId, { first: first.id, last: last.id }]));
}

const timeOf = ({ at }: Play) => at ?? '';

type FilmCells = (films: readonly (TitleRef & Partial<Name>)[]) => Promise<Cell[][]>;

/** A line for each viewing, with rating and review beside the last one, and then the films that were only reviewed. */
async function* filmRows(
  account: ReadableAccount,
  viewings: ReadonlyMap<number, Viewings>,
  filmCells: FilmCells,
): AsyncGenerator<Cell[][]> {
  for await (const page of account.plays()) {
    const plays = page.filter(isFilm);
    const reviews = await account.reviewsOf(plays);
    const cells = await filmCells(plays);
    yield plays.map((play, n) => {
      const seen = viewings.get(play.tmdbId);
      const review = seen?.last === play.id ? reviews.get(titleKey(play)) : undefined;
      return [...(cells[n] ?? []), ...reviewCells(review, play.at, seen?.first !== play.id)];
    });
  }
  for await (const page of account.reviews()) {
    const reviews = page.filter((review) => isFilm(review) && !viewings.has(review.tmdbId));
    const names = await account.namesOf(reviews);
    const cells = await filmCells(reviews.map((review) => ({ ...review, ...names.get(titleKey(review)) })));
    yield reviews.map((review, n) => [...(cells[n] ?? []), ...reviewCells(review, null, false)]);
  }
}

function reviewCells(review: Review | undefined, at: string | null, isRewatch: boolean): Cell[] {
  const rating = review && review.rating * 2;
  return [rating, at?.slice(0, 10), isRewatch ? 'Yes' : '', '', review?.comment];
}

/** The films of all lists that are neither marked as watched there nor in the diary, each once. */
async function* unseenFilms(account: ReadableAccount, viewings: ReadonlyMap<number, Viewings>): AsyncGenerator<Item[]> {
  const written = new Set<number>();
  for await (const { items } of ownLists(account))
    for await (const page of pagesOf(items)) {
      const films = page.filter((item) => isFilm(item) && !item.watched && !viewings.has(item.tmdbId));
      const fresh = films.filter(({ tmdbId }) => !written.has(tmdbId));
      for (const { tmdbId } of fresh) written.add(tmdbId);
      yield fresh;
    }
}

/** Names for files, each only once. */
function fileNamer(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const plain = fileNameOf(name);
    let free = plain;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${plain} ${n}`;
    taken.add(free.toLowerCase());
    return free;
  };
}

/** The columns of IMDb's ratings, which most services read. Titles without a known IMDb id are left out. */
export async function* imdbPieces(account: ReadableAccount): AsyncGenerator<string> {
  const header = ['Const', 'Your Rating', 'Date Rated', 'Title', 'URL', 'Title Type', 'Year'];
  const rows = mapPages(account.reviews(), async (page) => {
    const [names, ids] = await Promise.all([account.namesOf(page), account.idsOf(page)]);
    return page.flatMap((review): Cell[][] => {
      const imdb = ids.get(titleKey(review))?.imdb;
      if (!imdb) return [];
      const name = names.get(titleKey(review));
      const type = isFilm(review) ? 'Movie' : 'TV Series';
      const url = `https://www.imdb.com/title/${imdb}/`;
      const day = review.updatedAt.slice(0, 10);
      return [[imdb, review.rating * 2, day, name?.title, url, type, name && yearOf(name)]];
    });
  });
  yield* csvPieces(header, rows);
}

/** The files of Trakt's own export. */
async function* traktFiles(account: ReadableAccount): AsyncGenerator<DownloadFile> {
  const json = (path: string, data: unknown): DownloadFile => ({ path: `${path}.json`, pieces: jsonPieces(data) });
  const withIds = async <T extends TitleRef>(page: readonly T[], nameOf: (entry: T) => Partial<Name> | undefined) => {
    const ids = await account.idsOf(page);
    return page.map((entry) => {
      const { title = '', ...name } = nameOf(entry) ?? {};
      const { imdb = null, tvdb = null } = ids.get(titleKey(entry)) ?? {};
      const about = { title, year: Number(yearOf(name)) || null, ids: { tmdb: entry.tmdbId, imdb, tvdb } };
      return isFilm(entry) ? { type: 'movie', movie: about } : { type: 'show', show: about };
    });
  };
  const history = mapPages(account.plays(), async (page) => {
    const titles = await withIds(page, (play) => play);
    return page.flatMap((play, n) => {
      const viewing = { watched_at: play.at, action: 'watch', ...titles[n] };
      if (isFilm(play)) return [viewing];
      if (play.season === undefined || play.episode === undefined) return [];
      return [{ ...viewing, type: 'episode', episode: { season: play.season, number: play.episode } }];
    });
  });
  const ratingsOf = (mediaType: MediaType) =>
    mapPages(account.reviews(), async (page) => {
      const reviews = page.filter((review) => review.mediaType === mediaType);
      const names = await account.namesOf(reviews);
      const titles = await withIds(reviews, (review) => names.get(titleKey(review)));
      return reviews.map(({ updatedAt, rating }, n) => ({ rated_at: updatedAt, rating: rating * 2, ...titles[n] }));
    });
  yield json('watched-history', history);
  yield json('ratings-movies', ratingsOf('movie'));
  yield json('ratings-shows', ratingsOf('tv'));
  const names: { name: string; ids: { trakt: number; slug: string } }[] = [];
  for await (const { name, items } of ownLists(account)) {
    const ids = { trakt: names.length + 1, slug: slugOf(name) };
    names.push({ name, ids });
    let before = 0;
    const entries = mapPages(pagesOf(items), async (page) => {
      const titles = await withIds(page, (item) => item);
      const start = before;
      before += page.length;
      return page.map((item, n) => {
        return { rank: start + n + 1, listed_at: item.createdAt, notes: item.note, ...titles[n] };
      });
    });
    yield json(`lists-list-${ids.trakt}-${ids.slug}`, entries);
  }
  yield json('lists-lists', names);
}

function slugOf(name: string): string {
  const slug = name.toLowerCase().replace(/[^a-z\d]+/g, '-');
  return slug.replace(/^-|-$/g, '') || 'list';
}

/** Tables for a spreadsheet: lists, viewings and reviews. */
async function* csvFiles(account: ReadableAccount): AsyncGenerator<DownloadFile> {
  const cellsOf = async (titles: readonly (TitleRef & Partial<Name>)[]) => {
    const ids = await account.idsOf(titles);
    return titles.map((title): Cell[] => {
      const type = isFilm(title) ? 'Movie' : 'TV show';
      return [title.title, yearOf(title), type, title.tmdbId, ids.get(titleKey(title))?.imdb];
    });
  };
  async function* listRows(): AsyncGenerator<Cell[][]> {
    for await (const { name, items } of ownLists(account))
      for await (const page of pagesOf(items)) {
        const ids = await account.idsOf(page);
        yield page.map((item) => listRow(name, item, ids));
      }
  }
  const playRows = mapPages(account.plays(), async (page) => {
    const cells = await cellsOf(page);
    return page.map((play, n) => [
      ...(cells[n] ?? []),
      play.season,
      play.episode,
      play.precision === 'day' ? play.at?.slice(0, 10) : play.at,
    ]);
  });
  const reviewRows = mapPages(account.reviews(), async (page) => {
    const names = await account.namesOf(page);
    const cells = await cellsOf(page.map((review) => ({ ...review, ...names.get(titleKey(review)) })));
    return page.map(({ rating, comment, updatedAt }, n) => [...(cells[n] ?? []), rating, comment, updatedAt]);
  });
  const title = ['Title', 'Year', 'Type', 'TMDB', 'IMDb'];
  const table = (path: string, header: string[], rows: Pages<Cell[]>): DownloadFile => {
    return { path: `${path}.csv`, pieces: csvPieces(header, rows, BYTE_ORDER_MARK) };
  };
  yield table('lists', LIST_COLUMNS, listRows());
  yield table('plays', [...title, 'Season', 'Episode', 'Watched'], playRows);
  yield table('reviews', [...title, 'Rating', 'Review', 'Date'], reviewRows);
}
