import { limits } from '../../../../common/constants.ts';
import type { ImportIds, ImportSource } from '../../../../common/schemas/import.ts';
import { Collection, type Place } from './collection.ts';
import { DateColumn, type DateOptions, type DateOrder, type When } from './dates.ts';
import type { Field, Row, Table } from './table.ts';
import type { Mapping, TableField } from './tableFields.ts';
import type { TextFile } from './unpack.ts';

/** What the rows of a file mean, where neither its columns nor its name tell. */
export type Contents = 'seen' | 'wants' | 'list';

interface Asked {
  /** The same for a file that is read again, so that an answer stays valid. */
  id: string;
  file: string;
}

/** What only the person can tell. Until it is answered, the rows that depend on it are left out. */
export type Question =
  | (Asked & { kind: 'contents'; choices: Contents[]; examples: string[] })
  | (Asked & {
      kind: 'dates';
      column: string;
      choices: DateOrder[];
      /** Two cells of the column, with the day that each means for each choice. */
      examples: { text: string; days: Partial<Record<DateOrder, string>> }[];
    })
  /** A word of the file for a kind of title. */
  | (Asked & { kind: 'type'; value: string; choices: TitleType[]; examples: string[] })
  | (Asked & { kind: 'profile'; choices: string[] })
  | (Asked & { kind: 'columns'; columns: { header: string; guess: TableField | null; samples: string[] }[] });

export type TitleType = 'film' | 'show' | 'episode' | 'other';
export type Answers = Record<string, string | Mapping>;

export type AskedQuestion = Question & {
  /** As the person chose or, where there is an obvious choice, as it is assumed. Null: to be answered. */
  answer: string | Mapping | null;
};

/** A format of a CSV file. */
export interface TableFormat {
  /** How many of the columns (by their compared names) are typical; 0 if the file has another format. */
  recognises(names: Set<string>, file: TextFile): number;
  /** Files that have the format, but bring nothing. */
  leavesOut?(file: TextFile): boolean;
  /** Missing if no such file brings anything. */
  read?(table: Table): void;
}

/** A format of a JSON file. */
interface DocumentFormat {
  recognises(data: unknown, file: TextFile): boolean;
  /** Missing if no such file brings anything. */
  read?(data: unknown, file: TextFile): void;
}

/** A service, with the state of one import. */
export interface Source {
  source: ImportSource;
  tables?: TableFormat[];
  documents?: DocumentFormat[];
  /** The columns of a table that has no header, which its first line tells, or null. */
  columnsOf?(firstLine: string[]): string[] | null;
  /** Called when all files were read. */
  finish?(): void;
}
export type MakeSource = (reading: Reading) => Source;

/** One import: what was read so far, and what must be asked. */
export class Reading {
  readonly collection = new Collection();
  readonly questions: AskedQuestion[] = [];
  /** What the person should know, in sentences. */
  readonly notes: string[] = [];
  readonly today: Date;
  readonly #answers: Answers;

  constructor(today: Date, answers: Answers) {
    this.today = today;
    this.#answers = answers;
  }

  ask(question: Question, assumed?: string): string | Mapping | null {
    const answer = this.#answers[question.id] ?? assumed ?? null;
    if (!this.questions.some(({ id }) => id === question.id)) this.questions.push({ ...question, answer });
    return answer;
  }

  /** What the rows of a file are. Null: they wait for the answer. */
  askContents(table: Table, title: Field, choices: Contents[], assumed?: Contents): Contents | null {
    const { name, folders } = table.file;
    const examples = table.rows.slice(0, 3).map(title);
    const id = `contents:${[...folders, name].join('/')}`;
    const answer = this.ask({ kind: 'contents', id, file: name, choices, examples }, assumed);
    const contents = choices.find((choice) => choice === answer) ?? null;
    if (contents === null) this.collection.waiting += table.rows.length;
    return contents;
  }

  /** Whose rows of a file are meant, of those that a column names. Null: they wait for the answer. */
  askProfile(table: Table, profile: Field): string | null {
    const choices = [...new Set(table.cells(profile))].filter(Boolean);
    if (choices.length < 2) return choices[0] ?? '';
    const { name } = table.file;
    const answer = this.ask({ kind: 'profile', id: `profile:${name}`, file: name, choices });
    if (typeof answer === 'string') return answer;
    this.collection.waiting += table.rows.length;
    return null;
  }

