import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  BSONType,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';

/**
 * A BSON value in memory. A plain number is what BSON would make of it: an int32 when it is a whole number in range,
 * else a double; a double that looks like an int32 stays wrapped in Double, so that types survive a round trip.
 */
export type Value =
  | null
  | boolean
  | number
  | string
  | Date
  | ObjectId
  | Int32
  | Double
  | Long
  | Decimal128
  | Binary
  | BSONRegExp
  | BSONSymbol
  | Timestamp
  | Code
  | MinKey
  | MaxKey
  | Value[]
  | Document;

export type Document = { [key: string]: Value };

export type NumberValue = number | Int32 | Double | Long | Decimal128;

const minKeyType = 0xff;

export type TypeName =
  | 'missing'
  | 'minKey'
  | 'null'
  | 'int'
  | 'double'
  | 'long'
  | 'decimal'
  | 'string'
  | 'symbol'
  | 'object'
  | 'array'
  | 'binData'
  | 'objectId'
  | 'bool'
  | 'date'
  | 'timestamp'
  | 'regex'
  | 'javascript'
  | 'javascriptWithScope'
  | 'maxKey';

const namesByPrototype = new Map<object, TypeName>([
  [Object.prototype, 'object'],
  [Array.prototype, 'array'],
  [Date.prototype, 'date'],
  [ObjectId.prototype, 'objectId'],
  [Int32.prototype, 'int'],
  [Double.prototype, 'double'],
  [Long.prototype, 'long'],
  [Decimal128.prototype, 'decimal'],
  [BSONRegExp.prototype, 'regex'],
  [BSONSymbol.prototype, 'symbol'],
  [Timestamp.prototype, 'timestamp'],
  [MinKey.prototype, 'minKey'],
  [MaxKey.prototype, 'maxKey'],
]);

const isInt32 = (value: number) => (value | 0) === value && !Object.is(value, -0);

/** The BSON type by MongoDB's alias. Looks at prototypes: a stored field may be called `constructor` or `_bsontype`. */
export function typeName(value: Value | undefined): TypeName {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return isInt32(value) ? 'int' : 'double';
    case 'boolean':
      return 'bool';
    case 'undefined':
      return 'missing';
  }
  if (value === null) return 'null';
  const name = namesByPrototype.get(Object.getPrototypeOf(value));
  if (name !== undefined) return name;
  if (value instanceof Binary) return 'binData';
  if (value instanceof Code) return value.scope ? 'javascriptWithScope' : 'javascript';
  if (Array.isArray(value)) return 'array';
  return value instanceof Date ? 'date' : 'object';
}

/** True for an embedded document, false for every other BSON value. */
export function isDocument(value: Value | undefined): value is Document {
  return typeof value === 'object' && value !== null && typeName(value) === 'object';
}

export function isNumber(value: Value | undefined): value is NumberValue {
  if (typeof value === 'number') return true;
  return value instanceof Int32 || value instanceof Double || value instanceof Long || value instanceof Decimal128;
}

/** The nearest JavaScript number; NaN for what is no number. */
export function toNumber(value: Value | undefined): number {
  if (typeof value === 'number') return value;
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (value instanceof Long) return value.toNumber();
  if (value instanceof Decimal128) return Number(value.toString());
  return Number.NaN;
}

/** A double as a value: wrapped only where a plain number would be read as an int32. */
export function doubleOf(value: number): number | Double {
  return isInt32(value) ? new Double(value) : value;
}

/** The field, own properties only: documents may have fields called `__proto__` or `constructor`. */
export function getField(doc: Document, key: string): Value | undefined {
  const value = doc[key];
  if (value !== undefined && key in Object.prototype && !Object.hasOwn(doc, key)) return undefined;
  return value;
}

export function setField(doc: Document, key: string, value: Value): void {
  if (key === '__proto__') {
    Object.defineProperty(doc, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    doc[key] = value;
  }
}

/** A copy that shares nothing that can change: BSON scalars are never changed in place. */
export function cloneValue(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cloneValue);
  return isDocument(value) ? cloneDocument(value) : value;
}

export function cloneDocument(doc: Document): Document {
  const copy: Document = {};
  for (const key of Object.keys(doc)) setField(copy, key, cloneValue(doc[key] as Value));
  return copy;
}

/** The document as BSON bytes; `undefined` cannot be stored and becomes null. */
export function encode(doc: Document): Uint8Array {
  return serialize(doc, { ignoreUndefined: false });
}

/**
 * The document in BSON bytes, every type kept: bson's own reader would turn `{ $ref, $id }` into a class and either
 * lose the difference between 5 and 5.0 or wrap every number. Nothing decoded refers to the bytes afterwards.
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
    const key = readCString(cursor);
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
      // The names of array elements are their positions: nothing to keep.
    }
    values.push(readValue(cursor, type));
  }
  return values;
}

function readCString(cursor: Cursor): string {
  const start = cursor.at;
  const end = cursor.buffer.indexOf(0, start);
  if (end < 0) throw new RangeError('unterminated name in BSON');
  cursor.at = end + 1;
  return cursor.buffer.toString('utf8', start, end);
}

function readString(cursor: Cursor): string {
  const size = cursor.buffer.readInt32LE(cursor.at);
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
      return new ObjectId(buffer.subarray(start, cursor.at));
    case BSONType.bool:
      return buffer[cursor.at++] === 1;
    case BSONType.date:
      cursor.at += 8;
      return new Date(buffer.readInt32LE(start + 4) * 0x100000000 + buffer.readUInt32LE(start));
    case BSONType.undefined:
    case BSONType.null:
      return null;
    case BSONType.regex:
      return new BSONRegExp(readCString(cursor), readCString(cursor));
    case BSONType.javascript:
      return new Code(readString(cursor));
    case BSONType.symbol:
      return new BSONSymbol(readString(cursor));
    case BSONType.javascriptWithScope:
      cursor.at += 4;
      return new Code(readString(cursor), readDocument(cursor));
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
    default:
      throw new RangeError(`unknown BSON type ${type}`);
  }
}

function readBinary(cursor: Cursor): Binary {
  let size = cursor.buffer.readInt32LE(cursor.at);
  const subType = cursor.buffer[cursor.at + 4] as number;
  let start = cursor.at + 5;
  cursor.at = start + size;
  if (subType === Binary.SUBTYPE_BYTE_ARRAY) {
    size -= 4;
    start += 4;
  }
  return new Binary(Uint8Array.prototype.slice.call(cursor.buffer, start, start + size), subType);
}
