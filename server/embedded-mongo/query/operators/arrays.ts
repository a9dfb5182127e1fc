import { compareValues, valuesEqual } from '../../bson/compare.ts';
import { type Document, isDocument, isNumber, setField, toNumber, typeName, type Value } from '../../bson/document.ts';
import { mongoError } from '../../errors.ts';
import { compileSort } from '../sort.ts';
import { isTruthy } from './logic.ts';
import {
  anyNumber,
  type Evaluate,
  isNullish,
  namedArguments,
  nullable,
  type Operator,
  type Operators,
  operands,
  requireArray,
  withVariables,
} from './operator.ts';

export const arrayOperators: Operators = {
  $isArray: operands(1, ([value]) => Array.isArray(value)),
  $size: operands(1, ([value], name) => requireArray(value, name, 17124).length),
  $in: operands(2, ([wanted, values], name) =>
    requireArray(values, name, 40081).some((value) => valuesEqual(value, wanted)),
  ),
  $arrayElemAt: operands(2, ([values, position], name) =>
    isNullish(values) || isNullish(position)
      ? null
      : requireArray(values, name, 28689).at(wholeNumber(position, name, 28690)),
  ),
  $first: nullable(1, ([values], name) => requireArray(values, name, 28689)[0]),
  $last: nullable(1, ([values], name) => requireArray(values, name, 28689).at(-1)),
  $slice: nullable([2, 3], slice),
  $concatArrays: nullable(anyNumber, (values, name) => values.flatMap((value) => requireArray(value, name, 28664))),
  $setUnion: nullable(anyNumber, (values, name) =>
    distinct(values.flatMap((value) => requireArray(value, name, 17043))),
  ),
  $filter: filter,
  $map: map,
  $reduce: reduce,
  $objectToArray: nullable(1, ([value], name) =>
    Object.entries(requireDocument(value, name, 40390)).map(([k, v]) => ({ k, v })),
  ),
  $arrayToObject: nullable(1, ([values], name) => toObject(requireArray(values, name, 40386))),
  $mergeObjects: operands(anyNumber, (values, name) => {
    const merged: Document = {};
    for (const value of values) {
      if (isNullish(value)) continue;
      for (const [key, field] of Object.entries(requireDocument(value, name, 40400))) setField(merged, key, field);
    }
    return merged;
  }),
};

/** The values once each, in their order of comparison, as MongoDB answers sets. */
export function distinct(values: Value[]): Value[] {
  const sorted = values.toSorted(compareValues);
  return sorted.filter((value, i) => i === 0 || !valuesEqual(value, sorted[i - 1]));
}

function requireDocument(value: Value | undefined, name: string, code: number): Document {
  if (isDocument(value)) return value;
  throw mongoError(code, `${name} requires object inputs, but input is of type ${typeName(value)}`);
}

function wholeNumber(value: Value | undefined, name: string, code: number): number {
  const number = toNumber(value);
  if (isNumber(value) && Number.isInteger(number)) return number;
  throw mongoError(code, `${name}'s argument must be representable as a 32-bit integer: ${String(value)}`);
}

function slice([array, first, second]: Value[], name: string): Value[] {
  const values = requireArray(array, name, 28724);
  const start = wholeNumber(first, name, 28725);
  if (second === undefined) return start >= 0 ? values.slice(0, start) : values.slice(start);
  const count = wholeNumber(second, name, 28727);
  if (count <= 0) throw mongoError(28729, `Third argument to $slice must be positive: ${count}`);
  const from = start < 0 ? Math.max(0, values.length + start) : start;
  return values.slice(from, from + count);
}

function filter(...[argument, compile, name]: Parameters<Operator>): Evaluate {
  const named = namedArguments(argument, name, ['input', 'cond'], ['as', 'limit']);
  const variable = variableName(named.as);
  const input = compile(named.input as Value);
  const condition = compile(named.cond as Value, [variable]);
  const limit = named.limit === undefined ? undefined : compile(named.limit);
  return (scope) => {
    const values = input(scope);
    if (isNullish(values)) return null;
    const passing = requireArray(values, name, 28651).filter((value) =>
      isTruthy(condition(withVariables(scope, { [variable]: value }))),
    );
    const most = limit?.(scope);
    return isNullish(most) ? passing : passing.slice(0, wholeNumber(most, name, 327391));
  };
}

function map(...[argument, compile, name]: Parameters<Operator>): Evaluate {
  const named = namedArguments(argument, name, ['input', 'in'], ['as']);
  const variable = variableName(named.as);
  const input = compile(named.input as Value);
  const result = compile(named.in as Value, [variable]);
  return (scope) => {
    const values = input(scope);
    if (isNullish(values)) return null;
    return requireArray(values, name, 16883).map(
      (value) => result(withVariables(scope, { [variable]: value })) ?? null,
    );
  };
}

function reduce(...[argument, compile, name]: Parameters<Operator>): Evaluate {
  const named = namedArguments(argument, name, ['input', 'initialValue', 'in']);
  const input = compile(named.input as Value);
  const initial = compile(named.initialValue as Value);
  const step = compile(named.in as Value, ['this', 'value']);
  return (scope) => {
    const values = input(scope);
    if (isNullish(values)) return null;
    return requireArray(values, name, 40080).reduce<Value | undefined>(
      (value, element) => step(withVariables(scope, { this: element, value })),
      initial(scope),
    );
  };
}

/** 1 or -1 for the elements themselves, or a sort document for their fields; also `$push`'s `$sort`. */
export function elementOrder(order: Value): (a: Value, b: Value) => number {
  if (isDocument(order)) {
    const compare = compileSort(order);
    return (a, b) => compare(isDocument(a) ? a : {}, isDocument(b) ? b : {});
  }
  const direction = toNumber(order);
  if (direction !== 1 && direction !== -1) throw mongoError(2, 'The sort order must be 1, -1 or a document');
  return (a, b) => direction * compareValues(a, b);
}

function variableName(name: Value | undefined): string {
  return name === undefined ? 'this' : String(name);
}

/** Of `[key, value]` pairs or `{ k, v }` documents, the last of equal keys. */
function toObject(values: Value[]): Document {
  const result: Document = {};
  for (const value of values) {
    const [key, field] = Array.isArray(value) ? value : isDocument(value) ? [value.k, value.v] : [];
    if (typeof key !== 'string' || field === undefined) {
      throw mongoError(40392, '$arrayToObject requires an array of [key, value] pairs or of { k, v } documents');
    }
    setField(result, key, field);
  }
  return result;
}
