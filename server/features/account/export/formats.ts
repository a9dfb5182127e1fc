import Papa from 'papaparse';
import type {
  AccountExport,
  ExportedItem,
  ExportedList,
  ExportedPlay,
  ExportedReview,
} from '../../../../common/schemas/export/export.ts';
import { titleKey } from '../../../../common/titleKey.ts';

/** A file of an export, by its path in the ZIP. */
export interface ExportFile {
  path: string;
  text: string;
}

/** What the formats of other services need of an account. */
export type ExportedAccount = Pick<AccountExport, 'lists' | 'reviews' | 'plays'>;

/** The ids of other services, by `titleKey`, as far as they are known. */
export type OtherIds = ReadonlyMap<string, { imdb?: string; tvdb?: number }>;

/** Letterboxd accepts files of at most 1 MB. */
const FILE_BYTES = 1_000_000;

/** What a spreadsheet would take for a formula gets an apostrophe, which spreadsheets hide. */
export function defuse(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

type Cell = string | number | boolean | null | undefined;

function lineOf(cells: Cell[]): string {
  const texts = cells.map((cell) => (typeof cell === 'string' ? defuse(cell) : (cell ?? '')));
  return `${Papa.unparse([texts], { newline: '\r\n' })}\r\n`;
}

function tableOf(path: string, header: string[], rows: Cell[][]): ExportFile {
  return { path: `${path}.csv`, text: [header, ...rows].map(lineOf).join('') };
}

/** A table in files of at most 1 MB, each with the header. */
function splitTable(path: string, header: string[], rows: Cell[][]): ExportFile[] {
  const head = lineOf(header);
  const texts = [head];
  let bytes = head.length;
  for (const line of rows.map(lineOf)) {
    const size = Buffer.byteLength(line);
    if (bytes + size > FILE_BYTES && bytes > head.length) {
      texts.push(head);
      bytes = head.length;
    }
    texts.push(`${texts.pop()}${line}`);
    bytes += size;
  }
  const nameOf = (n: number) => (texts.length === 1 ? `${path}.csv` : `${path}-${n + 1}.csv`);
  return texts.map((text, n) => ({ path: nameOf(n), text }));
}

/** Titles of the account, with the facts of an item or a play. Reviews have none of their own. */
class Titles {
  readonly #facts = new Map<string, ExportedItem | ExportedPlay>();

  constructor({ lists, plays }: ExportedAccount) {
    for (const title of [...plays, ...lists.flatMap(({ items }) => items)]) this.#facts.set(titleKey(title), title);
  }

  nameOf(title: { mediaType: string; tmdbId: number }): string {
    return this.#facts.get(titleKey(title))?.title ?? '';
  }

  yearOf(title: { mediaType: string; tmdbId: number }): string {
    return (this.#facts.get(titleKey(title))?.releaseDate ?? '').slice(0, 4);
  }
}

const LETTERBOXD = ['tmdbID', 'imdbID', 'Title', 'Year', 'Rating10', 'WatchedDate', 'Rewatch', 'Tags', 'Review'];

const byTime = (a: ExportedPlay, b: ExportedPlay) => (a.at ?? '').localeCompare(b.at ?? '');

/** The format of Letterboxd's import: films with their viewings and reviews, what is still to be watched, and lists. */
export function letterboxdFiles(account: ExportedAccount, ids: OtherIds = new Map()): ExportFile[] {
  const titles = new Titles(account);
  const isFilm = ({ mediaType }: { mediaType: string }) => mediaType === 'movie';
  const cellsOf = (title: { mediaType: string; tmdbId: number }) => {
    const imdb = ids.get(titleKey(title))?.imdb;
    return [title.tmdbId, imdb, titles.nameOf(title), titles.yearOf(title)];
  };
  const reviews = new Map(account.reviews.filter(isFilm).map((review) => [titleKey(review), review]));
  const plays = account.plays.filter(isFilm).sort(byTime);
  const last = new Map(plays.map((play) => [titleKey(play), play]));
  const known = new Set<string>();
  const rows: Cell[][] = [];
  for (const play of plays) {
    const key = titleKey(play);
    // Rating and review stand beside the last viewing.
    const review = last.get(key) === play ? reviews.get(key) : undefined;
    rows.push([...cellsOf(play), ...reviewCells(review, play.at, known.has(key))]);
    known.add(key);
  }
  for (const [key, review] of reviews)
    if (!known.has(key)) rows.push([...cellsOf(review), ...reviewCells(review, null, false)]);
  const unseen = new Map<string, ExportedItem>();
  const lists: ExportFile[] = [];
  const fileName = fileNamer();
  for (const { name, kind, items } of account.lists) {
    if (kind === 'reviewed') continue;
    const films = items.filter(isFilm);
    for (const film of films) if (!film.watched && !known.has(titleKey(film))) unseen.set(titleKey(film), film);
    lists.push(...splitTable(`lists/${fileName(name)}`, LETTERBOXD.slice(0, 4), films.map(cellsOf)));
  }
  return [
    ...splitTable('films', LETTERBOXD, rows),
    ...splitTable('watchlist', LETTERBOXD.slice(0, 4), [...unseen.values()].map(cellsOf)),
    ...lists,
  ];
}

function reviewCells(review: ExportedReview | undefined, at: string | null, isRewatch: boolean): Cell[] {
  const rating = review && review.rating * 2;
  return [rating, at?.slice(0, 10), isRewatch ? 'Yes' : '', '', review?.comment];
}

/** Names that every system takes for files, each only once. */
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

function fileNameOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} ._-]/gu, ' ').replace(/\s+/g, ' ');
  return plain.replace(/^[ .]+|[ .]+$/g, '').slice(0, 80) || 'list';
}

