import { limits } from '../../../../common/constants.ts';
import type { ImportCounts, ImportRow, ImportSource, RefusedRow } from '../../../../common/schemas/import.ts';
import { entriesOf, tableOfEntries } from './entries.ts';
import {
  type Answers,
  type AskedQuestion,
  type MakeSource,
  Reading,
  type Source,
  type TableFormat,
} from './reading.ts';
import { appleTv } from './sources/appleTv.ts';
import { disneyPlus } from './sources/disneyPlus.ts';
import { imdb } from './sources/imdb.ts';
import { letterboxd } from './sources/letterboxd.ts';
import { hasTitles, isForeign, readMapped } from './sources/mapped.ts';
import { marquee } from './sources/marquee.ts';
import { jellyfin, plex } from './sources/mediaServers.ts';
import { movary } from './sources/movary.ts';
import { netflix } from './sources/netflix.ts';
import { readPlainText } from './sources/plainText.ts';
import { primeVideo } from './sources/primeVideo.ts';
import { ryot, watcharr } from './sources/selfHosted.ts';
import { seriesGuide } from './sources/seriesGuide.ts';
import { simkl } from './sources/simkl.ts';
import { tmdb } from './sources/tmdb.ts';
import { trakt } from './sources/trakt.ts';
import { tvTime } from './sources/tvTime.ts';
import { yamtrack } from './sources/yamtrack.ts';
import { readTable, type Table } from './table.ts';
import { ANIME_LIST, EXPECTED, type InputFile, openFile, type TextFile, UnreadableFile } from './unpack.ts';

const sources: MakeSource[] = [
  letterboxd,
  imdb,
  trakt,
  tvTime,
  simkl,
  yamtrack,
  movary,
  tmdb,
  netflix,
  primeVideo,
  disneyPlus,
  appleTv,
  plex,
  jellyfin,
  seriesGuide,
  watcharr,
  ryot,
  marquee,
];

/** How many files can be chosen at a time. */
const FILES = 10;
/** Of all files together. Most of them overlap, so fewer rows come out. */
const LINES = 4 * limits.importRows;

export interface ReadOptions {
  /** Answers to the questions of an earlier reading of the same files. */
  answers?: Answers;
  /** Later dates count as unknown. It is never used as the date of anything. */
  today?: Date;
  /** From 0 to 1. */
  onProgress?: (part: number) => void;
}

/** What is in the chosen files. Reading them again with the answers to the questions gives the rest. */
export interface ReadResult {
  /** The service that most rows come from. Null without rows. */
  source: ImportSource | null;
  rows: ImportRow[];
  refused: RefusedRow[];
  questions: AskedQuestion[];
  stats: {
    counts: ImportCounts;
    /** What each file was, in the order of reading. Source is null for files that bring nothing. */
    files: { name: string; source: ImportSource | null }[];
    /** Why a file could not be read, as sentences for the person. */
    problems: { file: string; text: string }[];
    /** What else the person should know, as sentences. */
    notes: string[];
    /** How many facts wait for answers. */
    waiting: number;
  };
}

/** Reads the files of one export. Nothing leaves the device. */
export async function readFiles(files: InputFile[], options: ReadOptions = {}): Promise<ReadResult> {
  const { answers = {}, today = new Date(), onProgress } = options;
  const reading = new Reading(today, answers);
  const importing = new Importing(reading);
  const all = files.reduce((bytes, { size }) => bytes + size, 0);
  let done = 0;
  if (files.length > FILES)
    importing.problems.push({ file: '', text: `Choose at most ${FILES} files, or the ZIP that they came in.` });
  for (const file of files.length > FILES ? [] : files) {
    const { name, size } = file;
    const report = (bytes: number) => onProgress?.(all === 0 ? 1 : (done + bytes) / all);
    const slice = (from: number, to: number) => {
      report(from);
      return file.slice(from, to);
    };
    await importing.readFile({ name, size, slice });
    report(size);
    done += size;
  }
  return importing.finish();
}

