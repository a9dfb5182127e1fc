import { encode } from '../bson/codec.ts';
import { valuesEqual } from '../bson/compare.ts';
import { type Document, isDocument, toNumber, type Value } from '../bson/document.ts';
import { badValue, duplicateKey, MongoError, refuse, typeMismatch } from '../errors.ts';
import { compileMatch } from '../query/match.ts';
import { type Collection, describeIndex, type Index, makeIndex } from '../store/catalog.ts';
import { type IndexKeys, keysOf } from '../store/indexes.ts';
import { documentRange, indexRange } from '../store/keys.ts';
import { checkPartialFilter } from '../store/partial.ts';
import { putKeys } from '../store/records.ts';
import { scan } from '../store/scan.ts';
import type { View } from '../store/view.ts';
import {
  type Command,
  type Context,
  checkFields,
  documents,
  findCollection,
  namespaceOf,
  openCollection,
  optionalDocument,
  optionalNumber,
} from './command.ts';
import { replyWithCursor } from './cursors.ts';
import { refuseCollation } from './find.ts';

const missing = (namespace: string) => new MongoError(26, 'NamespaceNotFound', `ns does not exist: ${namespace}`);
const isBusy = ({ engine }: Context, collection: Collection) => engine.sessions.isWriting(collection);

const refusedOptions = ['capped', 'validator', 'timeseries', 'viewOn', 'pipeline', 'clusteredIndex', 'encryptedFields'];

export const create: Command = {
  fields: [
    'size',
    'max',
    'collation',
    'validationLevel',
    'validationAction',
    'changeStreamPreAndPostImages',
    ...refusedOptions,
  ],
  isForbiddenInTransaction: true,
  // biome-ignore lint/correctness/useYield: making a collection never has to wait
  *write(context) {
    const { body, engine } = context;
    for (const option of [...refusedOptions, 'changeStreamPreAndPostImages']) {
      if (body[option]) throw refuse(`create with ${option}`);
    }
    refuseCollation(body.collation);
    if (engine.catalog.find(namespaceOf(context))) {
      throw new MongoError(48, 'NamespaceExists', `Collection ${namespaceOf(context)} already exists.`);
    }
    openCollection(context);
    return { fields: {} };
  },
};

const indexFields = [
  'key',
  'name',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'background',
  'v',
  'ns',
];

export const createIndexes: Command = {
  fields: ['indexes', 'commitQuorum', 'ignoreUnknownIndexOptions'],
  isForbiddenInTransaction: true,
  *write(context, view) {
    const { engine } = context;
    const wanted = documents(context, 'indexes');
    const isNew = !engine.catalog.find(namespaceOf(context));
    let collection = openCollection(context);
    const before = collection.indexes.length;
    for (const spec of wanted) {
      const definition = readIndex(spec);
      while (isBusy(context, collection)) {
        yield;
        collection = openCollection(context);
      }
      if (findEqualIndex(collection, definition)) continue;
      const index = makeIndex({ ...definition, id: engine.catalog.takeId() });
      build(view, collection, index);
      collection.indexes.push(index);
      collection.changedAt = engine.catalog.commits + 1;
      collection.isChanged = true;
    }
    const after = collection.indexes.length;
    const note: Document = after === before ? { note: 'all indexes already exist' } : {};
    return {
      fields: { numIndexesBefore: before, numIndexesAfter: after, createdCollectionAutomatically: isNew, ...note },
    };
  },
};

type Definition = Omit<Parameters<typeof makeIndex>[0], 'id'>;

