import { crc32 } from 'node:zlib';
import { decode, encode } from '../bson/codec.ts';
import { type Document, isDocument, toNumber } from '../document.ts';
import { dataCorruption } from '../errors.ts';
import { addChecksum, verifyChecksum } from '../file/checksum.ts';
import { catalogKey, countKey, documentRange, kinds, metaKey, recordOfDocumentKey } from '../file/keys.ts';
import { compileMatch, type Matcher } from '../query/match.ts';
import { entriesBetween, type Store } from './lmdb.ts';

export interface Index {
  id: number;
  /** As listIndexes shows it. */
  definition: Document;
  name: string;
  key: Document;
  paths: string[];
  directions: (1 | -1)[];
  isUnique: boolean;
  partial?: { filter: Document; matches: Matcher };
  expireAfterSeconds?: number;
  /** True once a key was too long and has been truncated: the order of this index is no longer exact. Never reset. */
  isCut: boolean;
}

export interface Collection {
  id: number;
  db: string;
  name: string;
  namespace: string;
  indexes: Index[];
  count: number;
  nextRecord: number;
  /** The commits in which the collection was created and in which its indexes last changed. */
  createdAt: number;
  changedAt: number;
  isDropped: boolean;
  /** What the next commit has to save: the definition, the count. */
  isChanged: boolean;
  isCountChanged: boolean;
}

/** All collections and indexes, in memory. Changes are written to the store in the same commit. */
export class Catalog {
  private collections = new Map<string, Collection>();
  /** As in MongoDB, a database stays when its last collection is dropped, but not over a restart. */
  private readonly databases = new Set<string>();
  private nextId = 1;
  /** Counts the commits. */
  commits = 0;

  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
    this.load();
  }

  /** Reloads everything from the store, as after a failed commit. */
  load(): void {
    this.collections = new Map();
    this.nextId = this.store.get(metaKey('nextId'))?.readDoubleBE(0) ?? 1;
    for (const { key, value } of entriesBetween(this.store, kinds.catalog.start, kinds.catalog.end)) {
      const bytes = verifyChecksum(value, crc32(key));
      if (!bytes) throw dataCorruption(`the entry of ${key.toString('utf8', 1)} in the catalog is broken`);
      const collection = fromDocument(decode(bytes));
      const { start, end } = documentRange(collection.id);
      const last = this.store.range(start, end, { limit: 1, reverse: true })[0];
      collection.nextRecord = last ? recordOfDocumentKey(last.key) + 1 : 1;
      collection.count = this.store.get(countKey(collection.id))?.readDoubleBE(0) ?? 0;
      this.collections.set(collection.namespace, collection);
      this.databases.add(collection.db);
    }
  }

  find(namespace: string): Collection | undefined {
    return this.collections.get(namespace);
  }

  all(): Iterable<Collection> {
    return this.collections.values();
  }

  inDatabase(db: string): Collection[] {
    return [...this.collections.values()].filter((collection) => collection.db === db);
  }

  /** Creates a collection with its _id index. It cannot be found before it is added. */
  create(db: string, name: string): Collection {
    const id = this.takeId();
    const idIndex = makeIdIndex(this.takeId());
    const createdAt = Number.POSITIVE_INFINITY;
    return { ...newCollection(id, db, name, [idIndex]), createdAt: createdAt, changedAt: createdAt, isChanged: true };
  }

  /** Makes the collection visible; only inside a commit. */
  add(collection: Collection): void {
    collection.createdAt = this.commits + 1;
    collection.changedAt = this.commits + 1;
    this.collections.set(collection.namespace, collection);
    this.databases.add(collection.db);
  }

  /** Returns whether there was one. Its collections have to be removed before. */
  removeDatabase(db: string): boolean {
    return this.databases.delete(db);
  }

  remove(collection: Collection): void {
    collection.isDropped = true;
    this.collections.delete(collection.namespace);
    this.store.remove(catalogKey(collection.namespace));
    this.store.remove(countKey(collection.id));
  }

  takeId(): number {
    return this.nextId++;
  }

  /** Writes all changes; only inside a commit. */
  save(): void {
    let isAnyChanged = false;
    for (const collection of this.collections.values()) {
      if (collection.isChanged) {
        const key = catalogKey(collection.namespace);
        this.store.put(key, addChecksum(encode(toDocument(collection)), crc32(key)));
        isAnyChanged = true;
      }
      if (collection.isCountChanged) this.store.put(countKey(collection.id), encodeCount(collection.count));
      collection.isChanged = false;
      collection.isCountChanged = false;
    }
    if (isAnyChanged) this.store.put(metaKey('nextId'), encodeCount(this.nextId));
  }
}

function encodeCount(count: number): Buffer {
  const value = Buffer.allocUnsafe(8);
  value.writeDoubleBE(count, 0);
  return value;
}

/** The index that every collection has. */
export const makeIdIndex = (id: number) => makeIndex(id, { name: '_id_', key: { _id: 1 } });

/** Creates an index from a definition, with defaults filled in and unknown fields removed. */
export function makeIndex(id: number, given: Document, isCut = false): Index {
  const { background, unique, partialFilterExpression: filter, sparse, expireAfterSeconds } = given;
  const [name, key] = [String(given.name), given.key as Document];
  const isId = name === '_id_';
  const definition: Document = {
    v: 2,
    key,
    name,
    ...(background !== undefined && { background }),
    ...(unique === true && !isId && { unique }),
    ...(isDocument(filter) && { partialFilterExpression: filter }),
    ...(sparse !== undefined && { sparse }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  };
  return {
    id,
    definition,
    name,
    key,
    paths: Object.keys(key),
    directions: Object.values(key).map((direction) => (toNumber(direction) < 0 ? -1 : 1)),
    isUnique: unique === true || isId,
    ...(isDocument(filter) && { partial: { filter, matches: compileMatch(filter) } }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds: toNumber(expireAfterSeconds) }),
    isCut,
  };
}

function toDocument({ id, db, name, indexes }: Collection): Document {
  return { id, db, name, indexes: indexes.map((index) => ({ ...index.definition, id: index.id, cut: index.isCut })) };
}

function fromDocument(document: Document): Collection {
  const indexes = (document.indexes as Document[]).map((saved) =>
    makeIndex(toNumber(saved.id), saved, saved.cut === true),
  );
  return newCollection(toNumber(document.id), String(document.db), String(document.name), indexes);
}

function newCollection(id: number, db: string, name: string, indexes: Index[]): Collection {
  const since = { createdAt: 0, changedAt: 0, isDropped: false, isChanged: false, isCountChanged: false };
  return { id, db, name, namespace: `${db}.${name}`, indexes, count: 0, nextRecord: 1, ...since };
}
