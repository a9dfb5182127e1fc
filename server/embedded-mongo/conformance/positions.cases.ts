import type { Document } from '../document.ts';

export interface Options {
  arrayFilters?: Document[];
}

/**
 * Updates with a filter, for `$`, `$[]` and `$[name]` (manual: update/positional, positional-all, positional-filtered).
 */
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
  [
    '`$[name]` selects elements of the document before the update',
    {},
    { $set: { 'a.$[i].x': 9, 'a.$[i].y': 8 } },
    { a: [{ x: 1, y: 1 }] },
    { a: [{ x: 9, y: 8 }] },
    { arrayFilters: [{ 'i.x': 1 }] },
  ],
  [
    'two names for different fields of one element',
    {},
    { $set: { 'a.$[i].z': 9, 'a.$[j].y': 8 } },
    { a: [{ x: 1 }] },
    { a: [{ x: 1, y: 8, z: 9 }] },
    { arrayFilters: [{ 'i.x': 1 }, { 'j.x': { $lt: 2 } }] },
  ],
  [
    'two names for the same field of different elements',
    {},
    { $inc: { 'a.$[i].n': 1, 'a.$[j].n': 5 } },
    { a: [{ n: 1 }, { n: 2 }] },
    { a: [{ n: 2 }, { n: 7 }] },
    { arrayFilters: [{ 'i.n': 1 }, { 'j.n': 2 }] },
  ],
  [
    '`$[]` and `$[name]` for different fields',
    {},
    { $set: { 'a.$[].x': 2, 'a.$[i].y': 3 } },
    { a: [{ x: 1 }, { x: 5 }] },
    { a: [{ x: 2, y: 3 }, { x: 2 }] },
    { arrayFilters: [{ 'i.x': 1 }] },
  ],
  [
    '`$` and a position for different fields of one element',
    { 'a.x': 1 },
    { $set: { 'a.$.x': 2, 'a.0.y': 3 } },
    { a: [{ x: 1 }] },
    { a: [{ x: 2, y: 3 }] },
  ],
];
