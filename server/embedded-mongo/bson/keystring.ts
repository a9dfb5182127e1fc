import { createHash } from 'node:crypto';
import { type Binary, type BSONRegExp, Long, type ObjectId, type Timestamp } from 'bson';
import { type Document, type NumberValue, rankOf, toNumber, typeRank, type Value } from './document.ts';

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
 * The nearest double, then how far a long is above or below it. That is nothing where a double holds the value, so that
 * equal values of different types get one key.
 */
function writeNumber(writer: KeyWriter, value: NumberValue): void {
  const double = toNumber(value);
  const isNumber = !Number.isNaN(double); // NaN is less than every other number
  writer.byte(isNumber ? 1 : 0);
  if (isNumber) writer.double(double);
  const rest = value instanceof Long ? Number(value.toBigInt() - BigInt(double)) : 0;
  writer.byte(1 + Math.sign(rest));
  if (rest !== 0) writer.double(rest);
}
