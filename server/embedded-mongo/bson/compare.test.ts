import { describe, expect, test } from '@jest/globals';
import { Binary, BSONRegExp, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import type { Value } from '../document.ts';
import { bsonValue } from '../testing/values.ts';
import { compareValues, identical, valuesEqual } from './compare.ts';

const id = (hex: string) => new ObjectId(hex.padStart(24, '0'));
const decimal = (text: string) => Decimal128.fromString(text);

describe('the order of types (manual: bson-type-comparison-order)', () => {
  const ascending: (Value | undefined)[] = [
    new MinKey(),
    null,
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    Long.MIN_VALUE,
    -1.5,
    0,
    decimal('0.1'),
    0.1,
    1,
    Long.fromString('9007199254740992'),
    Long.fromString('9007199254740993'),
    Long.MAX_VALUE,
    2 ** 63,
    Number.POSITIVE_INFINITY,
    '',
    'A',
    'a',
    'aa',
    '\uffff',
    '😀',
    {},
    { a: 1 },
    { a: 1, b: 1 },
    { b: 1 },
    { a: 'x' },
    [],
    [1],
    [1, 1],
    [2],
    new Binary(Buffer.from('')),
    new Binary(Buffer.from('b')),
    new Binary(Buffer.from('a'), 4),
    new Binary(Buffer.from('aa')),
    id('1'),
    id('2'),
    false,
    true,
    new Date(-1),
    new Date(0),
    new Timestamp({ t: 1, i: 2 }),
    new Timestamp({ t: 0x80000000, i: 1 }),
    new BSONRegExp('a'),
    new BSONRegExp('a', 'i'),
    new BSONRegExp('b'),
    new MaxKey(),
  ];

  test('every value is less than all following values', () => {
    const wrong: string[] = [];

    ascending.forEach((a, i) => {
      ascending.forEach((b, j) => {
        if (Math.sign(compareValues(a, b)) !== Math.sign(i - j)) wrong.push(`${i} and ${j}`);
      });
    });

    expect(wrong).toEqual([]);
  });
});

describe('equal values', () => {
  test.each<[string, Value | undefined, Value | undefined]>([
    ['a number in each type', 5, new Double(5)],
    ['an int and a long', 5, Long.fromNumber(5)],
    ['an int and a decimal', 5, decimal('5.00')],
    ['a fraction that a double represents exactly', 0.5, decimal('0.5')],
    ['the zeros', 0, -0],
    ['NaN and NaN', Number.NaN, decimal('NaN')],
    ['infinities', Number.POSITIVE_INFINITY, decimal('Infinity')],
    ['missing and null', undefined, null],
    ['documents with numbers of other types', { a: 1 }, { a: Long.fromNumber(1) }],
  ])('%s', (_, a, b) => {
    expect(valuesEqual(a, b)).toBe(true);
    expect(valuesEqual(b, a)).toBe(true);
  });
});

describe('different values', () => {
  test.each<[string, Value, Value]>([
    ['documents whose fields have another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['binary of another subtype', new Binary(Buffer.alloc(16)), new Binary(Buffer.alloc(16), 4)],
    ['a double and the decimal it is written as', 0.1, decimal('0.1')],
    ['longs beyond the precision of doubles', Long.fromString('9007199254740993'), 9007199254740992],
    ['a document and an array', { 0: 1 }, [1]],
  ])('%s', (_, a, b) => {
    expect(valuesEqual(a, b)).toBe(false);
  });
});

test('the order is total: antisymmetric and transitive', () => {
  fc.assert(
    fc.property(bsonValue(), bsonValue(), bsonValue(), (a, b, c) => {
      expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
      const [x, y, z] = [a, b, c].sort(compareValues) as [Value, Value, Value];
      expect(compareValues(x, y)).toBeLessThanOrEqual(0);
      expect(compareValues(y, z)).toBeLessThanOrEqual(0);
      expect(compareValues(x, z)).toBeLessThanOrEqual(0);
    }),
  );
});

test('identical distinguishes types that are equal in value', () => {
  expect(identical({ a: [1] }, { a: [1] })).toBe(true);
  expect(identical(5, new Double(5))).toBe(false);
  expect(identical(5, Long.fromNumber(5))).toBe(false);
  expect(identical(decimal('5.0'), decimal('5.00'))).toBe(false);
  expect(identical({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
  expect(identical(0, -0)).toBe(false);
  expect(identical(Number.NaN, Number.NaN)).toBe(true);
});
