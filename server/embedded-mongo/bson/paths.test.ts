import { describe, expect, test } from '@jest/globals';
import type { Document, Value } from './document.ts';
import { indexValues } from './paths.ts';

type Row = [
  name: string,
  path: string,
  doc: Document,
  values: (Value | undefined)[],
  isArray?: boolean,
  isMissing?: boolean,
];

const rows: Row[] = [
  ['a field', 'a', { a: 1 }, [1]],
  ['a field within', 'a.b', { a: { b: 1 } }, [1]],
  ['null is there', 'a', { a: null }, [null]],
  ['missing', 'a', {}, [undefined], false, true],
  ['missing within', 'a.b', { a: {} }, [undefined], false, true],
  ['below a scalar', 'a.b', { a: 5 }, [undefined], false, true],
  ['each element', 'a', { a: [1, 2] }, [1, 2], true],
  ['elements that are arrays stay whole', 'a', { a: [[1, 2], 3] }, [[1, 2], 3], true],
  ['an empty array is there', 'a', { a: [] }, [undefined], true],
  ['a field of each element', 'a.b', { a: [{ b: 1 }, {}, { b: 2 }] }, [1, undefined, 2], true],
  ['arrays in elements', 'a.b', { a: [{ b: [1, 2] }, { b: [] }] }, [1, 2, undefined], true],
  ['elements without fields', 'a.b', { a: [1, 2] }, [undefined], true, true],
  ['no elements to have the field', 'a.b', { a: [] }, [undefined], true, true],
  ['an element by position', 'a.0', { a: [7, 8] }, [7], true],
  ['an array by position, whole and by element', 'a.0', { a: [[1, 2]] }, [1, 2, [1, 2]], true],
  ['a field of the element at a position', 'a.0.b', { a: [{ b: 1 }] }, [1, undefined], true],
];

describe('the values of index keys (manual: core/indexes/index-types/index-multikey)', () => {
  test.each(rows)('%s', (_, path, doc, values, isArray = false, isMissing = false) => {
    expect(indexValues(doc, path)).toEqual({ values, isArray, isMissing });
  });
});
