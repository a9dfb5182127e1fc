import { BSONRegExp } from 'bson';
import { valuesEqual } from '../bson/compare.ts';
import { encodeKey, maxKeyBytes } from '../bson/keystring.ts';
import { type Document, isDocument, rankOf, toNumber, typeRank, type Value } from '../document.ts';
import { badValue, MongoError, refuse } from '../errors.ts';
import { isOperators } from '../query/checks.ts';
import type { Collection, Index } from '../store/catalog.ts';

/**
 * An interval of an index, as keystrings: `start` is included, `end` is not. Without an end it extends to the end of
 * the index.
 */
interface Interval {
  start: Buffer;
  end?: Buffer;
}

/** How to find candidates. The filter is always applied to them again, so a plan may find too many, never too few. */
export interface Plan {
  /** Absent: scan the whole collection in natural order. */
  index?: Index;
  intervals: Interval[];
  isReverse: boolean;
  /** The candidates are already in the requested order. */
  isSorted: boolean;
  /** Each interval is one key of a unique index. */
  isPoint: boolean;
  /** One plan for each branch of an $or; the result is their union. */
  branches?: Plan[];
}

interface Candidate extends Plan {
  score: number;
}

const maxIntervals = 1000;
/** The part of a truncated key that is in order, see encodeKey. */
const orderedBytes = maxKeyBytes - 20;

export const wholeCollection: Plan = { intervals: [], isReverse: false, isSorted: false, isPoint: false };

interface PlanInput {
  filter: Document;
  sort?: Document | undefined;
  hint?: Value | undefined;
}

export function makePlan(collection: Collection, { filter, sort = {}, hint }: PlanInput): Plan {
  const predicates = readPredicates(filter);
  const order = Object.keys(sort).length > 0 ? sort : undefined;
  const plan =
    hint === undefined ? choosePlan(collection, predicates, order) : followHint(collection, predicates, order, hint);
  return order ? plan : { ...plan, isSorted: true };
}

function choosePlan(collection: Collection, predicates: Predicates, sort?: Document): Plan {
  let best: Candidate | undefined;
  for (const index of collection.indexes) {
    if (!covers(index, predicates)) continue;
    const candidate = planIndex(index, predicates.paths, sort);
    if (candidate.score > (best?.score ?? 0)) best = candidate;
  }
  if (best && best.score >= 50) return best;
  return planAlternatives(collection, predicates) ?? best ?? wholeCollection;
}

/** A union of index scans, if each branch of some $or can use an index. */
function planAlternatives(collection: Collection, { paths, alternatives }: Predicates): Plan | undefined {
  for (const branches of alternatives) {
    const plans = branches.map((branch) => {
      const merged: Predicates = { paths: new Map([...paths].map(([path, p]) => [path, { ...p }])), alternatives: [] };
      return choosePlan(collection, readPredicates(branch, merged));
    });
    if (plans.length > 0 && plans.every((plan) => plan.index || plan.branches)) {
      return { ...wholeCollection, branches: plans };
    }
  }
  return undefined;
}

function followHint(collection: Collection, predicates: Predicates, sort: Document | undefined, hint: Value): Plan {
  if (isDocument(hint) && '$natural' in hint) return { ...wholeCollection, isReverse: toNumber(hint.$natural) < 0 };
  const index = collection.indexes.find(({ name, key }) =>
    isDocument(hint) ? JSON.stringify(hint) === JSON.stringify(key) : name === hint,
  );
  if (!index) throw badValue('error processing query: planner returned error: bad hint');
  if (!covers(index, predicates)) {
    throw new MongoError(291, `the hinted index ${index.name} does not cover the query`);
  }
  return planIndex(index, predicates.paths, sort);
}

/** A partial index does not contain all documents. It can only be used when the filter matches none of the others. */
const covers = ({ partial }: Index, { paths }: Predicates) => !partial || isImplied(partial.filter, paths);

function planIndex(index: Index, predicates: Map<string, Predicate>, sort?: Document): Candidate {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let equalFields = 0;
  let range: Predicate | undefined;
  for (const [position, path] of index.paths.entries()) {
    const predicate = predicates.get(path);
    const direction = index.directions[position] ?? 1;
    if (predicate?.equal && predicate.equal.length * prefixes.length <= maxIntervals) {
      const points = predicate.equal.map((value) => encodeKey([value], [direction]));
      prefixes = prefixes.flatMap((prefix) => points.map((point) => Buffer.concat([prefix, point])));
      equalFields++;
      continue;
    }
    if (predicate && (predicate.lower !== undefined || predicate.upper !== undefined)) range = predicate;
    break;
  }

  const direction = index.directions[equalFields] ?? 1;
  const intervals = prefixes.map((prefix) =>
    range ? rangeInterval(prefix, range, direction) : prefixInterval(prefix),
  );
  const order = sort && sortDirection(index, predicates, sort);
  const isPoint =
    index.isUnique && equalFields === index.paths.length && prefixes.every((p) => p.length <= orderedBytes);
  return {
    index,
    intervals: inOrder(intervals),
    isReverse: order === -1,
    isSorted: order !== undefined,
    isPoint,
    score: isPoint ? 10_000 - prefixes.length : equalFields * 100 + (range ? 50 : 0) + (order === undefined ? 0 : 40),
  };
}

