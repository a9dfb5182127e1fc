import { describeValue } from '../bson/describe.ts';
import { type Document, isDocument, isNumber, toNumber, typeName, type Value } from '../bson/document.ts';
import { badValue } from '../errors.ts';
import { elementOrder } from '../query/operators/arrays.ts';
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
    ...($sort === undefined ? {} : { order: elementOrder(requireOrder($sort)) }),
  };
}

function whole(value: Value, clause: string): number {
  if (isNumber(value) && Number.isInteger(toNumber(value))) return toNumber(value);
  throw badValue(`The value for ${clause} must be an integer value but was given type: ${typeName(value)}`);
}

function requireOrder(order: Value): Value | Document {
  if (isDocument(order) && Object.keys(order).length === 0) {
    throw badValue('The $sort pattern is empty when it should be a set of fields.');
  }
  return order;
}