  /** Reads a column of dates. A minor one, such as when a rating was given, is not worth a question. */
  dates(
    table: Table,
    column: string,
    field: Field,
    { isUtc, isMinor = false }: { isUtc?: boolean; isMinor?: boolean } = {},
  ): (row: Row) => When {
    const { name, folders } = table.file;
    const all: DateOptions = { isUtc, today: this.today };
    const id = `dates:${[...folders, name].join('/')}:${column}`;
    const cells = [...table.cells(field)];
    const found = new DateColumn(cells, all);
    if (!found.mustAsk || isMinor) return (row) => found.read(field(row));
    const { candidates, examples } = found;
    const answer = this.ask({ kind: 'dates', id, file: name, column, choices: candidates, examples });
    const order = candidates.find((candidate) => candidate === answer);
    const dates = new DateColumn(cells, all, order);
    return (row) => dates.read(field(row));
  }
}

/** Whether the name of a file says that it is a list of what to watch. */
export function isWatchlist({ name }: TextFile): boolean {
  return /(watch|wish)[\s_-]?list/i.test(name);
}

/** A year at the start of a text, such as a date, or undefined. */
export function yearOf(text: string | number | null | undefined): number | undefined {
  const digits = /^\s*((18[89]|19\d|20\d|21\d)\d)\b/.exec(String(text ?? ''))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A whole number from 0, or undefined. Spreadsheets write '3' as '3.0'. */
export function countOf(text: string | number | null | undefined): number | undefined {
  const digits = /^\s*(\d{1,9})([.,]0+)?\s*$/.exec(String(text ?? ''))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** As `countOf`, within what seasons and episodes can be. */
export function episodeNumberOf(text: string | number | null | undefined): number | undefined {
  const number = countOf(text);
  return number !== undefined && number <= 10_000 ? number : undefined;
}

/** A runtime, or undefined: 0 means that it is unknown. */
export function minutesOf(text: string | number | null | undefined): number | undefined {
  const minutes = countOf(text) || undefined;
  return minutes !== undefined && minutes <= 100_000 ? minutes : undefined;
}

/** The ids that are known, in any spelling. Services write 0, -1 or nothing for an unknown one. */
export function idsOf(ids: Partial<Record<keyof ImportIds, string | number | null | undefined>>): ImportIds {
  const found: ImportIds = {};
  const tmdb = countOf(ids.tmdb);
  const tvdb = countOf(ids.tvdb);
  const imdb = /tt\d{5,12}/.exec(String(ids.imdb ?? ''))?.[0];
  if (tmdb) found.tmdb = tmdb;
  if (imdb) found.imdb = imdb;
  if (tvdb) found.tvdb = tvdb;
  return found;
}

/** Too long for a name. It is refused as a title, and patterns would take long to search it. */
export function isNoName(text: string): boolean {
  return text.length > 2 * limits.title.max;
}

/** 'Bodyguard (2018)' as title and year. A title that is only a year in brackets stays. */
export function splitYear(title: string): { title: string; year?: number } {
  if (isNoName(title)) return { title: title.trim() };
  const [, name = '', year] = /^(.*\S)\s*[([](\d{4})[)\]]\s*$/.exec(title) ?? [];
  const number = yearOf(year);
  return number === undefined ? { title: title.trim() } : { title: name, year: number };
}

export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html;
  return html
    .replace(/<br\s*\/?>|<\/(p|div|li|blockquote|h\d)>/gi, '\n')
    .replace(/<\/?(a|b|i|em|strong|u|s|p|div|span|ul|ol|li|blockquote|h\d|cite|code|pre|sub|sup)(\s[^<>]*)?>/gi, '')
    .replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => characterOf(name.toLowerCase()) ?? whole)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

function characterOf(entity: string): string | undefined {
  if (!entity.startsWith('#')) return ENTITIES[entity];
  const code = entity.startsWith('#x') ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

// JSON files are read defensively: any part may be missing or of another type.

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** Text or number, for the functions above. */
export function scalarOf(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The place of an entry of a JSON file. */
export function entryPlace(file: TextFile, index: number, entry: unknown): Place {
  return { file: file.name, line: index + 1, raw: () => ({ entry: JSON.stringify(entry) ?? '' }) };
}
