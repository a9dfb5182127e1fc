import { createHash } from 'node:crypto';
import { type Binary, type BSONRegExp, Decimal128, Long, type ObjectId, type Timestamp } from 'bson';
import { decimalRatio, doubleRatio, type Ratio } from './compare.ts';
import { type Document, rankOf, toNumber, typeRank, type Value } from './document.ts';

/** lmdb takes keys of 1,978 bytes; the rest is the index's own prefix and the record id. */
export const maxKeyBytes = 1900;

const hashBytes = 20;
const end = 0;

/**
 * The values as bytes whose memcmp order is the order of compareValues, each field ascending or descending.
 * A key that would be too long is cut and ends in a hash of the whole: still unique, ordered by its first 1,880 bytes alone.
 */
export function encodeKey(values: (Value | undefined)[], directions: (1 | -1)[]): Buffer {
  const writer = new KeyWriter();
  for (let i = 0; i < values.length; i++) {
    const start = writer.length;
    writeValue(writer, values[i]);
    if (directions[i] === -1) writer.invertFrom(start);
  }
  const key = writer.finish();
  if (key.length <= maxKeyBytes) return key;
  return Buffer.concat([key.subarray(0, maxKeyBytes - hashBytes), createHash('sha1').update(key).digest()]);
}

class KeyWriter {
  length = 0;
  private buffer = Buffer.allocUnsafe(128);

  private reserve(size: number): number {
    const at = this.length;
    this.length += size;
    if (this.length > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.length, this.buffer.length * 2));
      this.buffer.copy(larger, 0, 0, at);
      this.buffer = larger;
    }
    return at;
  }

  byte(value: number): void {
    const at = this.reserve(1);
    this.buffer[at] = value;
  }

  uint32(value: number): void {
    const at = this.reserve(4);
    this.buffer.writeUInt32BE(value >>> 0, at);
  }

  bytes(value: Uint8Array): void {
    const at = this.reserve(value.length);
    this.buffer.set(value, at);
  }

  /** Positive doubles get the sign bit, negative ones are inverted whole: then bytes order as numbers do. */
  double(value: number): void {
    const at = this.reserve(8);
    this.buffer.writeDoubleBE(value === 0 ? 0 : value, at);
    if ((this.buffer[at] as number) & 0x80) this.invert(at, at + 8);
    else this.buffer[at] = (this.buffer[at] as number) | 0x80;
  }

  /** Ends in 0 0; a zero inside becomes 0 255, which is greater than the end and less than any other byte. */
  text(value: string): void {
    const bytes = Buffer.from(value, 'utf8');
    let start = 0;
    for (let zero = bytes.indexOf(0); zero >= 0; zero = bytes.indexOf(0, start)) {
      this.bytes(bytes.subarray(start, zero + 1));
      this.byte(0xff);
      start = zero + 1;
    }
    this.bytes(bytes.subarray(start));
    this.byte(0);
    this.byte(0);
  }

  private invert(from: number, to: number): void {
    for (let i = from; i < to; i++) this.buffer[i] = ~(this.buffer[i] as number);
  }

  invertFrom(start: number): void {
    this.invert(start, this.length);
  }

  finish(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}

type Write = (writer: KeyWriter, value: never) => void;

/** What follows the byte of the type; types without an entry are one value each. */
const writers = new Map<number, Write>([
  [typeRank.int, writeNumber],
  [typeRank.string, (writer, value: string) => writer.text(value)],
  [typeRank.object, writeDocument],
  [typeRank.array, writeArray],
  [typeRank.binData, writeBinary],
  [typeRank.objectId, (writer, value: ObjectId) => writer.bytes(value.id)],
  [typeRank.bool, (writer, value: boolean) => writer.byte(Number(value))],
  [typeRank.date, (writer, value: Date) => writer.double(value.getTime())],
  [typeRank.timestamp, writeTimestamp],
  [typeRank.regex, writeRegex],
]);

function writeValue(writer: KeyWriter, value: Value | undefined): void {
  const rank = rankOf(value);
  writer.byte(rank);
  writers.get(rank)?.(writer, value as never);
}

function writeArray(writer: KeyWriter, values: Value[]): void {
  for (const value of values) writeValue(writer, value);
  writer.byte(end);
}

function writeTimestamp(writer: KeyWriter, value: Timestamp): void {
  writer.uint32(value.t);
  writer.uint32(value.i);
}

function writeRegex(writer: KeyWriter, value: BSONRegExp): void {
  writer.text(value.pattern);
  writer.text(value.options);
}

function writeDocument(writer: KeyWriter, doc: Document): void {
  for (const key of Object.keys(doc)) {
    const value = doc[key];
    writer.byte(rankOf(value));
    writer.text(key);
    writeValue(writer, value);
  }
  writer.byte(end);
}

function writeBinary(writer: KeyWriter, value: Binary): void {
  writer.uint32(value.position);
  writer.byte(value.sub_type);
  writer.bytes(value.buffer.subarray(0, value.position));
}

/**
 * The nearest double, then what it leaves over, itself as doubles: two are enough to tell any decimal of 34 digits.
 * Values that are equal in different types leave nothing over, and so get one key.
 */
function writeNumber(writer: KeyWriter, value: Value): void {
  const exact = exactRatio(value);
  if (exact === undefined) {
    const double = toNumber(value);
    // NaN is less than every other number.
    writer.byte(Number.isNaN(double) ? 0 : 1);
    if (!Number.isNaN(double)) writer.double(double);
    writer.byte(1);
    return;
  }
  // Decimals beyond the doubles are told from each other only by the document itself.
  const nearest = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, ratioToDouble(exact)));
  const rest = subtract(exact, doubleRatio(nearest));
  writer.byte(1);
  writer.double(nearest);
  writer.byte(rest.numerator < 0n ? 0 : rest.numerator === 0n ? 1 : 2);
  if (rest.numerator === 0n) return;
  const second = ratioToDouble(rest);
  writer.double(second);
  writer.double(Number.isFinite(second) ? ratioToDouble(subtract(rest, doubleRatio(second))) : 0);
}

/** For the numbers that a double may not hold; undefined where it does. */
function exactRatio(value: Value): Ratio | undefined {
  if (value instanceof Long) {
    return Number.isSafeInteger(value.toNumber()) ? undefined : { numerator: value.toBigInt(), denominator: 1n };
  }
  if (!(value instanceof Decimal128)) return undefined;
  const ratio = decimalRatio(value);
  return typeof ratio === 'object' ? ratio : undefined;
}

function subtract(a: Ratio, b: Ratio): Ratio {
  return {
    numerator: a.numerator * b.denominator - b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

/** Close to the nearest double, and never out of order, which is what matters. */
function ratioToDouble({ numerator, denominator }: Ratio): number {
  if (denominator === 1n) return Number(numerator);
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  const shift = Math.max(0, 66 - (bitLength(magnitude) - bitLength(denominator)));
  const quotient = Number((magnitude << BigInt(shift)) / denominator);
  const half = Math.floor(shift / 2);
  const result = quotient / 2 ** half / 2 ** (shift - half);
  return negative ? -result : result;
}

function bitLength(value: bigint): number {
  return value.toString(16).length * 4;
}
