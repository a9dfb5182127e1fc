import { describe, expect, test } from '@jest/globals';
import { Binary, Decimal128, Double, Long, ObjectId } from 'bson';
import { identical } from '../bson/compare.ts';
import type { Document } from '../bson/document.ts';
import { compileMatch } from '../query/match.ts';
import { compilePipeline } from './pipeline.ts';

const id = new ObjectId('0123456789abcdef01234567');

const collections: Record<string, Document[]> = {
  people: [
    { _id: 1, name: 'Ann', team: 'x' },
    { _id: 2, name: 'Bo', team: 'y' },
    { _id: 3, name: 'Cy' },
  ],
};

const lookup = (collection: string, filter: Document) => (collections[collection] ?? []).filter(compileMatch(filter));

function run(pipeline: Document[], docs: Document[], vars?: Document): Document[] {
  return [...compilePipeline(pipeline, vars ? { lookup, vars } : { lookup })(docs)];
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
  ['$project', [{ $project: { _id: 0, m: { $multiply: ['$n', 2] } } }], [{ _id: 1, n: 3 }], [{ m: 6 }]],
  ['$addFields', [{ $addFields: { m: '$n' } }], [{ n: 1 }], [{ n: 1, m: 1 }]],
  ['$set', [{ $set: { n: 0 } }], [{ n: 1 }], [{ n: 0 }]],
  ['$unset', [{ $unset: ['n', 'a.b'] }], [{ n: 1, a: { b: 1, c: 2 } }], [{ a: { c: 2 } }]],
  ['$count', [{ $count: 'total' }], numbers, [{ total: 3 }]],
  ['$count of nothing', [{ $count: 'total' }], [], []],
  ['$replaceRoot', [{ $replaceRoot: { newRoot: '$a' } }], [{ a: { b: 1 } }], [{ b: 1 }]],
  ['$replaceWith', [{ $replaceWith: { $mergeObjects: ['$a', { c: 2 }] } }], [{ a: { b: 1 } }], [{ b: 1, c: 2 }]],
  [
    '$sortByCount',
    [{ $sortByCount: '$a' }],
    [{ a: 'x' }, { a: 'y' }, { a: 'y' }],
    [
      { _id: 'y', count: 2 },
      { _id: 'x', count: 1 },
    ],
  ],
  [
    '$facet',
    [{ $facet: { few: [{ $limit: 1 }], all: [{ $count: 'n' }], none: [{ $match: { n: 9 } }] } }],
    numbers,
    [{ few: [{ n: 3 }], all: [{ n: 3 }], none: [] }],
  ],
]);

table('$unwind (manual: aggregation/unwind)', [
  [
    'one document an element',
    [{ $unwind: '$a' }],
    [{ x: 1, a: [1, 2], y: 2 }],
    [
      { x: 1, a: 1, y: 2 },
      { x: 1, a: 2, y: 2 },
    ],
  ],
  ['a scalar is itself', [{ $unwind: '$a' }], [{ a: 5 }], [{ a: 5 }]],
  ['nothing of null, missing and empty', [{ $unwind: '$a' }], [{ a: null }, {}, { a: [] }], []],
  [
    'kept when asked',
    [{ $unwind: { path: '$a', preserveNullAndEmptyArrays: true } }],
    [{ a: null }, { b: 1 }, { a: [], c: 1 }],
    [{ a: null }, { b: 1 }, { c: 1 }],
  ],
  [
    'with the position',
    [{ $unwind: { path: '$a', includeArrayIndex: 'i' } }],
    [{ a: ['x', 'y'] }, { a: 5 }],
    [
      { a: 'x', i: Long.fromNumber(0) },
      { a: 'y', i: Long.fromNumber(1) },
      { a: 5, i: null },
    ],
  ],
  [
    'within a document',
    [{ $unwind: '$a.b' }],
    [{ a: { b: [1, 2], c: 3 } }],
    [{ a: { b: 1, c: 3 } }, { a: { b: 2, c: 3 } }],
  ],
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
    [{ $group: { _id: '$a', n: { $count: {} } } }],
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
    'every accumulator',
    [
      {
        $group: {
          _id: null,
          avg: { $avg: '$n' },
          min: { $min: '$n' },
          max: { $max: '$n' },
          first: { $first: '$n' },
          last: { $last: '$n' },
          push: { $push: '$n' },
          set: { $addToSet: { $mod: ['$n', 2] } },
          count: { $count: {} },
        },
      },
    ],
    numbers,
    [{ _id: null, avg: new Double(2), min: 1, max: 3, first: 3, last: 2, push: [3, 1, 2], set: [1, 0], count: 3 }],
  ],
  [
    'what is missing or no number',
    [
      {
        $group: {
          _id: null,
          sum: { $sum: '$n' },
          avg: { $avg: '$n' },
          min: { $min: '$n' },
          push: { $push: '$n' },
          first: { $first: '$n' },
        },
      },
    ],
    [{}, { n: null }],
    [{ _id: null, sum: 0, avg: null, min: null, push: [null], first: null }],
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
  [
    'averages of decimals',
    [{ $group: { _id: null, a: { $avg: '$a' } } }],
    [{ a: Decimal128.fromString('0.1') }, { a: Decimal128.fromString('0.2') }],
    [{ _id: null, a: Decimal128.fromString('0.15') }],
  ],
]);

