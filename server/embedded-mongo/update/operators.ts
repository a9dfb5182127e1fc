import { Timestamp } from 'bson';
import { calculate } from '../bson/arithmetic.ts';
import { compareValues, identical, valuesEqual } from '../bson/compare.ts';
import { describeValue } from '../bson/describe.ts';
import { isDocument, isNumber, type NumberValue, toNumber, typeName, type Value } from '../bson/document.ts';
import { badValue, failedToParse, typeMismatch } from '../errors.ts';
import type { Change, CompileModifier, Modifier } from './modifier.ts';
import { compilePull } from './pull.ts';
import { compilePush } from './push.ts';

const creating = (change: Change): Modifier => ({ creates: true, change });
const existing = (change: Change): Modifier => ({
  creates: false,
  change: (value, place) => (value === undefined ? value : change(value, place)),
});

export const modifiers = new Map<string, CompileModifier>([
  ['$set', (argument) => creating((value) => (identical(value, argument) ? value : argument))],
  ['$setOnInsert', (argument) => creating(() => argument)],
  ['$unset', () => ({ creates: false, ignoresBarriers: true, change: () => undefined })],
  ['$inc', arithmetic('$inc', 'add', 'increment')],
  ['$mul', arithmetic('$mul', 'multiply', 'multiply')],
  [
    '$min',
    (argument) => creating((value) => (value === undefined || compareValues(argument, value) < 0 ? argument : value)),
  ],
  [
    '$max',
    (argument) => creating((value) => (value === undefined || compareValues(argument, value) > 0 ? argument : value)),
  ],
  ['$currentDate', currentDate],
  ['$push', compilePush],
  ['$addToSet', addToSet],
  ['$pull', pull],
  ['$pullAll', pullAll],
  ['$pop', pop],
]);

function arithmetic(name: string, operation: 'add' | 'multiply', verb: string): CompileModifier {
  return (argument, path) => {
    if (!isNumber(argument)) {
      throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path.join('.')}: ${describeValue(argument)}}`);
    }
    return creating((value, place) => {
      if (value === undefined)
        return operation === 'add' ? argument : (calculate('multiply', argument, 0) as NumberValue);
      if (!isNumber(value)) {
        throw typeMismatch(
          `Cannot apply ${name} to a value of non-numeric type. {_id: ${describeValue(place.id)}} has the field '${place.path.at(-1)}' of non-numeric type ${typeName(value)}`,
        );
      }
      const result = calculate(operation, value, argument);
      if (result !== undefined) return identical(result, value) ? value : result;
      throw badValue(
        `Failed to apply ${name} operations to current value (${describeValue(value)}) for document {_id: ${describeValue(place.id)}}`,
      );
    });
  };
}

function currentDate(argument: Value): Modifier {
  const type = isDocument(argument) ? argument.$type : argument === true || argument === false ? 'date' : undefined;
  if (type === 'date') return creating(() => new Date());
  if (type === 'timestamp') return creating(() => new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 }));
  throw badValue(
    "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
  );
}

function addToSet(argument: Value): Modifier {
  const many = isDocument(argument) && Object.keys(argument)[0] === '$each' ? argument.$each : undefined;
  if (many !== undefined && !Array.isArray(many)) {
    throw typeMismatch(`The argument to $each in $addToSet must be an array but it was of type ${typeName(many)}`);
  }
  if (isDocument(argument) && many !== undefined && Object.keys(argument).length > 1) {
    throw badValue(`Found unexpected fields after $each in $addToSet: ${describeValue(argument)}`);
  }
  const candidates = many ?? [argument];
  return creating((value, place) => {
    if (value !== undefined && !Array.isArray(value)) {
      throw badValue(
        `Cannot apply $addToSet to non-array field. Field named '${place.path.at(-1)}' has non-array type ${typeName(value)}`,
      );
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

function pull(argument: Value): Modifier {
  return removing('$pull', compilePull(argument));
}

function pullAll(argument: Value): Modifier {
  if (!Array.isArray(argument))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(argument)}`);
  return removing('$pullAll', (element) => argument.some((value) => valuesEqual(value, element)));
}

function pop(argument: Value): Modifier {
  const end = toNumber(argument);
  if (!isNumber(argument)) throw failedToParse(`Expected a number in: ${describeValue(argument)}`);
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${describeValue(argument)}`);
  return existing((value, place) => {
    if (!Array.isArray(value)) {
      throw typeMismatch(`Path '${place.path.join('.')}' contains an element of non-array type '${typeName(value)}'`);
    }
    if (value.length === 0) return value;
    return end === 1 ? value.slice(0, -1) : value.slice(1);
  });
}
