import { encode } from '../bson/codec.ts';
import { valuesEqual } from '../bson/compare.ts';
import { type Document, describeValue, isDocument, isNumber, toNumber, type Value } from '../document.ts';
import { badValue, duplicateKey, failedToParse, MongoError, refuse, typeMismatch } from '../errors.ts';
import { documentRange, indexKey, indexRange } from '../file/keys.ts';
import { isTruthy } from '../query/expr.ts';
import { compileMatch } from '../query/match.ts';
import { checkPartialFilter, wholeCollection } from '../search/planner.ts';
import { scan } from '../search/select.ts';
import { type Collection, type Index, makeIdIndex, makeIndex } from '../store/catalog.ts';
import type { Reader } from '../store/lmdb.ts';
import { clearRange, entryOf, putEntry } from '../store/records.ts';
import type { View } from '../store/view.ts';
import type { Reply } from '../wire/reply.ts';
import {
  type Command,
  type Context,
  checkFields,
  documents,
  fieldsOf,
  findCollection,
  missing,
  namespaceOf,
  openCollection,
  optionalDocument,
  requireName,
} from './command.ts';
import { readBatchSize, replyWithCursor } from './read/cursors.ts';

const maxIndexes = 64;
/** How many members must have built an index: here it is always one. */
const quorums: Value[] = [null, 0, 1, 'majority', 'votingMembers'];

export const createIndexes: Command = {
  fields: fieldsOf({ documents: 'indexes', any: 'commitQuorum', 'flag?': 'ignoreUnknownIndexOptions' }),
  write(context, view) {
    const { engine, transaction, body } = context;
    transaction?.requireLocalReads();
    const wanted = documents(context, 'indexes').map(readIndex);
    if (wanted.length === 0) throw badValue('Must specify at least one index to create');
    if (!quorums.includes(body.commitQuorum ?? null)) throw refuse('commitQuorum beyond one member');
    const found = findCollection(context);
    if (found && !transaction) engine.sessions.requireIdle(found);
    const existing = found?.indexes ?? [makeIdIndex(0)];
    const before = existing.length;
    const created = newIndexes(existing, wanted).map((index) => ({ ...index, id: engine.catalog.takeId() }));
    if (before + created.length > maxIndexes)
      throw new MongoError(67, `a collection has at most ${maxIndexes} indexes`);
    if (transaction && found && created.length > 0) {
      const isOwn = transaction.createdCollections.has(found.namespace);
      if (!isOwn || holdsDocuments(transaction, found)) {
        throw new MongoError(263, `Cannot create new indexes on ${found.namespace} in a transaction.`);
      }
    }
    const collection = openCollection(context); // only now, because an invalid command creates no collection
    if (created.length > 0 && collection.count > 0) engine.diskSpace.requireEnough();
    try {
      for (const index of created) build(view, collection, index);
    } catch (error) {
      for (const { id } of created) clearRange(view, indexRange(id)); // create all indexes or none
      throw error;
    }
    if (created.length > 0) {
      collection.indexes = [...collection.indexes, ...created];
      if (!transaction) collection.changedAt = engine.catalog.commits + 1;
      collection.isChanged = true;
    }
    const note: Document = created.length === 0 ? { note: 'all indexes already exist' } : {};
    const numIndexesAfter = collection.indexes.length;
    return { fields: { numIndexesBefore: before, numIndexesAfter, createdCollectionAutomatically: !found, ...note } };
  },
};

function newIndexes(existing: Index[], wanted: Index[]): Index[] {
  const created: Index[] = [];
  for (const index of wanted) {
    const same = findEqualIndex([...existing, ...created], index);
    if (same && created.includes(same)) throw new MongoError(68, `Identical index already exists: ${index.name}`);
    if (!same) created.push(index);
  }
  return created;
}

function holdsDocuments(reader: Reader, { id }: Collection): boolean {
  const { start, end } = documentRange(id);
  return reader.range(start, end, { limit: 1 }).length > 0;
}

/** Adds all documents to a new index one by one, because there may be too many to hold their keys in memory. */
function build(view: View, collection: Collection, index: Index): void {
  for (const { record, document } of scan(view, collection, wholeCollection)) {
    const entry = entryOf(index, document);
    if (!entry) continue;
    if (index.isUnique && view.get(indexKey(index.id, entry.key))) {
      throw duplicateKey(collection.namespace, index, entry.values);
    }
    putEntry(view, collection, entry, record);
  }
}

export const listIndexes: Command = {
  fields: fieldsOf({ 'document?': 'cursor' }),
  isForbiddenInTransaction: true,
  read(context) {
    const collection = findCollection(context);
    if (!collection) throw missing(namespaceOf(context));
    const results = collection.indexes.map((index) => encode(index.definition)).values();
    return replyWithCursor(context, results, { batchSize: readBatchSize(context) });
  },
};

