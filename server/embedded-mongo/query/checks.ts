import { BSONRegExp, MaxKey, MinKey, ObjectId } from 'bson';
import { compareValues, valuesEqual } from '../bson/compare.ts';
import { type Document, isDocument, isNumber, rankOf, toNumber, type Value } from '../bson/document.ts';
import { badValue, mongoError, refuse } from '../errors.ts';
import { compileRegex, regexOf } from './regex.ts';
import { compileTypes } from './types.ts';

type Test = (value: Value | undefined) => boolean;

/**
 * One condition on a path. `intoLeaf` says whether an array at its end is also tried element by element; negations hold
 * only when nothing on the path passes, so they enclose the whole walk.
 */
export type Check =
  | { kind: 'value'; test: Test; intoLeaf: boolean; locate?: (value: Value | undefined) => number | undefined }
  | { kind: 'all'; checks: Check[] }
  | { kind: 'not'; checks: Check[] };

/** Compiles the filter inside `$elemMatch`. */
type CompileInner = (filter: Document) => (doc: Document) => boolean;

const each = (test: Test): Check => ({ kind: 'value', test, intoLeaf: true });
const whole = (test: Test): Check => ({ kind: 'value', test, intoLeaf: false });
const never = each(() => false);

/** A condition tried on one value itself, as inside `$elemMatch`: arrays are not looked into again. */
function checkValue(check: Check, value: Value | undefined): boolean {
  switch (check.kind) {
    case 'value':
      return check.test(value);
    case 'all':
      return check.checks.every((inner) => checkValue(inner, value));
    case 'not':
      return !check.checks.every((inner) => checkValue(inner, value));
  }
}

/** True for `{ $gt: 5 }`, false for a document to be equal to, a DBRef among them. */
export function isOperators(value: Value | undefined): value is Document {
  if (!isDocument(value)) return false;
  const [first] = Object.keys(value);
  return first?.startsWith('$') === true && !/^\$(ref|id|db)$/.test(first);
}

const filterOperators = new Set(['$and', '$or', '$nor', '$expr', '$comment']);

/** True for `$gt` and its like, false for `$or`, which holds filters, and for names of fields. */
export function isFieldOperator(name: string | undefined): boolean {
  return name?.startsWith('$') === true && !filterOperators.has(name);
}

/** `field: value`. A regular expression searches, anything else is to be equal. */
export function compileEquality(value: Value): Check {
  return each(value instanceof BSONRegExp ? regexTest(value) : equalTest(value));
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
      return [each(equalTest(argument))];
    case '$ne':
      if (argument instanceof BSONRegExp) throw badValue("Can't have regex as arg to $ne.");
      return [{ kind: 'not', checks: [each(equalTest(argument))] }];
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return [each(rangeTest(name, argument))];
    case '$in':
      return [each(inTest(name, argument))];
    case '$nin':
      return [{ kind: 'not', checks: [each(inTest(name, argument))] }];
    case '$not':
      return [compileNot(argument, compileInner)];
    case '$exists':
      return [compileExists(argument)];
    case '$type':
      return [each(compileTypes(argument))];
    case '$regex':
      return [each(regexTest(regexOf(argument, siblings.$options)))];
    case '$options':
      if (siblings.$regex === undefined) throw badValue('$options needs a $regex');
      return [];
    case '$size':
      return [whole(sizeTest(argument))];
    case '$all':
      return [compileAll(argument, compileInner)];
    case '$elemMatch':
      return [compileElemMatch(argument, compileInner)];
    case '$comment':
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

/** Compares within one type only, except that everything lies between MinKey and MaxKey. */
function rangeTest(operator: RangeOperator, bound: Value): Test {
  if (bound instanceof BSONRegExp) throw badValue(`Can't have RegEx as arg to predicate over field.`);
  const accept = accepts[operator];
  const inclusive = operator.endsWith('e');
  if (bound instanceof MinKey || bound instanceof MaxKey) {
    const beyond = bound instanceof MaxKey ? operator.startsWith('$lt') : operator.startsWith('$gt');
    return (value) => (rankOf(value) === rankOf(bound) ? inclusive : beyond);
  }
  if (isNumber(bound)) {
    if (Number.isNaN(toNumber(bound))) return (value) => inclusive && isNumber(value) && Number.isNaN(toNumber(value));
    return (value) =>
      typeof value === 'number'
        ? !Number.isNaN(value) && accept(compareValues(value, bound))
        : isNumber(value) && !Number.isNaN(toNumber(value)) && accept(compareValues(value, bound));
  }
  if (typeof bound === 'string') {
    return (value) => typeof value === 'string' && accept(compareValues(value, bound));
  }
  const rank = rankOf(bound);
  return (value) => rankOf(value) === rank && accept(compareValues(value, bound));
}

/** Strings and ids by hash, so that a list of thousands costs no more than one of three. */
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
  if (argument instanceof BSONRegExp) return { kind: 'not', checks: [each(regexTest(argument))] };
  if (!isDocument(argument)) throw badValue('$not needs a regex or a document');
  if (Object.keys(argument).length === 0) throw badValue('$not cannot be empty');
  return { kind: 'not', checks: compileOperators(argument, compileInner) };
}

