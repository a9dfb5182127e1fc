import { describe, expect, test } from '@jest/globals';
import { BSONRegExp, Decimal128, Double, Long, ObjectId, Timestamp } from 'bson';
import { decode, encode } from '../bson/codec.ts';
import { identical } from '../bson/compare.ts';
import type { Document } from '../bson/document.ts';
import { compileMatch } from '../query/match.ts';
import { compileUpdate, type UpdateOptions } from './compile.ts';

type Row = [name: string, update: Document | Document[], before: Document, after: Document];

/** Compares the bytes: types and the order of fields count. */
function expectSame(actual: Document, expected: Document): void {
  if (!identical(actual, expected)) expect(actual).toEqual(expected);
  expect(Object.keys(actual)).toEqual(Object.keys(expected));
  expect(identical(actual, expected)).toBe(true);
}

function table(title: string, rows: Row[]): void {
  describe(title, () => {
    test.each(rows)('%s', (_, update, before, after) => {
      const original = decode(encode(before));

      const updated = compileUpdate(update).apply(before);

      expectSame(updated, after);
      expect(identical(before, original)).toBe(true);
    });
  });
}

const decimal = (text: string) => Decimal128.fromString(text);

table('$set, $unset (manual: update/set, update/unset)', [
  ['a field', { $set: { a: 2 } }, { _id: 1, a: 1 }, { _id: 1, a: 2 }],
  ['of another type', { $set: { a: new Double(1) } }, { a: 1 }, { a: new Double(1) }],
  ['new fields come in the order of their names', { $set: { z: 1, b: 2, a: 3 } }, { m: 0 }, { m: 0, a: 3, b: 2, z: 1 }],
  ['of all operators together', { $set: { z: 1 }, $inc: { b: 2 }, $push: { a: 3 } }, {}, { a: [3], b: 2, z: 1 }],
  ['numbers in the order of numbers', { $set: { 'a.x10': 1, 'a.x9': 2 } }, {}, { a: { x10: 1, x9: 2 } }],
  ['within a document', { $set: { 'a.b': 2 } }, { a: { b: 1, c: 3 } }, { a: { b: 2, c: 3 } }],
  ['documents on the way are made', { $set: { 'a.b.c': 1 } }, {}, { a: { b: { c: 1 } } }],
  ['for positions too, as field names', { $set: { 'a.0': 1 } }, {}, { a: { 0: 1 } }],
  ['an element by position', { $set: { 'a.1': 9 } }, { a: [1, 2] }, { a: [1, 9] }],
  ['a position beyond the end pads with null', { $set: { 'a.3': 9 } }, { a: [1] }, { a: [1, null, null, 9] }],
  ['a field of an element', { $set: { 'a.0.b': 9 } }, { a: [{ b: 1 }] }, { a: [{ b: 9 }] }],
  ['two fields of one element', { $set: { 'a.0.b': 9, 'a.0.c': 8 } }, { a: [{ b: 1 }] }, { a: [{ b: 9, c: 8 }] }],
  ['nothing at all', { $set: {} }, { a: 1 }, { a: 1 }],
  ['the same _id', { $set: { _id: 1, a: 2 } }, { _id: 1, a: 1 }, { _id: 1, a: 2 }],
  ['a value with $-fields inside', { $set: { a: { $b: 1 } } }, {}, { a: { $b: 1 } }],
  ['$unset', { $unset: { a: '' } }, { a: 1, b: 2 }, { b: 2 }],
  ['$unset what is not there', { $unset: { 'a.b': '' } }, { c: 1 }, { c: 1 }],
  ['$unset below a scalar', { $unset: { 'a.b': '' } }, { a: 1 }, { a: 1 }],
  ['$unset an element leaves null', { $unset: { 'a.0': '' } }, { a: [1, 2] }, { a: [null, 2] }],
  ['$unset a name in an array', { $unset: { 'a.b': '' } }, { a: [{ b: 1 }] }, { a: [{ b: 1 }] }],
  ['$unset beyond the end', { $unset: { 'a.7': '' } }, { a: [1] }, { a: [1] }],
  ['$unset within', { $unset: { 'a.b': '' } }, { a: { b: 1, c: 2 } }, { a: { c: 2 } }],
]);

