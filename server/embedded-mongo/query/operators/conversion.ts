import { Decimal128, Long, ObjectId } from 'bson';
import { toBigInt } from '../../bson/arithmetic.ts';
import { doubleOf, isNumber, type NumberValue, toNumber, typeName, type Value } from '../../bson/document.ts';
import { conversionFailure, mongoError, refuse } from '../../errors.ts';
import {
  type Evaluate,
  isNullish,
  namedArguments,
  nullable,
  type Operator,
  type Operators,
  operands,
} from './operator.ts';

export const conversionOperators: Operators = {
  $type: operands(1, ([value]) => typeName(value)),
  $toString: nullable(1, ([value]) => toText(value as Value)),
  $toObjectId: nullable(1, ([value]) => toObjectId(value as Value)),
  $toInt: nullable(1, ([value]) => toWhole(value as Value, 'int', -(2n ** 31n), 2n ** 31n - 1n)),
  $toLong: nullable(1, ([value]) => toWhole(value as Value, 'long', -(2n ** 63n), 2n ** 63n - 1n)),
  $toDouble: nullable(1, ([value]) => doubleOf(toNumber(parseNumber(value as Value, 'double')))),
  $toDate: nullable(1, ([value]) => toDate(value as Value)),
  $dateToString: dateToString,
};

function unsupported(value: Value, target: string): Error {
  return conversionFailure(
    `Unsupported conversion from ${typeName(value)} to ${target} in $convert with no onError value`,
  );
}

function unparsable(value: Value, target: string): Error {
  return conversionFailure(`Failed to parse ${target} '${String(value)}' in $convert with no onError value`);
}

function toText(value: Value): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (typeof value === 'string' || typeof value === 'boolean' || isNumber(value)) return String(value);
  throw unsupported(value, 'string');
}

function toObjectId(value: Value): ObjectId {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw unsupported(value, 'objectId');
  if (!/^[0-9a-f]{24}$/i.test(value)) throw unparsable(value, 'objectId');
  return new ObjectId(value);
}

function toDate(value: Value): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (isNumber(value) && typeName(value) !== 'int') return new Date(Math.trunc(toNumber(value)));
  if (typeof value !== 'string') throw unsupported(value, 'date');
  // ISO dates without an offset are UTC for MongoDB, local for JavaScript.
  const isIso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/.exec(
    value,
  );
  const date = new Date(isIso && value.length > 10 && !isIso.groups?.zone ? `${value.replace(' ', 'T')}Z` : value);
  if (!isIso || Number.isNaN(date.getTime())) throw unparsable(value, 'date');
  return date;
}

function parseNumber(value: Value, target: string): NumberValue {
  if (isNumber(value)) return value;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date && target !== 'int') return Long.fromNumber(value.getTime());
  if (typeof value !== 'string') throw unsupported(value, target);
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value)) throw unparsable(value, 'number');
  return target === 'decimal' ? Decimal128.fromStringWithRounding(value) : Number(value);
}

function toWhole(value: Value, target: 'int' | 'long', least: bigint, most: bigint): NumberValue {
  if (typeof value === 'string' && !/^[+-]?\d+$/.test(value)) throw unparsable(value, 'number');
  const number = typeof value === 'string' ? value : parseNumber(value, target);
  if (typeof number !== 'string' && !Number.isFinite(toNumber(number))) {
    throw conversionFailure(`Attempt to convert ${toNumber(number)} to integer type in $convert with no onError value`);
  }
  const whole = typeof number === 'string' ? BigInt(number.replace('+', '')) : toBigInt(number);
  if (whole < least || whole > most) {
    throw conversionFailure(
      `Conversion would overflow target type in $convert with no onError value: ${String(value)}`,
    );
  }
  return target === 'int' ? Number(whole) : Long.fromBigInt(whole);
}

function asDate(value: Value, name: string): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  throw mongoError(16006, `${name} can't convert from BSON type ${typeName(value)} to Date`);
}

const formats: Record<string, (date: Date) => string> = {
  Y: (date) => String(date.getUTCFullYear()).padStart(4, '0'),
  m: (date) => String(date.getUTCMonth() + 1).padStart(2, '0'),
  d: (date) => String(date.getUTCDate()).padStart(2, '0'),
  H: (date) => String(date.getUTCHours()).padStart(2, '0'),
  M: (date) => String(date.getUTCMinutes()).padStart(2, '0'),
  S: (date) => String(date.getUTCSeconds()).padStart(2, '0'),
  L: (date) => String(date.getUTCMilliseconds()).padStart(3, '0'),
  z: () => '+0000',
  Z: () => '+000',
  '%': () => '%',
};

/** In UTC; other time zones are refused rather than ignored. */
function dateToString(...[argument, compile, name]: Parameters<Operator>): Evaluate {
  const named = namedArguments(argument, name, ['date'], ['format', 'timezone', 'onNull']);
  if (named.timezone !== undefined && !/^(UTC|GMT|Z)$/.test(String(named.timezone)))
    throw refuse('$dateToString in a time zone');
  const format = named.format ?? '%Y-%m-%dT%H:%M:%S.%LZ';
  if (typeof format !== 'string' || format.startsWith('$')) throw refuse('$dateToString with a computed format');
  const date = compile(named.date as Value);
  const onNull = compile(named.onNull ?? null);
  return (scope) => {
    const value = date(scope);
    if (isNullish(value)) return onNull(scope);
    const from = asDate(value, name);
    return format.replace(/%(.?)/g, (_, letter: string) => {
      const write = formats[letter];
      if (!write) throw mongoError(18536, `Invalid format character '%${letter}' in format string`);
      return write(from);
    });
  };
}
