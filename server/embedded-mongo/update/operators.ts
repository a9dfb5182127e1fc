import { add } from '../bson/arithmetic.ts';
import { compareValues, identical, valuesEqual } from '../bson/compare.ts';
import { describeValue, isDocument, isNumber, toNumber, typeName, type Value } from '../document.ts';
import { badValue, failedToParse, typeMismatch } from '../errors.ts';
import type { Change, CompileModifier, Modifier } from './modifier.ts';
import { compilePull } from './pull.ts';
import { compilePush } from './push.ts';

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