table('$inc, $mul, $min, $max, $bit (manual: update/inc, mul, min, max, bit)', [
  ['ints', { $inc: { a: 2 } }, { a: 1 }, { a: 3 }],
  ['a missing field takes the amount', { $inc: { a: Long.fromNumber(2) } }, {}, { a: Long.fromNumber(2) }],
  ['an int that overflows becomes a long', { $inc: { a: 1 } }, { a: 2147483647 }, { a: Long.fromNumber(2147483648) }],
  ['an int and a long', { $inc: { a: Long.fromNumber(1) } }, { a: 1 }, { a: Long.fromNumber(2) }],
  ['a long stays a long', { $inc: { a: 1 } }, { a: Long.fromNumber(5) }, { a: Long.fromNumber(6) }],
  [
    'longs exactly',
    { $inc: { a: 1 } },
    { a: Long.fromString('9007199254740992') },
    { a: Long.fromString('9007199254740993') },
  ],
  ['an int and a double', { $inc: { a: 0.5 } }, { a: 1 }, { a: 1.5 }],
  ['a double stays a double', { $inc: { a: 1 } }, { a: new Double(1) }, { a: new Double(2) }],
  ['a decimal', { $inc: { a: decimal('0.1') } }, { a: decimal('0.2') }, { a: decimal('0.3') }],
  ['$mul', { $mul: { a: 3 } }, { a: 2 }, { a: 6 }],
  ['$mul overflow', { $mul: { a: 65536 } }, { a: 65536 }, { a: Long.fromNumber(4294967296) }],
  ['$mul a missing field', { $mul: { a: new Double(3) } }, {}, { a: new Double(0) }],
  ['$mul a decimal', { $mul: { a: decimal('1.5') } }, { a: 2 }, { a: decimal('3.0') }],
  ['$min', { $min: { a: 1, b: 9 } }, { a: 5, b: 5 }, { a: 1, b: 5 }],
  ['$max', { $max: { a: 1, b: 9 } }, { a: 5, b: 5 }, { a: 5, b: 9 }],
  ['$max across types', { $max: { a: 'x' } }, { a: 5 }, { a: 'x' }],
  ['$min on missing', { $min: { a: 5 } }, {}, { a: 5 }],
  ['$min of an equal number keeps its type', { $min: { a: new Double(5) } }, { a: 5 }, { a: 5 }],
  ['$max of dates', { $max: { a: new Date(9) } }, { a: new Date(5) }, { a: new Date(9) }],
  ['$bit', { $bit: { a: { and: 10 }, b: { or: 5 }, c: { xor: 5 } } }, { a: 13, b: 3, c: 1 }, { a: 8, b: 7, c: 4 }],
  ['$bit on missing', { $bit: { a: { or: 5 } } }, {}, { a: 5 }],
  ['$bit with a long', { $bit: { a: { or: Long.fromNumber(1) } } }, { a: 2 }, { a: Long.fromNumber(3) }],
]);

table('$rename (manual: update/rename)', [
  ['a field', { $rename: { a: 'b' } }, { a: 1, c: 2 }, { c: 2, b: 1 }],
  ['over another', { $rename: { a: 'b' } }, { a: 1, b: 9, c: 2 }, { b: 1, c: 2 }],
  ['into a document', { $rename: { a: 'x.y' } }, { a: 1 }, { x: { y: 1 } }],
  ['out of a document', { $rename: { 'x.y': 'a' } }, { x: { y: 1 } }, { x: {}, a: 1 }],
  ['what is not there', { $rename: { a: 'b' } }, { b: 1 }, { b: 1 }],
  ['beside $set', { $rename: { a: 'b' }, $set: { c: 1 } }, { a: 1 }, { b: 1, c: 1 }],
]);