class Importing {
  readonly problems: ReadResult['stats']['problems'] = [];
  readonly #files: ReadResult['stats']['files'] = [];
  #lines = 0;
  readonly #reading: Reading;
  readonly #sources: Source[];
  readonly #headers: Parameters<typeof readTable>[1];

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#sources = sources.map((make) => make(reading));
    const formats = this.#sources.flatMap(({ tables = [] }) => tables);
    const noFile: TextFile = { name: '', folders: [], text: '', isFromZip: false };
    this.#headers = {
      isHeader: (names) => formats.some((format) => format.recognises(names, noFile) > 0),
      columnsOf: (line) => {
        for (const { columnsOf } of this.#sources) {
          const columns = columnsOf?.(line);
          if (columns) return columns;
        }
        return null;
      },
    };
  }

  async readFile(file: InputFile): Promise<void> {
    const before = this.#files.length;
    const problems = this.problems.length;
    const unknown: Table[] = [];
    let isZip = false;
    try {
      for await (const opened of openFile(file)) {
        if ('problem' in opened) {
          // A ZIP may have such files beside the others.
          if (opened.name === file.name) throw new UnreadableFile(`${file.name} ${opened.problem} ${EXPECTED}`);
          if (!opened.isEmpty) this.#reading.notes.push(`${opened.name} ${opened.problem} It was left out.`);
          continue;
        }
        isZip ||= opened.isFromZip;
        this.#readText(opened, unknown);
      }
      const hasFound = this.#files.slice(before).some(({ source }) => source !== null);
      if (!hasFound && this.problems.length === problems) this.#readUnknown(file, unknown, isZip);
      else for (const table of unknown) this.#note(table.file, null);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      this.problems.push({ file: file.name, text: error.message });
    }
  }

  #readText(file: TextFile, unknown: Table[]): void {
    if (file.note) this.#reading.notes.push(file.note);
    try {
      const isDocument = /^\s*[[{]/.test(file.text) && !/\.(csv|tsv|txt)$/i.test(file.name);
      if (isDocument || /\.json$/i.test(file.name)) this.#readDocument(file, unknown);
      else this.#readLines(file, unknown);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      this.problems.push({ file: file.name, text: error.message });
    }
  }

  #readDocument(file: TextFile, unknown: Table[]): void {
    let data: unknown;
    try {
      data = JSON.parse(file.text);
    } catch {
      throw new UnreadableFile(
        `${file.name} is not complete, or no JSON file. Download it again from the service that it comes from.`,
      );
    }
    const entries = entriesOf(data);
    if (entries.length > limits.importRows)
      throw new UnreadableFile(
        `${file.name} has more than ${limits.importRows.toLocaleString('en')} entries. Import a shorter export.`,
      );
    this.#countLines(entries.length);
    let bringsNothing = file.isFromZip;
    for (const { source, documents = [] } of this.#sources) {
      const format = documents.find(({ recognises }) => recognises(data, file));
      if (!format) continue;
      if (!format.read) {
        bringsNothing = true;
        continue;
      }
      this.#reading.collection.source = source;
      format.read(data, file);
      this.#note(file, source);
      return;
    }
    const table = isAnimeList(file) ? null : tableOfEntries(entries, file);
    if (table && this.#readKnown(table)) return;
    if (table && hasTitles(table)) unknown.push(table);
    else if (bringsNothing) this.#note(file, null);
    else if (Array.isArray(data) && data.length === 0) throw new UnreadableFile(`${file.name} has no entries.`);
    else
      throw new UnreadableFile(
        isAnimeList(file)
          ? `${file.name} ${ANIME_LIST} Choose the export of another service.`
          : `${file.name} is a JSON file that Marquee does not know. Choose the export of a service that is listed here, or a CSV file.`,
      );
  }

  #readLines(file: TextFile, unknown: Table[]): void {
    const table = readTable(file, this.#headers);
    this.#countLines(table.rows.length);
    if (!this.#readKnown(table)) {
      if (!file.isFromZip && /\.\w+$/.test(file.name) && !/\.(csv|tsv|txt|text|md|json)$/i.test(file.name))
        throw new UnreadableFile(`${file.name} is no list of titles. ${EXPECTED}`);
      if (!file.isFromZip && isPlainText(file, table)) {
        readPlainText(this.#reading, file);
        this.#note(file, 'text');
      } else unknown.push(table);
    }
  }

  /** Reads a table of a service. False if it is of none. */
  #readKnown(table: Table): boolean {
    const { file } = table;
    const { source, format } = this.#formatOf(table);
    if (!source || !format) return false;
    const bringsNothing = !format.read || format.leavesOut?.(file) === true;
    if (!bringsNothing) {
      this.#reading.collection.source = source;
      format.read?.(table);
      this.#refuseBroken(table);
    }
    this.#note(file, bringsNothing ? null : source);
    return true;
  }

  /** The format that knows most of the columns. */
  #formatOf(table: Table): { source?: ImportSource; format?: TableFormat } {
    const names = new Set(table.names);
    let best: { source?: ImportSource; format?: TableFormat } = {};
    let most = 0;
    for (const { source, tables = [] } of this.#sources) {
      for (const format of tables) {
        const count = format.recognises(names, table.file);
        if (count > most) {
          best = { source, format };
          most = count;
        }
      }
    }
    return best;
  }

  /** Nothing in the file was recognised. */
  #readUnknown(file: InputFile, tables: Table[], isZip: boolean): void {
    const before = this.#files.length;
    const titled = tables.filter(hasTitles);
    for (const table of isZip ? titled.slice(0, FILES) : tables) {
      if (table.rows.length === 0) {
        throw new UnreadableFile(`${table.file.name} has no lines below its header, so there is nothing to import.`);
      }
      if (isForeign(table) || (table.headers.length < 2 && !hasTitles(table))) continue;
      readMapped(this.#reading, table);
      this.#refuseBroken(table);
      this.#note(table.file, 'table');
    }
    if (this.#files.slice(before).some(({ source }) => source !== null)) return;
    const hint = tables.length > 0 && !isZip ? ' A spreadsheet needs a column with titles.' : '';
    this.problems.push({ file: file.name, text: `${nothingIn(file.name)}${hint}` });
  }

  #countLines(lines: number): void {
    this.#lines += lines;
    if (this.#lines > LINES)
      throw new UnreadableFile(
        `The files have more than ${LINES.toLocaleString('en')} lines together. Import them one after the other.`,
      );
  }

  #refuseBroken(table: Table): void {
    for (const { place, reason } of table.broken) this.#reading.collection.refuse(place, 'films', reason);
  }

  #note({ name }: TextFile, source: ImportSource | null): void {
    this.#files.push({ name, source });
  }

  finish(): ReadResult {
    const { collection, questions, notes } = this.#reading;
    for (const { source, finish } of this.#sources) {
      collection.source = source;
      finish?.();
    }
    const { rows, refused, counts } = collection.finish();
    const { problems } = this;
    const isEmpty = rows.length + refused.length + questions.length + problems.length === 0;
    for (const { name } of isEmpty ? this.#files.slice(0, 1) : []) problems.push({ file: name, text: nothingIn(name) });
    const stats = { counts, files: this.#files, problems, notes, waiting: collection.waiting };
    return { source: sourceOf(rows, this.#files), rows, refused, questions, stats };
  }
}

/** Their fields for ids and counts of episodes. */
function isAnimeList({ text }: TextFile): boolean {
  return /"(idMal|mal_id|malId|num_episodes_watched|my_watched_episodes|series_animedb_id)"/.test(
    text.slice(0, 20_000),
  );
}

function nothingIn(file: string): string {
  return `Couldn't find anything to import in ${file}. Choose the ZIP, CSV or JSON file that a service gave you when you exported your films and shows.`;
}

/** One title a line, and no header: what its name says, or what has one column. */
function isPlainText(file: TextFile, table: Table): boolean {
  return /\.txt$/i.test(file.name) || (table.headers.length === 1 && !hasTitles(table));
}

/** The source of most rows, else of the first file that has one. */
function sourceOf(rows: ImportRow[], files: ReadResult['stats']['files']): ImportSource | null {
  const counts = new Map<string, number>();
  for (const { sourceKey } of rows) {
    const source = sourceKey.slice(0, sourceKey.indexOf('|'));
    counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return (most?.[0] as ImportSource | undefined) ?? files.find(({ source }) => source !== null)?.source ?? null;
}