export const dropIndexes: Command = {
  fields: fieldsOf({ any: 'index' }),
  isForbiddenInTransaction: true,
  write(context, view) {
    const collection = findCollection(context);
    if (!collection) throw missing(namespaceOf(context));
    context.engine.sessions.requireIdle(collection);
    const before = collection.indexes.length;
    for (const index of namedIndexes(collection, context.body.index)) {
      clearRange(view, indexRange(index.id));
      collection.indexes = collection.indexes.filter((other) => other !== index);
    }
    collection.changedAt = context.engine.catalog.commits + 1;
    collection.isChanged = true;
    return { fields: { nIndexesWas: before } };
  },
};

const refusedFields = 'collation wildcardProjection weights storageEngine clustered';
const indexFields = fieldsOf({
  document: 'key partialFilterExpression',
  string: 'name ns',
  flag: 'unique background sparse',
  boolean: 'hidden',
  number: 'v expireAfterSeconds',
  any: refusedFields,
});
const maxFields = 32;
const maxSeconds = 2 ** 31 - 1;

const cannotCreate = (message: string) => new MongoError(67, message);

/** Reads an index specification of createIndexes. The index has no id yet. */
function readIndex(spec: Document): Index {
  const unknown = Object.keys(spec).find((field) => !indexFields.has(field));
  if (unknown !== undefined)
    throw new MongoError(197, `The field '${unknown}' is not valid for an index specification`);
  checkFields(spec, indexFields, 'createIndexes.indexes');
  const refused = Object.keys(spec).find(
    (field) =>
      refusedFields.split(' ').includes(field) || (['sparse', 'hidden'].includes(field) && isTruthy(spec[field])),
  );
  if (refused) throw refuse(`an index with ${refused}`);
  const { key, name, v = 2, partialFilterExpression: filter, expireAfterSeconds: seconds } = spec;
  if (!isDocument(key) || typeof name !== 'string') throw failedToParse("an index needs a 'key' and a 'name'");
  if (name === '' || name.includes('\0')) throw cannotCreate('an index name must have characters, and not zero');
  if (name === '*') throw badValue("The index name '*' is not valid.");
  if (toNumber(v) === 1) throw refuse('an index of version 1');
  if (toNumber(v) !== 2) throw cannotCreate(`Invalid index version: ${describeValue(v)}`);
  checkKey(key);
  if (isDocument(filter)) checkPartialFilter(filter);
  const expireAfterSeconds = seconds === undefined ? undefined : Math.trunc(toNumber(seconds));
  if (expireAfterSeconds !== undefined) {
    if (!(expireAfterSeconds >= 0 && expireAfterSeconds <= maxSeconds)) {
      throw cannotCreate(`expireAfterSeconds must be between 0 and ${maxSeconds}`);
    }
    if (Object.keys(key).length > 1) throw cannotCreate('TTL indexes are single-field indexes');
  }
  const isId = Object.keys(key).join() === '_id';
  if (isId) checkIdIndex(spec, key);
  else if (name === '_id_') throw badValue("The index name '_id_' is reserved for the _id index");
  return makeIndex(0, {
    ...spec,
    name: isId ? '_id_' : name,
    unique: isTruthy(spec.unique),
    ...(spec.background !== undefined && { background: isTruthy(spec.background) }),
    ...(spec.sparse !== undefined && { sparse: isTruthy(spec.sparse) }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  });
}

function checkKey(key: Document): void {
  const entries = Object.entries(key);
  if (entries.length === 0) throw cannotCreate('Index keys cannot be empty.');
  if (entries.length > maxFields) throw new MongoError(13103, `an index has at most ${maxFields} fields`);
  for (const [path, direction] of entries) {
    if (path.includes('$**')) throw refuse('a wildcard index');
    if (path.split('.').some((part) => part === '' || /^\$(?!id$|ref$|db$)/.test(part)) || path.startsWith('$')) {
      throw cannotCreate(`Index keys cannot be empty or begin with $, also not in their parts: ${path}`);
    }
    if (typeof direction === 'string') throw refuse(`a ${direction} index`);
    if (!toNumber(direction)) throw cannotCreate(`Values in the index key must be 1 or -1: ${path}`);
  }
}

/** The index of _id is always there, ascending, and has no options. */
function checkIdIndex(spec: Document, key: Document): void {
  if (toNumber(key._id) !== 1) throw badValue('The _id index must be ascending');
  const option = Object.keys(spec).find((field) => !['key', 'name', 'ns', 'v'].includes(field));
  if (option) throw new MongoError(197, `The field '${option}' is not valid for an _id index specification`);
}

/**
 * Finds an existing index that equals the wanted one. Throws when one conflicts with it by name, or has the same key
 * and options.
 */
function findEqualIndex(indexes: Index[], wanted: Index): Index | undefined {
  const isAlike = (index: Index) =>
    valuesEqual(index.key, wanted.key) &&
    index.isUnique === wanted.isUnique &&
    valuesEqual(sorted(index.partial?.filter), sorted(wanted.partial?.filter));
  const sameName = indexes.find(({ name }) => name === wanted.name);
  const same = sameName ?? indexes.find(isAlike);
  if (!same) return undefined;
  if (sameName && !isAlike(sameName)) {
    throw new MongoError(86, `An existing index has the same name as the requested index: ${wanted.name}`);
  }
  if (same.name === wanted.name && same.expireAfterSeconds === wanted.expireAfterSeconds) return same;
  throw new MongoError(85, `Index already exists with a different name or different options: ${same.name}`);
}

/** The conditions in the order of their fields, because another order means the same. */
const sorted = (filter: Document = {}) =>
  Object.fromEntries(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The indexes that dropIndexes names: one, or all except `_id_`. */
function namedIndexes({ indexes }: Collection, wanted: Value | undefined): Index[] {
  if (wanted === '*') return indexes.filter(({ name }) => name !== '_id_');
  if (Array.isArray(wanted)) throw refuse('dropping a list of indexes');
  if (typeof wanted !== 'string' && !isDocument(wanted)) throw typeMismatch('an index is named by its name or key');
  const [index, other] = indexes.filter(({ name, key }) =>
    isDocument(wanted) ? valuesEqual(key, wanted) : name === wanted,
  );
  if (other) throw new MongoError(181, `several indexes have the key ${describeValue(wanted)}: use the name`);
  if (!index) throw new MongoError(27, `index not found with name [${describeValue(wanted)}]`);
  if (index.name === '_id_') throw new MongoError(72, 'cannot drop _id index');
  return [index];
}

const refusedOptions =
  'size max collation validator timeseries viewOn pipeline clusteredIndex expireAfterSeconds encryptedFields ' +
  'changeStreamPreAndPostImages validationLevel validationAction';

export const create: Command = {
  fields: fieldsOf({ any: refusedOptions, 'flag?': 'capped' }),
  check: requireName,
  write(context) {
    const { body } = context;
    context.transaction?.requireLocalReads();
    for (const option of refusedOptions.split(' ')) {
      if ((body[option] ?? null) !== null) throw refuse(`create with ${option}`);
    }
    if (isTruthy(body.capped)) throw refuse('a capped collection');
    if (findCollection(context)) {
      throw new MongoError(48, `Collection ${namespaceOf(context)} already exists.`);
    }
    openCollection(context);
    return { fields: {} };
  },
};

function dropCollections(context: Context, view: View, collections: Collection[]): void {
  for (const collection of collections) context.engine.sessions.requireIdle(collection);
  for (const collection of collections) {
    clearRange(view, documentRange(collection.id));
    for (const index of collection.indexes) clearRange(view, indexRange(index.id));
    view.log({ type: 'drop', namespace: collection.namespace, body: encode({}) });
    context.engine.catalog.remove(collection);
  }
}

export const drop: Command = {
  fields: fieldsOf({}),
  isForbiddenInTransaction: true,
  write(context, view): Reply {
    const collection = findCollection(context);
    if (!collection) return { fields: {} };
    dropCollections(context, view, [collection]);
    return { fields: { ns: collection.namespace, nIndexesWas: collection.indexes.length } };
  },
};

export const dropDatabase: Command = {
  fields: fieldsOf({}),
  isForbiddenInTransaction: true,
  write(context, view) {
    const { db, engine, body } = context;
    if (!isNumber(body.dropDatabase)) throw typeMismatch('dropDatabase must be 1');
    if (Math.trunc(toNumber(body.dropDatabase)) !== 1) throw new MongoError(5_255_100, 'dropDatabase must be 1');
    dropCollections(context, view, engine.catalog.inDatabase(db));
    if (engine.catalog.removeDatabase(db)) view.log({ type: 'dropDatabase', namespace: db, body: encode({}) });
    return { fields: { dropped: db } };
  },
};

export const listCollections: Command = {
  fields: fieldsOf({ 'document?': 'filter cursor', 'boolean?': 'nameOnly authorizedCollections' }),
  isForbiddenInTransaction: true,
  read(context) {
    const { engine, db, body } = context;
    const matches = compileMatch(optionalDocument(body.filter, 'filter') ?? {});
    const found = engine.catalog
      .inDatabase(db)
      .map(({ name, indexes }) => {
        const plain: Document = { name, type: 'collection' };
        const [idIndex] = indexes;
        return body.nameOnly === true || !idIndex
          ? plain
          : { ...plain, options: {}, info: { readOnly: false }, idIndex: idIndex.definition };
      })
      .filter((document) => matches(document));
    const results = found.map((document) => encode(document)).values();
    const namespace = `${db}.$cmd.listCollections`;
    return replyWithCursor(context, results, { namespace, batchSize: readBatchSize(context) });
  },
};