table('$push (manual: update/push, each, position, slice, sort)', [
  ['an element', { $push: { a: 3 } }, { a: [1] }, { a: [1, 3] }],
  ['onto nothing', { $push: { 'x.a': 3 } }, {}, { x: { a: [3] } }],
  ['an array as one element', { $push: { a: [1, 2] } }, { a: [] }, { a: [[1, 2]] }],
  ['several', { $push: { a: { $each: [1, 2] } } }, { a: [0] }, { a: [0, 1, 2] }],
  ['none', { $push: { a: { $each: [] } } }, {}, { a: [] }],
  ['at a position', { $push: { a: { $each: [9], $position: 1 } } }, { a: [1, 2] }, { a: [1, 9, 2] }],
  ['at a position from the end', { $push: { a: { $each: [9], $position: -1 } } }, { a: [1, 2] }, { a: [1, 9, 2] }],
  ['at a position beyond the end', { $push: { a: { $each: [9], $position: 7 } } }, { a: [1] }, { a: [1, 9] }],
  ['the first ones kept', { $push: { a: { $each: [3], $slice: 2 } } }, { a: [1, 2] }, { a: [1, 2] }],
  ['the last ones kept', { $push: { a: { $each: [3], $slice: -2 } } }, { a: [1, 2] }, { a: [2, 3] }],
  ['none kept', { $push: { a: { $each: [3], $slice: 0 } } }, { a: [1, 2] }, { a: [] }],
  ['sorted', { $push: { a: { $each: [1, 3], $sort: -1 } } }, { a: [2] }, { a: [3, 2, 1] }],
  [
    'sorted by a field, then cut',
    { $push: { a: { $each: [{ n: 1 }], $sort: { n: 1 }, $slice: 2 } } },
    { a: [{ n: 3 }, { n: 2 }] },
    { a: [{ n: 1 }, { n: 2 }] },
  ],
  ['a document without $each', { $push: { a: { b: 1 } } }, { a: [] }, { a: [{ b: 1 }] }],
]);

