import type { Document } from 'bson';

interface Description {
  updatedFields?: Document;
  removedFields?: string[];
  truncatedArrays?: { field: string; newSize: number }[];
}

/** A document, its update, and the description in the event; or 'replace' where MongoDB logs the whole document. */
export type DescribedUpdate = [
  name: string,
  before: Document,
  update: Document | Document[],
  expected: Description | 'replace',
  filter?: Document,
  arrayFilters?: Document[],
];

const long = 'x'.repeat(100);

export const described: DescribedUpdate[] = [
  ['$set of a field', { a: 1, b: 2 }, { $set: { b: 3 } }, { updatedFields: { b: 3 } }],
  ['only what changes', { a: 1, b: 2 }, { $set: { a: 1, b: 3 } }, { updatedFields: { b: 3 } }],
  ['$set of an array', { a: [0, 1, 2, 1] }, { $set: { a: [0, 0] } }, { updatedFields: { a: [0, 0] } }],
  ['$set of a document', { a: { x: 1 } }, { $set: { a: { x: 1, y: 3 } } }, { updatedFields: { a: { x: 1, y: 3 } } }],
  ['$set within', { a: { x: 1 } }, { $set: { 'a.y': 3 } }, { updatedFields: { 'a.y': 3 } }],
  [
    '$set within a new document',
    {},
    { $set: { 'a.x.y': 3, 'a.z': 1 } },
    { updatedFields: { a: { x: { y: 3 }, z: 1 } } },
  ],
  [
    '$set within two new documents',
    { a: {} },
    { $set: { 'a.b.c': 1, 'a.b.d.e': 2, 'a.z': 1 } },
    { updatedFields: { 'a.b': { c: 1, d: { e: 2 } }, 'a.z': 1 } },
  ],
  ['$set of an element', { a: [1, 2] }, { $set: { 'a.1': 9 } }, { updatedFields: { 'a.1': 9 } }],
  ['$set after the end', { a: [0] }, { $set: { 'a.3': 7 } }, { updatedFields: { 'a.3': 7 } }],
  ['$set within an element', { a: [0, { x: 1 }] }, { $set: { 'a.1.x': 7 } }, { updatedFields: { 'a.1.x': 7 } }],
  ['$set within a new element', { a: [0] }, { $set: { 'a.3.x': 7 } }, { updatedFields: { 'a.3': { x: 7 } } }],
  ['$unset', { a: { x: 1, y: 1 } }, { $unset: { 'a.x': 1, c: 1 } }, { removedFields: ['a.x'] }],
  ['$unset within an element', { a: [1, { x: 1 }] }, { $unset: { 'a.1.x': 1 } }, { removedFields: ['a.1.x'] }],
  ['$unset of an element', { a: [1, 2] }, { $unset: { 'a.1': 1 } }, { updatedFields: { 'a.1': null } }],
  [
    '$inc, $min and $max',
    { a: 1, b: 2 },
    { $inc: { a: 1 }, $min: { b: 1 }, $max: { c: 1 } },
    { updatedFields: { a: 2, b: 1, c: 1 } },
  ],
  ['$push', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { updatedFields: { 'a.1': 2, 'a.2': 3 } }],
  ['$push to a nested array', { a: [[1], 2] }, { $push: { 'a.0': 1 } }, { updatedFields: { 'a.0.1': 1 } }],
  ['$push to an empty array', { a: [] }, { $push: { a: 1 } }, { updatedFields: { a: [1] } }],
  ['$push to nothing', {}, { $push: { 'x.a': 1, 'x.b': 1 } }, { updatedFields: { x: { a: [1], b: [1] } } }],
  ['$push at a position', { a: [1] }, { $push: { a: { $each: [2], $position: 1 } } }, { updatedFields: { a: [1, 2] } }],
  ['$push after the end', { a: [1] }, { $push: { a: { $each: [2], $position: 9 } } }, { updatedFields: { 'a.1': 2 } }],
  ['$addToSet', { a: [1] }, { $addToSet: { a: 2 } }, { updatedFields: { a: [1, 2] } }],
  ['$pull', { a: [1, 2, 3] }, { $pull: { a: 2 } }, { updatedFields: { a: [1, 3] } }],
  ['$pullAll', { a: [1, 2, 3] }, { $pullAll: { a: [1, 3] } }, { updatedFields: { a: [2] } }],
  ['$pop', { a: [1, 2, 3] }, { $pop: { a: 1 } }, { updatedFields: { a: [1, 2] } }],
  [
    'a position',
    { a: [{ x: 1 }, { x: 2 }] },
    { $inc: { 'a.$.x': 1 } },
    { updatedFields: { 'a.1.x': 3 } },
    { 'a.x': 2 },
  ],
  ['all elements', { a: [1, 2, 3] }, { $inc: { 'a.$[]': 1 } }, { updatedFields: { a: [2, 3, 4] } }],
  [
    'within several elements',
    { a: [{ x: 1 }, { x: 2 }] },
    { $inc: { 'a.$[].x': 1 } },
    { updatedFields: { a: [{ x: 2 }, { x: 3 }] } },
  ],
  ['one of the elements', { a: [1, 2, 3] }, { $inc: { 'a.$[i]': 1 } }, { updatedFields: { 'a.1': 3 } }, {}, [{ i: 2 }]],
  [
    'several elements of one of the elements',
    { a: [{ b: [1, 2] }, { b: [] }] },
    { $inc: { 'a.$[].b.$[]': 1 } },
    { updatedFields: { 'a.0': { b: [2, 3] } } },
  ],
  ['one field of the only element', { a: [{ x: 1 }] }, { $inc: { 'a.$[].x': 1 } }, { updatedFields: { 'a.0.x': 2 } }],
  ['a pipeline', { a: 1, long }, [{ $set: { a: 2, b: 1 } }, { $unset: ['c'] }], { updatedFields: { a: 2, b: 1 } }],
  [
    'a pipeline within a document',
    { a: { x: 1, long }, long },
    [{ $set: { 'a.x': 2 } }],
    { updatedFields: { 'a.x': 2 } },
  ],
  [
    'a pipeline within a short document',
    { a: { x: 1, y: 1 }, long },
    [{ $set: { 'a.x': 2 } }],
    { updatedFields: { a: { x: 2, y: 1 } } },
  ],
  [
    'a pipeline that shortens an array',
    { a: [1, 2, 3, 4, 5, 6, 7, 8], long },
    [{ $set: { a: [1, 2, 3, 9] } }],
    { updatedFields: { 'a.3': 9 }, truncatedArrays: [{ field: 'a', newSize: 4 }] },
  ],
  [
    'a pipeline that replaces a short array',
    { a: [1, 2, 3], long },
    [{ $set: { a: [8, 9] } }],
    { updatedFields: { a: [8, 9] } },
  ],
  ['a pipeline that removes', { a: 1, long }, [{ $unset: ['a'] }], { removedFields: ['a'] }],
  ['a pipeline over a small document', { a: 1 }, [{ $set: { a: 2 } }], 'replace'],
];
