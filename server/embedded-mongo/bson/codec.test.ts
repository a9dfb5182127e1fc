import { describe, expect, test } from '@jest/globals';
import {
  Binary,
  BSONRegExp,
  BSONType,
  Decimal128,
  Double,
  deserialize,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';
import fc from 'fast-check';
import { type Document, getField, isDocument, typeName, type Value } from '../document.ts';
import { bsonDocument } from '../testing/values.ts';
import { decode, encode } from './codec.ts';
import { identical } from './compare.ts';

describe('a document and its bytes', () => {
  test('keep every type', () => {
    const doc: Document = {
      int: 5,
      double: new Double(5),
      fraction: 1.5,
      long: Long.fromNumber(5),
      decimal: Decimal128.fromString('5.00'),
      text: 'å\0😀',
      id: new ObjectId(),
      date: new Date(-1),
      farDate: new Date(8.64e15),
      yes: true,
      nothing: null,
      bytes: new Binary(Buffer.from([1, 2]), 128),
      old: new Binary(Buffer.from([1, 2]), 2),
      regex: new BSONRegExp('a', 'ix'),
      stamp: new Timestamp({ t: 0xffffffff, i: 7 }),
      least: new MinKey(),
      most: new MaxKey(),
      list: [1, [new Double(2)], { a: 1 }],
      inner: { $ref: 'a', $id: 1 },
    };

    const read = decode(encode(doc));

    expect(identical(read, doc)).toBe(true);
  });

  test('random documents survive a round trip', () => {
    fc.assert(
      fc.property(bsonDocument(), (doc) => {
        expect(identical(decode(encode(doc)), doc)).toBe(true);
      }),
    );
  });

  test('bytes of the official package are decoded in the same way', () => {
    const bytes = serialize({
      a: new Int32(1),
      b: new Double(1),
      c: [1.5, 'x'],
      d: Long.fromString('9007199254740993'),
    });

    expect(encode(decode(bytes))).toEqual(Buffer.from(bytes));
    expect(deserialize(encode(decode(bytes)))).toEqual(deserialize(bytes));
  });

  test('names with the same bytes in another encoding are distinguished', () => {
    const doc: Document = { 'Ã©': 1, é: 2, e: 3 };

    for (let i = 0; i < 3; i++) expect(Object.keys(decode(encode(doc)))).toEqual(['Ã©', 'é', 'e']);
  });

  test('ids in one document are independent', () => {
    const ids = [new ObjectId(), new ObjectId()];

    expect(decode(encode({ ids }))).toEqual({ ids });
  });

  test('decoded values do not change when the bytes are reused', () => {
    const bytes = Buffer.from(encode({ id: new ObjectId('0'.repeat(24)), b: new Binary(Buffer.from('abc')) }));
    const read = decode(bytes);

    bytes.fill(0xff, 4);

    expect(read).toEqual({ id: new ObjectId('0'.repeat(24)), b: new Binary(Buffer.from('abc')) });
  });

  test('lengths that point backwards or past the end are refused', () => {
    for (const length of [-20, 1000]) {
      const bytes = Buffer.from(encode({ a: 'text' }));
      bytes.writeInt32LE(length, 7);

      expect(() => decode(bytes)).toThrow(RangeError);
    }
  });

  test('truncated bytes are refused', () => {
    const bytes = encode({ a: 'text' });

    expect(() => decode(bytes.subarray(0, bytes.length - 3))).toThrow(RangeError);
  });
});

describe('names of JavaScript properties', () => {
  const hostile = decode(serialize(JSON.parse('{"__proto__":{"admin":true},"constructor":1,"toString":"x"}')));

  test('are ordinary fields', () => {
    expect(Object.keys(hostile)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(hostile)).toBe(Object.prototype);
    expect(Object.keys(decode(encode(hostile)))).toEqual(Object.keys(hostile));
  });

  test('are missing when not stored', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) expect(getField({}, name)).toBeUndefined();
  });

  test('do not make a document look like another type', () => {
    expect(isDocument({ _bsontype: 'ObjectId' })).toBe(true);
    expect(typeName({ constructor: 1 })).toBe('object');
  });
});

test.each<[Value | undefined, string]>([
  [undefined, 'missing'],
  [null, 'null'],
  [1, 'int'],
  [2 ** 31, 'double'],
  [-0, 'double'],
  [new Double(1), 'double'],
  [Long.ONE, 'long'],
  [Decimal128.fromString('1'), 'decimal'],
  [new Binary(), 'binData'],
  [Binary.createFromHexString('00'), 'binData'],
  [new ObjectId(), 'objectId'],
])('the type of %p is %s', (value, name) => {
  expect(typeName(value)).toBe(name);
  expect(name === 'missing' || name in BSONType).toBe(true);
});