table('$addToSet, $pull, $pullAll, $pop (manual: update/addToSet, pull, pullAll, pop)', [
  ['$addToSet', { $addToSet: { a: 3 } }, { a: [1] }, { a: [1, 3] }],
  ['what is there already', { $addToSet: { a: new Double(1) } }, { a: [1] }, { a: [1] }],
  ['onto nothing', { $addToSet: { a: 1 } }, {}, { a: [1] }],
  ['several, each once', { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1] }, { a: [1, 2] }],
  [
    'documents by the order of their fields',
    { $addToSet: { a: { y: 1, x: 1 } } },
    { a: [{ x: 1, y: 1 }] },
    {
      a: [
        { x: 1, y: 1 },
        { y: 1, x: 1 },
      ],
    },
  ],
  ['an array as one element', { $addToSet: { a: [1] } }, { a: [1] }, { a: [1, [1]] }],
  ['none', { $addToSet: { a: { $each: [] } } }, {}, { a: [] }],
  ['$pull a value', { $pull: { a: 1 } }, { a: [1, 2, 1] }, { a: [2] }],
  ['$pull by operators', { $pull: { a: { $gte: 2 } } }, { a: [1, 2, 3] }, { a: [1] }],
  ['$pull by $in', { $pull: { a: { $in: [1, 3] } } }, { a: [1, 2, 3] }, { a: [2] }],
  ['$pull by a filter for documents', { $pull: { a: { x: 1 } } }, { a: [{ x: 1, y: 1 }, { x: 2 }] }, { a: [{ x: 2 }] }],
  [
    '$pull by operators in a filter',
    { $pull: { a: { x: { $gt: 1 } } } },
    { a: [{ x: 1 }, { x: 2 }, 5] },
    { a: [{ x: 1 }, 5] },
  ],
  [
    '$pull by $elemMatch',
    { $pull: { a: { b: { $elemMatch: { c: 1 } } } } },
    { a: [{ b: [{ c: 1 }] }, { b: [] }] },
    { a: [{ b: [] }] },
  ],
  [
    '$pull an array',
    { $pull: { a: [1, 2] } },
    {
      a: [
        [1, 2],
        [2, 1],
      ],
    },
    { a: [[2, 1]] },
  ],
  ['$pull by a regular expression', { $pull: { a: new BSONRegExp('^x') } }, { a: ['xa', 'b'] }, { a: ['b'] }],
  ['$pull by operators looks into arrays', { $pull: { a: { $gt: 4 } } }, { a: [[1, 5], [2]] }, { a: [[2]] }],
  ['$pull null', { $pull: { a: null } }, { a: [null, 1] }, { a: [1] }],
  ['$pull from nothing', { $pull: { a: 1 } }, { b: 1 }, { b: 1 }],
  ['$pull by $or', { $pull: { a: { $or: [{ x: 1 }, { x: 2 }] } } }, { a: [{ x: 1 }, { x: 3 }] }, { a: [{ x: 3 }] }],
  ['$pullAll', { $pullAll: { a: [1, { x: 1 }] } }, { a: [1, { x: 1 }, { x: 1, y: 1 }] }, { a: [{ x: 1, y: 1 }] }],
  [
    '$pullAll by the order of fields',
    { $pullAll: { a: [{ x: 1, y: 1 }] } },
    { a: [{ y: 1, x: 1 }] },
    { a: [{ y: 1, x: 1 }] },
  ],
  ['$pop the last', { $pop: { a: 1 } }, { a: [1, 2] }, { a: [1] }],
  ['$pop the first', { $pop: { a: -1 } }, { a: [1, 2] }, { a: [2] }],
  ['$pop from nothing', { $pop: { a: 1 } }, {}, {}],
  ['$pop from an empty array', { $pop: { a: 1 } }, { a: [] }, { a: [] }],
]);

