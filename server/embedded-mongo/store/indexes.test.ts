import { describe, expect, test } from '@jest/globals';
import { type Document, emptyArray, type Value } from '../bson/document.ts';
import { makeIndex } from './catalog.ts';
import { keysOf } from './indexes.ts';

const valuesIn = (doc: Document, key: Document, sparse = false) =>
  keysOf(makeIndex({ id: 1, name: 'i', key, sparse }), doc).entries.map(({ values }) => values);

describe('the keys of a document (manual: core/indexes/index-types/index-multikey)', () => {
  test.each<[name: string, path: string, doc: Document, values: (Value | undefined)[], isMissing?: boolean]>([
    ['a field', 'a', { a: 1 }, [1]],
    ['a field within', 'a.b', { a: { b: 1 } }, [1]],
    ['null is there', 'a', { a: null }, [null]],
    ['missing', 'a', {}, [undefined], true],
    ['missing within', 'a.b', { a: {} }, [undefined], true],
    ['below a scalar', 'a.b', { a: 5 }, [undefined], true],
    ['each element', 'a', { a: [1, 2] }, [1, 2]],
    ['each element once', 'a', { a: [1, 1] }, [1]],
    ['elements that are arrays stay whole', 'a', { a: [[1, 2], 3] }, [[1, 2], 3]],
    ['an empty array is there', 'a', { a: [] }, [emptyArray]],
    ['a field of each element', 'a.b', { a: [{ b: 1 }, {}, { b: 2 }] }, [1, undefined, 2]],
    ['arrays in elements', 'a.b', { a: [{ b: [1, 2] }, { b: [] }] }, [1, 2, emptyArray]],
    ['elements without fields', 'a.b', { a: [1, 2] }, [undefined], true],
    ['documents in arrays in arrays are out of reach', 'a.b', { a: [[{ b: 1 }]] }, [undefined], true],
    ['no elements to have the field', 'a.b', { a: [] }, [undefined], true],
  ])('%s', (_, path, doc, values, isMissing = false) => {
    expect(valuesIn(doc, { [path]: 1 })).toEqual(values.map((value) => [value]));
    expect(valuesIn(doc, { [path]: 1 }, true)).toEqual(isMissing ? [] : values.map((value) => [value]));
  });

  test('two fields of the documents in one array have the pairs that occur', () => {
    const doc = {
      a: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
      b: 5,
    };

    expect(valuesIn(doc, { 'a.x': 1, b: 1, 'a.y': 1 })).toEqual([
      [1, 5, 2],
      [3, 5, 4],
    ]);
  });

  test('an array beside another array is refused', () => {
    expect(() => valuesIn({ a: [1], b: [2] }, { a: 1, b: 1 })).toThrow(expect.objectContaining({ code: 171 }));
    expect(() => valuesIn({ a: [{ x: [1], y: [2] }] }, { 'a.x': 1, 'a.y': 1 })).toThrow('parallel');
  });
});
