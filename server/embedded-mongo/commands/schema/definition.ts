import { valuesEqual } from '../../bson/compare.ts';
import { type Document, describeValue, isDocument, toNumber, type Value } from '../../bson/document.ts';
import { MongoError, refuse, typeMismatch } from '../../errors.ts';
import { checkPartialFilter } from '../../search/partial.ts';
import { type Collection, type Index, makeIndex } from '../../store/catalog.ts';
import { checkFields, optionalDocument, optionalNumber } from '../command.ts';

const indexFields = 'key name unique partialFilterExpression expireAfterSeconds background v ns'.split(' ');
const refusedFields = 'sparse collation hidden wildcardProjection weights storageEngine clustered'.split(' ');

/** Reads an index specification of createIndexes. The index has no id yet. */
export function readIndex(spec: Document): Index {
  for (const field of refusedFields) if (spec[field]) throw refuse(`an index with ${field}`);
  checkFields(spec, [...indexFields, ...refusedFields], 'createIndexes.indexes');
  const key = optionalDocument(spec.key, 'key');
  if (!key || Object.keys(key).length === 0) throw new MongoError(67, 'Index keys cannot be empty.');
  for (const [path, direction] of Object.entries(key)) {
    if (typeof direction === 'string') throw refuse(`a ${direction} index`);
    if (path.includes('$**')) throw refuse('a wildcard index');
    if (!toNumber(direction)) throw new MongoError(67, `Values in the index key must be 1 or -1: ${path}`);
  }
  if (typeof spec.name !== 'string' || spec.name === '') throw typeMismatch("the index field 'name' must be a string");
  const filter = optionalDocument(spec.partialFilterExpression, 'partialFilterExpression');
  if (filter) checkPartialFilter(filter);
  const expireAfterSeconds = optionalNumber(spec.expireAfterSeconds, 'expireAfterSeconds');
  if (expireAfterSeconds !== undefined && Object.keys(key).length > 1) {
    throw new MongoError(67, 'TTL indexes are single-field indexes');
  }
  return makeIndex(0, { ...spec, ...(Object.keys(key).join() === '_id' && { name: '_id_' }) });
}

/** Finds an existing index that equals the wanted one. Throws when one conflicts with it by name or key. */
export function findEqualIndex(indexes: Index[], wanted: Index): Index | undefined {
  for (const index of indexes) {
    if (valuesEqual(index.definition, wanted.definition)) return index;
    const isSameKey = sameOrder(index.key, wanted.key) && valuesEqual(index.partial?.filter, wanted.partial?.filter);
    if (index.name === wanted.name) {
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

/** The indexes that dropIndexes names: one, or all except `_id_`. */
export function namedIndexes({ indexes }: Collection, wanted: Value | undefined): Index[] {
  if (wanted === '*') return indexes.filter(({ name }) => name !== '_id_');
  if (Array.isArray(wanted)) throw refuse('dropping a list of indexes');
  const index = indexes.find(({ name, key }) => (isDocument(wanted) ? sameOrder(key, wanted) : name === wanted));
  if (!index) throw new MongoError(27, `index not found with name [${describeValue(wanted)}]`);
  if (index.name === '_id_') throw new MongoError(72, 'cannot drop _id index');
  return [index];
}
