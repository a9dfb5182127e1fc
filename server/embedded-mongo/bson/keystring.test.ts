import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Value } from '../document.ts';
import { bsonNumber, bsonValue } from '../testing/values.ts';
import { compareValues } from './compare.ts';
import { encodeKey, maxKeyBytes } from './keystring.ts';

const ascending = (value: Value | undefined) => encodeKey([value], [1]);

describe('the order of keys is the order of values', () => {
  const sameOrder = (a: Value, b: Value) =>
    expect(Math.sign(Buffer.compare(ascending(a), ascending(b)))).toBe(Math.sign(compareValues(a, b)));

  test('for values of all types', () => {
    fc.assert(fc.property(bsonValue(), bsonValue(), sameOrder), { numRuns: 600 });
  });

  test('for numbers of all types', () => {
    fc.assert(fc.property(bsonNumber(), bsonNumber(), sameOrder), { numRuns: 600 });
  });

  test('reversed where a field is descending', () => {
    fc.assert(
      fc.property(bsonValue(), bsonValue(), (a, b) => {
        const order = Buffer.compare(encodeKey([a], [-1]), encodeKey([b], [-1]));
        expect(Math.sign(order)).toBe(Math.sign(compareValues(b, a)));
      }),
      { numRuns: 200 },
    );
  });

  test('field by field in a compound key', () => {
    fc.assert(
      fc.property(bsonValue(), bsonValue(), bsonValue(), bsonValue(), (a, b, c, d) => {
        const order = Buffer.compare(encodeKey([a, b], [1, -1]), encodeKey([c, d], [1, -1]));
        expect(Math.sign(order)).toBe(Math.sign(compareValues(a, c) || compareValues(d, b)));
      }),
      { numRuns: 200 },
    );
  });
});

describe('keys that are too long', () => {
  const long = (end: string) => 'x'.repeat(3000) + end;

  test('are truncated to the limit', () => {
    expect(ascending(long('a')).length).toBe(maxKeyBytes);
  });

  test('still differ when only the truncated parts differ', () => {
    expect(ascending(long('a'))).not.toEqual(ascending(long('b')));
  });

  test('are the same for equal values', () => {
    expect(ascending(long('a'))).toEqual(ascending(long('a')));
  });
});

test('missing and null have the same key', () => {
  expect(ascending(undefined)).toEqual(ascending(null));
});
