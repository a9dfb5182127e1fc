import type { Document, Value } from '../bson/document.ts';
import { encodeKey, maxKeyBytes } from '../bson/keystring.ts';
import { indexValues } from '../bson/paths.ts';
import { MongoError } from '../errors.ts';
import type { Collection, Index } from './catalog.ts';

export interface IndexEntry {
  key: Buffer;
  values: (Value | undefined)[];
}

export interface IndexKeys {
  index: Index;
  entries: IndexEntry[];
  isMultikey: boolean;
}

/** The keys that a document has in an index: none when a sparse or partial index leaves it out, several for arrays. */
export function keysOf(index: Index, document: Document): IndexKeys {
  const none: IndexKeys = { index, entries: [], isMultikey: false };
  if (index.partial && !index.partial.matches(document)) return none;

  const fields = index.paths.map((path) => indexValues(document, path));
  if (index.isSparse && fields.every(({ isMissing }) => isMissing)) return none;

  const arrays = index.paths.filter((_, position) => fields[position]?.isArray);
  if (arrays.length === 0) {
    const values = fields.map((field) => field.values[0]);
    return { index, entries: [{ key: encodeKey(values, index.directions), values }], isMultikey: false };
  }
  if (new Set(arrays.map((path) => path.split('.')[0])).size > 1) {
    throw new MongoError(171, 'CannotIndexParallelArrays', `cannot index parallel arrays: ${arrays.join(', ')}`);
  }
  const distinct = new Map<string, IndexEntry>();
  for (const values of product(fields.map((field) => field.values))) {
    const key = encodeKey(values, index.directions);
    distinct.set(key.toString('latin1'), { key, values });
  }
  return { index, entries: [...distinct.values()], isMultikey: true };
}

function product(fields: (Value | undefined)[][]): (Value | undefined)[][] {
  let rows: (Value | undefined)[][] = [[]];
  for (const values of fields) rows = rows.flatMap((row) => values.map((value) => [...row, value]));
  return rows;
}

export const isCutKey = (key: Buffer) => key.length >= maxKeyBytes;

export const allKeysOf = (collection: Collection, document: Document) =>
  collection.indexes.map((index) => keysOf(index, document));