describe('positions (manual: update/positional, positional-all, positional-filtered)', () => {
  type PositionRow = [
    name: string,
    filter: Document,
    update: Document,
    before: Document,
    after: Document,
    options?: UpdateOptions,
  ];

  test.each<PositionRow>([
    ['`$` is the element found', { a: 2 }, { $set: { 'a.$': 9 } }, { a: [1, 2, 2] }, { a: [1, 9, 2] }],
    [
      '`$` in a document',
      { 'a.b': 2 },
      { $inc: { 'a.$.n': 1 } },
      { a: [{ b: 1 }, { b: 2 }] },
      { a: [{ b: 1 }, { b: 2, n: 1 }] },
    ],
    [
      'two paths through `$`',
      { a: { $elemMatch: { b: 2 } } },
      { $set: { 'a.$.x': 1, 'a.$.y': 2 } },
      { a: [{ b: 1 }, { b: 2 }] },
      { a: [{ b: 1 }, { b: 2, x: 1, y: 2 }] },
    ],
    [
      '`$` with several conditions',
      { _id: 1, a: 2 },
      { $set: { 'a.$': 9 } },
      { _id: 1, a: [1, 2] },
      { _id: 1, a: [1, 9] },
    ],
    ['`$` with $unset', { a: 2 }, { $unset: { 'a.$': '' } }, { a: [1, 2] }, { a: [1, null] }],
    ['`$` with $push', { 'a.b': 1 }, { $push: { 'a.$.c': 5 } }, { a: [{ b: 1 }] }, { a: [{ b: 1, c: [5] }] }],
    ['`$[]` is every element', {}, { $inc: { 'a.$[]': 1 } }, { a: [1, 2] }, { a: [2, 3] }],
    [
      '`$[]` of documents',
      {},
      { $set: { 'a.$[].x': 1, 'a.$[].y': 2 } },
      { a: [{ z: 0 }, {}] },
      {
        a: [
          { z: 0, x: 1, y: 2 },
          { x: 1, y: 2 },
        ],
      },
    ],
    [
      '`$[]` twice',
      {},
      { $set: { 'a.$[].b.$[]': 0 } },
      { a: [{ b: [1, 2] }, { b: [] }] },
      { a: [{ b: [0, 0] }, { b: [] }] },
    ],
    [
      '`$[name]` by value',
      {},
      { $set: { 'a.$[low]': 0 } },
      { a: [1, 5, 2] },
      { a: [0, 5, 0] },
      { arrayFilters: [{ low: { $lt: 3 } }] },
    ],
    [
      '`$[name]` by field',
      {},
      { $set: { 'a.$[e].n': 0, 'a.$[e].m': 1 } },
      { a: [{ x: 1 }, { x: 2 }] },
      { a: [{ x: 1 }, { x: 2, m: 1, n: 0 }] },
      { arrayFilters: [{ 'e.x': 2 }] },
    ],
    [
      '`$[name]` by $or',
      {},
      { $set: { 'a.$[e].n': 0 } },
      { a: [{ x: 1 }, { x: 2 }, { x: 3 }] },
      { a: [{ x: 1, n: 0 }, { x: 2 }, { x: 3, n: 0 }] },
      { arrayFilters: [{ $or: [{ 'e.x': 1 }, { 'e.x': 3 }] }] },
    ],
    [
      'two names in one path',
      {},
      { $set: { 'a.$[x].b.$[y]': 0 } },
      {
        a: [
          { k: 1, b: [1, 2] },
          { k: 2, b: [1, 2] },
        ],
      },
      {
        a: [
          { k: 1, b: [1, 2] },
          { k: 2, b: [1, 0] },
        ],
      },
      { arrayFilters: [{ 'x.k': 2 }, { y: { $gt: 1 } }] },
    ],
    ['no element passes', {}, { $set: { 'a.$[e]': 0 } }, { a: [1] }, { a: [1] }, { arrayFilters: [{ e: 9 }] }],
  ])('%s', (_, filter, update, before, after, options = {}) => {
    const position = compileMatch(filter).positional(before);

    const updated = compileUpdate(update, options).apply(before, position);

    expectSame(updated, after);
  });

  const failing = (name: string, update: Document, doc: Document, code: number, options: UpdateOptions = {}) =>
    [name, update, doc, code, options] as const;

  test.each([
    failing('`$` without a match', { $set: { 'a.$': 1 } }, { a: [1] }, 2),
    failing('`$[]` of what is not there', { $set: { 'a.$[]': 1 } }, {}, 2),
    failing('`$[]` of a scalar', { $set: { 'a.$[]': 1 } }, { a: 1 }, 2),
    failing('`$` first in a path', { $set: { '$.a': 1 } }, {}, 2),
    failing('`$` twice', { $set: { 'a.$.b.$': 1 } }, {}, 2),
    failing('a name without a filter', { $set: { 'a.$[x]': 1 } }, { a: [1] }, 2),
    failing('a filter nobody uses', { $set: { a: 1 } }, {}, 9, { arrayFilters: [{ x: 1 }] }),
    failing('a filter of two names', { $set: { 'a.$[x]': 1 } }, {}, 9, { arrayFilters: [{ x: 1, y: 1 }] }),
    failing('two filters of one name', { $set: { 'a.$[x]': 1 } }, {}, 9, { arrayFilters: [{ x: 1 }, { x: 2 }] }),
    failing('a filter of nothing', { $set: { 'a.$[x]': 1 } }, {}, 9, { arrayFilters: [{}] }),
    failing('a name in capitals', { $set: { 'a.$[X]': 1 } }, {}, 2, { arrayFilters: [{ X: 1 }] }),
    failing('filters with a replacement', { a: 1 }, {}, 9, { arrayFilters: [{ x: 1 }] }),
  ])('%s is refused', (_, update, doc, code, options) => {
    expect(() => compileUpdate(update, options).apply(doc)).toThrow(expect.objectContaining({ code }));
  });
});