/** The columns of IMDb's ratings, which most services read. Titles without a known IMDb id are left out. */
export function imdbFiles(account: ExportedAccount, ids: OtherIds): ExportFile[] {
  const titles = new Titles(account);
  const header = ['Const', 'Your Rating', 'Date Rated', 'Title', 'URL', 'Title Type', 'Year'];
  const rows = account.reviews.flatMap((review): Cell[][] => {
    const imdb = ids.get(titleKey(review))?.imdb;
    if (!imdb) return [];
    const type = review.mediaType === 'movie' ? 'Movie' : 'TV Series';
    const url = `https://www.imdb.com/title/${imdb}/`;
    const day = review.updatedAt.slice(0, 10);
    return [[imdb, review.rating * 2, day, titles.nameOf(review), url, type, titles.yearOf(review)]];
  });
  return [tableOf('ratings', header, rows)];
}

/** The files of Trakt's own export. */
export function traktFiles(account: ExportedAccount, ids: OtherIds = new Map()): ExportFile[] {
  const titles = new Titles(account);
  const titleOf = (title: { mediaType: 'movie' | 'tv'; tmdbId: number }) => {
    const { imdb = null, tvdb = null } = ids.get(titleKey(title)) ?? {};
    const year = Number(titles.yearOf(title)) || null;
    const about = { title: titles.nameOf(title), year, ids: { tmdb: title.tmdbId, imdb, tvdb } };
    return title.mediaType === 'movie' ? { type: 'movie', movie: about } : { type: 'show', show: about };
  };
  const history = account.plays.flatMap((play) => {
    const about = titleOf(play);
    if (play.mediaType === 'movie') return [{ watched_at: play.at, action: 'watch', ...about }];
    if (play.season === undefined || play.episode === undefined) return [];
    const episode = { season: play.season, number: play.episode };
    return [{ watched_at: play.at, action: 'watch', ...about, type: 'episode', episode }];
  });
  const ratingsOf = (mediaType: 'movie' | 'tv') =>
    account.reviews
      .filter((review) => review.mediaType === mediaType)
      .map((review) => ({ rated_at: review.updatedAt, rating: review.rating * 2, ...titleOf(review) }));
  const lists = account.lists.filter(({ kind }) => kind !== 'reviewed');
  const names = lists.map(({ name }, n) => ({ name, ids: { trakt: n + 1, slug: slugOf(name) } }));
  const json = (path: string, data: unknown): ExportFile => ({ path: `${path}.json`, text: JSON.stringify(data) });
  return [
    json('watched-history', history),
    json('ratings-movies', ratingsOf('movie')),
    json('ratings-shows', ratingsOf('tv')),
    json('lists-lists', names),
    ...lists.map(({ name, items }, n) =>
      json(
        `lists-list-${n + 1}-${slugOf(name)}`,
        items.map((item, at) => ({ rank: at + 1, listed_at: item.createdAt, notes: item.note, ...titleOf(item) })),
      ),
    ),
  ];
}