table('$lookup (manual: aggregation/lookup)', [
  [
    'by equality',
    [{ $lookup: { from: 'people', localField: 'who', foreignField: '_id', as: 'p' } }],
    [{ who: 2 }, { who: 9 }],
    [
      { who: 2, p: [{ _id: 2, name: 'Bo', team: 'y' }] },
      { who: 9, p: [] },
    ],
  ],
  [
    'a local array means any of its elements',
    [{ $lookup: { from: 'people', localField: 'who', foreignField: '_id', as: 'p' } }, { $project: { p: '$p.name' } }],
    [{ who: [3, 1] }, { who: [] }],
    [{ p: ['Ann', 'Cy'] }, { p: [] }],
  ],
  [
    'missing means null',
    [{ $lookup: { from: 'people', localField: 'who', foreignField: 'team', as: 'p' } }, { $project: { p: '$p.name' } }],
    [{}],
    [{ p: ['Cy'] }],
  ],
  [
    'by a pipeline with variables',
    [
      {
        $lookup: {
          from: 'people',
          let: { t: '$team' },
          pipeline: [{ $match: { $expr: { $eq: ['$team', '$$t'] } } }, { $project: { _id: 0, name: 1 } }],
          as: 'p',
        },
      },
    ],
    [{ team: 'x' }],
    [{ team: 'x', p: [{ name: 'Ann' }] }],
  ],
  [
    'by both',
    [
      {
        $lookup: {
          from: 'people',
          localField: 'who',
          foreignField: '_id',
          pipeline: [{ $match: { team: 'y' } }],
          as: 'p',
        },
      },
    ],
    [{ who: [1, 2] }],
    [{ who: [1, 2], p: [{ _id: 2, name: 'Bo', team: 'y' }] }],
  ],
  [
    'by a pipeline alone',
    [{ $lookup: { from: 'people', pipeline: [{ $sort: { _id: -1 } }, { $limit: 1 }], as: 'x.p' } }],
    [{ x: { y: 1 } }],
    [{ x: { y: 1, p: [{ _id: 3, name: 'Cy' }] } }],
  ],
  [
    'in a collection that is not there',
    [{ $lookup: { from: 'nobody', localField: 'a', foreignField: 'b', as: 'p' } }],
    [{ a: 1 }],
    [{ a: 1, p: [] }],
  ],
]);

test('$lookup asks for what it needs, so that an index serves', () => {
  const asked: Document[] = [];
  const pipeline = compilePipeline(
    [
      {
        $lookup: {
          from: 'people',
          localField: 'who',
          foreignField: '_id',
          pipeline: [{ $match: { team: 'y' } }],
          as: 'p',
        },
      },
    ],
    {
      lookup: (_, filter) => {
        asked.push(filter);
        return [];
      },
    },
  );

  Array.from(pipeline([{ who: 2 }, { who: [1, 2] }]));

  expect(asked).toEqual([
    { $and: [{ _id: { $eq: 2 } }, { team: 'y' }] },
    { $and: [{ _id: { $in: [1, 2] } }, { team: 'y' }] },
  ]);
});

test('stages take only what is asked of them', () => {
  let taken = 0;
  const source = function* () {
    for (let n = 0; ; n++) {
      taken++;
      yield { n };
    }
  };

  const results = [...compilePipeline([{ $match: { n: { $gt: 2 } } }, { $limit: 2 }], { lookup })(source())];

  expect(results).toEqual([{ n: 3 }, { n: 4 }]);
  expect(taken).toBe(5);
});

test('variables of the command reach every stage', () => {
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
    ['$out', [{ $out: 'x' }], 115],
    ['$merge', [{ $merge: { into: 'x' } }], 115],
    ['$graphLookup', [{ $graphLookup: {} }], 115],
    ['$match of a scalar', [{ $match: 1 }], 15959],
    ['$sort by nothing', [{ $sort: {} }], 15976],
    ['$sort by 2', [{ $sort: { a: 2 } }], 15975],
    ['$limit of zero', [{ $limit: 0 }], 15958],
    ['$skip below zero', [{ $skip: -1 }], 5107200],
    ['$group without _id', [{ $group: { n: { $sum: 1 } } }], 15955],
    ['$group by an unknown accumulator', [{ $group: { _id: null, n: { $foo: 1 } } }], 15952],
    ['$group with two accumulators', [{ $group: { _id: null, n: { $sum: 1, $avg: 1 } } }], 40238],
    ['$group with a plain field', [{ $group: { _id: null, n: 1 } }], 40234],
    ['$unwind without $', [{ $unwind: 'a' }], 28818],
    ['$unwind with an unknown option', [{ $unwind: { path: '$a', foo: 1 } }], 28811],
    ['$count of nothing', [{ $count: '' }], 40156],
    ['$lookup with an unknown option', [{ $lookup: { from: 'a', as: 'b', foo: 1 } }], 9],
    ['$lookup without fields', [{ $lookup: { from: 'a', as: 'b' } }], 9],
    ['$facet of nothing', [{ $facet: {} }], 40169],
  ])('%s', (_, pipeline, code) => {
    expect(() => run(pipeline, [])).toThrow(expect.objectContaining({ code }));
  });

  test('a root that is no document', () => {
    expect(() => run([{ $replaceRoot: { newRoot: '$a' } }], [{ a: 1 }])).toThrow(
      expect.objectContaining({ code: 40228 }),
    );
  });
});
