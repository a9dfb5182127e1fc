import { describe, expect, test } from '@jest/globals';
import { BSONRegExp } from 'bson';
import fc from 'fast-check';
import { decode, encode } from '../bson/codec.ts';
import type { Document, Value } from '../bson/document.ts';
import { filterCases, refusedFilters } from '../conformance/filters.cases.ts';
import { MongoError } from '../errors.ts';
import { bsonDocument, bsonValue } from '../testing/values.ts';
import { compileMatch } from './match.ts';

describe.each(filterCases)('$title', ({ rows }) => {
  test.each(rows)('%s', (_, filter, doc, expected) => {
    expect(compileMatch(filter)(doc)).toBe(expected);
  });
});

test('a regular expression finds the same text every time it is asked', () => {
  const matches = compileMatch({ a: new BSONRegExp('b', 's') });

  expect([1, 2, 3, 4].map(() => matches({ a: 'abc' }))).toEqual([true, true, true, true]);
});

describe('filters that are refused', () => {
  test.each(refusedFilters)('%s', (_, filter, code) => {
    expect(() => compileMatch(filter)).toThrow(expect.objectContaining({ code }));
  });
});

describe('random documents and filters', () => {
  const fieldName = fc.constantFrom('a', 'b', 'a.b', 'a.0', 'a.0.b', '__proto__', 'constructor');
  const comparison = fc.tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), bsonValue());
  const list = fc.tuple(fc.constantFrom('$in', '$nin', '$all'), fc.array(bsonValue(), { maxLength: 3 }));
  const other = fc.constantFrom<[string, Value]>(
    ['$exists', true],
    ['$size', 1],
    ['$type', 'array'],
    ['$regex', '.'],
    ['$elemMatch', { a: 1 }],
  );
  const condition = fc.oneof(comparison, list, other);

  const compileOrNull = (filter: Document) => {
    try {
      return compileMatch(filter);
    } catch (error) {
      if (error instanceof MongoError) return null;
      throw error;
    }
  };

  test('a compiled filter never throws, and answers the same for a document read back', () => {
    fc.assert(
      fc.property(fieldName, condition, bsonDocument(), (field, [operator, argument], doc) => {
        const matches = compileOrNull({ [field]: { [operator]: argument } });
        if (!matches) return;
        expect(matches(decode(encode(doc)))).toBe(matches(doc));
      }),
      { numRuns: 500 },
    );
  });

  test('a document is found by each of its fields', () => {
    fc.assert(
      fc.property(bsonDocument(), (doc) => {
        for (const [key, value] of Object.entries(doc)) {
          if (key === '' || key.includes('.') || key.startsWith('$')) continue;
          expect(compileMatch({ [key]: { $eq: value } })(doc)).toBe(true);
        }
      }),
    );
  });

  test('a condition and its negation never both hold, and one of them always does', () => {
    fc.assert(
      fc.property(fieldName, condition, bsonDocument(), (field, [operator, argument], doc) => {
        const matches = compileOrNull({ [field]: { [operator]: argument } });
        const negated = compileOrNull({ [field]: { $not: { [operator]: argument } } });
        const neither = compileOrNull({ $nor: [{ [field]: { [operator]: argument } }] });
        if (matches) expect([negated?.(doc), neither?.(doc)]).toEqual([!matches(doc), !matches(doc)]);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['$eq', '$ne'],
    ['$in', '$nin'],
  ])('%s and %s never both hold, and one of them always does', (operator, negation) => {
    fc.assert(
      fc.property(fieldName, bsonValue(), bsonDocument(), (field, value, doc) => {
        const argument = operator === '$in' ? [value] : value;
        const matches = compileOrNull({ [field]: { [operator]: argument } });
        const negated = compileOrNull({ [field]: { [negation]: argument } });
        if (matches && negated) expect(matches(doc)).toBe(!negated(doc));
      }),
      { numRuns: 300 },
    );
  });
});