describe('replacements and pipelines (manual: method/db.collection.replaceOne, tutorial/update-documents-with-aggregation-pipeline)', () => {
  test.each<Row>([
    ['everything but the _id', { b: 2 }, { _id: 1, a: 1 }, { _id: 1, b: 2 }],
    ['the same _id, wherever it stands', { b: 2, _id: 1 }, { _id: 1, a: 1 }, { _id: 1, b: 2 }],
    ['by nothing', {}, { _id: 1, a: 1 }, { _id: 1 }],
    ['with dotted names', { 'a.b': 1 }, { _id: 1 }, { _id: 1, 'a.b': 1 }],
    ['$set computes', [{ $set: { b: { $add: ['$a', 1] } } }], { _id: 1, a: 1 }, { _id: 1, a: 1, b: 2 }],
    ['stage after stage', [{ $set: { b: 1 } }, { $unset: 'a' }], { _id: 1, a: 1 }, { _id: 1, b: 1 }],
    ['$project', [{ $project: { a: 1 } }], { _id: 1, a: 1, b: 2 }, { _id: 1, a: 1 }],
    ['$replaceWith keeps the _id', [{ $replaceWith: '$x' }], { _id: 1, x: { y: 1 } }, { _id: 1, y: 1 }],
  ])('%s', (_, update, before, after) => {
    expectSame(compileUpdate(update).apply(before), after);
  });

  test('only the first kinds say that they replace', () => {
    expect(compileUpdate({ a: 1 }).isReplacement).toBe(true);
    expect(compileUpdate({}).isReplacement).toBe(true);
    expect(compileUpdate({ $set: { a: 1 } }).isReplacement).toBe(false);
    expect(compileUpdate([{ $set: { a: 1 } }]).isReplacement).toBe(false);
  });

  test('pipelines see the variables of the command', () => {
    const update = compileUpdate([{ $set: { a: '$$given' } }], { vars: { given: 7 } });

    expectSame(update.apply({ _id: 1 }), { _id: 1, a: 7 });
  });
});

describe('upserts (manual: update/setOnInsert)', () => {
  test.each<[string, Document, Document, Document]>([
    ['$setOnInsert counts', { $setOnInsert: { a: 1 }, $set: { b: 2 } }, { _id: 1 }, { _id: 1, a: 1, b: 2 }],
    ['the _id may be given, and stands first', { $set: { _id: 5, a: 1 } }, { b: 2 }, { _id: 5, b: 2, a: 1 }],
    ['or on insert', { $setOnInsert: { _id: 5 } }, { b: 2 }, { _id: 5, b: 2 }],
    ['a replacement drops what the filter implied', { a: 1 }, { _id: 1, b: 2 }, { _id: 1, a: 1 }],
  ])('%s', (_, update, seed, after) => {
    expectSame(compileUpdate(update).apply(seed, undefined, true), after);
  });

  test('$setOnInsert does nothing to a document that is there', () => {
    const doc = { _id: 1 };

    expect(compileUpdate({ $setOnInsert: { a: 1 } }).apply(doc)).toBe(doc);
  });
});

describe('what changes nothing gives the very same document', () => {
  test.each<[string, Document | Document[]]>([
    ['$set', { $set: { a: 1, 'b.c': 2 } }],
    ['$inc by nothing', { $inc: { a: 0 } }],
    ['$max', { $max: { a: 0 } }],
    ['$addToSet', { $addToSet: { list: 1 } }],
    ['$pull', { $pull: { list: 7 } }],
    ['$unset', { $unset: { z: 1 } }],
    ['a replacement', { _id: 1, a: 1, b: { c: 2 }, list: [1] }],
    ['a pipeline', [{ $set: { a: 1 } }]],
  ])('%s', (_, update) => {
    const doc = { _id: 1, a: 1, b: { c: 2 }, list: [1] };

    expect(compileUpdate(update).apply(doc)).toBe(doc);
  });
});

