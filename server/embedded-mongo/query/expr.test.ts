// biome-ignore-all lint/suspicious/noThenProperty: `then` is MongoDB's name for it
import { describe, expect, test } from '@jest/globals';
import { BSONRegExp, Decimal128, Double, Long, ObjectId } from 'bson';
import { identical } from '../bson/compare.ts';
import type { Document, Value } from '../bson/document.ts';
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

const hex = '0123456789abcdef01234567';

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

table('arithmetic (manual: aggregation/add, subtract, multiply, divide, mod, round)', [
  [{ $add: [1, '$a'] }, { a: 2 }, 3],
  [{ $add: [1, '$a'] }, {}, null],
  [{ $add: [1, '$a'] }, { a: null }, null],
  [{ $add: [1, 0.5] }, {}, 1.5],
  [{ $add: [1, new Double(1)] }, {}, new Double(2)],
  [{ $add: [2147483647, 1] }, {}, Long.fromNumber(2147483648)],
  [{ $add: [Long.MAX_VALUE, 1] }, {}, 9223372036854776000],
  [{ $add: [Decimal128.fromString('0.1'), Decimal128.fromString('0.2')] }, {}, Decimal128.fromString('0.3')],
  [{ $add: [new Date(5), 5] }, {}, new Date(10)],
  [{ $subtract: [5, 7] }, {}, -2],
  [{ $subtract: [new Date(5), new Date(2)] }, {}, Long.fromNumber(3)],
  [{ $subtract: [new Date(5), 2] }, {}, new Date(3)],
  [{ $multiply: [3, 4] }, {}, 12],
  [{ $divide: [4, 2] }, {}, new Double(2)],
  [{ $divide: [1, 4] }, {}, 0.25],
  [{ $mod: [-7, 3] }, {}, -1],
  [{ $mod: [7.5, 2] }, {}, 1.5],
  [{ $abs: -3 }, {}, 3],
  [{ $abs: -2147483648 }, {}, Long.fromNumber(2147483648)],
  [{ $floor: -1.5 }, {}, new Double(-2)],
  [{ $ceil: 1.2 }, {}, new Double(2)],
  [{ $floor: 3 }, {}, 3],
  [{ $round: 2.5 }, {}, new Double(2)],
  [{ $round: 3.5 }, {}, new Double(4)],
  [{ $round: [2.345, 2] }, {}, 2.34],
  [{ $round: [2.355, 2] }, {}, 2.36],
  [{ $round: [1234, -2] }, {}, 1200],
  [{ $round: ['$a', 1] }, {}, null],
]);

table('comparison and logic (manual: aggregation/eq, cmp, and, cond, ifNull, switch, let)', [
  [{ $eq: [1, new Double(1)] }, {}, true],
  [{ $eq: ['$a', null] }, {}, false],
  [{ $lt: ['$a', null] }, {}, true],
  [{ $gt: ['a', 5] }, {}, true],
  [{ $ne: [1, '1'] }, {}, true],
  [{ $gte: [[1, 2], [1]] }, {}, true],
  [{ $lte: [1, 1] }, {}, true],
  [{ $cmp: [2, 1] }, {}, 1],
  [{ $and: [1, '$a'] }, { a: 'x' }, true],
  [{ $and: [] }, {}, true],
  [{ $and: [true, 0] }, {}, false],
  [{ $or: [] }, {}, false],
  [{ $or: ['', null] }, {}, true],
  [{ $not: '$a' }, {}, true],
  [{ $not: [[]] }, {}, false],
  [{ $cond: [{ $gt: ['$a', 1] }, 'yes', 'no'] }, { a: 2 }, 'yes'],
  [{ $cond: { if: '$a', then: 'yes', else: 'no' } }, {}, 'no'],
  [{ $cond: [true, 1, { $divide: [1, 0] }] }, {}, 1],
  [{ $ifNull: ['$a', 5] }, {}, 5],
  [{ $ifNull: ['$a', '$b', 7] }, { b: 6 }, 6],
  [{ $ifNull: ['$a', '$b'] }, {}, undefined],
  [
    {
      $switch: {
        branches: [
          { case: false, then: 1 },
          { case: true, then: 2 },
        ],
      },
    },
    {},
    2,
  ],
  [{ $switch: { branches: [{ case: false, then: 1 }], default: 9 } }, {}, 9],
  [{ $let: { vars: { x: '$a', y: 2 }, in: { $add: ['$$x', '$$y'] } } }, { a: 1 }, 3],
]);

