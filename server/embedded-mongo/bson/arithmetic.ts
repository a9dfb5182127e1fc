import { Decimal128, Double, Int32, Long } from 'bson';
import { doubleOf, type NumberValue, toNumber } from './document.ts';

type NumberKind = 'int' | 'long' | 'double' | 'decimal';

type Operation = 'add' | 'subtract' | 'multiply';

const maxLong = 2n ** 63n - 1n;
const minLong = -(2n ** 63n);

function numberKind(value: NumberValue): NumberKind {
  if (typeof value === 'number')
    return Number.isInteger(value) && typeof doubleOf(value) === 'object' ? 'int' : 'double';
  if (value instanceof Int32) return 'int';
  if (value instanceof Long) return 'long';
  return value instanceof Double ? 'double' : 'decimal';
}

/** The wider of two types: int, long, double, decimal. */
function commonKind(a: NumberValue, b: NumberValue): NumberKind {
  const kinds = [numberKind(a), numberKind(b)];
  return (['decimal', 'double', 'long'] as const).find((kind) => kinds.includes(kind)) ?? 'int';
}

/** Adds, subtracts or multiplies in the wider type; an int that overflows becomes a long, a long gives undefined. */
export function calculate(operation: Operation, a: NumberValue, b: NumberValue): NumberValue | undefined {
  const kind = commonKind(a, b);
  if (kind === 'decimal') return decimalResult(operation, a, b);
  if (kind === 'double') return doubleOf(doubleResult(operation, toNumber(a), toNumber(b)));
  const result = wholeResult(operation, toBigInt(a), toBigInt(b));
  if (kind === 'int' && result === BigInt.asIntN(32, result)) return Number(result);
  return result >= minLong && result <= maxLong ? Long.fromBigInt(result) : undefined;
}

function doubleResult(operation: Operation, a: number, b: number): number {
  if (operation === 'add') return a + b;
  return operation === 'subtract' ? a - b : a * b;
}

function wholeResult(operation: Operation, a: bigint, b: bigint): bigint {
  if (operation === 'add') return a + b;
  return operation === 'subtract' ? a - b : a * b;
}

/** The whole part of a number; only for finite ones. */
export function toBigInt(value: NumberValue): bigint {
  return value instanceof Long ? value.toBigInt() : BigInt(Math.trunc(toNumber(value)));
}

interface Scaled {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalResult(operation: Operation, a: NumberValue, b: NumberValue): Decimal128 {
  const x = scaled(a);
  const y = scaled(b);
  if (!x || !y) return Decimal128.fromString(String(doubleResult(operation, toNumber(a), toNumber(b))));
  if (operation === 'multiply') return decimalOf({ digits: x.digits * y.digits, exponent: x.exponent + y.exponent });
  const exponent = Math.min(x.exponent, y.exponent);
  const left = x.digits * 10n ** BigInt(x.exponent - exponent);
  const right = y.digits * 10n ** BigInt(y.exponent - exponent);
  return decimalOf({ digits: operation === 'add' ? left + right : left - right, exponent });
}

/** Digits and exponent of a finite number, doubles with the 15 digits MongoDB keeps of them. */
function scaled(value: NumberValue): Scaled | undefined {
  const text = value instanceof Double || typeof value === 'number' ? doubleDigits(toNumber(value)) : String(value);
  const match = /^(-?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(text);
  if (!match) return undefined;
  const [, minus, whole = '', fraction = '', exponent = '0'] = match;
  return { digits: BigInt(whole + fraction) * (minus ? -1n : 1n), exponent: Number(exponent) - fraction.length };
}

function doubleDigits(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : String(value);
}

function decimalOf({ digits, exponent }: Scaled): Decimal128 {
  return Decimal128.fromStringWithRounding(`${digits}E${exponent}`);
}
