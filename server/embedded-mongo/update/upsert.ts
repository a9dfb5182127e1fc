import { BSONRegExp } from 'bson';
import { type Document, isDocument, type Value } from '../bson/document.ts';
import { MongoError } from '../errors.ts';
import { isOperators } from '../query/checks.ts';
import { Draft } from './draft.ts';

/** The document that an upsert starts from: the equality conditions of the filter, joined by "and". */
export function upsertSeed(filter: Document): Document {
  const equalities = new Map<string, Value>();
  collect(filter, equalities);
  const seed = new Draft({});
  for (const [path, value] of equalities) seed.write(path.split('.'), value);
  return seed.root;
}

function collect(filter: Document, equalities: Map<string, Value>): void {
  for (const [key, value] of Object.entries(filter)) {
    if (key === '$and' || (key === '$or' && Array.isArray(value) && value.length === 1)) {
      for (const part of value as Value[]) if (isDocument(part)) collect(part, equalities);
    } else if (!key.startsWith('$')) {
      const equal = equalTo(value);
      if (equal !== undefined) add(equalities, key, equal);
    }
  }
}

/** The only value that a condition allows, if there is exactly one. */
function equalTo(condition: Value): Value | undefined {
  if (!isOperators(condition)) return condition instanceof BSONRegExp ? undefined : condition;
  if (condition.$eq !== undefined) return condition.$eq;
  const list = condition.$in ?? condition.$all;
  if (!Array.isArray(list) || list.length !== 1) return undefined;
  const [only] = list;
  return only instanceof BSONRegExp || isOperators(only) ? undefined : only;
}

function add(equalities: Map<string, Value>, path: string, value: Value): void {
  for (const other of equalities.keys()) {
    if (other === path || other.startsWith(`${path}.`) || path.startsWith(`${other}.`)) {
      throw new MongoError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
    }
  }
  equalities.set(path, value);
}
