import { describe, expect, test } from '@jest/globals';
import { Binary, Double, Long, ObjectId } from 'bson';
import { identical } from '../bson/compare.ts';
import type { Document } from '../document.ts';
import { compilePipeline } from './pipeline.ts';

const id = new ObjectId('0123456789abcdef01234567');

function run(pipeline: Document[], docs: Document[], vars?: Document): Document[] {
  return [...compilePipeline(pipeline, vars)(docs)] as Document[];
}

type Row = [name: string, pipeline: Document[], docs: Document[], expected: Document[]];

function table(title: string, rows: Row[]): void {
  describe(title, () => {
    test.each(rows)('%s', (_, pipeline, docs, expected) => {
      const results = run(pipeline, docs);

      expect(results).toEqual(expected);
      expect(identical(results, expected)).toBe(true);
    });
  });
}

const numbers = [{ n: 3 }, { n: 1 }, { n: 2 }];

table('stages (manual: aggregation/match, sort, skip, limit, project, unset, count, replaceRoot)', [
  ['no stages', [], numbers, numbers],
  ['$match', [{ $match: { n: { $gt: 1 } } }], numbers, [{ n: 3 }, { n: 2 }]],
  ['$sort, $skip, $limit', [{ $sort: { n: 1 } }, { $skip: 1 }, { $limit: 1 }], numbers, [{ n: 2 }]],
  ['$project', [{ $project: { _id: 0, m: { $gt: ['$n', 2] } } }], [{ _id: 1, n: 3 }], [{ m: true }]],
  ['$addFields', [{ $addFields: { m: '$n' } }], [{ n: 1 }], [{ n: 1, m: 1 }]],
  ['$set', [{ $set: { n: 0 } }], [{ n: 1 }], [{ n: 0 }]],
  ['$project within', [{ $project: { 'a.b': 1 } }], [{ a: [{ b: 1, c: 2 }, 3] }], [{ a: [{ b: 1 }] }]],
  [
    '$set within',
    [{ $set: { 'a.b': 3, c: { d: '$n' } } }],
    [{ n: 1, a: { b: 1 } }],
    [{ n: 1, a: { b: 3 }, c: { d: 1 } }],
  ],
  ['$unset', [{ $unset: ['n', 'a.b'] }], [{ n: 1, a: { b: 1, c: 2 } }], [{ a: { c: 2 } }]],
  ['$count', [{ $count: 'all' }], numbers, [{ all: 3 }]],
  ['$count of nothing', [{ $count: 'all' }], [], []],
  ['$replaceRoot', [{ $replaceRoot: { newRoot: '$a' } }], [{ a: { b: 1 } }], [{ b: 1 }]],
  ['$replaceWith', [{ $replaceWith: { b: '$a.b', c: 2 } }], [{ a: { b: 1 } }], [{ b: 1, c: 2 }]],
]);

