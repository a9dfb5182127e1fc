import { BSONRegExp, ObjectId } from 'bson';
import { compareValues, valuesEqual } from '../bson/compare.ts';
import { type Document, isDocument, isNumber, rankOf, toNumber, type Value } from '../bson/document.ts';
import { badValue, refuse } from '../errors.ts';
import { compileRegex, regexOf } from './regex.ts';

type Test = (value: Value | undefined) => boolean;

/** One condition on a path. It holds when some value there passes; a negated one holds when none does. */
export interface Check {
  test: Test;
  isNegated: boolean;
}

const some = (test: Test): Check => ({ test, isNegated: false });
const none = (test: Test): Check => ({ test, isNegated: true });

/** True for `{ $gt: 5 }`, false for a document to be equal to, a DBRef among them. */
export function isOperators(value: Value | undefined): value is Document {
  if (!isDocument(value)) return false;
  const [first] = Object.keys(value);
  return first?.startsWith('$') === true && !/^\$(ref|id|db)$/.test(first);
}

/** `field: value`. A regular expression searches, anything else is to be equal. */
export function compileEquality(value: Value): Check {
  return some(value instanceof BSONRegExp ? regexTest(value) : equalTest(value));
}

export function compileOperators(operators: Document): Check[] {
  return Object.entries(operators).flatMap(([name, argument]) => compileOperator(name, argument, operators));
}

const refusedOperators = new Set(
  '$not $type $size $all $elemMatch $mod $geoWithin $geoIntersects $near $nearSphere $jsonSchema $text'.split(' '),
);

function compileOperator(name: string, argument: Value, siblings: Document): Check[] {
  switch (name) {
    case '$eq':
      return [some(equalTest(argument))];
    case '$ne':
      if (argument instanceof BSONRegExp) throw badValue("Can't have regex as arg to $ne.");
      return [none(equalTest(argument))];
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return [some(rangeTest(name, argument))];
    case '$in':
      return [some(inTest(name, argument))];
    case '$nin':
      return [none(inTest(name, argument))];
    case '$exists':
      return [compileExists(argument)];
    case '$regex':
      return [some(regexTest(regexOf(argument, siblings.$options)))];
    case '$options':
      if (siblings.$regex === undefined) throw badValue('$options needs a $regex');
      return [];
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

/** Compares within one type only. */
function rangeTest(operator: RangeOperator, bound: Value): Test {
  if (bound instanceof BSONRegExp) throw badValue(`Can't have RegEx as arg to predicate over field.`);
  const accept = accepts[operator];
  if (isNumber(bound)) {
    const isNotANumber = (value: Value) => Number.isNaN(toNumber(value));
    if (isNotANumber(bound)) return (value) => operator.endsWith('e') && isNumber(value) && isNotANumber(value);
    return (value) => isNumber(value) && !isNotANumber(value) && accept(compareValues(value, bound));
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

function compileExists(argument: Value): Check {
  const isWanted = isNumber(argument) ? toNumber(argument) !== 0 : argument !== false && argument !== null;
  const exists: Test = (value) => value !== undefined;
  return isWanted ? some(exists) : none(exists);
}
