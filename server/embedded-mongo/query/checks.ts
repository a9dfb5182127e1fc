import { BSONRegExp, BSONType, MaxKey, MinKey, ObjectId } from 'bson';
import { compareValues, valuesEqual } from '../bson/compare.ts';
import {
  type Document,
  describeValue,
  isDocument,
  isNumber,
  rankOf,
  toNumber,
  typeName,
  type Value,
} from '../document.ts';
import { badValue, failedToParse, refuse } from '../errors.ts';
import { compileRegex, regexOf } from './regex.ts';

/** What `$` in an update refers to: the position of the array element that matched the filter. */
export interface Found {
  position: number | undefined;
}

export type Test = (value: Value | undefined, found?: Found) => boolean;

/**
 * Turns a test into a search for a value that passes it. `intoArrays` also tries the elements of an array, not just the
 * array itself.
 */
type Find<Subject> = (test: Test, intoArrays: boolean) => (subject: Subject, found?: Found) => boolean;

/** One condition, independent of where its values come from: a path in a document, or an array element. */
type Check = <Subject>(find: Find<Subject>) => (subject: Subject, found?: Found) => boolean;

/** Compiles the filter inside `$elemMatch`. */
type CompileInner = (filter: Document) => (doc: Document) => boolean;

const some =
  (test: Test): Check =>
  (find) =>
    find(test, true);
const someWhole =
  (test: Test): Check =>
  (find) =>
    find(test, false);

/** Every condition must hold; different values may satisfy different conditions. */
const every =
  (checks: Check[]): Check =>
  (find) => {
    const conditions = checks.map((check) => check(find));
    return (subject, found) => conditions.every((holds) => holds(subject, found));
  };

/** Negates the whole search: no value may pass. */
const not =
  (check: Check): Check =>
  (find) => {
    const holds = check(find);
    return (subject) => !holds(subject);
  };

/** True for `{ $gt: 5 }`; false for a document to compare with, including a DBRef. */
export function isOperators(value: Value | undefined): value is Document {
  if (!isDocument(value)) return false;
  const [first] = Object.keys(value);
  return first?.startsWith('$') === true && !/^\$(ref|id|db)$/.test(first);
}

/** True for filters of a document such as `{ a: 1 }` and `{ $or: […] }`; false for operators such as `{ $gt: 5 }`. */
export function isFilter(value: Document): boolean {
  return !isOperators(value) || ['$and', '$or', '$nor', '$expr', '$comment'].includes(Object.keys(value)[0] ?? '');
}

/** Compiles `field: value`. A regular expression is searched for; any other value must be equal. */
export function compileEquality(value: Value): Check {
  return some(value instanceof BSONRegExp ? regexTest(value) : equalTest(value));
}

export function compileOperators(operators: Document, compileInner: CompileInner): Check[] {
  return Object.entries(operators).flatMap(([name, argument]) =>
    compileOperator(name, argument, operators, compileInner),
  );
}

const refusedOperators = new Set('$mod $geoWithin $geoIntersects $near $nearSphere $jsonSchema $text'.split(' '));

function compileOperator(name: string, argument: Value, siblings: Document, compileInner: CompileInner): Check[] {
  switch (name) {
    case '$eq':
      return [some(equalTest(argument))];
    case '$ne':
      if (argument instanceof BSONRegExp) throw badValue("Can't have regex as arg to $ne.");
      return [not(some(equalTest(argument)))];
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return [some(rangeTest(name, argument))];
    case '$in':
      return [some(inTest(name, argument))];
    case '$nin':
      return [not(some(inTest(name, argument)))];
    case '$not':
      return [compileNot(argument, compileInner)];
    case '$exists':
      return [compileExists(argument)];
    case '$type':
      return [some(compileTypes(argument))];
    case '$size':
      return [someWhole(sizeTest(argument))];
    case '$all':
      return [compileAll(argument, compileInner)];
    case '$elemMatch':
      return [compileElemMatch(argument, compileInner)];
    case '$regex':
      return [some(regexTest(regexOf(argument, siblings.$options)))];
    case '$options':
      if (siblings.$regex === undefined) throw badValue('$options needs a $regex');
      return [];
  }
  if (refusedOperators.has(name) || name.startsWith('$bits')) throw refuse(name);
  throw badValue(`unknown operator: ${name}`);
}

function equalTest(wanted: Value): Test {
  if (wanted === null) return (value) => value === null || value === undefined;
  if (wanted instanceof ObjectId) return (value) => value instanceof ObjectId && value.equals(wanted);
  if (typeof wanted === 'boolean') return (value) => value === wanted;
  if (typeof wanted === 'string' || typeof wanted === 'number') {
    const type = typeof wanted;
    return (value) =>
      value === wanted || (typeof value !== type && valuesEqual(value, wanted)) || Object.is(value, wanted);
  }
  return (value) => compareValues(value, wanted) === 0;
}

type RangeOperator = '$gt' | '$gte' | '$lt' | '$lte';

const accepts: Record<RangeOperator, (order: number) => boolean> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};

