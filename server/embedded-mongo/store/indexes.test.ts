import { describe, expect, test } from '@jest/globals';
import type { Document, Value } from '../document.ts';
import { makeIndex } from './catalog.ts';
import { entryOf } from './records.ts';

const valuesIn = (doc: Document, key: Document, partialFilterExpression?: Document) =>
  entryOf(makeIndex(1, { name: 'i', key, ...(partialFilterExpression && { partialFilterExpression }) }), doc)?.values;

describe('the key of a document', () => {
  test.each<[name: string, path: string, doc: Document, value: Value | undefined]>([
    ['a field', 'a', { a: 1 }, 1],
    ['a field within', 'a.b', { a: { b: 1 } }, 1],
    ['null', 'a', { a: null }, null],
    ['missing', 'a', {}, undefined],
    ['missing within', 'a.b', { a: {} }, undefined],
    ['below a scalar', 'a.b', { a: 5 }, undefined],
    ['a document', 'a', { a: { b: 1 } }, { b: 1 }],
  ])('%s', (_, path, doc, value) => {
    expect(valuesIn(doc, { [path]: 1 })).toEqual([value]);
  });

  test('a document has no key in a partial index that excludes it', () => {
    expect(valuesIn({ a: 1 }, { a: 1 }, { b: { $exists: true } })).toBeUndefined();
    expect(valuesIn({ a: 1, b: null }, { a: 1, b: 1 }, { b: { $exists: true } })).toEqual([1, null]);
  });

  test.each<[string, Document]>([
    ['a', { a: [] }],
    ['a.b', { a: [{ b: 1 }] }],
    ['a.b', { a: { b: [1] } }],
  ])('an array on the way along %s is refused', (path, doc) => {
    expect(() => valuesIn(doc, { [path]: 1 })).toThrow(expect.objectContaining({ code: 115 }));
  });
});
