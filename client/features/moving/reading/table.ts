import Papa from 'papaparse';
import { limits } from '../../../../common/constants.ts';
import { formula } from '../../../../common/csv.ts';
import type { Place } from './collection.ts';
import { type TextFile, UnreadableFile } from './unpack.ts';

/** A cell with more is a sign of a missing quotation mark. */
const CELL_CHARACTERS = 100_000;
/** How many unclosed quotation marks are stepped over. */
const MOST_REPAIRS = 200;
/** How far down a header may be. Letterboxd's lists begin with five other lines. */
const HEADER_WITHIN = 12;

export interface Row extends Place {
  cells: string[];
}

/** A column, or several of which one has the value: a reader for the cells of a row. */
export type Field = (row: Row) => string;

/** Names of columns are compared without case, spaces and signs: 'Watched Date', 'watched_date' and 'WatchedDate'. */
export function headerOf(name: string): string {
  return name
    .slice(0, 200)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

interface TableParts {
  file: TextFile;
  headers: string[];
  rows: Row[];
  /** The lines above the header. */
  preface: string[][];
  /** Lines that cannot be read. */
  broken: { place: Place; reason: string }[];
}

/** A CSV file: rows below a header, with columns by name. */
export class Table implements TableParts {
  readonly file: TextFile;
  readonly headers: string[];
  readonly rows: Row[];
  readonly preface: string[][];
  readonly broken: TableParts['broken'];
  readonly #indexes = new Map<string, number>();

  constructor({ file, headers, rows, preface, broken }: TableParts) {
    this.file = file;
    this.headers = headers;
    this.rows = rows;
    this.preface = preface;
    this.broken = broken;
    for (const [index, header] of headers.entries()) {
      const name = headerOf(header);
      if (name && !this.#indexes.has(name)) this.#indexes.set(name, index);
    }
  }

  has(...names: string[]): boolean {
    return names.every((name) => this.#indexes.has(name));
  }

  /** The header's names, as they are compared. */
  get names(): string[] {
    return [...this.#indexes.keys()];
  }

  /** The first of these columns that has a value in the row: a column that is there can still be empty. */
  field(...names: string[]): Field {
    const indexes = names.flatMap((name) => this.#indexes.get(name) ?? []);
    return fieldAt(indexes);
  }

  *cells(field: Field): Generator<string> {
    for (const row of this.rows) yield field(row);
  }
}

export function fieldAt(indexes: number[]): Field {
  return ({ cells }) => {
    for (const index of indexes) {
      const cell = cells[index];
      if (cell === undefined || cell === '') continue;
      // An apostrophe that keeps a spreadsheet from taking the cell for a formula.
      const text = (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell).trim();
      if (text !== '') return text;
    }
    return '';
  };
}

interface KnownHeaders {
  /** Recognises a header by its compared names. */
  isHeader(names: Set<string>): boolean;
  /** The columns of a table that has no header, which its first line tells, or null. */
  columnsOf(firstLine: string[]): string[] | null;
}

export function readTable(file: TextFile, { isHeader, columnsOf }: KnownHeaders): Table {
  const { lines, broken } = parseLines(file);
  const first = lines[0]?.cells ?? [];
  const known = lines.slice(0, HEADER_WITHIN).findIndex(({ cells }) => isHeader(new Set(cells.map(headerOf))));
  const columns = known === -1 ? (columnsOf(first) ?? (first.some(isValue) ? first.map(() => '') : null)) : null;
  const at = columns ? -1 : Math.max(0, known);
  const headers = columns ?? (lines[at]?.cells ?? []).map((cell) => cell.trim());
  const rows = lines.slice(at + 1).map(({ cells, line }): Row => {
    return { cells, line, file: file.name, raw: () => rawOf(headers, cells) };
  });
  if (rows.length > limits.importRows)
    throw new UnreadableFile(
      `${file.name} has more than ${limits.importRows.toLocaleString('en')} lines. Split it, and import the parts one after the other.`,
    );
  const preface = lines.slice(0, Math.max(0, at)).map(({ cells }) => cells);
  const places = broken.map(({ line, text, reason }) => {
    const place: Place = { file: file.name, line, raw: () => ({ line: text }) };
    return { place, reason };
  });
  return new Table({ file, headers, rows, preface, broken: places });
}

/** Numbers and dates are no names of columns. */
function isValue(cell: string): boolean {
  return cell.length < 40 && /^\s*(\d+([.,]\d+)?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*)\s*$/.test(cell);
}

export function rawOf(headers: string[], cells: string[]): Record<string, string> {
  const raw: Record<string, string> = {};
  for (const [index, cell] of cells.entries()) raw[headers[index] || `column ${index + 1}`] = cell;
  return raw;
}

interface Line {
  cells: string[];
  line: number;
}

function parseLines(file: TextFile) {
  const { separator, text } = separatorOf(file.text);
  const lines: Line[] = [];
  const broken: { line: number; text: string; reason: string }[] = [];
  const refuse = (line: number, cells: string, reason: string) =>
    broken.push({ line, text: cells.slice(0, 500), reason });
  let from = 0;
  let line = 1;
  for (let repairs = 0; from < text.length; repairs++) {
    const rest = from === 0 ? text : text.slice(from);
    let start = 0;
    let isStopped = false;
    Papa.parse<string[]>(rest, {
      delimiter: separator,
      newline: '\n',
      step: ({ data: cells, errors, meta }, parser) => {
        const isSwallowing =
          errors.some(({ code }) => code === 'MissingQuotes') || (errors.length > 0 && newlinesIn(cells) > 0);
        if (isSwallowing || lines.length > limits.importRows + HEADER_WITHIN) {
          isStopped = isSwallowing;
          parser.abort();
          return;
        }
        start = meta.cursor;
        if (cells.some((cell) => cell.length > CELL_CHARACTERS))
          refuse(line, cells.join(separator), 'A cell of this line is too long. Is a quotation mark missing?');
        else if (cells.some((cell) => cell.trim() !== '')) lines.push({ cells, line });
        line += 1 + newlinesIn(cells);
      },
    });
    if (!isStopped) break;
    if (repairs >= MOST_REPAIRS)
      throw new UnreadableFile(
        `${file.name} has too many quotation marks without a counterpart to be read as a table. Save it again as CSV.`,
      );
    // The cell has swallowed the lines below it. Its own line is broken: go on with the next one.
    const end = rest.indexOf('\n', start);
    refuse(line, rest.slice(start, end === -1 ? undefined : end), 'A quotation mark is missing in this line');
    if (end === -1) break;
    from += end + 1;
    line++;
  }
  return { lines, broken };
}

function newlinesIn(cells: string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count++;
  }
  return count;
}

const SEPARATORS = [',', ';', '\t', '|'];

/** Finds the separator in the header: the rows below it may contain any of them in their titles. */
function separatorOf(text: string): { separator: string; text: string } {
  const named = /^\ufeff?"?sep=(.)"?\n/i.exec(text);
  // Excel's own line. It still counts as a line.
  if (named?.[1]) return { separator: named[1], text: `\n${text.slice(named[0].length)}` };
  for (const line of text.split('\n', HEADER_WITHIN)) {
    const outside = line.replace(/"[^"]*"/g, '');
    const counts = SEPARATORS.map((separator) => outside.split(separator).length - 1);
    const most = Math.max(...counts);
    if (most > 0) return { separator: SEPARATORS[counts.indexOf(most)] ?? ',', text };
  }
  return { separator: ',', text };
}
