import { describe, expect, test } from '@jest/globals';
import { BSONRegExp } from 'bson';
import fc from 'fast-check';
import { decode, encode } from '../bson/codec.ts';
import { filterCases } from '../conformance/filters.cases.ts';
import { refusedFilters } from '../conformance/refusedFilters.cases.ts';
import type { Document, Value } from '../document.ts';
import { MongoError } from '../errors.ts';
import { bsonDocument, bsonValue } from '../testing/values.ts';
import type { Found } from './checks.ts';
import { compileMatch } from './match.ts';

describe.each(filterCases)('$title', ({ rows }) => {
  test.each(rows)('%s', (_, filter, doc, expected) => {
    expect(compileMatch(filter)(doc)).toBe(expected);
  });
});

test('a regular expression gives the same result every time', () => {
  const matches = compileMatch({ a: new BSONRegExp('b', 's') });

  expect([1, 2, 3, 4].map(() => matches({ a: 'abc' }))).toEqual([true, true, true, true]);
});

test('a regular expression takes no longer for nested repetitions', () => {
  const matches = compileMatch({ a: new BSONRegExp('^([\\w-]+)+!') });

  expect(matches({ a: 'a'.repeat(10_000) })).toBe(false);
  expect(matches({ a: `${'a'.repeat(10_000)}!` })).toBe(true);
});

describe('filters that are refused', () => {
  test.each(refusedFilters)('%s', (_, filter, code) => {
    expect(() => compileMatch(filter)).toThrow(expect.objectContaining({ code }));
  });
});

describe('the position of the matching element, for `$` (manual: update positional)', () => {
  test.each<[string, Document, Document, number | undefined]>([
    ['an element', { a: 2 }, { a: [1, 2] }, 1],
    ['a field of an element', { 'a.b': 2 }, { a: [{ b: 1 }, { b: 2 }] }, 1],
    ['the outermost array', { 'a.b': 2 }, { a: [{ b: [] }, { b: [1, 2] }] }, 1],
    ['$elemMatch', { a: { $elemMatch: { x: 1, y: 1 } } }, { a: [{ x: 1 }, { x: 1, y: 1 }] }, 1],
    ['$elemMatch in an element', { 'a.b': { $elemMatch: { $gt: 1 } } }, { a: [{ b: [0] }, { b: [0, 2] }] }, 1],
    ['$in', { a: { $in: [3, 2] } }, { a: [1, 2, 3] }, 1],
    ['a range', { a: { $gte: 2 } }, { a: [1, 2, 3] }, 1],
    ['the last of two conditions', { a: 1, b: 2 }, { a: [1], b: [0, 2] }, 1],
    ['within $or, the branch that matches', { $or: [{ a: 9 }, { a: 2 }] }, { a: [1, 2] }, 1],
    ['not within $or, a branch that does not', { $or: [{ a: 1, c: 9 }, { c: 1 }] }, { a: [0, 1], c: 1 }, undefined],
    ['within $and', { $and: [{ a: 2 }, { c: 1 }] }, { a: [1, 2], c: 1 }, 1],
    ['no array', { a: 1 }, { a: 1 }, undefined],
    ['a negation', { a: { $ne: 5 } }, { a: [1, 2] }, undefined],
    ['by position there is no implied one', { 'a.1': 2 }, { a: [1, 2] }, undefined],
    ['no match', { a: 7 }, { a: [1, 2] }, undefined],
  ])('%s', (_, filter, doc, expected) => {
    const found: Found = { position: undefined };

    compileMatch(filter)(doc, found);

    expect(found.position).toBe(expected);
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

  test('a compiled filter never throws, and gives the same result for a decoded copy', () => {
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

  test('exactly one of a condition and its negation holds', () => {
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
  ])('exactly one of %s and %s holds', (operator, negation) => {
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