table('arrays (manual: aggregation/arrayElemAt, filter, map, reduce, setUnion …)', [
  [{ $size: '$a' }, { a: [1, 2] }, 2],
  [{ $isArray: '$a' }, {}, false],
  [{ $isArray: [[]] }, {}, true],
  [{ $in: [2, '$a'] }, { a: [1, new Double(2)] }, true],
  [{ $arrayElemAt: ['$a', 0] }, { a: [7] }, 7],
  [{ $arrayElemAt: ['$a', -1] }, { a: [7, 8] }, 8],
  [{ $arrayElemAt: ['$a', 5] }, { a: [7] }, undefined],
  [{ $arrayElemAt: ['$a', 0] }, {}, null],
  [{ $first: '$a' }, { a: [7, 8] }, 7],
  [{ $last: '$a' }, { a: [7, 8] }, 8],
  [{ $first: '$a' }, { a: [] }, undefined],
  [{ $slice: ['$a', 2] }, { a: [1, 2, 3] }, [1, 2]],
  [{ $slice: ['$a', -2] }, { a: [1, 2, 3] }, [2, 3]],
  [{ $slice: ['$a', 1, 1] }, { a: [1, 2, 3] }, [2]],
  [{ $concatArrays: ['$a', [3]] }, { a: [1] }, [1, 3]],
  [{ $concatArrays: ['$a', [3]] }, {}, null],
  [
    {
      $setUnion: [
        [3, 1],
        [1, 2],
      ],
    },
    {},
    [1, 2, 3],
  ],
  [{ $filter: { input: '$a', cond: { $gt: ['$$this', 1] } } }, { a: [1, 2, 3] }, [2, 3]],
  [
    { $filter: { input: '$a', as: 'x', cond: { $eq: ['$$x.ok', true] }, limit: 1 } },
    { a: [{ ok: true, n: 1 }, { ok: true }] },
    [{ ok: true, n: 1 }],
  ],
  [{ $filter: { input: '$a', cond: true } }, {}, null],
  [{ $map: { input: '$a', as: 'x', in: { $add: ['$$x', '$b'] } } }, { a: [1, 2], b: 10 }, [11, 12]],
  [{ $map: { input: '$a', in: '$$this.x' } }, { a: [{ x: 1 }, {}] }, [1, null]],
  [{ $reduce: { input: '$a', initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, { a: [1, 2, 3] }, 6],
  [{ $objectToArray: '$a' }, { a: { x: 1 } }, [{ k: 'x', v: 1 }]],
  [{ $arrayToObject: '$a' }, { a: [{ k: 'x', v: 1 }] }, { x: 1 }],
  [
    {
      $arrayToObject: [
        [
          ['x', 1],
          ['y', 2],
        ],
      ],
    },
    {},
    { x: 1, y: 2 },
  ],
  [{ $mergeObjects: ['$a', { y: 2 }, null] }, { a: { x: 1, y: 1 } }, { x: 1, y: 2 }],
  [{ $mergeObjects: '$a' }, {}, {}],
]);

table('strings (manual: aggregation/concat, toLower, substrCP, indexOfCP, regexMatch)', [
  [{ $concat: ['$a', '-', 'b'] }, { a: 'x' }, 'x-b'],
  [{ $concat: ['$a', 'b'] }, {}, null],
  [{ $toLower: '$a' }, { a: 'ÅB' }, 'åb'],
  [{ $toUpper: '$a' }, {}, ''],
  [{ $strLenCP: 'a😀' }, {}, 2],
  [{ $substrCP: ['a😀bc', 1, 2] }, {}, '😀b'],
  [{ $indexOfCP: ['a😀b', 'b'] }, {}, 2],
  [{ $indexOfCP: ['abab', 'a', 1] }, {}, 2],
  [{ $indexOfCP: ['ab', 'x'] }, {}, -1],
  [{ $indexOfCP: ['$a', 'x'] }, {}, null],
  [{ $regexMatch: { input: '$a', regex: '^X', options: 'i' } }, { a: 'xy' }, true],
  [{ $regexMatch: { input: '$a', regex: new BSONRegExp('y$') } }, { a: 'xy' }, true],
  [{ $regexMatch: { input: '$a', regex: 'x' } }, {}, false],
]);

table('conversion (manual: aggregation/toString, toObjectId, toInt, type, dateToString)', [
  [{ $toString: '$a' }, { a: new ObjectId(hex) }, hex],
  [{ $toString: 5 }, {}, '5'],
  [{ $toString: true }, {}, 'true'],
  [{ $toString: new Date(0) }, {}, '1970-01-01T00:00:00.000Z'],
  [{ $toString: '$a' }, {}, null],
  [{ $toObjectId: '$a' }, { a: hex }, new ObjectId(hex)],
  [{ $toObjectId: '$a' }, { a: new ObjectId(hex) }, new ObjectId(hex)],
  [{ $toInt: '12' }, {}, 12],
  [{ $toInt: 1.9 }, {}, 1],
  [{ $toInt: true }, {}, 1],
  [{ $toLong: 5 }, {}, Long.fromNumber(5)],
  [{ $toDouble: '1.5' }, {}, 1.5],
  [{ $toDouble: 1 }, {}, new Double(1)],
  [{ $toDate: 5 + 2 ** 40 }, {}, new Date(5 + 2 ** 40)],
  [{ $toDate: '2024-02-03' }, {}, new Date('2024-02-03T00:00:00Z')],
  [{ $toDate: '2024-02-03T04:05:06' }, {}, new Date('2024-02-03T04:05:06Z')],
  [{ $toDate: new ObjectId(hex) }, {}, new ObjectId(hex).getTimestamp()],
  [{ $type: '$a' }, {}, 'missing'],
  [{ $type: '$a' }, { a: new ObjectId(hex) }, 'objectId'],
  [{ $type: '$a' }, { a: Long.ONE }, 'long'],
  [{ $dateToString: { date: new Date(0), format: '%Y-%m-%d %H:%M:%S.%L %%' } }, {}, '1970-01-01 00:00:00.000 %'],
  [{ $dateToString: { date: new Date(0) } }, {}, '1970-01-01T00:00:00.000Z'],
  [{ $dateToString: { date: '$a', onNull: '-' } }, {}, '-'],
]);

describe('expressions that are refused', () => {
  test.each<[Value, number]>([
    [{ $foo: 1 }, 168],
    [{ $function: {} }, 168],
    [{ $add: 1, $subtract: [1, 2] }, 15983],
    [{ a: 1, $add: [1] }, 168],
    [{ $subtract: [1] }, 16020],
    [{ $add: [1, 'x'] }, 14],
    [{ $divide: [1, 0] }, 2],
    [{ $mod: [1, 0] }, 16610],
    [{ $size: '$a' }, 17124],
    [{ $toObjectId: 'x' }, 241],
    [{ $toInt: 'x' }, 241],
    [{ $toInt: 3000000000 }, 241],
    [{ $toDate: 5 }, 241],
    [{ $concat: [1] }, 16702],
    [{ $switch: { branches: [{ case: false, then: 1 }] } }, 40066],
    [{ $map: { in: 1 } }, 40066],
    [{ $filter: { input: [], cond: 1, foo: 1 } }, 40067],
    ['$$nothing', 17276],
    ['$a..b', 15998],
    ['$', 9],
    [{ 'a.b': 1 }, 16412],
    [{ $dateToString: { date: new Date(0), timezone: 'Europe/Oslo' } }, 115],
  ])('%j gives %i', (expression, code) => {
    expect(() => compileExpression(expression)({})).toThrow(expect.objectContaining({ code }));
  });
});

test('variables of the command are values, not expressions', () => {
  expect(compileExpression({ $concat: ['$$x', '!'] }, { x: '$a' })({ a: 1 })).toBe('$a!');
});