function readIndex(spec: Document): Definition {
  for (const option of ['collation', 'hidden', 'wildcardProjection', 'weights', 'storageEngine', 'clustered']) {
    if (spec[option] !== undefined && spec[option] !== false) throw refuse(`an index with ${option}`);
  }
  checkFields(spec, indexFields.concat('collation', 'hidden'), 'createIndexes.indexes');
  const key = optionalDocument(spec.key, 'key');
  if (!key || Object.keys(key).length === 0)
    throw new MongoError(67, 'CannotCreateIndex', 'Index keys cannot be empty.');
  for (const [path, direction] of Object.entries(key)) {
    if (typeof direction === 'string') throw refuse(`a ${direction} index`);
    if (path.includes('$**')) throw refuse('a wildcard index');
    if (!toNumber(direction))
      throw new MongoError(67, 'CannotCreateIndex', `Values in the index key must be 1 or -1: ${path}`);
  }
  if (typeof spec.name !== 'string' || spec.name === '') throw typeMismatch("the index field 'name' must be a string");
  const filter = optionalDocument(spec.partialFilterExpression, 'partialFilterExpression');
  if (filter) {
    checkPartialFilter(filter);
    if (spec.sparse) throw new MongoError(67, 'CannotCreateIndex', 'cannot mix partialFilterExpression and sparse');
  }
  const expireAfterSeconds = optionalNumber(spec.expireAfterSeconds, 'expireAfterSeconds');
  if (expireAfterSeconds !== undefined && Object.keys(key).length > 1) {
    throw new MongoError(67, 'CannotCreateIndex', 'TTL indexes are single-field indexes');
  }
  const isId = Object.keys(key).join() === '_id';
  return {
    name: isId ? '_id_' : spec.name,
    key,
    unique: spec.unique === true || isId,
    sparse: spec.sparse === true,
    ...(filter && { partialFilterExpression: filter }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  };
}

/** The index that is wanted, if it is there already; one that is like it but not the same is a conflict. */
function findEqualIndex(collection: Collection, wanted: Definition): Index | undefined {
  const shape = (definition: Definition) => describeIndex(makeIndex({ ...definition, id: 0 }));
  const wantedShape = shape(wanted);
  for (const index of collection.indexes) {
    const current = describeIndex(index);
    if (valuesEqual(current, wantedShape)) return index;
    const isSameKey =
      sameOrder(index.key, wanted.key) && valuesEqual(index.partial?.filter, wanted.partialFilterExpression);
    if (index.name === wanted.name) {
      if (isSameKey && index.name === '_id_') return index;
      throw new MongoError(
        isSameKey ? 85 : 86,
        isSameKey ? 'IndexOptionsConflict' : 'IndexKeySpecsConflict',
        `An existing index has the same name as the requested index but is different: ${index.name}`,
      );
    }
    if (isSameKey) {
      throw new MongoError(85, 'IndexOptionsConflict', `Index already exists with a different name: ${index.name}`);
    }
  }
  return undefined;
}

const sameOrder = (a: Document, b: Document) => JSON.stringify(Object.entries(a)) === JSON.stringify(Object.entries(b));

/** Makes the keys of all documents; everything is checked before the first is written. */
function build(view: View, collection: Collection, index: Index): void {
  const seen = new Set<string>();
  const all: [number, IndexKeys][] = [];
  for (const row of scan(view, collection, { intervals: [], isReverse: false, isSorted: false, isPoint: false })) {
    const keys = keysOf(index, row.document);
    for (const { key, values } of index.isUnique ? keys.entries : []) {
      const name = key.toString('latin1');
      if (seen.has(name)) {
        const keyValue = Object.fromEntries(index.paths.map((path, position) => [path, values[position] ?? null]));
        throw duplicateKey(collection.namespace, index.name, index.key, keyValue);
      }
      seen.add(name);
    }
    if (keys.entries.length > 0) all.push([row.record, keys]);
  }
  for (const [record, keys] of all) putKeys(view, collection, keys, record);
}

export const listIndexes: Command = {
  fields: ['cursor'],
  isForbiddenInTransaction: true,
  read(context) {
    const collection = findCollection(context);
    if (!collection) throw missing(namespaceOf(context));
    const results = collection.indexes.map((index) => encode(describeIndex(index))).values();
    return replyWithCursor(context.engine.cursors, results, { namespace: namespaceOf(context) });
  },
};

export const dropIndexes: Command = {
  fields: ['index'],
  isForbiddenInTransaction: true,
  *write(context, view) {
    let collection = findCollection(context);
    while (collection && isBusy(context, collection)) {
      yield;
      collection = findCollection(context);
    }
    if (!collection) throw missing(namespaceOf(context));
    const before = collection.indexes.length;
    for (const index of namedIndexes(collection, context.body.index)) {
      clear(view, indexRange(index.id));
      collection.indexes = collection.indexes.filter((other) => other !== index);
    }
    collection.changedAt = context.engine.catalog.commits + 1;
    collection.isChanged = true;
    return { fields: { nIndexesWas: before } };
  },
};

function namedIndexes(collection: Collection, wanted: Value | undefined): Index[] {
  if (wanted === '*') return collection.indexes.filter(({ name }) => name !== '_id_');
  return (Array.isArray(wanted) ? wanted : [wanted]).map((one) => {
    const index = collection.indexes.find(({ name, key }) => (isDocument(one) ? sameOrder(key, one) : name === one));
    if (!index) throw new MongoError(27, 'IndexNotFound', `index not found with name [${String(one)}]`);
    if (index.name === '_id_') throw new MongoError(72, 'InvalidOptions', 'cannot drop _id index');
    return index;
  });
}

/** Removes all entries of a range. */
function clear(view: View, { start, end }: { start: Buffer; end: Buffer }): void {
  for (;;) {
    const entries = view.range(start, end, { limit: 1000 });
    for (const { key } of entries) view.remove(key);
    if (entries.length < 1000) return;
  }
}

function* dropCollection(context: Context, view: View, namespace: string) {
  const { catalog } = context.engine;
  for (let collection = catalog.find(namespace); collection; collection = catalog.find(namespace)) {
    if (isBusy(context, collection)) {
      yield;
      continue;
    }
    clear(view, documentRange(collection.id));
    for (const index of collection.indexes) clear(view, indexRange(index.id));
    view.log({ type: 'drop', namespace, body: encode({}) });
    catalog.remove(collection);
  }
}

export const drop: Command = {
  fields: [],
  isForbiddenInTransaction: true,
  *write(context, view) {
    yield* dropCollection(context, view, namespaceOf(context));
    return { fields: { ns: namespaceOf(context) } };
  },
};

export const dropDatabase: Command = {
  fields: [],
  isForbiddenInTransaction: true,
  *write(context, view) {
    const { db, engine } = context;
    for (const { namespace } of engine.catalog.inDatabase(db)) yield* dropCollection(context, view, namespace);
    view.log({ type: 'dropDatabase', namespace: db, body: encode({}) });
    return { fields: { dropped: db } };
  },
};

export const collMod: Command = {
  fields: ['index', 'validator', 'validationLevel', 'validationAction', 'changeStreamPreAndPostImages'],
  isForbiddenInTransaction: true,
  // biome-ignore lint/correctness/useYield: an expiry is no part of what transactions see
  *write(context) {
    const { body } = context;
    if (body.validator || body.changeStreamPreAndPostImages) throw refuse('collMod of anything but an index');
    const collection = findCollection(context);
    if (!collection) throw missing(namespaceOf(context));
    const change = optionalDocument(body.index, 'index');
    if (!change) return { fields: {} };
    checkFields(change, ['name', 'keyPattern', 'expireAfterSeconds'], 'collMod.index');
    const [index] = namedIndexes(collection, change.name ?? change.keyPattern);
    const seconds = optionalNumber(change.expireAfterSeconds, 'expireAfterSeconds');
    if (!index || seconds === undefined) throw badValue('collMod changes expireAfterSeconds of an index');
    const old = index.expireAfterSeconds;
    index.expireAfterSeconds = seconds;
    collection.isChanged = true;
    return { fields: { ...(old !== undefined && { expireAfterSeconds_old: old }), expireAfterSeconds_new: seconds } };
  },
};

export const listCollections: Command = {
  fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  isForbiddenInTransaction: true,
  read({ engine, db, body }) {
    const matches = compileMatch(optionalDocument(body.filter, 'filter') ?? {});
    const found = engine.catalog
      .inDatabase(db)
      .map(({ name, indexes }) => {
        const plain: Document = { name, type: 'collection' };
        const [idIndex] = indexes;
        return body.nameOnly === true || !idIndex
          ? plain
          : { ...plain, options: {}, info: { readOnly: false }, idIndex: describeIndex(idIndex) };
      })
      .filter((document) => matches(document));
    const results = found.map((document) => encode(document)).values();
    return replyWithCursor(engine.cursors, results, { namespace: `${db}.$cmd.listCollections` });
  },
};
