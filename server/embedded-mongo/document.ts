import { Binary, BSONRegExp, Decimal128, Double, EJSON, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';

/** How an empty array sorts and is indexed: before null. Never part of a document. */
class EmptyArray {
  readonly isEmptyArray = true;
}
export const emptyArray = new EmptyArray();

/**
 * A BSON value in memory. A plain number has the type that BSON would give it: int32 when it is a whole number in
 * range, otherwise double. A double that looks like an int32 is wrapped in Double, so that types survive a round trip.
 */
export type Value =
  | null
  | boolean
  | number
  | string
  | Date
  | ObjectId
  | Double
  | Long
  | Decimal128
  | Binary
  | BSONRegExp
  | Timestamp
  | MinKey
  | MaxKey
  | EmptyArray
  | Value[]
  | Document;

export type Document = { [key: string]: Value };

export type NumberValue = number | Double | Long | Decimal128;

/** MongoDB's sort order of types. Types of the same rank compare by value. Missing sorts like null. */
export const typeRank = {
  minKey: 1,
  undefined: 5,
  missing: 10,
  null: 10,
  int: 20,
  double: 20,
  long: 20,
  decimal: 20,
  string: 30,
  object: 40,
  array: 50,
  binData: 60,
  objectId: 70,
  bool: 80,
  date: 90,
  timestamp: 100,
  regex: 110,
  maxKey: 255,
};

export type TypeName = keyof typeof typeRank;

const namesByPrototype = new Map<object, TypeName>([
  [Object.prototype, 'object'],
  [Array.prototype, 'array'],
  [Date.prototype, 'date'],
  [ObjectId.prototype, 'objectId'],
  [Double.prototype, 'double'],
  [Long.prototype, 'long'],
  [Decimal128.prototype, 'decimal'],
  [BSONRegExp.prototype, 'regex'],
  [Timestamp.prototype, 'timestamp'],
  [MinKey.prototype, 'minKey'],
  [MaxKey.prototype, 'maxKey'],
  [EmptyArray.prototype, 'undefined'],
]);

const isInt32 = (value: number) => (value | 0) === value && !Object.is(value, -0);

/**
 * The BSON type, by MongoDB's alias. Checks prototypes, because a stored field may be called `constructor` or
 * `_bsontype`.
 */
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
  if (Array.isArray(value)) return 'array';
  return value instanceof Date ? 'date' : 'object';
}

export function rankOf(value: Value | undefined): number {
  return typeRank[typeName(value)];
}

/** True for an embedded document, false for every other BSON value. */
export function isDocument(value: Value | undefined): value is Document {
  return typeof value === 'object' && value !== null && typeName(value) === 'object';
}

export function isNumber(value: Value | undefined): value is NumberValue {
  if (typeof value === 'number') return true;
  if (typeof value !== 'object' || value instanceof Timestamp) return false; // in the bson package a Timestamp is also a Long
  return value instanceof Double || value instanceof Long || value instanceof Decimal128;
}

/** The nearest JavaScript number; NaN for values that are not numbers. */
export function toNumber(value: Value | undefined): number {
  if (typeof value === 'number') return value;
  if (value instanceof Double) return value.value;
  if (value instanceof Long) return value instanceof Timestamp ? Number.NaN : value.toNumber();
  if (value instanceof Decimal128) return Number(value.toString());
  return Number.NaN;
}

/** Makes a double value: wrapped only where a plain number would be read as an int32. */
export function doubleOf(value: number): number | Double {
  return isInt32(value) ? new Double(value) : value;
}

/** Reads an own property: documents may have fields called `__proto__` or `constructor`. */
export function getField(doc: Document, key: string): Value | undefined {
  const value = doc[key];
  if (value !== undefined && key in Object.prototype && !Object.hasOwn(doc, key)) return undefined;
  return value;
}

/** Formats a value for messages. */
export const describeValue = (value: Value | undefined): string => EJSON.stringify(value ?? null);

export function setField(doc: Document, key: string, value: Value): void {
  if (key === '__proto__') {
    Object.defineProperty(doc, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    doc[key] = value;
  }
}
