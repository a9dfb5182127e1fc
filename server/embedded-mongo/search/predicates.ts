import { BSONRegExp } from 'bson';

import { type Document, isDocument, rankOf, typeRank, type Value } from '../document.ts';

/** What a filter requires of one path, as far as an index can use it. */
export interface Predicate {
  /** The value must be one of these. */
  equal?: Value[];
  lower?: Value;
  upper?: Value;
  exists?: boolean;
}

export interface Predicates {
  paths: Map<string, Predicate>;
  /** The branches of each $or that must also hold. */
  alternatives: Document[][];
}

/**
 * Collects conditions that every match satisfies. Other conditions are left out: the filter is applied again to the
 * candidates.
 */
export function readPredicates(
  filter: Document,
  into: Predicates = { paths: new Map(), alternatives: [] },
): Predicates {
  for (const [path, condition] of Object.entries(filter)) {
    if (path === '$and' && Array.isArray(condition)) {
      for (const part of condition) if (isDocument(part)) readPredicates(part, into);
    } else if (path === '$or' && Array.isArray(condition) && condition.every(isDocument)) {
      into.alternatives.push(condition);
    } else if (!path.startsWith('$')) {
      readCondition(path, condition, into.paths);
    }
  }
  return into;
}

function readCondition(path: string, condition: Value, paths: Map<string, Predicate>): void {
  const predicate = paths.get(path) ?? {};
  paths.set(path, predicate);
  const operators = isDocument(condition) ? Object.entries(condition) : [];
  if (!operators[0]?.[0].startsWith('$')) {
    if (isPointable(condition)) predicate.equal ??= [condition];
    return;
  }
  for (const [operator, value] of operators) readOperator(predicate, operator, value);
}

function readOperator(predicate: Predicate, operator: string, value: Value): void {
  switch (operator) {
    case '$eq':
      if (isPointable(value)) predicate.equal ??= [value];
      break;
    case '$in':
      if (Array.isArray(value) && value.every(isPointable)) predicate.equal ??= value;
      break;
    case '$gt':
    case '$gte':
      if (isRangeable(value)) predicate.lower ??= value;
      break;
    case '$lt':
    case '$lte':
      if (isRangeable(value)) predicate.upper ??= value;
      break;
    case '$exists':
      if (value === true || value === 1) predicate.exists = true;
      break;
  }
}

/** True when only documents that have a value at the path can match. */
export function demandsValue(predicate: Predicate | undefined): boolean {
  if (!predicate) return false;
  if (predicate.equal) return predicate.equal.every((value) => value !== null);
  return predicate.lower !== undefined || predicate.upper !== undefined || predicate.exists === true;
}

/**
 * Not for arrays, which match as a whole or by element, or regular expressions, which match strings: neither is one
 * place in an index.
 */
const isPointable = (value: Value) => !Array.isArray(value) && !(value instanceof BSONRegExp);

const rangeableRanks = new Set([
  typeRank.int,
  typeRank.string,
  typeRank.binData,
  typeRank.objectId,
  typeRank.bool,
  typeRank.date,
  typeRank.timestamp,
]);

const isRangeable = (value: Value) => rangeableRanks.has(rankOf(value)) && !Number.isNaN(value);
