import Papa from 'papaparse';
import { formula } from '../../../common/csv.ts';

export type Cell = string | number | boolean | null | undefined;

/** At the start of a file, it tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would take for a formula gets an apostrophe, which spreadsheets hide. */
export function defuse(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

export function csvLines(rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return '';
  const texts = rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? defuse(cell) : (cell ?? ''))));
  return `${Papa.unparse(texts, { newline: '\r\n' })}\r\n`;
}
