import { compareValues } from '../bson/compare.ts';
import { describeValue } from '../bson/describe.ts';
import { isDocument, isNumber, toNumber, typeName, type Value } from '../bson/document.ts';
import { badValue } from '../errors.ts';
import { compileSort } from '../query/sort.ts';
import type { Modifier } from './modifier.ts';

interface Push {
  readonly values: Value[];
  readonly position?: number;
  readonly slice?: number;
  readonly order?: (a: Value, b: Value) => number;
}

/** `$push`, alone or with `$each` and its `$position`, `$sort` and `$slice`, which happen in that order. */
export function compilePush(argument: Value): Modifier {
  const push = parsePush(argument);
  return {
    creates: true,
    change: (value, place) => {
      if (value !== undefined && !Array.isArray(value)) {
        throw badValue(
          `The field '${place.path.join('.')}' must be an array but is of type ${typeName(value)} in document {_id: ${describeValue(place.id)}}`,
        );
      }
      if (value && push.values.length === 0 && push.order === undefined && push.slice === undefined) return value;
      return pushed(value ?? [], push);
    },
  };
}

function pushed(before: Value[], { values, position, order, slice }: Push): Value[] {
  let result = before.toSpliced(position ?? before.length, 0, ...values);
  if (order) result = result.toSorted(order);
  if (slice === undefined) return result;
  return slice >= 0 ? result.slice(0, slice) : result.slice(slice);
}

function parsePush(argument: Value): Push {
  if (!isDocument(argument) || argument.$each === undefined) return { values: [argument] };
  const { $each: values, $position, $slice, $sort, ...rest } = argument;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw badValue(`Unrecognized clause in $push: ${unknown}`);
  if (!Array.isArray(values)) {
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(values)}`);
  }
  return {
    values,
    ...($position === undefined ? {} : { position: whole($position, '$position') }),
    ...($slice === undefined ? {} : { slice: whole($slice, '$slice') }),
    ...($sort === undefined ? {} : { order: elementOrder($sort) }),
  };
}

function whole(value: Value, clause: string): number {
  if (isNumber(value) && Number.isInteger(toNumber(value))) return toNumber(value);
  throw badValue(`The value for ${clause} must be an integer value but was given type: ${typeName(value)}`);
}

/** 1 or -1 for the elements themselves, or a sort document for their fields. */
function elementOrder(order: Value): (a: Value, b: Value) => number {
  if (isDocument(order)) {
    if (Object.keys(order).length === 0) {
      throw badValue('The $sort pattern is empty when it should be a set of fields.');
    }
    const compare = compileSort(order);
    return (a, b) => compare(isDocument(a) ? a : {}, isDocument(b) ? b : {});
  }
  const direction = toNumber(order);
  if (direction !== 1 && direction !== -1) throw badValue('The sort order must be 1, -1 or a document');
  return (a, b) => direction * compareValues(a, b);
}
