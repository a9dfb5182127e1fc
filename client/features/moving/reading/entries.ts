import { isObject, listOf, objectOf, scalarOf } from './reading.ts';
import { type Row, rawOf, Table } from './table.ts';
import type { TextFile } from './unpack.ts';

/** How deep a list may be in the objects around it, as {"response": {"data": {"data": […]}}}. */
const DEPTH = 4;
const COLUMNS = 200;

/** The list of objects that a JSON file is, or the longest one in the objects around it. */
export function entriesOf(data: unknown, depth = DEPTH): unknown[] {
  if (Array.isArray(data)) return data.some(isObject) ? data : [];
  if (!isObject(data) || depth === 0) return [];
  const lists = Object.values(data).map((value) => entriesOf(value, depth - 1));
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), []);
}

/** A JSON file as a table: its entries are the rows, and what they have in common are the columns. */
export function tableOfEntries(entries: readonly unknown[], file: TextFile): Table {
  const flat = entries.map((entry) => flatten(objectOf(entry)));
  const headers = [...new Set(flat.flatMap((cells) => [...cells.keys()]))].slice(0, COLUMNS);
  const rows = flat.map((values, index): Row => {
    const cells = headers.map((header) => values.get(header) ?? '');
    return { cells, line: index + 1, file: file.name, raw: () => rawOf(headers, cells) };
  });
  return new Table({ file, headers, rows, preface: [], broken: [] });
}

/** Parts of parts get the names of both: {"UserData": {"Played": true}} is the column 'UserData.Played'. */
function flatten(entry: Record<string, unknown>): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(entry)) {
    if (isObject(value)) for (const [part, inner] of Object.entries(value)) cells.set(`${name}.${part}`, textIn(inner));
    else cells.set(name, textIn(value));
  }
  return cells;
}

/** Numbers, texts and yes or no. Of a list of objects, as [{"id": "imdb://tt0113277"}], the ids. */
function textIn(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return listOf(value)
      .map((part) => textIn(objectOf(part).id ?? part))
      .filter(Boolean)
      .join(' ');
  return String(scalarOf(value) ?? '').trim();
}
