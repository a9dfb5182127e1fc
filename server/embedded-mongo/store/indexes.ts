import { type Document, emptyArray, getField, isDocument, type Value } from '../bson/document.ts';
import { encodeKey, maxKeyBytes } from '../bson/keystring.ts';
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

  const found: Found = { rows: [], isMissing: true, isMultikey: false };
  const fields = index.paths.map((path) => walk({ value: document, parts: path.split('.'), isElement: false }));
  expand(fields, index, found);
  if (index.isSparse && found.isMissing) return none;

  if (!found.isMultikey) return { index, entries: found.rows.map((row) => entryOf(index, row)), isMultikey: false };
  const distinct = new Map<string, IndexEntry>();
  for (const row of found.rows) {
    const entry = entryOf(index, row);
    distinct.set(entry.key.toString('latin1'), entry);
  }
  return { index, entries: [...distinct.values()], isMultikey: true };
}

const entryOf = (index: Index, values: (Value | undefined)[]): IndexEntry => ({
  key: encodeKey(values, index.directions),
  values,
});

/** How far the path of one field has been followed. */
interface Field {
  value: Value | undefined;
  parts: string[];
  /** The value is an element of an array: should it be an array itself, it is not looked into again. */
  isElement: boolean;
}

interface Found {
  rows: (Value | undefined)[][];
  isMissing: boolean;
  isMultikey: boolean;
}

/** Follows a path through documents, to its end or to the first array. */
function walk({ value, parts, isElement }: Field): Field {
  let current = value;
  let at = 0;
  while (at < parts.length && isDocument(current)) current = getField(current, parts[at++] as string);
  const isPastEnd = at < parts.length && !Array.isArray(current);
  const rest = isPastEnd || at === parts.length ? [] : parts.slice(at);
  return { value: isPastEnd ? undefined : current, parts: rest, isElement: isElement && at === 0 };
}

const isOpen = ({ value, isElement }: Field) => Array.isArray(value) && !isElement;

/**
 * One row of values for each element of the array that fields share: an index over two fields of the documents in one array
 * has the pairs that occur, not each with each. Two different arrays in one document are refused.
 */
function expand(fields: Field[], index: Index, found: Found): void {
  const open = fields.filter(isOpen);
  if (open.length === 0) {
    const row = fields.map(({ value, parts }) => (parts.length > 0 ? undefined : value));
    if (row.some((value) => value !== undefined)) found.isMissing = false;
    found.rows.push(row);
    return;
  }
  const array = open[0]?.value as Value[];
  if (open.some(({ value }) => value !== array)) {
    throw new MongoError(171, 'CannotIndexParallelArrays', `cannot index parallel arrays in ${index.name}`);
  }
  found.isMultikey = true;
  const elements: (Value | undefined)[] = array.length > 0 ? array : [emptyArray];
  for (const element of elements) {
    const next = fields.map((field) => {
      if (!isOpen(field)) return field;
      return walk({ value: element, parts: field.parts, isElement: true });
    });
    expand(next, index, found);
  }
}

export const isCutKey = (key: Buffer) => key.length >= maxKeyBytes;

export const allKeysOf = (collection: Collection, document: Document) =>
  collection.indexes.map((index) => keysOf(index, document));
