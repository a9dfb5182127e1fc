import { strToU8, type Zippable, zipSync } from 'fflate';
import type { ImportRow } from '../../common/schemas/import.ts';
import { type ReadOptions, type ReadResult, readFiles } from '../features/moving/reading/readFiles.ts';
import type { InputFile } from '../features/moving/reading/unpack.ts';

/** A file as the browser gives it. */
export function fileOf(name: string, content: string | Uint8Array): InputFile {
  const bytes = typeof content === 'string' ? strToU8(content) : content;
  const slice = (from: number, to: number) => ({
    arrayBuffer: async () => bytes.slice(from, to).buffer as ArrayBuffer,
  });
  return { name, size: bytes.length, slice };
}

/** A ZIP of files by their paths. */
export function zipOf(name: string, files: Record<string, string | Uint8Array>): InputFile {
  const entries: Zippable = {};
  for (const [path, content] of Object.entries(files))
    entries[path] = typeof content === 'string' ? strToU8(content) : content;
  return fileOf(name, zipSync(entries, { level: 1 }));
}

/** Reads files by their names, on 26 November 2026. */
export function read(files: Record<string, string | Uint8Array>, options: ReadOptions = {}): Promise<ReadResult> {
  const inputs = Object.entries(files).map(([name, content]) => fileOf(name, content));
  return readFiles(inputs, { today: new Date('2026-11-26T12:00:00Z'), ...options });
}

/** Reads a ZIP of files by their paths. */
export function readZip(files: Record<string, string | Uint8Array>, options: ReadOptions = {}): Promise<ReadResult> {
  return readFiles([zipOf('export.zip', files)], { today: new Date('2026-11-26T12:00:00Z'), ...options });
}

/** Rows as short lines with their times, such as 'play Heat (1995) 2023-05-01' or 'want Ran (1985) on 2023-05-02'. */
export function linesOf({ rows }: ReadResult): string[] {
  return rows.map(lineOf);
}

function lineOf(row: ImportRow): string {
  if (row.kind === 'list') return `list ${row.name}`;
  const { title, year, ids } = row.title;
  const id = ids.tmdb ?? ids.imdb ?? ids.tvdb;
  const name = title ? `${title}${year === undefined ? '' : ` (${year})`}` : `#${id}`;
  const episode = 'episode' in row && row.episode ? episodeOf(row.episode) : '';
  const time = row.kind !== 'play' && 'at' in row && row.at ? `on ${timeOf(row.at)}` : '';
  return [row.kind, `${name}${episode}`, detailOf(row), time].filter(Boolean).join(' ');
}

/** A day, or a moment of it. */
const timeOf = (at: string) => at.replace('T00:00:00.000Z', '').replace('.000Z', 'Z');

function episodeOf({ season, number, title }: NonNullable<Extract<ImportRow, { kind: 'play' }>['episode']>): string {
  const numbers = season === null ? '' : ` S${season}${number === null ? '' : `E${number}`}`;
  return number === null ? `${numbers} “${title ?? ''}”` : numbers;
}

function detailOf(row: Exclude<ImportRow, { kind: 'list' }>): string {
  switch (row.kind) {
    case 'play':
      return row.precision === 'day' ? row.at.slice(0, 10) : row.at.replace('.000Z', 'Z');
    case 'rating':
      return `${row.rating.value}/${row.rating.of} = ${row.rating.stars} stars`;
    case 'review':
      return `“${row.text}”`;
    case 'state':
      return [row.state, row.restartedAt].filter(Boolean).join(' since ');
    case 'progress':
      return JSON.stringify(row.upTo);
    case 'listItem':
      return `${row.position} in ${row.listKey.split('|').at(-1)}${row.note ? ` “${row.note}”` : ''}`;
    default:
      return '';
  }
}
