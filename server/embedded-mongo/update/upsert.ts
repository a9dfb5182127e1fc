import { BSONRegExp } from 'bson';
import { compareStrings, valuesEqual } from '../bson/compare.ts';
import { type Document, isDocument, type Value } from '../document.ts';
import { MongoError, refuse } from '../errors.ts';
import { isOperators } from '../query/checks.ts';
import { usesExpr } from '../query/match.ts';
import { Draft } from './draft.ts';

/** Throws for a filter that cannot be used with upsert. */
export function requireUpsertable(filter: Document): void {
  if (usesExpr(filter)) throw new MongoError(224, '$expr is not allowed in the query predicate for an upsert');
}

/**
 * The document that an upsert starts from: the equality conditions of the filter, joined by "and", in the order of their
 * paths. A replacement takes the _id only.
 */
export function upsertSeed(filter: Document, isReplacement = false): Document {
  const equalities = new Map<string, Value>();
  collect(filter, (path, value) => {
    if (isReplacement && path.startsWith('_id.')) throw new MongoError(111, 'a part of the _id is not exact');
    if (!isReplacement || path === '_id') add(equalities, path, value);
  });
  const seed = new Draft({});
  const inOrder = [...equalities].sort(([a], [b]) => compareStrings(a, b));
  for (const [path, value] of inOrder) seed.write(path.split('.'), value);
  return seed.root;
}

type Take = (path: string, value: Value) => void;

function collect(filter: Document, take: Take): void {
  for (const [key, value] of Object.entries(filter)) {
    if (key === '$and' || (key === '$or' && Array.isArray(value) && value.length === 1)) {
      for (const part of value as Value[]) if (isDocument(part)) collect(part, take);
    } else if (!key.startsWith('$')) {
      for (const equal of equalTo(value)) take(key, equal);
    }
  }
}

/** The values that a condition says the field equals; more than one is refused by `add`. */
function equalTo(condition: Value): Value[] {
  if (!isOperators(condition)) return condition instanceof BSONRegExp ? [] : [condition];
  const { $eq: equal, $in: some, $all: all } = condition;
  const isValue = (value: Value) => !(value instanceof BSONRegExp) && !isOperators(value);
  if (Array.isArray(all) && all.length === 0) throw refuse('an upsert with $all of nothing');
  const [first, ...rest] = Array.isArray(some) ? some : [];
  return [
    ...(equal === undefined ? [] : [equal]),
    ...(first !== undefined && isValue(first) && rest.every((value) => valuesEqual(value, first)) ? [first] : []),
    ...(Array.isArray(all) ? all.filter(isValue) : []),
  ];
}

function add(equalities: Map<string, Value>, path: string, value: Value): void {
  if (path === '') throw new MongoError(20, 'an upsert with a condition on an empty name');
  for (const other of equalities.keys()) {
    if (other === path || other.startsWith(`${path}.`) || path.startsWith(`${other}.`)) {
      throw new MongoError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
    }
  }
  equalities.set(path, value);
}
