import { BSONRegExp, Decimal128, Double, Long } from 'bson';
import type { Document } from '../bson/document.ts';

/** What an update makes of a document, byte for byte. */
export type UpdateCase = [name: string, update: Document | Document[], before: Document, after: Document];

export const updateCases: { title: string; rows: UpdateCase[] }[] = [
  {
    title: '$set, $unset (manual: update/set, update/unset)',
    rows: [
      ['a field', { $set: { a: 2 } }, { _id: 1, a: 1 }, { _id: 1, a: 2 }],
      ['of another type', { $set: { a: new Double(1) } }, { a: 1 }, { a: new Double(1) }],
      [
        'new fields come in the order of their names',
        { $set: { z: 1, b: 2, a: 3 } },
        { m: 0 },
        { m: 0, a: 3, b: 2, z: 1 },
      ],
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
    ],
  },

  {
    title: '$inc, $min, $max (manual: update/inc, min, max)',
    rows: [
      ['ints', { $inc: { a: 2 } }, { a: 1 }, { a: 3 }],
      ['a missing field takes the amount', { $inc: { a: Long.fromNumber(2) } }, {}, { a: Long.fromNumber(2) }],
      [
        'an int that overflows becomes a long',
        { $inc: { a: 1 } },
        { a: 2147483647 },
        { a: Long.fromNumber(2147483648) },
      ],
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
      ['$min', { $min: { a: 1, b: 9 } }, { a: 5, b: 5 }, { a: 1, b: 5 }],
      ['$max', { $max: { a: 1, b: 9 } }, { a: 5, b: 5 }, { a: 5, b: 9 }],
      ['$max across types', { $max: { a: 'x' } }, { a: 5 }, { a: 'x' }],
      ['$min on missing', { $min: { a: 5 } }, {}, { a: 5 }],
      ['$min of an equal number keeps its type', { $min: { a: new Double(5) } }, { a: 5 }, { a: 5 }],
      ['$max across numbers', { $max: { a: Decimal128.fromString('0.1') } }, { a: 0.1 }, { a: 0.1 }],
      ['$max of dates', { $max: { a: new Date(9) } }, { a: new Date(5) }, { a: new Date(9) }],
    ],
  },

  {
    title: '$push (manual: update/push, each, position)',
    rows: [
      ['an element', { $push: { a: 3 } }, { a: [1] }, { a: [1, 3] }],
      ['onto nothing', { $push: { 'x.a': 3 } }, {}, { x: { a: [3] } }],
      ['an array as one element', { $push: { a: [1, 2] } }, { a: [] }, { a: [[1, 2]] }],
      ['several', { $push: { a: { $each: [1, 2] } } }, { a: [0] }, { a: [0, 1, 2] }],
      ['none', { $push: { a: { $each: [] } } }, {}, { a: [] }],
      ['at a position', { $push: { a: { $each: [9], $position: 1 } } }, { a: [1, 2] }, { a: [1, 9, 2] }],
      ['at a position from the end', { $push: { a: { $each: [9], $position: -1 } } }, { a: [1, 2] }, { a: [1, 9, 2] }],
      ['at a position beyond the end', { $push: { a: { $each: [9], $position: 7 } } }, { a: [1] }, { a: [1, 9] }],
      ['a document without $each', { $push: { a: { b: 1 } } }, { a: [] }, { a: [{ b: 1 }] }],
    ],
  },

  {
    title: '$addToSet, $pull, $pullAll, $pop (manual: update/addToSet, pull, pullAll, pop)',
    rows: [
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
      [
        '$pull by a filter for documents',
        { $pull: { a: { x: 1 } } },
        { a: [{ x: 1, y: 1 }, { x: 2 }] },
        { a: [{ x: 2 }] },
      ],
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
      ['$pull by $not', { $pull: { a: { $not: { $gt: 1 } } } }, { a: [1, 2, 3] }, { a: [2, 3] }],
      ['$pull by $nor', { $pull: { a: { $nor: [{ b: 1 }] } } }, { a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }] }],
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
    ],
  },

  {
    title:
      'replacements and pipelines (manual: method/db.collection.replaceOne, tutorial/update-documents-with-aggregation-pipeline)',
    rows: [
      ['everything but the _id', { b: 2 }, { _id: 1, a: 1 }, { _id: 1, b: 2 }],
      ['the same _id, wherever it stands', { b: 2, _id: 1 }, { _id: 1, a: 1 }, { _id: 1, b: 2 }],
      ['by nothing', {}, { _id: 1, a: 1 }, { _id: 1 }],
      ['with dotted names', { 'a.b': 1 }, { _id: 1 }, { _id: 1, 'a.b': 1 }],
      ['$set computes', [{ $set: { b: { $gt: ['$a', 0] } } }], { _id: 1, a: 1 }, { _id: 1, a: 1, b: true }],
      ['stage after stage', [{ $set: { b: 1 } }, { $unset: 'a' }], { _id: 1, a: 1 }, { _id: 1, b: 1 }],
      ['$project', [{ $project: { a: 1 } }], { _id: 1, a: 1, b: 2 }, { _id: 1, a: 1 }],
      ['$replaceWith keeps the _id', [{ $replaceWith: '$x' }], { _id: 1, x: { y: 1 } }, { _id: 1, y: 1 }],
    ],
  },
];