function prefixInterval(prefix: Buffer): Interval {
  const ordered = prefix.subarray(0, orderedBytes);
  return withEnd(ordered, successor(ordered));
}

/** Contains only values of the bound's own type, as in MongoDB. */
function rangeInterval(prefix: Buffer, { lower, upper }: Predicate, direction: 1 | -1): Interval {
  const lowerKey = lower === undefined ? undefined : encodeKey([lower], [direction]);
  const upperKey = upper === undefined ? undefined : encodeKey([upper], [direction]);
  const [first, last] = direction === 1 ? [lowerKey, upperKey] : [upperKey, lowerKey];

  const type = (first ?? last ?? Buffer.alloc(1)).subarray(0, 1);
  const start = Buffer.concat([prefix, first ?? type]).subarray(0, orderedBytes);
  const stop = Buffer.concat([prefix, last ?? type]).subarray(0, orderedBytes);
  return withEnd(start, successor(stop));
}

const withEnd = (start: Buffer, end: Buffer | undefined): Interval => (end ? { start, end } : { start });

/** The first key after all keys with the prefix; undefined when there is none. */
function successor(prefix: Buffer): Buffer | undefined {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  if (length === 0) return undefined;
  const next = Buffer.from(prefix.subarray(0, length));
  next[length - 1] = (next[length - 1] as number) + 1;
  return next;
}

function inOrder(intervals: Interval[]): Interval[] {
  if (intervals.length < 2) return intervals;
  const sorted = [...intervals].sort((a, b) => Buffer.compare(a.start, b.start));
  return sorted.filter(({ start }, position) => position === 0 || !sorted[position - 1]?.start.equals(start));
}

/** 1 or -1 when scanning the index in that direction gives the sort order. Fields with a constant value are ignored. */
function sortDirection(index: Index, predicates: Map<string, Predicate>, sort: Document): 1 | -1 | undefined {
  if (index.isCut) return undefined;
  // A path outside the index may contain arrays, which sort by any of their elements.
  const isConstant = (path = '') => index.paths.includes(path) && predicates.get(path)?.equal?.length === 1;
  let position = 0;
  let result: 1 | -1 | undefined;
  for (const [path, wanted] of Object.entries(sort)) {
    if (isDocument(wanted)) return undefined;
    if (isConstant(path)) continue;
    while (index.paths[position] !== path && isConstant(index.paths[position])) position++;
    if (index.paths[position] !== path) return undefined;
    const direction = toNumber(wanted) * (index.directions[position] ?? 1) < 0 ? -1 : 1;
    if (result !== undefined && result !== direction) return undefined;
    result = direction;
    position++;
  }
  return result ?? 1;
}

/** What a filter requires of one path, as far as an index can use it. */
interface Predicate {
  /** The value must be one of these. */
  equal?: Value[];
  lower?: Value;
  upper?: Value;
  exists?: boolean;
}

interface Predicates {
  paths: Map<string, Predicate>;
  /** The branches of each $or that must also hold. */
  alternatives: Document[][];
}

/**
 * Collects conditions that every match satisfies. Other conditions are left out: the filter is applied again to the
 * candidates.
 */
function readPredicates(filter: Document, into: Predicates = { paths: new Map(), alternatives: [] }): Predicates {
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
function demandsValue(predicate: Predicate | undefined): boolean {
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

/** Splits a partial filter into its conditions. One without a value means that the field must exist. */
function conditionsOf(filter: Document): { path: string; value?: Value }[] {
  return Object.entries(filter).flatMap(([path, condition]) => {
    if (path.startsWith('$')) throw refuse(`an index filter with ${path}`);
    if (condition instanceof BSONRegExp) throw refuse('an index filter with a regular expression');
    if (!isOperators(condition)) return [{ path, value: condition }];
    return Object.entries(condition).map(([operator, argument]) => {
      if (operator === '$exists' && argument === true) return { path };
      throw refuse(`an index filter with ${operator}`);
    });
  });
}

/** Refuses conditions other than equality and `$exists: true`. */
export const checkPartialFilter = (filter: Document) => void conditionsOf(filter);

/** True when every document that satisfies the predicates also satisfies the partial filter. */
function isImplied(filter: Document, predicates: Map<string, Predicate>): boolean {
  return conditionsOf(filter).every(({ path, value }) => {
    const predicate = predicates.get(path);
    if (value === undefined) return demandsValue(predicate);
    return predicate?.equal?.every((one) => valuesEqual(one, value)) ?? false;
  });
}
