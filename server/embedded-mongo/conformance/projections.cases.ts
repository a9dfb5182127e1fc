import type { Document } from '../bson/document.ts';

/** What a projection leaves of a document, the order of its fields included. The filter is what `$` refers to. */
export type ProjectionCase = [name: string, spec: Document, doc: Document, expected: Document, filter?: Document];

const film: Document = {
  _id: 1,
  title: 'Alien',
  year: 1979,
  cast: [{ name: 'Weaver', role: 'Ripley' }, { name: 'Hurt' }],
  tags: ['a', 'b', 'c'],
};

const doc = { _id: 1, a: [{ x: 1 }, { x: 2 }, { x: 3 }], b: 2 };

export const projectionCases: { title: string; rows: ProjectionCase[] }[] = [
  {
    title: 'find projections (manual: tutorial/project-fields-from-query-results)',
    rows: [
      ['fields in the order of the document', { year: 1, title: 1 }, film, { _id: 1, title: 'Alien', year: 1979 }],
      ['without the _id', { _id: 0, title: true }, film, { title: 'Alien' }],
      ['the _id alone', { _id: 1 }, film, { _id: 1 }],
      ['all but the _id', { _id: 0 }, { _id: 1, a: 1 }, { a: 1 }],
      ['all but some', { cast: 0, tags: false }, film, { _id: 1, title: 'Alien', year: 1979 }],
      ['within documents', { 'a.b': 1 }, { _id: 1, a: { b: 1, c: 2 }, d: 3 }, { _id: 1, a: { b: 1 } }],
      ['written as a document', { a: { b: 1 } }, { _id: 1, a: { b: 1, c: 2 } }, { _id: 1, a: { b: 1 } }],
      ['within elements', { 'cast.name': 1 }, film, { _id: 1, cast: [{ name: 'Weaver' }, { name: 'Hurt' }] }],
      ['scalars have no fields', { 'a.b': 1 }, { _id: 1, a: 5 }, { _id: 1 }],
      ['nor have scalar elements', { 'a.b': 1 }, { _id: 1, a: [1, { b: 2 }, {}] }, { _id: 1, a: [{ b: 2 }, {}] }],
      ['nested arrays stay nested', { 'a.b': 1 }, { _id: 1, a: [[{ b: 1, c: 2 }]] }, { _id: 1, a: [[{ b: 1 }]] }],
      ['leaving out within elements', { 'a.b': 0 }, { _id: 1, a: [1, { b: 2, c: 3 }] }, { _id: 1, a: [1, { c: 3 }] }],
      ['leaving out within scalars', { 'a.b': 0 }, { _id: 1, a: 5 }, { _id: 1, a: 5 }],
      [
        'two fields of one document',
        { 'a.b': 1, 'a.c': 1 },
        { _id: 1, a: { c: 1, d: 2, b: 3 } },
        { _id: 1, a: { c: 1, b: 3 } },
      ],
      ['what is computed comes last', { n: '$year', title: 1 }, film, { _id: 1, title: 'Alien', n: 1979 }],
      [
        'what is computed replaces',
        { title: { $ifNull: ['$title', ''] } },
        { _id: 1, title: 'x', a: 1 },
        { _id: 1, title: 'x' },
      ],
      ['a computed field within', { 'x.y': '$year' }, { _id: 1, year: 5 }, { _id: 1, x: { y: 5 } }],
      ['a constant', { kind: { $literal: 1 } }, { _id: 1 }, { _id: 1, kind: 1 }],
    ],
  },
  {
    title: 'arrays in find projections (manual: op/projection)',
    rows: [
      ['$slice keeps the other fields', { a: { $slice: 1 } }, doc, { _id: 1, a: [{ x: 1 }], b: 2 }],
      ['$slice from the end', { a: { $slice: -1 } }, doc, { _id: 1, a: [{ x: 3 }], b: 2 }],
      ['$slice with a start', { a: { $slice: [1, 1] } }, doc, { _id: 1, a: [{ x: 2 }], b: 2 }],
      ['$slice with a start from the end', { a: { $slice: [-2, 1] } }, doc, { _id: 1, a: [{ x: 2 }], b: 2 }],
      ['$slice beside an inclusion', { b: 1, a: { $slice: 1 } }, { ...doc, c: 1 }, { _id: 1, a: [{ x: 1 }], b: 2 }],
      ['$slice beside an exclusion', { b: 0, a: { $slice: 1 } }, { ...doc, c: 1 }, { _id: 1, a: [{ x: 1 }], c: 1 }],
      ['$slice of no array', { b: { $slice: 1 } }, { _id: 1, b: 2 }, { _id: 1, b: 2 }],
      ['$elemMatch is the first that passes', { a: { $elemMatch: { x: { $gt: 1 } } } }, doc, { _id: 1, a: [{ x: 2 }] }],
      ['$elemMatch of values', { a: { $elemMatch: { $gt: 1 } } }, { _id: 1, a: [1, 2, 3] }, { _id: 1, a: [2] }],
      ['$elemMatch without a match leaves the field out', { a: { $elemMatch: { x: 9 } } }, doc, { _id: 1 }],
      [
        '$elemMatch stands after what is included',
        { a: { $elemMatch: { x: 2 } }, b: 1 },
        doc,
        { _id: 1, b: 2, a: [{ x: 2 }] },
      ],
      ['`$` is the element found', { 'a.$': 1 }, doc, { _id: 1, a: [{ x: 2 }] }, { 'a.x': 2 }],
      ['`$` leaves the rest out', { 'a.$': 1 }, { ...doc, c: 1 }, { _id: 1, a: [{ x: 1 }] }, { a: { x: 1 } }],
      ['`$` beside others', { 'a.$': 1, b: 1 }, doc, { _id: 1, a: [{ x: 3 }], b: 2 }, { a: { $elemMatch: { x: 3 } } }],
    ],
  },
];

export const refusedProjections: [name: string, spec: Document, code: number][] = [
  ['exclusion among inclusions', { a: 1, b: 0 }, 31254],
  ['inclusion among exclusions', { a: 0, b: 1 }, 31253],
  ['a path twice', { a: 1, 'a.b': 1 }, 31250],
  ['a path twice, the other way round', { 'a.b': 1, a: 1 }, 31250],
  ['an empty document', { a: {} }, 51270],
  ['an unknown expression', { a: { $foo: 1 } }, 168],
  ['an empty part', { 'a..b': 1 }, 40353],
  ['a $-name', { 'a.$b': 1 }, 16410],
  ['$meta', { a: { $meta: 'textScore' } }, 115],
];
