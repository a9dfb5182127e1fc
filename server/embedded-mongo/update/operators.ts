import { BSONRegExp } from 'bson';
import { compareValues, identical, valuesEqual } from '../bson/compare.ts';
import { add } from '../bson/numbers.ts';
import { describeValue, isDocument, isNumber, toNumber, typeName, type Value } from '../document.ts';
import { badValue, failedToParse, MongoError, refuse, typeMismatch } from '../errors.ts';
import { isFilter } from '../query/checks.ts';
import { compileMatch, usesExpr } from '../query/match.ts';

const creating = (change: Change): Modifier => ({ creates: true, change });
const existing = (change: Change): Modifier => ({
  creates: false,
  change: (value) => (value === undefined ? value : change(value)),
});

export const modifiers = new Map<string, CompileModifier>([
  ['$set', (argument) => creating((value) => (identical(value, argument) ? value : argument))],
  ['$setOnInsert', (argument) => creating(() => argument)],
  ['$unset', () => ({ creates: false, ignoresScalars: true, change: () => undefined })],
  ['$inc', increment],
  ['$min', (argument) => limit(argument, -1)],
  ['$max', (argument) => limit(argument, 1)],
  ['$push', compilePush],
  ['$addToSet', addToSet],
  ['$pull', (argument) => removing('$pull', compilePull(argument))],
  ['$pullAll', pullAll],
  ['$pop', pop],
]);

function increment(argument: Value): Modifier {
  if (!isNumber(argument)) {
    throw typeMismatch(`Cannot increment with non-numeric argument: ${describeValue(argument)}`);
  }
  return creating((value) => {
    if (value === undefined) return argument;
    if (!isNumber(value)) {
      throw typeMismatch(`Cannot apply $inc to a value of non-numeric type ${typeName(value)}`);
    }
    const sum = add(value, argument);
    if (sum === undefined) throw badValue(`Failed to apply $inc to the current value ${describeValue(value)}`);
    return typeName(sum) === typeName(value) && valuesEqual(sum, value) ? value : sum;
  });
}

const limit = (argument: Value, direction: 1 | -1): Modifier =>
  creating((value) => (value === undefined || compareValues(argument, value) * direction > 0 ? argument : value));

function addToSet(argument: Value): Modifier {
  const many = isDocument(argument) && Object.keys(argument)[0] === '$each' ? argument.$each : undefined;
  if (many !== undefined && !Array.isArray(many)) {
    throw typeMismatch(`The argument to $each in $addToSet must be an array but it was of type ${typeName(many)}`);
  }
  if (isDocument(argument) && many !== undefined && Object.keys(argument).length > 1) {
    throw badValue(`Found unexpected fields after $each in $addToSet: ${describeValue(argument)}`);
  }
  const candidates = many ?? [argument];
  return creating((value) => {
    if (value !== undefined && !Array.isArray(value)) {
      throw badValue(`Cannot apply $addToSet to a non-array field of type ${typeName(value)}`);
    }
    const result = [...(value ?? [])];
    for (const candidate of candidates) {
      if (!result.some((element) => valuesEqual(element, candidate))) result.push(candidate);
    }
    return value && result.length === value.length ? value : result;
  });
}

function removing(name: string, isRemoved: (element: Value) => boolean): Modifier {
  return existing((value) => {
    if (!Array.isArray(value)) throw badValue(`Cannot apply ${name} to a non-array value`);
    const kept = value.filter((element) => !isRemoved(element));
    return kept.length === value.length ? value : kept;
  });
}

function pullAll(argument: Value): Modifier {
  if (!Array.isArray(argument)) {
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(argument)}`);
  }
  return removing('$pullAll', (element) => argument.some((value) => valuesEqual(value, element)));
}

function pop(argument: Value): Modifier {
  const end = toNumber(argument);
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${describeValue(argument)}`);
  return existing((value) => {
    if (!Array.isArray(value)) throw typeMismatch(`Cannot apply $pop to a value of type ${typeName(value)}`);
    if (value.length === 0) return value;
    return end === 1 ? value.slice(0, -1) : value.slice(1);
  });
}

/** Returns the new value for the old one; returning the old value changes nothing. */
type Change = (value: Value | undefined) => Value | undefined;

export interface Modifier {
  /** Whether a missing path is created. */
  readonly creates: boolean;
  /** Whether a scalar on the path is not an error: `$unset` then has nothing to remove. */
  readonly ignoresScalars?: true;
  readonly change: Change;
  /** Whether only elements are added after the end of an array of this length. */
  readonly appends?: (length: number) => boolean;
}

/** Compiles the modifier of one `field: argument` pair. Throws when the argument is invalid. */
type CompileModifier = (argument: Value) => Modifier;

/**
 * Compiles the condition of `$pull`. A document is a filter for elements that are documents (they need not be equal to
 * it). Operators and regular expressions are applied to the element as to a field. Any other value must be equal.
 */
function compilePull(condition: Value): (element: Value) => boolean {
  if (isDocument(condition) && Object.keys(condition)[0] === '$not') throw badValue('unknown top level operator: $not');
  if (isDocument(condition) && usesExpr(condition)) throw new MongoError(224, '$expr is not allowed in $pull');
  if (isDocument(condition) && isFilter(condition)) {
    const matches = compileMatch(condition);
    return (element) => isDocument(element) && matches(element);
  }
  if (!isDocument(condition) && !(condition instanceof BSONRegExp)) return (element) => valuesEqual(element, condition);
  const matches = compileMatch({ element: condition });
  return (element) => matches({ element });
}

interface Push {
  readonly values: Value[];
  readonly position?: number;
}

/** Compiles `$push`, with or without `$each` and `$position`. */
function compilePush(argument: Value): Modifier {
  const { values, position } = parsePush(argument);
  return {
    creates: true,
    appends: (length) => length > 0 && (position === undefined || position > length),
    change: (value) => {
      if (value === undefined) return values;
      if (!Array.isArray(value)) throw badValue(`The field must be an array but is of type ${typeName(value)}`);
      return values.length === 0 ? value : value.toSpliced(position ?? value.length, 0, ...values);
    },
  };
}

function parsePush(argument: Value): Push {
  if (!isDocument(argument) || argument.$each === undefined) return { values: [argument] };
  const { $each: values, $position: position, ...rest } = argument;
  const [other] = Object.keys(rest);
  if (other === '$slice' || other === '$sort') throw refuse(`$push with ${other}`);
  if (other !== undefined) throw badValue(`Unrecognized clause in $push: ${other}`);
  if (!Array.isArray(values)) {
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(values)}`);
  }
  if (position === undefined) return { values };
  if (isNumber(position) && Number.isInteger(toNumber(position))) return { values, position: toNumber(position) };
  throw badValue(`The value for $position must be an integer value but was given type: ${typeName(position)}`);
}
