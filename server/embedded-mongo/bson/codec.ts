import { Binary, BSONRegExp, BSONType, Decimal128, Long, MaxKey, MinKey, ObjectId, serialize, Timestamp } from 'bson';
import { type Document, doubleOf, setField, type Value } from '../document.ts';
import { refuse } from '../errors.ts';

const minKeyType = 0xff;

/** Encodes the document as BSON. `undefined` cannot be stored and becomes null. */
export function encode(doc: Document): Uint8Array {
  return serialize(doc, { ignoreUndefined: false });
}

/**
 * Decodes a BSON document and keeps every type. The reader of the bson package would turn `{ $ref, $id }` into a class,
 * and either lose the difference between 5 and 5.0 or wrap every number. The result does not refer to the input bytes.
 * One order is not kept: JavaScript puts fields with whole numbers as names before all others.
 */
export function decode(bytes: Uint8Array): Document {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 5 || buffer.readInt32LE(0) > buffer.length) throw new RangeError('truncated BSON document');
  return readDocument({ buffer, at: 0 });
}

interface Cursor {
  readonly buffer: Buffer;
  at: number;
}

function readDocument(cursor: Cursor): Document {
  const doc: Document = {};
  cursor.at += 4;
  for (let type = cursor.buffer[cursor.at++]; type; type = cursor.buffer[cursor.at++]) {
    const key = readName(cursor);
    const value = readValue(cursor, type);
    if (key === '__proto__') setField(doc, key, value);
    else doc[key] = value;
  }
  return doc;
}

function readArray(cursor: Cursor): Value[] {
  const values: Value[] = [];
  cursor.at += 4;
  for (let type = cursor.buffer[cursor.at++]; type; type = cursor.buffer[cursor.at++]) {
    while (cursor.buffer[cursor.at++] !== 0) {
      // Skip the names of array elements: they are just positions.
    }
    values.push(readValue(cursor, type));
  }
  return values;
}

/** Cache of ASCII field names by hash. A cached name is found without making a string of its bytes. */
const names: (string | undefined)[] = new Array(1024);

function readName(cursor: Cursor): string {
  const { buffer, at: start } = cursor;
  let hash = 0;
  let end = start;
  for (let byte = buffer[end]; byte; byte = buffer[++end]) hash = (Math.imul(hash, 31) + byte) | 0;
  if (end >= buffer.length) throw new RangeError('unterminated field name in BSON');
  cursor.at = end + 1;
  const known = names[hash & 1023];
  if (known !== undefined && isAt(buffer, start, end, known)) return known;
  const name = buffer.toString('utf8', start, end);
  if (name.length === end - start) names[hash & 1023] = name;
  return name;
}

function isAt(buffer: Buffer, start: number, end: number, ascii: string): boolean {
  if (ascii.length !== end - start) return false;
  for (let i = 0; i < ascii.length; i++) if (ascii.charCodeAt(i) !== buffer[start + i]) return false;
  return true;
}

/** Reads a length and checks it: a length that points backwards or past the end could cause an endless loop. */
function readSize(cursor: Cursor): number {
  const size = cursor.buffer.readInt32LE(cursor.at);
  if (size < 0 || size > cursor.buffer.length - cursor.at - 4) throw new RangeError('invalid length in BSON');
  return size;
}

function readString(cursor: Cursor): string {
  const size = readSize(cursor);
  const start = cursor.at + 4;
  cursor.at = start + size;
  return cursor.buffer.toString('utf8', start, cursor.at - 1);
}

function readValue(cursor: Cursor, type: number): Value {
  const { buffer } = cursor;
  const start = cursor.at;
  switch (type) {
    case BSONType.double:
      cursor.at += 8;
      return doubleOf(buffer.readDoubleLE(start));
    case BSONType.string:
      return readString(cursor);
    case BSONType.object:
      return readDocument(cursor);
    case BSONType.array:
      return readArray(cursor);
    case BSONType.binData:
      return readBinary(cursor);
    case BSONType.objectId:
      cursor.at += 12;
      return readObjectId(buffer, start);
    case BSONType.bool:
      return buffer[cursor.at++] === 1;
    case BSONType.date:
      cursor.at += 8;
      return new Date(buffer.readInt32LE(start + 4) * 0x100000000 + buffer.readUInt32LE(start));
    case BSONType.undefined:
    case BSONType.null:
      return null;
    case BSONType.regex:
      return new BSONRegExp(readName(cursor), readName(cursor));
    case BSONType.int:
      cursor.at += 4;
      return buffer.readInt32LE(start);
    case BSONType.timestamp:
      cursor.at += 8;
      return new Timestamp({ t: buffer.readUInt32LE(start + 4), i: buffer.readUInt32LE(start) });
    case BSONType.long:
      cursor.at += 8;
      return new Long(buffer.readInt32LE(start), buffer.readInt32LE(start + 4));
    case BSONType.decimal:
      cursor.at += 16;
      return new Decimal128(Uint8Array.prototype.slice.call(buffer, start, cursor.at));
    case minKeyType:
      return new MinKey();
    case BSONType.maxKey:
      return new MaxKey();
    case BSONType.javascript:
    case BSONType.javascriptWithScope:
    case BSONType.symbol:
    case BSONType.dbPointer:
      throw refuse(`the BSON type ${type}`);
    default:
      throw new RangeError(`unknown BSON type ${type}`);
  }
}

const idBytes = new Uint8Array(12);

/** ObjectId copies its input, so one array can be reused. */
function readObjectId(buffer: Buffer, start: number): ObjectId {
  for (let i = 0; i < 12; i++) idBytes[i] = buffer[start + i] as number;
  return new ObjectId(idBytes);
}

function readBinary(cursor: Cursor): Binary {
  let size = readSize(cursor);
  const subType = cursor.buffer[cursor.at + 4] as number;
  let start = cursor.at + 5;
  cursor.at = start + size;
  if (subType === Binary.SUBTYPE_BYTE_ARRAY) {
    size -= 4;
    start += 4;
  }
  return new Binary(Uint8Array.prototype.slice.call(cursor.buffer, start, start + size), subType);
}
