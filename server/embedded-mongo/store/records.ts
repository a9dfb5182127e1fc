import { BSONRegExp } from 'bson';
import { encode } from '../bson/codec.ts';
import { encodeKey, maxKeyBytes } from '../bson/keystring.ts';
import { type Document, getField, isDocument, type Value } from '../document.ts';
import { badValue, dollarPrefixed, duplicateKey, MongoError, refuse } from '../errors.ts';
import { addChecksum } from '../file/checksum.ts';
import { decodeRecord, documentKey, encodeRecord, indexKey } from '../file/keys.ts';
import type { UpdateDescription } from '../update/diff.ts';
import type { Collection, Index } from './catalog.ts';
import { entriesBetween } from './lmdb.ts';
import type { View } from './view.ts';

export const maxDocumentSize = 16_777_216;

/*
 * The only three ways to change a document. Each checks everything, including locks, before its first put, because
 * there is no rollback.
 */

/** Opens the collection after the checks of the document, because this may create it. */
export function insertRecord(view: View, open: () => Collection, document: Document, bytes: Uint8Array): void {
  checkSize(bytes);
  checkDepth(document);
  checkId(document._id);
  const collection = open();
  const entries = entriesOf(collection, document);
  lockAndCheckUnique(view, collection, entries);

  const record = collection.nextRecord++;
  const key = documentKey(collection.id, record);
  view.lock(key);
  view.put(key, addChecksum(bytes, record));
  for (const entry of entries) putEntry(view, collection, entry, record);
  view.addCount(collection, 1);
  view.log({ type: 'insert', namespace: collection.namespace, body: bytes });
}

interface RecordChange {
  record: number;
  before: Document;
  after: Document;
  bytes: Uint8Array;
  /** What the event says. Without it, the event has the whole new document. */
  description: UpdateDescription | undefined;
}

export function changeRecord(
  view: View,
  collection: Collection,
  { record, before, after, bytes, description }: RecordChange,
): void {
  checkSize(bytes);
  checkDepth(after);
  const documentAt = documentKey(collection.id, record);
  view.lock(documentAt);
  const old = entriesOf(collection, before);
  const entries = entriesOf(collection, after);
  lockAndCheckUnique(view, collection, entries, record);
  lockUnique(view, old);

  for (const entry of old) if (!entries.some(isSameAs(entry))) removeEntry(view, entry, record);
  for (const entry of entries) if (!old.some(isSameAs(entry))) putEntry(view, collection, entry, record);
  view.put(documentAt, addChecksum(bytes, record));
  const id = { documentKey: { _id: after._id as Value } };
  const [type, body] = description
    ? (['update', { ...id, updateDescription: { ...description } }] as const)
    : (['replace', { fullDocument: after, ...id }] as const);
  view.log({ type, namespace: collection.namespace, body: encode(body) });
}

export function removeRecord(view: View, collection: Collection, record: number, document: Document): void {
  const key = documentKey(collection.id, record);
  const entries = entriesOf(collection, document);
  view.lock(key);
  lockUnique(view, entries);

  for (const entry of entries) removeEntry(view, entry, record);
  view.remove(key);
  view.addCount(collection, -1);
  const body = encode({ documentKey: { _id: document._id as Value } });
  view.log({ type: 'delete', namespace: collection.namespace, body });
}

/** Checks that the unique keys are free, and locks them, so that no transaction can take them. */
function lockAndCheckUnique(view: View, collection: Collection, entries: IndexEntry[], own?: number): void {
  for (const { index, key, values } of entries) {
    if (!index.isUnique) continue;
    const holder = view.get(indexKey(index.id, key));
    if (holder && decodeRecord(holder) !== own) throw duplicateKey(collection.namespace, index, values);
    view.lock(indexKey(index.id, key));
  }
}

function lockUnique(view: View, entries: IndexEntry[]): void {
  for (const { index, key } of entries) if (index.isUnique) view.lock(indexKey(index.id, key));
}

export function putEntry(view: View, collection: Collection, { index, key }: IndexEntry, record: number): void {
  view.put(indexKey(index.id, key, index.isUnique ? undefined : record), encodeRecord(record));
  if (!isCutKey(key) || index.isCut) return;
  index.isCut = true;
  collection.isChanged = true;
}

function removeEntry(view: View, { index, key }: IndexEntry, record: number): void {
  view.remove(indexKey(index.id, key, index.isUnique ? undefined : record));
}

const isSameAs = (entry: IndexEntry) => (other: IndexEntry) =>
  entry.index === other.index && entry.key.equals(other.key);

function checkSize(bytes: Uint8Array): void {
  if (bytes.length > maxDocumentSize) {
    throw new MongoError(10334, `BSONObj size: ${bytes.length} is invalid, the limit is ${maxDocumentSize}`);
  }
}

function checkId(id: Value | undefined): void {
  if (Array.isArray(id)) throw new MongoError(53, "The '_id' value cannot be of type array");
  if (id instanceof BSONRegExp) throw new MongoError(53, "The '_id' value cannot be of type regex");
  if (id === undefined) throw badValue('a document needs an _id');
  refuseDollars(id);
}

function refuseDollars(value: Value): void {
  if (!isDocument(value) && !Array.isArray(value)) return;
  for (const [key, inner] of Object.entries<Value>(value)) {
    if (key.startsWith('$')) throw dollarPrefixed(`_id fields may not contain '$'-prefixed fields: ${key}`);
    refuseDollars(inner);
  }
}

/** How deep documents and arrays may be nested, as in MongoDB. */
const maxDepth = 180;

function checkDepth(container: Document | Value[], depth = 1): void {
  if (depth > maxDepth) throw new MongoError(15, `Document exceeds maximum nesting depth of ${maxDepth}`);
  for (const key in container) {
    const value = (container as Document)[key];
    if (Array.isArray(value) || isDocument(value)) checkDepth(value, depth + 1);
  }
}

/** Removes all entries of a range. */
export function clearRange(view: View, { start, end }: { start: Buffer; end: Buffer }): void {
  for (const { key } of entriesBetween(view, start, end)) view.remove(key);
}

/** The key of a document in an index, and the values it consists of. */
interface IndexEntry {
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

const isCutKey = (key: Buffer) => key.length >= maxKeyBytes;

export const entriesOf = (collection: Collection, document: Document): IndexEntry[] =>
  collection.indexes.map((index) => entryOf(index, document)).filter((entry) => entry !== undefined);