test('numbers that an update does not touch keep their types in the bytes', () => {
  const stored = encode({ _id: 1, a: new Double(5), b: Long.fromNumber(5), c: 5, d: [new Double(1)] });

  const updated = compileUpdate({ $set: { e: 1 } }).apply(decode(stored));

  expectSame(updated, { _id: 1, a: new Double(5), b: Long.fromNumber(5), c: 5, d: [new Double(1)], e: 1 });
});

describe('$currentDate (manual: update/currentDate)', () => {
  test('is a date, or a timestamp when asked', () => {
    const doc = compileUpdate({ $currentDate: { a: true, b: { $type: 'date' }, c: { $type: 'timestamp' } } }).apply({});

    expect(doc.a).toBeInstanceOf(Date);
    expect(doc.b).toBeInstanceOf(Date);
    expect(doc.c).toBeInstanceOf(Timestamp);
  });
});

describe('updates that are refused', () => {
  const bad = (name: string, update: Document | Document[], doc: Document, code: number) =>
    [name, update, doc, code] as const;

  test.each([
    bad('an unknown modifier', { $foo: { a: 1 } }, {}, 9),
    bad('a field among modifiers', { $set: { a: 1 }, b: 1 }, {}, 9),
    bad('a modifier among fields', { b: 1, $set: { a: 1 } }, {}, 52),
    bad('a modifier of a scalar', { $set: 5 }, {}, 9),
    bad('one path twice', { $set: { a: 1 }, $inc: { a: 1 } }, {}, 40),
    bad('a path within another', { $set: { a: 1 }, $unset: { 'a.b': 1 } }, {}, 40),
    bad('a path around another', { $set: { 'a.b': 1 }, $push: { a: 1 } }, {}, 40),
    bad('an empty path', { $set: { '': 1 } }, {}, 56),
    bad('an empty part', { $set: { 'a..b': 1 } }, {}, 56),
    bad('a $-name', { $set: { $a: 1 } }, {}, 52),
    bad('a $-name within', { $set: { 'a.$b': 1 } }, {}, 52),
    bad('another _id', { $set: { _id: 2 } }, { _id: 1 }, 66),
    bad('a part of the _id', { $set: { '_id.a': 2 } }, { _id: { a: 1 } }, 66),
    bad('no _id', { $unset: { _id: 1 } }, { _id: 1 }, 66),
    bad('another _id by $inc', { $inc: { _id: 1 } }, { _id: 1 }, 66),
    bad('another _id by replacement', { _id: 2 }, { _id: 1 }, 66),
    bad('another _id by pipeline', [{ $set: { _id: 2 } }], { _id: 1 }, 66),
    bad('another _id on upsert', { $setOnInsert: { a: 1 }, $set: { _id: 2 } }, { _id: 1 }, 66),
    bad('a field of a scalar', { $set: { 'a.b': 1 } }, { a: 5 }, 28),
    bad('a field of null', { $set: { 'a.b': 1 } }, { a: null }, 28),
    bad('a field of an array', { $set: { 'a.b': 1 } }, { a: [] }, 28),
    bad('$inc by a string', { $inc: { a: 'x' } }, {}, 14),
    bad('$inc a string', { $inc: { a: 1 } }, { a: 'x' }, 14),
    bad('$inc null', { $inc: { a: 1 } }, { a: null }, 14),
    bad('$inc below a scalar', { $inc: { 'a.b': 1 } }, { a: 'x' }, 28),
    bad('$inc a long that overflows', { $inc: { a: 1 } }, { a: Long.MAX_VALUE }, 2),
    bad('$mul a long that overflows', { $mul: { a: 2 } }, { a: Long.MAX_VALUE }, 2),
    bad('$mul a string', { $mul: { a: 1 } }, { a: 'x' }, 14),
    bad('$push onto a scalar', { $push: { a: 1 } }, { a: 5 }, 2),
    bad('$push $each of no array', { $push: { a: { $each: 1 } } }, {}, 2),
    bad('$push with an unknown clause', { $push: { a: { $each: [], $foo: 1 } } }, {}, 2),
    bad('$push $slice of a string', { $push: { a: { $each: [], $slice: 'x' } } }, {}, 2),
    bad('$push $position of a fraction', { $push: { a: { $each: [], $position: 1.5 } } }, {}, 2),
    bad('$push $sort by 2', { $push: { a: { $each: [], $sort: 2 } } }, {}, 2),
    bad('$addToSet to a scalar', { $addToSet: { a: 1 } }, { a: 5 }, 2),
    bad('$addToSet $each of no array', { $addToSet: { a: { $each: 1 } } }, {}, 14),
    bad('$pull from a scalar', { $pull: { a: 1 } }, { a: 5 }, 2),
    bad('$pull below a scalar', { $pull: { 'a.b': 1 } }, { a: 5 }, 28),
    bad('$pop below a scalar', { $pop: { 'a.b': 1 } }, { a: 5 }, 28),
    bad('$pullAll of no array', { $pullAll: { a: 1 } }, {}, 2),
    bad('$pop from a scalar', { $pop: { a: 1 } }, { a: 5 }, 14),
    bad('$pop by 2', { $pop: { a: 2 } }, {}, 9),
    bad('$rename to itself', { $rename: { a: 'a' } }, {}, 2),
    bad('$rename to a number', { $rename: { a: 1 } }, {}, 2),
    bad('$rename to a name no document can have', { $rename: { a: 'b\0' } }, {}, 2),
    bad('$rename from an array', { $rename: { 'a.0': 'c' } }, { a: [{ b: 1 }] }, 2),
    bad('$rename from below an array', { $rename: { 'a.b': 'c' } }, { a: [{ b: 1 }] }, 28),
    bad('$rename from below a scalar', { $rename: { 'a.b': 'c' } }, { a: 1 }, 28),
    bad('$rename into an array', { $rename: { c: 'a.0' } }, { a: [1], c: 1 }, 2),
    bad('$rename through a position', { $rename: { 'a.$': 'b' } }, {}, 2),
    bad('$rename what is set', { $rename: { a: 'b' }, $set: { b: 1 } }, {}, 40),
    bad('$bit of a string', { $bit: { a: { or: 'x' } } }, {}, 2),
    bad('$bit by an unknown operation', { $bit: { a: { nand: 1 } } }, {}, 2),
    bad('$bit on a double', { $bit: { a: { or: 1 } } }, { a: 1.5 }, 2),
    bad('$currentDate of another type', { $currentDate: { a: { $type: 'x' } } }, {}, 2),
    bad('padding without end', { $set: { 'a.9999999': 1 } }, { a: [] }, 2),
    bad('$match in a pipeline', [{ $match: {} }], {}, 72),
    bad('an unknown stage in a pipeline', [{ $foo: {} }], {}, 40324),
  ])('%s', (_, update, doc, code) => {
    expect(() => compileUpdate(update).apply(doc)).toThrow(expect.objectContaining({ code }));
  });
});

describe('names JavaScript knows', () => {
  const hostile = (json: string): Document => JSON.parse(json);

  test('can be set and taken away without touching prototypes', () => {
    const updated = compileUpdate({ $set: hostile('{"__proto__":{"x":1},"constructor.y":2}') }).apply({ a: 1 });

    expect(Object.keys(updated)).toEqual(['a', '__proto__', 'constructor']);
    expect(Object.getPrototypeOf(updated)).toBe(Object.prototype);
    expect(({} as Document).x).toBeUndefined();
    expect(Object.keys(compileUpdate({ $unset: hostile('{"__proto__":1}') }).apply(updated))).toEqual([
      'a',
      'constructor',
    ]);
  });

  test('can be paths', () => {
    const updated = compileUpdate({ $set: { '__proto__.polluted': 1 } }).apply({ a: new ObjectId() });

    expect(Object.keys(updated)).toEqual(['a', '__proto__']);
    expect(({} as Document).polluted).toBeUndefined();
  });
});
