import { createHash } from 'node:crypto';
import type { Binary, BSONRegExp, Decimal128, Long, ObjectId, Timestamp } from 'bson';
import { type Document, type NumberValue, rankOf, toNumber, typeRank, type Value } from '../document.ts';
import { compareValues } from './compare.ts';
import { digitsOf } from './numbers.ts';

/** lmdb allows keys of 1,978 bytes; the rest is used by the index prefix and the record id. */
export const maxKeyBytes = 1900;

const hashBytes = 20;
const end = '\0';

/**
 * Encodes the values as bytes whose memcmp order is the order of compareValues, with each field ascending or
 * descending. A key that is too long is truncated and ends in a hash of the whole key: it stays unique, but only its
 * first 1,880 bytes are in order.
 */
export function encodeKey(values: (Value | undefined)[], directions: (1 | -1)[]): Buffer {
  const parts = values.map((value, i) => (directions[i] === -1 ? invert(write(value)) : write(value)));
  const key = Buffer.from(parts.join(''), 'latin1');
  if (key.length <= maxKeyBytes) return key;
  return Buffer.concat([key.subarray(0, maxKeyBytes - hashBytes), createHash('sha1').update(key).digest()]);
}

/*
 * Bytes are built as latin-1 strings, one character each, because JavaScript joins strings fast.
 */

const byte = (value: number) => String.fromCharCode(value);
const bytes = (value: Uint8Array) => Buffer.from(value.buffer, value.byteOffset, value.length).toString('latin1');

function invert(part: string): string {
  const inverted = Buffer.from(part, 'latin1');
  for (let i = 0; i < inverted.length; i++) inverted[i] = ~(inverted[i] as number);
  return inverted.toString('latin1');
}

const scratch = Buffer.alloc(8);

function uint32(value: number): string {
  scratch.writeUInt32BE(value >>> 0, 0);
  return scratch.toString('latin1', 0, 4);
}

/** Positive doubles get the sign bit and negative ones are inverted, so that the bytes sort as the numbers do. */
function double(value: number): string {
  scratch.writeDoubleBE(value === 0 ? 0 : value, 0);
  const isNegative = (scratch[0] as number) >= 0x80;
  if (!isNegative) scratch[0] = (scratch[0] as number) | 0x80;
  const written = scratch.toString('latin1');
  return isNegative ? invert(written) : written;
}

const isPlain = /^[ -~]*$/;

/** Ends in 0 0. A zero inside becomes 0 255, which is greater than the end and less than any other byte. */
function text(value: string): string {
  const escaped = isPlain.test(value) ? value : bytes(Buffer.from(value, 'utf8')).replaceAll('\0', '\0\xff');
  return `${escaped}\0\0`;
}

/** Encodes what follows the type byte. Types without an entry have a single value. */
const writers = new Map<number, (value: never) => string>([
  [typeRank.int, writeNumber],
  [typeRank.string, text],
  [typeRank.object, writeDocument],
  [typeRank.array, (values: Value[]) => values.map(write).join('') + end],
  [typeRank.binData, writeBinary],
  [typeRank.objectId, (value: ObjectId) => bytes(value.id)],
  [typeRank.bool, (value: boolean) => byte(Number(value))],
  [typeRank.date, (value: Date) => double(value.getTime())],
  [typeRank.timestamp, ({ t, i }: Timestamp) => uint32(t) + uint32(i)],
  [typeRank.regex, ({ pattern, options }: BSONRegExp) => text(pattern) + text(options)],
]);

function write(value: Value | undefined): string {
  const rank = rankOf(value);
  return byte(rank) + (writers.get(rank)?.(value as never) ?? '');
}

function writeDocument(doc: Document): string {
  return (
    Object.entries(doc)
      .map(([key, value]) => byte(rankOf(value)) + text(key) + write(value))
      .join('') + end
  );
}

function writeBinary(value: Binary): string {
  return uint32(value.position) + byte(value.sub_type) + bytes(value.buffer.subarray(0, value.position));
}

/**
 * Encodes the nearest double, then on which side of it the number is, then the digits that the double does not hold.
 * Equal numbers of different types get the same key, and no number is rounded.
 */
function writeNumber(value: NumberValue): string {
  const nearest = toNumber(value);
  if (Number.isNaN(nearest)) return '\0\x01'; // less than every other number
  const side = compareValues(value, nearest);
  return `\x01${double(nearest)}${byte(1 + side)}${side === 0 ? '' : writeDigits(value as Long | Decimal128)}`;
}

/** Sorts by the position of the first digit, then digit by digit. */
function writeDigits(value: Long | Decimal128): string {
  const { isNegative, digits, exponent } = digitsOf(value);
  const written = uint32(0x8000 + exponent + digits.length) + digits + end;
  return isNegative ? invert(written) : written;
}