interface Options {
  arrayFilters?: Document[];
}

/** The same with a filter, for what `$`, `$[]` and `$[name]` stand for (manual: update/positional, positional-all, positional-filtered). */
export const positionalCases: [...head: [string, Document, Document, Document, Document], options?: Options][] = [
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
];

type RefusedUpdate = [name: string, update: Document | Document[], doc: Document, code: number, options: Options];

const bad = (
  name: string,
  update: Document | Document[],
  doc: Document,
  code: number,
  options: Options = {},
): RefusedUpdate => [name, update, doc, code, options];

/** Updates that MongoDB refuses with this code. */
export const refusedUpdates: RefusedUpdate[] = [
  bad('$bit', { $bit: { a: { or: 1 } } }, {}, 115),
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
  bad('$push onto a scalar', { $push: { a: 1 } }, { a: 5 }, 2),
  bad('$push $each of no array', { $push: { a: { $each: 1 } } }, {}, 2),
  bad('$push with an unknown clause', { $push: { a: { $each: [], $foo: 1 } } }, {}, 2),
  bad('$push $position of a fraction', { $push: { a: { $each: [], $position: 1.5 } } }, {}, 2),
  bad('$addToSet to a scalar', { $addToSet: { a: 1 } }, { a: 5 }, 2),
  bad('$addToSet $each of no array', { $addToSet: { a: { $each: 1 } } }, {}, 14),
  bad('$pull from a scalar', { $pull: { a: 1 } }, { a: 5 }, 2),
  bad('$pull below a scalar', { $pull: { 'a.b': 1 } }, { a: 5 }, 28),
  bad('$pop below a scalar', { $pop: { 'a.b': 1 } }, { a: 5 }, 28),
  bad('$pullAll of no array', { $pullAll: { a: 1 } }, {}, 2),
  bad('$pop from a scalar', { $pop: { a: 1 } }, { a: 5 }, 14),
  bad('$pop by 2', { $pop: { a: 2 } }, {}, 9),
  bad('$mul', { $mul: { a: 2 } }, { a: 1 }, 115),
  bad('$rename', { $rename: { a: 'b' } }, { a: 1 }, 115),
  bad('$currentDate', { $currentDate: { a: true } }, {}, 115),
  bad('$push with $slice', { $push: { a: { $each: [], $slice: 1 } } }, {}, 115),
  bad('$push with $sort', { $push: { a: { $each: [], $sort: 1 } } }, {}, 115),
  bad('$inc of a decimal', { $inc: { a: 1 } }, { a: Decimal128.fromString('1') }, 115),
  bad('padding without end', { $set: { 'a.9999999': 1 } }, { a: [] }, 2),
  bad('$match in a pipeline', [{ $match: {} }], {}, 72),
  bad('an unknown stage in a pipeline', [{ $foo: {} }], {}, 40324),
  bad('`$` without a match', { $set: { 'a.$': 1 } }, { a: [1] }, 2),
  bad('`$[]` of what is not there', { $set: { 'a.$[]': 1 } }, {}, 2),
  bad('`$[]` of a scalar', { $set: { 'a.$[]': 1 } }, { a: 1 }, 2),
  bad('`$` first in a path', { $set: { '$.a': 1 } }, {}, 2),
  bad('`$` twice', { $set: { 'a.$.b.$': 1 } }, {}, 2),
  bad('a name without a filter', { $set: { 'a.$[x]': 1 } }, { a: [1] }, 2),
  bad('a filter nobody uses', { $set: { a: 1 } }, {}, 9, { arrayFilters: [{ x: 1 }] }),
  bad('a filter of two names', { $set: { 'a.$[x]': 1 } }, {}, 9, { arrayFilters: [{ x: 1, y: 1 }] }),
  bad('two filters of one name', { $set: { 'a.$[x]': 1 } }, {}, 9, { arrayFilters: [{ x: 1 }, { x: 2 }] }),
  bad('a filter of nothing', { $set: { 'a.$[x]': 1 } }, {}, 9, { arrayFilters: [{}] }),
  bad('a name in capitals', { $set: { 'a.$[X]': 1 } }, {}, 2, { arrayFilters: [{ X: 1 }] }),
  bad('filters with a replacement', { a: 1 }, {}, 9, { arrayFilters: [{ x: 1 }] }),
];
