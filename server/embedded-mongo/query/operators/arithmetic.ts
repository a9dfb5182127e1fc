import { Decimal128, Double, Long } from 'bson';
import { calculate, commonKind, divideDecimals, numberKind, toBigInt } from '../../bson/arithmetic.ts';
import { doubleOf, type NumberValue, toNumber, typeName, type Value } from '../../bson/document.ts';
import { badValue, mongoError, typeMismatch } from '../../errors.ts';
import { anyNumber, nullable, type Operators, requireNumber } from './operator.ts';

export const arithmeticOperators: Operators = {
  $add: nullable(anyNumber, (values) => sum(values)),
  $subtract: nullable(2, ([a, b]) => subtract(a as Value, b as Value)),
  $multiply: nullable(anyNumber, (values, name) =>
    values.reduce<NumberValue>((product, value) => combine('multiply', product, requireNumber(value, name)), 1),
  ),
  $divide: nullable(2, ([a, b], name) => divide(requireNumber(a, name), requireNumber(b, name))),
  $mod: nullable(2, ([a, b], name) => remainder(requireNumber(a, name), requireNumber(b, name))),
  $abs: nullable(1, ([value], name) => absolute(requireNumber(value, name))),
  $floor: nullable(1, ([value], name) => whole(requireNumber(value, name), Math.floor)),
  $ceil: nullable(1, ([value], name) => whole(requireNumber(value, name), Math.ceil)),
  $round: nullable([1, 2], ([value, place], name) => round(requireNumber(value, name), place, roundHalfEven)),
};

/** As in an expression: a long that overflows becomes a double. */
export function combine(operation: 'add' | 'subtract' | 'multiply', a: NumberValue, b: NumberValue): NumberValue {
  const exact = calculate(operation, a, b);
  if (exact !== undefined) return exact;
  return calculate(operation, new Double(toNumber(a)), new Double(toNumber(b))) ?? Number.NaN;
}

/** Numbers, and at most one date to which they are milliseconds. */
function sum(values: Value[]): Value {
  let date: Date | undefined;
  let total: NumberValue = 0;
  for (const value of values) {
    if (value instanceof Date) {
      if (date) throw mongoError(16612, 'only one date allowed in an $add expression');
      date = value;
    } else {
      total = combine('add', total, requireNumber(value, '$add'));
    }
  }
  return date ? new Date(date.getTime() + Math.round(toNumber(total))) : total;
}

function subtract(a: Value, b: Value): Value {
  if (a instanceof Date) {
    if (b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
    return new Date(a.getTime() - Math.round(toNumber(requireNumber(b, '$subtract'))));
  }
  if (b instanceof Date) throw typeMismatch(`can't $subtract date from ${typeName(a)}`);
  return combine('subtract', requireNumber(a, '$subtract'), requireNumber(b, '$subtract'));
}

function divide(a: NumberValue, b: NumberValue): NumberValue {
  if (toNumber(b) === 0) throw badValue("can't $divide by zero");
  return commonKind(a, b) === 'decimal' ? divideDecimals(a, b) : doubleOf(toNumber(a) / toNumber(b));
}

function remainder(a: NumberValue, b: NumberValue): NumberValue {
  if (toNumber(b) === 0) throw mongoError(16610, "can't $mod by zero");
  const kind = commonKind(a, b);
  if (kind === 'decimal') return Decimal128.fromString(String(toNumber(a) % toNumber(b)));
  if (kind === 'double') return doubleOf(toNumber(a) % toNumber(b));
  const result = toBigInt(a) % toBigInt(b);
  return kind === 'int' ? Number(result) : Long.fromBigInt(result);
}

function absolute(value: NumberValue): NumberValue {
  return toNumber(value) < 0 ? combine('multiply', value, -1) : value;
}

/** Rounds what is not whole already; the type stays. */
function whole(value: NumberValue, rounding: (value: number) => number): NumberValue {
  const kind = numberKind(value);
  if (kind === 'int' || kind === 'long') return value;
  const result = rounding(toNumber(value));
  return kind === 'decimal' ? Decimal128.fromString(String(result)) : doubleOf(result);
}

function round(value: NumberValue, place: Value | undefined, rounding: (value: number) => number): NumberValue {
  const digits = place === undefined ? 0 : toNumber(requireNumber(place, '$round', 51081));
  if (!Number.isInteger(digits) || digits < -20 || digits > 100) {
    throw mongoError(51082, 'precision argument to  $round must be a integral value between -20 and 100');
  }
  if (digits === 0) return whole(value, rounding);
  const kind = numberKind(value);
  if (digits > 0 && (kind === 'int' || kind === 'long')) return value;
  const number = toNumber(value);
  // Shifting by the exponent, as text, keeps 2.675 and the like free of the error of a multiplication.
  const shifted = rounding(Number(`${number}e${digits}`));
  const result = Number.isFinite(shifted) ? Number(`${shifted}e${-digits}`) : number;
  if (kind === 'decimal') return Decimal128.fromString(String(result));
  if (kind === 'long') return Long.fromNumber(result);
  return kind === 'int' ? combine('add', Math.trunc(result), 0) : doubleOf(result);
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
