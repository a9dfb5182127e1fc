import { encodeKey, maxKeyBytes } from '../bson/keystring.ts';
import { type Document, getField, isDocument, type Value } from '../document.ts';
import { refuse } from '../errors.ts';
import type { Collection, Index } from './catalog.ts';

/** The key of a document in an index, and the values it consists of. */
export interface IndexEntry {
  index: Index;
  key: Buffer;
  values: (Value | undefined)[];
}

/**
 * The document's only key in the index (arrays are not indexed), or undefined when a partial index does not contain it.
 */
export function entryOf(index: Index, document: Document): IndexEntry | undefined {
  if (index.partial && !index.partial.matches(document)) return undefined;
  const values = index.paths.map((path) => valueAt(document, path));
  return { index, key: encodeKey(values, index.directions), values };
}

function valueAt(document: Document, path: string): Value | undefined {
  let value: Value | undefined = document;
  for (const part of path.split('.')) {
    value = isDocument(value) ? getField(value, part) : undefined;
    if (Array.isArray(value)) throw refuse(`an array in the indexed field ${path}`);
  }
  return value;
}

export const isCutKey = (key: Buffer) => key.length >= maxKeyBytes;

export const entriesOf = (collection: Collection, document: Document): IndexEntry[] =>
  collection.indexes.map((index) => entryOf(index, document)).filter((entry) => entry !== undefined);
