import { valuesEqual } from '../../bson/compare.ts';
import { type Document, describeValue, isDocument, toNumber, type Value } from '../../document.ts';
import { badValue, failedToParse, MongoError, refuse, typeMismatch } from '../../errors.ts';
import { isTruthy } from '../../query/operators.ts';
import { checkPartialFilter } from '../../search/partial.ts';
import { type Collection, type Index, makeIndex } from '../../store/catalog.ts';
import { checkFields, fieldsOf } from '../fields.ts';

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
export function readIndex(spec: Document): Index {
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
export function findEqualIndex(indexes: Index[], wanted: Index): Index | undefined {
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
export function namedIndexes({ indexes }: Collection, wanted: Value | undefined): Index[] {
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