function compileExists(argument: Value): Check {
  const exists: Check = each((value) => value !== undefined);
  const wanted = isNumber(argument) ? toNumber(argument) !== 0 : argument !== false && argument !== null;
  return wanted ? exists : { kind: 'not', checks: [exists] };
}

function sizeTest(argument: Value): Test {
  const size = toNumber(argument);
  if (!Number.isInteger(size))
    throw badValue(`Failed to parse $size. Expected an integer, but got: ${String(argument)}`);
  if (size < 0) throw badValue(`Failed to parse $size. Expected a non-negative number in: ${size}`);
  return (value) => Array.isArray(value) && value.length === size;
}

/** Every listed value is to be found, each anywhere: on a scalar as in an array. An empty list finds nothing. */
function compileAll(argument: Value, compileInner: CompileInner): Check {
  if (!Array.isArray(argument)) throw badValue('$all needs an array');
  if (argument.length === 0) return never;
  const elemMatches = argument.filter((value) => isDocument(value) && Object.keys(value)[0] === '$elemMatch').length;
  if (elemMatches !== 0 && elemMatches !== argument.length) throw badValue('$all/$elemMatch has to be consistent');
  const checks = argument.map((value) => {
    if (elemMatches) return compileElemMatch((value as Document).$elemMatch as Value, compileInner);
    if (isOperators(value)) throw badValue('no $ expressions in $all');
    return compileEquality(value);
  });
  return { kind: 'all', checks };
}

function compileElemMatch(argument: Value, compileInner: CompileInner): Check {
  if (!isDocument(argument)) throw badValue('$elemMatch needs an Object');
  if (argument.$where !== undefined) throw mongoError(2, '$elemMatch cannot contain $where expression');
  const [first] = Object.keys(argument);
  const test: Test =
    isOperators(argument) && isFieldOperator(first)
      ? elementTest(compileOperators(argument, compileInner))
      : documentTest(compileInner(argument));
  const locate = (value: Value | undefined) => {
    const position = Array.isArray(value) ? value.findIndex((element) => test(element)) : -1;
    return position < 0 ? undefined : position;
  };
  return { kind: 'value', intoLeaf: false, test: (value) => locate(value) !== undefined, locate };
}

function elementTest(checks: Check[]): Test {
  return (value) => checks.every((check) => checkValue(check, value));
}

/** Elements that are arrays themselves are seen as documents named by position. */
function documentTest(matches: (doc: Document) => boolean): Test {
  return (value) => {
    if (isDocument(value)) return matches(value);
    return Array.isArray(value) && matches(Object.fromEntries(value.entries()) as unknown as Document);
  };
}
