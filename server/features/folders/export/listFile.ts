import { EXPORT_VERSION, type ExportedItem, type ListFormat } from '../../../../common/schemas/export/export.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { BYTE_ORDER_MARK, type Cell, csvLines } from '../../../platform/http/csv.ts';
import type { DownloadFile } from '../../../platform/http/download.ts';
import { jsonPieces } from '../../../platform/http/jsonPieces.ts';

/** Ids of other services, by `titleKey`, as far as they are known. */
export type OtherIds = ReadonlyMap<string, { imdb?: string; tvdb?: number }>;
export type FindOtherIds = (titles: readonly { mediaType: MediaType; tmdbId: number }[]) => Promise<OtherIds>;

export const LIST_COLUMNS = ['List', 'Title', 'Year', 'Type', 'TMDB', 'IMDb', 'Watched', 'Note', 'Added'];

type Item = Pick<ExportedItem, 'mediaType' | 'tmdbId' | 'title' | 'releaseDate' | 'watched' | 'note' | 'createdAt'>;

/** Empty without one: earlier versions stored any text as the date. */
export function yearOf({ releaseDate }: { releaseDate?: string | null }): string {
  return /^\d{4}/.exec(releaseDate ?? '')?.[0] ?? '';
}

export function listRow(list: string, item: Item, ids: OtherIds): Cell[] {
  const type = item.mediaType === 'movie' ? 'Movie' : 'TV show';
  const imdb = ids.get(titleKey(item))?.imdb;
  const watched = item.watched ? 'yes' : 'no';
  return [list, item.title, yearOf(item), type, item.tmdbId, imdb, watched, item.note, item.createdAt];
}

/** A name that every system takes for a file. */
export function fileNameOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} ._-]/gu, ' ').replace(/\s+/g, ' ');
  return plain.replace(/^[ .]+|[ .]+$/g, '').slice(0, 80) || 'list';
}

/** A list with its titles, a page at a time. */
export interface ReadableList {
  id: string;
  name: string;
  createdAt: string;
  items: AsyncIterable<ExportedItem[]>;
}

/** One list as a table, as JSON that an import reads, or as text with one title a line. */
export function listFile(list: ReadableList, format: ListFormat, findIds: FindOtherIds): DownloadFile {
  const path = fileNameOf(list.name);
  if (format === 'csv') return { path: `${path}.csv`, pieces: tablePieces(list, findIds) };
  if (format === 'text') return { path: `${path}.txt`, pieces: textPieces(list) };
  const exportedAt = new Date().toISOString();
  const lists = onePage([list]);
  return {
    path: `${path}.json`,
    pieces: jsonPieces({ format: 'marquee', version: EXPORT_VERSION, exportedAt, lists }),
  };
}

export async function* onePage<T>(page: T[]): AsyncGenerator<T[]> {
  yield page;
}

async function* tablePieces({ name, items }: ReadableList, findIds: FindOtherIds): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLines([LIST_COLUMNS])}`;
  for await (const page of items) {
    const ids = await findIds(page);
    yield csvLines(page.map((item) => listRow(name, item, ids)));
  }
}

async function* textPieces({ items }: ReadableList): AsyncGenerator<string> {
  for await (const page of items) {
    const lines = page.map((item) => (yearOf(item) ? `${item.title} (${yearOf(item)})` : item.title));
    yield lines.map((line) => `${line}\n`).join('');
  }
}
