import { BSONRegExp, Decimal128, Double, Long } from 'bson';
import type { Document } from '../document.ts';

/** The result of an update, byte for byte. */
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
      ['missing documents are created', { $set: { 'a.b.c': 1 } }, {}, { a: { b: { c: 1 } } }],
      ['for positions too, as field names', { $set: { 'a.0': 1 } }, {}, { a: { 0: 1 } }],
      ['an element by position', { $set: { 'a.1': 9 } }, { a: [1, 2] }, { a: [1, 9] }],
      ['a position beyond the end pads with null', { $set: { 'a.3': 9 } }, { a: [1] }, { a: [1, null, null, 9] }],
      ['a field of an element', { $set: { 'a.0.b': 9 } }, { a: [{ b: 1 }] }, { a: [{ b: 9 }] }],
      ['two fields of one element', { $set: { 'a.0.b': 9, 'a.0.c': 8 } }, { a: [{ b: 1 }] }, { a: [{ b: 9, c: 8 }] }],
      ['zero instead of minus zero', { $set: { a: 0 } }, { a: -0 }, { a: 0 }],
      ['minus zero instead of zero', { $set: { a: -0 } }, { a: new Double(0) }, { a: -0 }],
      ['minus zero within', { $set: { a: [{ b: -0 }] } }, { a: [{ b: new Double(0) }] }, { a: [{ b: -0 }] }],
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
      ['minus zero by zero stays as it is', { $inc: { a: 0 } }, { a: -0 }, { a: -0 }],
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
      ['the same _id in any position', { b: 2, _id: 1 }, { _id: 1, a: 1 }, { _id: 1, b: 2 }],
      ['by nothing', {}, { _id: 1, a: 1 }, { _id: 1 }],
      ['an _id of another type', { _id: Long.ONE, a: 1 }, { _id: 1 }, { _id: Long.ONE, a: 1 }],
      [
        'an _id of another type by a pipeline',
        [{ $set: { _id: { $literal: new Double(1) } } }],
        { _id: 1 },
        { _id: new Double(1) },
      ],
      ['with dotted names', { 'a.b': 1 }, { _id: 1 }, { _id: 1, 'a.b': 1 }],
      ['$set computes', [{ $set: { b: { $gt: ['$a', 0] } } }], { _id: 1, a: 1 }, { _id: 1, a: 1, b: true }],
      ['stage after stage', [{ $set: { b: 1 } }, { $unset: 'a' }], { _id: 1, a: 1 }, { _id: 1, b: 1 }],
      ['$project', [{ $project: { a: 1 } }], { _id: 1, a: 1, b: 2 }, { _id: 1, a: 1 }],
      [
        '$project computes in elements that are no documents',
        [{ $project: { 'a.b': { $literal: 1 } } }],
        { _id: 1, a: [5, { c: 2 }] },
        { _id: 1, a: [{ b: 1 }, { b: 1 }] },
      ],
      ['$replaceWith keeps the _id', [{ $replaceWith: '$x' }], { _id: 1, x: { y: 1 } }, { _id: 1, y: 1 }],
    ],
  },
];
