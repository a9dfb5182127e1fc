import { describe, expect, test } from '@jest/globals';
import { Double, MinKey } from 'bson';
import { identical } from '../bson/compare.ts';
import type { Document, Value } from '../document.ts';
import { compileExpression } from './expr.ts';

type Row = [expression: Value, doc: Document, expected: Value | undefined];

function table(title: string, rows: Row[]): void {
  describe(title, () => {
    test.each(rows)('%j of %j', (expression, doc, expected) => {
      const result = compileExpression(expression)(doc);

      expect(result).toEqual(expected);
      expect(identical(result, expected)).toBe(true);
    });
  });
}

table('fields and constants (manual: aggregation/field-path, literal)', [
  ['$a', { a: 1 }, 1],
  ['$a', {}, undefined],
  ['$a.b', { a: { b: 1 } }, 1],
  ['$a.b', { a: [{ b: 1 }, {}, 5, { b: 2 }] }, [1, 2]],
  ['$a.b', { a: 5 }, undefined],
  ['$a.0', { a: [1, 2] }, []],
  ['$a.b', { a: [[{ b: 1 }]] }, []],
  ['$$ROOT.a', { a: 1 }, 1],
  ['$$CURRENT', { a: 1 }, { a: 1 }],
  ['text', {}, 'text'],
  [{ $literal: '$a' }, { a: 1 }, '$a'],
  [{ x: '$a', y: '$b' }, { a: 1 }, { x: 1 }],
  [['$a', '$b'], { a: 1 }, [1, null]],
  ['$constructor', {}, undefined],
  ['$a.__proto__', { a: {} }, undefined],
]);

table('comparison and logic (manual: aggregation/eq, and, or, setField)', [
  [{ $eq: [1, new Double(1)] }, {}, true],
  [{ $eq: ['$a', null] }, {}, false],
  [{ $lt: ['$a', null] }, {}, true],
  [{ $lt: ['$a', new MinKey()] }, {}, false],
  [{ $gt: ['$a', new MinKey()] }, {}, true],
  [{ $lte: ['$a', '$b'] }, {}, true],
  [{ $gt: ['a', 5] }, {}, true],
  [{ $ne: [1, '1'] }, {}, true],
  [{ $gte: [[1, 2], [1]] }, {}, true],
  [{ $lte: [1, 1] }, {}, true],
  [{ $and: [1, '$a'] }, { a: 'x' }, true],
  [{ $and: [] }, {}, true],
  [{ $and: [true, 0] }, {}, false],
  [{ $or: [] }, {}, false],
  [{ $or: ['', null] }, {}, true],
  [{ $setField: { field: { $literal: '$b.c' }, input: '$a', value: 1 } }, { a: { d: 2 } }, { d: 2, '$b.c': 1 }],
  [{ $setField: { field: 'd', input: '$$ROOT', value: '$$REMOVE' } }, { a: 1, d: 2 }, { a: 1 }],
]);

describe('expressions that are refused', () => {
  test.each<[Value, number]>([
    [{ $foo: 1 }, 168],
    [{ $function: {} }, 168],
    [{ $cond: [true, 1, 2] }, 168],
    [{ $eq: [1, 1], $ne: [1, 2] }, 15983],
    [{ a: 1, $eq: [1] }, 168],
    [{ $eq: [1] }, 16020],
    [{ $setField: { field: 'a', input: {} } }, 16020],
    [{ $setField: { field: 'a', input: {}, to: 3 } }, 17083],
    ['$$nothing', 17276],
    ['$a..b', 15998],
    ['$', 9],
    [{ 'a.b': 1 }, 16412],
  ])('%j gives %i', (expression, code) => {
    expect(() => compileExpression(expression)({})).toThrow(expect.objectContaining({ code }));
  });
});

test('variables of the command are values, not expressions', () => {
  expect(compileExpression(['$$x', '!'], { x: '$a' })({ a: 1 })).toEqual(['$a', '!']);
});
