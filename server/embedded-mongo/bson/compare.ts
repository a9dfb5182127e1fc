import { type Binary, type BSONRegExp, Decimal128, Double, type ObjectId, type Timestamp } from 'bson';
import { type Document, type NumberValue, rankOf, toNumber, typeName, typeRank, type Value } from '../document.ts';
import { compareExactly } from './numbers.ts';

const sign = (a: number | bigint, b: number | bigint) => (a < b ? -1 : a > b ? 1 : 0);

/** Compares any two BSON values. Sorting, ranges, equality, index keys and sets all use this order. */
export function compareValues(a: Value | undefined, b: Value | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return compareDoubles(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  const rank = rankOf(a);
  const other = rankOf(b);
  if (rank !== other) return sign(rank, other);
  switch (rank) {
    case typeRank.int:
      return compareNumbers(a as NumberValue, b as NumberValue);
    case typeRank.string:
      return compareStrings(a as string, b as string);
    case typeRank.object:
      return compareDocuments(a as Document, b as Document);
    case typeRank.array:
      return compareArrays(a as Value[], b as Value[]);
    case typeRank.binData:
      return compareBinary(a as Binary, b as Binary);
    case typeRank.objectId:
      return compareObjectIds(a as ObjectId, b as ObjectId);
    case typeRank.bool:
      return Number(a) - Number(b);
    case typeRank.date:
      return sign((a as Date).getTime(), (b as Date).getTime());
    case typeRank.timestamp:
      return compareTimestamps(a as Timestamp, b as Timestamp);
    case typeRank.regex:
      return compareRegexes(a as BSONRegExp, b as BSONRegExp);
    default:
      return 0;
  }
}

export function valuesEqual(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || compareValues(a, b) === 0;
}

/**
 * Compares in UTF-8 order. It differs from JavaScript's order only between a surrogate and a code unit above the
 * surrogates.
 */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    if (x >= 0xd800 && y >= 0xd800) {
      x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
      y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
    }
    return x < y ? -1 : 1;
  }
  return sign(a.length, b.length);
}

/** NaN equals itself and sorts before all other numbers. */
function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return Number.isNaN(a) ? (Number.isNaN(b) ? 0 : -1) : 1;
}

/** Compares int32, int64, double and decimal exactly, without rounding. */
function compareNumbers(a: NumberValue, b: NumberValue): number {
  const x = simplify(a);
  const y = simplify(b);
  if (typeof x === 'number' && typeof y === 'number') return compareDoubles(x, y);
  if (typeof x === 'number' && !Number.isFinite(x)) return compareDoubles(x, 0);
  if (typeof y === 'number' && !Number.isFinite(y)) return -compareDoubles(y, 0);
  return typeof x === 'object' || typeof y === 'object' ? compareExactly(a, b) : sign(x, y);
}

/** Finite decimals are returned unchanged. */
function simplify(value: NumberValue): number | bigint | Decimal128 {
  if (typeof value === 'number') return value;
  if (value instanceof Double) return value.value;
  if (value instanceof Decimal128) return /\d/.test(value.toString()) ? value : toNumber(value);
  return Number.isSafeInteger(value.toNumber()) ? value.toNumber() : value.toBigInt();
}

/**
 * Compares field by field, in the order of the fields: type, then name, then value. A document that ends first is
 * smaller.
 */
function compareDocuments(a: Document, b: Document): number {
  const keys = Object.keys(a);
  const others = Object.keys(b);
  const length = Math.min(keys.length, others.length);
  for (let i = 0; i < length; i++) {
    const key = keys[i] as string;
    const other = others[i] as string;
    const x = a[key];
    const y = b[other];
    const result = sign(rankOf(x), rankOf(y)) || compareStrings(key, other) || compareValues(x, y);
    if (result !== 0) return result;
  }
  return sign(keys.length, others.length);
}

function compareArrays(a: Value[], b: Value[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const result = compareValues(a[i], b[i]);
    if (result !== 0) return result;
  }
  return sign(a.length, b.length);
}

/** Compares the length first, then the subtype, then the bytes. */
function compareBinary(a: Binary, b: Binary): number {
  if (a.position !== b.position) return sign(a.position, b.position);
  if (a.sub_type !== b.sub_type) return sign(a.sub_type, b.sub_type);
  return Buffer.compare(a.buffer.subarray(0, a.position), b.buffer.subarray(0, b.position));
}

function compareObjectIds(a: ObjectId, b: ObjectId): number {
  if (a === b || a.equals(b)) return 0;
  return Buffer.compare(a.id, b.id);
}

function compareTimestamps(a: Timestamp, b: Timestamp): number {
  return sign(a.t, b.t) || sign(a.i, b.i);
}

function compareRegexes(a: BSONRegExp, b: BSONRegExp): number {
  return compareStrings(a.pattern, b.pattern) || compareStrings(a.options, b.options);
}

/** True when both values are equal in type and in the order of all fields, so that they encode to the same bytes. */
export function identical(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return !(a === 0 && !Object.is(a, b));
  const type = typeName(a);
  if (type !== typeName(b)) return false;
  if (type === 'array') {
    const [x, y] = [a as Value[], b as Value[]];
    return x.length === y.length && x.every((value, i) => identical(value, y[i]));
  }
  if (type === 'object') {
    const [x, y] = [Object.entries(a as Document), Object.entries(b as Document)];
    return x.length === y.length && x.every(([key, value], i) => key === y[i]?.[0] && identical(value, y[i]?.[1]));
  }
  if (type === 'double') return Object.is(toNumber(a), toNumber(b));
  return valuesEqual(a, b) && (type !== 'decimal' || String(a) === String(b));
}
