import { describe, expect, test } from '@jest/globals';
import { Binary, BSONRegExp, Double, Long, ObjectId } from 'bson';
import type { Document } from '../document.ts';
import { compileSort } from './sort.ts';

describe('sort (manual: method/cursor.sort, bson-type-comparison-order)', () => {
  const id = new ObjectId();

  test.each<[string, Document, Document[], number[]]>([
    ['ascending', { a: 1 }, [{ a: 2 }, { a: 1 }], [1, 0]],
    ['descending', { a: -1 }, [{ a: 1 }, { a: 2 }], [1, 0]],
    [
      'by two fields',
      { a: 1, b: -1 },
      [
        { a: 1, b: 1 },
        { a: 0, b: 1 },
        { a: 1, b: 2 },
      ],
      [1, 2, 0],
    ],
    ['equals stay in their order', { a: 1 }, [{ a: 1, n: 0 }, { a: new Double(1), n: 1 }, { a: Long.ONE }], [0, 1, 2]],
    ['types in their order', { a: 1 }, [{ a: true }, { a: id }, { a: 'x' }, { a: 1 }, { a: null }], [4, 3, 2, 1, 0]],
    [
      'binary and ids before booleans, dates and regular expressions',
      { a: 1 },
      [{ a: new BSONRegExp('x') }, { a: new Date(0) }, { a: false }, { a: id }, { a: new Binary() }],
      [4, 3, 2, 1, 0],
    ],
    ['an empty array before null', { a: 1 }, [{ a: null }, { a: [] }, {}], [1, 0, 2]],
    ['missing and null are one', { a: 1 }, [{ a: 0 }, { a: null }, {}], [1, 2, 0]],
    ['an array by its least element', { a: 1 }, [{ a: [5, 2] }, { a: 3 }, { a: [9, 1] }], [2, 0, 1]],
    ['an array by its greatest element', { a: -1 }, [{ a: [5, 2] }, { a: 6 }, { a: [9, 1] }], [2, 1, 0]],
    ['fields of elements', { 'a.b': 1 }, [{ a: [{ b: 3 }, { b: 2 }] }, { a: { b: 1 } }], [1, 0]],
    ['UTF-8 order', { a: 1 }, [{ a: '😀' }, { a: '\uffff' }], [1, 0]],
    ['by a direction of another type', { a: new Double(-1) }, [{ a: 1 }, { a: 2 }], [1, 0]],
  ])('%s', (_, spec, docs, order) => {
    const expected = order.map((i) => docs[i]);

    expect(compileSort(spec)(docs, (doc) => doc)).toEqual(expected);
  });

  test.each<[string, Document, number]>([
    ['by 2', { a: 2 }, 15975],
    ['by a string', { a: 'asc' }, 15974],
    ['by $meta', { a: { $meta: 'textScore' } }, 115],
  ])('%s is refused', (_, spec, code) => {
    expect(() => compileSort(spec)).toThrow(expect.objectContaining({ code }));
  });
});