/** Compares within one type only, except that all values are between MinKey and MaxKey. */
function rangeTest(operator: RangeOperator, bound: Value): Test {
  if (bound instanceof BSONRegExp) throw badValue(`Can't have RegEx as arg to predicate over field.`);
  const accept = accepts[operator];
  if (bound instanceof MinKey || bound instanceof MaxKey) {
    const isBeyond = bound instanceof MaxKey ? operator.startsWith('$lt') : operator.startsWith('$gt');
    return (value) => (rankOf(value) === rankOf(bound) ? operator.endsWith('e') : isBeyond);
  }
  if (isNumber(bound)) {
    const isNotANumber = (value: Value) => Number.isNaN(toNumber(value));
    if (isNotANumber(bound)) return (value) => operator.endsWith('e') && isNumber(value) && isNotANumber(value);
    return (value) => isNumber(value) && !isNotANumber(value) && accept(compareValues(value, bound));
  }
  const rank = rankOf(bound);
  return (value) => rankOf(value) === rank && accept(compareValues(value, bound));
}

/** Looks up strings and ids in sets, so that a long list is as fast as a short one. */
function inTest(name: string, list: Value): Test {
  if (!Array.isArray(list)) throw badValue(`${name} needs an array`);
  const strings = new Set<string>();
  const ids = new Set<string>();
  const others: Test[] = [];
  for (const value of list) {
    if (isOperators(value)) throw badValue(`cannot nest $ under ${name}`);
    if (typeof value === 'string') strings.add(value);
    else if (value instanceof ObjectId) ids.add(value.toHexString());
    else others.push(value instanceof BSONRegExp ? regexTest(value) : equalTest(value));
  }
  return (value) => {
    if (typeof value === 'string' && strings.has(value)) return true;
    if (value instanceof ObjectId) return ids.size > 0 && ids.has(value.toHexString());
    for (let i = 0; i < others.length; i++) if ((others[i] as Test)(value)) return true;
    return false;
  };
}

function regexTest(regex: BSONRegExp): Test {
  const matches = compileRegex(regex.pattern, regex.options);
  return (value) => {
    if (typeof value === 'string') return matches(value);
    return typeof value === 'object' && valuesEqual(value, regex);
  };
}

function compileNot(argument: Value, compileInner: CompileInner): Check {
  if (argument instanceof BSONRegExp) return not(some(regexTest(argument)));
  if (!isDocument(argument)) throw badValue('$not needs a regex or a document');
  if (Object.keys(argument).length === 0) throw badValue('$not cannot be empty');
  return not(every(compileOperators(argument, compileInner)));
}

function compileExists(argument: Value): Check {
  const isWanted = isNumber(argument) ? toNumber(argument) !== 0 : argument !== false && argument !== null;
  const exists = some((value) => value !== undefined);
  return isWanted ? exists : not(exists);
}

function sizeTest(argument: Value): Test {
  const size = toNumber(argument);
  if (!Number.isInteger(size) || size < 0) {
    throw badValue(`Failed to parse $size. Expected a non-negative integer, but got: ${describeValue(argument)}`);
  }
  return (value) => Array.isArray(value) && value.length === size;
}

/** Every listed value must be found, in an array or as the field's only value. An empty list matches nothing. */
function compileAll(argument: Value, compileInner: CompileInner): Check {
  if (!Array.isArray(argument)) throw badValue('$all needs an array');
  if (argument.length === 0) return some(() => false);
  const elements = argument.map((value) => (isDocument(value) ? value.$elemMatch : undefined));
  const isAboutElements = elements[0] !== undefined;
  const checks = argument.map((value, i) => {
    const element = elements[i];
    if ((element !== undefined) !== isAboutElements) throw badValue('$all/$elemMatch has to be consistent');
    if (element !== undefined) return compileElemMatch(element, compileInner);
    if (isOperators(value)) throw badValue('no $ expressions in $all');
    return compileEquality(value);
  });
  return every(checks);
}

function compileElemMatch(argument: Value, compileInner: CompileInner): Check {
  if (!isDocument(argument)) throw badValue('$elemMatch needs an Object');
  const passes = isFilter(argument) ? documentTest(compileInner(argument)) : elementTest(argument, compileInner);
  return someWhole((value, found) => {
    const position = Array.isArray(value) ? value.findIndex((element) => passes(element)) : -1;
    if (found && position >= 0) found.position = position;
    return position >= 0;
  });
}

/** Applies operators to an element itself; an element that is an array is not searched. */
function elementTest(operators: Document, compileInner: CompileInner): Test {
  return every(compileOperators(operators, compileInner))<Value | undefined>((test) => test);
}

/** An element that is an array is treated as a document whose field names are the positions. */
function documentTest(matches: (doc: Document) => boolean): Test {
  return (value) => {
    if (isDocument(value)) return matches(value);
    return Array.isArray(value) && matches(Object.fromEntries(value.entries()) as unknown as Document);
  };
}

const aliasesByCode = new Map<number, string>(Object.entries(BSONType).map(([alias, code]) => [code, alias]));

/** Compiles the test of `$type`: an alias, a number, or a list of them. */
function compileTypes(argument: Value): (value: Value | undefined) => boolean {
  const list = Array.isArray(argument) ? argument : [argument];
  if (list.length === 0) throw failedToParse('$type must match at least one type');
  const names = new Set<string>(list.flatMap(typeNames));
  return (value) => names.has(typeName(value));
}

function typeNames(wanted: Value): string[] {
  if (wanted === 'number') return ['int', 'long', 'double', 'decimal'];
  const alias = isNumber(wanted) ? aliasesByCode.get(toNumber(wanted)) : wanted;
  if (typeof alias === 'string' && alias in BSONType) return [alias];
  throw badValue(
    typeof wanted === 'string' ? `Unknown type name alias: ${wanted}` : `Invalid numerical type code: ${wanted}`,
  );
}