table('$group (manual: aggregation/group)', [
  [
    'by a field, in the order they come',
    [{ $group: { _id: '$a', n: { $sum: '$n' } } }],
    [
      { a: 'y', n: 1 },
      { a: 'x', n: 2 },
      { a: 'y', n: 3 },
    ],
    [
      { _id: 'y', n: 4 },
      { _id: 'x', n: 2 },
    ],
  ],
  [
    'numbers of all types are one group',
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [{ a: 1 }, { a: new Double(1) }, { a: Long.ONE }],
    [{ _id: 1, n: 3 }],
  ],
  [
    'missing and null are one group',
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [{}, { a: null }],
    [{ _id: null, n: 2 }],
  ],
  ['ids', [{ $group: { _id: '$a', n: { $sum: 1 } } }], [{ a: id }, { a: new ObjectId(id) }], [{ _id: id, n: 2 }]],
  [
    'binary by subtype',
    [{ $group: { _id: '$a' } }],
    [{ a: new Binary(Buffer.from('x')) }, { a: new Binary(Buffer.from('x'), 4) }],
    [{ _id: new Binary(Buffer.from('x')) }, { _id: new Binary(Buffer.from('x'), 4) }],
  ],
  [
    'by several fields',
    [{ $group: { _id: { a: '$a', b: '$b' }, n: { $sum: 1 } } }],
    [{ a: 1, b: 2 }, { a: 1, b: 2 }, { a: 2 }],
    [
      { _id: { a: 1, b: 2 }, n: 2 },
      { _id: { a: 2 }, n: 1 },
    ],
  ],
  ['all', [{ $group: { _id: null, n: { $sum: '$n' } } }], numbers, [{ _id: null, n: 6 }]],
  ['nothing of nothing', [{ $group: { _id: null, n: { $sum: 1 } } }], [], []],
  [
    'what is missing or no number',
    [{ $group: { _id: null, sum: { $sum: '$n' } } }],
    [{}, { n: null }],
    [{ _id: null, sum: 0 }],
  ],
  [
    'sums keep their type',
    [{ $group: { _id: null, a: { $sum: '$a' }, b: { $sum: '$b' } } }],
    [
      { a: Long.ONE, b: 2147483647 },
      { a: 1, b: 1 },
    ],
    [{ _id: null, a: Long.fromNumber(2), b: Long.fromNumber(2147483648) }],
  ],
]);

test('stages read only as much as is requested', () => {
  let taken = 0;
  const source = function* () {
    for (let n = 0; ; n++) {
      taken++;
      yield { n };
    }
  };

  const results = [...compilePipeline([{ $match: { n: { $gt: 2 } } }, { $limit: 2 }])(source())];

  expect(results).toEqual([{ n: 3 }, { n: 4 }]);
  expect(taken).toBe(5);
});

test('every stage can use the variables of the command', () => {
  const docs = [{ n: 1 }, { n: 2 }];

  expect(
    run([{ $match: { $expr: { $eq: ['$n', '$$wanted'] } } }, { $set: { w: '$$wanted' } }], docs, { wanted: 2 }),
  ).toEqual([{ n: 2, w: 2 }]);
});

describe('pipelines that are refused', () => {
  test.each<[string, Document[], number]>([
    ['an unknown stage', [{ $foo: 1 }], 40324],
    ['two stages in one', [{ $match: {}, $limit: 1 }], 40323],
    ['no stage', [{}], 40323],
    ['$project of nothing', [{ $project: {} }], 51272],
    ['$unset of no name', [{ $unset: [1] }], 31002],
    ['$count into no name', [{ $count: '$n' }], 40156],
    ['$out', [{ $out: 'x' }], 115],
    ['$merge', [{ $merge: { into: 'x' } }], 115],
    ['$lookup', [{ $lookup: { from: 'a', as: 'b', localField: 'c', foreignField: 'd' } }], 115],
    ['$graphLookup', [{ $graphLookup: {} }], 115],
    ['$match of a scalar', [{ $match: 1 }], 15959],
    ['$sort by nothing', [{ $sort: {} }], 15976],
    ['$sort by 2', [{ $sort: { a: 2 } }], 15975],
    ['$limit of zero', [{ $limit: 0 }], 15958],
    ['$skip below zero', [{ $skip: -1 }], 5107200],
    ['$group without _id', [{ $group: { n: { $sum: 1 } } }], 15955],
    ['$group by an unknown accumulator', [{ $group: { _id: null, n: { $foo: 1 } } }], 115],
    ['$group with $max', [{ $group: { _id: null, n: { $max: '$n' } } }], 115],
    ['$group with two accumulators', [{ $group: { _id: null, n: { $sum: 1, $avg: 1 } } }], 40238],
    ['$group with a plain field', [{ $group: { _id: null, n: 1 } }], 40234],
  ])('%s', (_, pipeline, code) => {
    expect(() => run(pipeline, [])).toThrow(expect.objectContaining({ code }));
  });

  test('a root that is not a document', () => {
    expect(() => run([{ $replaceRoot: { newRoot: '$a' } }], [{ a: 1 }])).toThrow(
      expect.objectContaining({ code: 40228 }),
    );
  });
});
