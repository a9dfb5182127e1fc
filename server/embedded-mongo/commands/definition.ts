import { valuesEqual } from '../bson/compare.ts';
import { type Document, isDocument, toNumber, type Value } from '../bson/document.ts';
import { MongoError, refuse, typeMismatch } from '../errors.ts';
import { type Collection, describeIndex, type Index, makeIndex } from '../store/catalog.ts';
import { checkPartialFilter } from '../store/partial.ts';
import { checkFields, optionalDocument, optionalNumber } from './command.ts';

/** What createIndexes is asked for, before it has an id. */
export type Definition = Omit<Parameters<typeof makeIndex>[0], 'id'>;

const indexFields =
  'key name unique sparse partialFilterExpression expireAfterSeconds background v ns collation hidden'.split(' ');

export function readIndex(spec: Document): Definition {
  for (const option of [
    'sparse',
    'collation',
    'hidden',
    'wildcardProjection',
    'weights',
    'storageEngine',
    'clustered',
  ]) {
    if (spec[option] !== undefined && spec[option] !== false) throw refuse(`an index with ${option}`);
  }
  checkFields(spec, indexFields, 'createIndexes.indexes');
  const key = optionalDocument(spec.key, 'key');
  if (!key || Object.keys(key).length === 0) throw new MongoError(67, 'Index keys cannot be empty.');
  for (const [path, direction] of Object.entries(key)) {
    if (typeof direction === 'string') throw refuse(`a ${direction} index`);
    if (path.includes('$**')) throw refuse('a wildcard index');
    if (/\.\d+(\.|$)/.test(path)) throw refuse('an index on a position of an array');
    if (!toNumber(direction)) throw new MongoError(67, `Values in the index key must be 1 or -1: ${path}`);
  }
  if (typeof spec.name !== 'string' || spec.name === '') throw typeMismatch("the index field 'name' must be a string");
  const filter = optionalDocument(spec.partialFilterExpression, 'partialFilterExpression');
  if (filter) checkPartialFilter(filter);
  const expireAfterSeconds = optionalNumber(spec.expireAfterSeconds, 'expireAfterSeconds');
  if (expireAfterSeconds !== undefined && Object.keys(key).length > 1) {
    throw new MongoError(67, 'TTL indexes are single-field indexes');
  }
  const isId = Object.keys(key).join() === '_id';
  return {
    name: isId ? '_id_' : spec.name,
    key,
    unique: spec.unique === true || isId,
    ...(filter && { partialFilterExpression: filter }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  };
}

/** The index that is wanted, if it is there already; one that is like it but not the same is a conflict. */
export function findEqualIndex(indexes: Index[], wanted: Definition): Index | undefined {
  const shape = (definition: Definition) => describeIndex(makeIndex({ ...definition, id: 0 }));
  const wantedShape = shape(wanted);
  for (const index of indexes) {
    const current = describeIndex(index);
    if (valuesEqual(current, wantedShape)) return index;
    const isSameKey =
      sameOrder(index.key, wanted.key) && valuesEqual(index.partial?.filter, wanted.partialFilterExpression);
    if (index.name === wanted.name) {
      if (isSameKey && index.name === '_id_') return index;
      throw new MongoError(
        isSameKey ? 85 : 86,
        `An existing index has the same name as the requested index but is different: ${index.name}`,
      );
    }
    if (isSameKey) {
      throw new MongoError(85, `Index already exists with a different name: ${index.name}`);
    }
  }
  return undefined;
}

const sameOrder = (a: Document, b: Document) => JSON.stringify(Object.entries(a)) === JSON.stringify(Object.entries(b));

/** The indexes that a client names, by name or by key. */
export function namedIndexes(collection: Collection, wanted: Value | undefined): Index[] {
  if (wanted === '*') return collection.indexes.filter(({ name }) => name !== '_id_');
  return (Array.isArray(wanted) ? wanted : [wanted]).map((one) => {
    const index = collection.indexes.find(({ name, key }) => (isDocument(one) ? sameOrder(key, one) : name === one));
    if (!index) throw new MongoError(27, `index not found with name [${String(one)}]`);
    if (index.name === '_id_') throw new MongoError(72, 'cannot drop _id index');
    return index;
  });
}