function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z\d]+/g, '-')
      .replace(/^-|-$/g, '') || 'list'
  );
}

const LIST_COLUMNS = ['List', 'Title', 'Year', 'Type', 'TMDB', 'IMDb', 'Watched', 'Note', 'Added'];

function listRow(name: string, item: ExportedItem, ids: OtherIds): Cell[] {
  const type = item.mediaType === 'movie' ? 'Movie' : 'TV show';
  const imdb = ids.get(titleKey(item))?.imdb;
  const year = (item.releaseDate ?? '').slice(0, 4);
  return [name, item.title, year, type, item.tmdbId, imdb, item.watched ? 'yes' : 'no', item.note, item.createdAt];
}

/** Tables for a spreadsheet: lists, viewings and reviews. */
export function csvFiles(account: ExportedAccount, ids: OtherIds = new Map()): ExportFile[] {
  const titles = new Titles(account);
  const cellsOf = (title: { mediaType: string; tmdbId: number }) => [
    titles.nameOf(title),
    titles.yearOf(title),
    title.mediaType === 'movie' ? 'Movie' : 'TV show',
    title.tmdbId,
    ids.get(titleKey(title))?.imdb,
  ];
  const timeOf = ({ at, precision }: ExportedPlay) => (precision === 'day' ? at?.slice(0, 10) : at);
  const lists = account.lists.filter(({ kind }) => kind !== 'reviewed');
  return [
    tableOf(
      'lists',
      LIST_COLUMNS,
      lists.flatMap(({ name, items }) => items.map((item) => listRow(name, item, ids))),
    ),
    tableOf(
      'plays',
      ['Title', 'Year', 'Type', 'TMDB', 'IMDb', 'Season', 'Episode', 'Watched'],
      account.plays.map((play) => [...cellsOf(play), play.season, play.episode, timeOf(play)]),
    ),
    tableOf(
      'reviews',
      ['Title', 'Year', 'Type', 'TMDB', 'IMDb', 'Rating', 'Review', 'Date'],
      account.reviews.map((review) => [...cellsOf(review), review.rating, review.comment, review.updatedAt]),
    ),
  ];
}

/** One list as a table, as its items in JSON, or as text with one title a line. */
export function listFile(list: ExportedList, format: 'csv' | 'json' | 'text', ids: OtherIds = new Map()): ExportFile {
  const path = fileNameOf(list.name);
  if (format === 'csv')
    return tableOf(
      path,
      LIST_COLUMNS,
      list.items.map((item) => listRow(list.name, item, ids)),
    );
  if (format === 'json') return { path: `${path}.json`, text: JSON.stringify(list, null, 2) };
  const lines = list.items.map(({ title, releaseDate }) =>
    releaseDate ? `${title} (${releaseDate.slice(0, 4)})` : title,
  );
  return { path: `${path}.txt`, text: lines.map((line) => `${line}\n`).join('') };
}
