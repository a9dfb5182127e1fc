import type { Document } from '../document.ts';

/** The projected document, including the order of its fields. */
export type ProjectionCase = [name: string, spec: Document, doc: Document, expected: Document];

const film: Document = {
  _id: 1,
  title: 'Alien',
  year: 1979,
  cast: [{ name: 'Weaver', role: 'Ripley' }, { name: 'Hurt' }],
  tags: ['a', 'b', 'c'],
};

export const projectionCases: { title: string; rows: ProjectionCase[] }[] = [
  {
    title: 'find projections (manual: tutorial/project-fields-from-query-results)',
    rows: [
      ['fields in the order of the document', { year: 1, title: 1 }, film, { _id: 1, title: 'Alien', year: 1979 }],
      ['without the _id', { _id: 0, title: true }, film, { title: 'Alien' }],
      ['the _id alone', { _id: 1 }, film, { _id: 1 }],
      ['all but the _id', { _id: 0 }, { _id: 1, a: 1 }, { a: 1 }],
      ['all but some fields', { cast: 0, tags: false }, film, { _id: 1, title: 'Alien', year: 1979 }],
      ['within documents', { 'a.b': 1 }, { _id: 1, a: { b: 1, c: 2 }, d: 3 }, { _id: 1, a: { b: 1 } }],
      ['written as a document', { a: { b: 1 } }, { _id: 1, a: { b: 1, c: 2 } }, { _id: 1, a: { b: 1 } }],
      ['within elements', { 'cast.name': 1 }, film, { _id: 1, cast: [{ name: 'Weaver' }, { name: 'Hurt' }] }],
      ['scalars have no fields', { 'a.b': 1 }, { _id: 1, a: 5 }, { _id: 1 }],
      ['scalar elements have no fields', { 'a.b': 1 }, { _id: 1, a: [1, { b: 2 }, {}] }, { _id: 1, a: [{ b: 2 }, {}] }],
      ['nested arrays stay nested', { 'a.b': 1 }, { _id: 1, a: [[{ b: 1, c: 2 }]] }, { _id: 1, a: [[{ b: 1 }]] }],
      ['exclusion within elements', { 'a.b': 0 }, { _id: 1, a: [1, { b: 2, c: 3 }] }, { _id: 1, a: [1, { c: 3 }] }],
      ['exclusion within scalars', { 'a.b': 0 }, { _id: 1, a: 5 }, { _id: 1, a: 5 }],
      [
        'two fields of one document',
        { 'a.b': 1, 'a.c': 1 },
        { _id: 1, a: { c: 1, d: 2, b: 3 } },
        { _id: 1, a: { c: 1, b: 3 } },
      ],
      ['computed fields come last', { n: '$year', title: 1 }, film, { _id: 1, title: 'Alien', n: 1979 }],
      [
        'computed fields replace existing ones',
        { title: { $literal: 'y' } },
        { _id: 1, title: 'x', a: 1 },
        { _id: 1, title: 'y' },
      ],
      [
        'a computed field in elements',
        { 'a.b': { $literal: 1 } },
        { _id: 1, a: [{ c: 1 }] },
        { _id: 1, a: [{ b: 1 }] },
      ],
      [
        'a computed field in elements that are no documents',
        { 'a.b': { $literal: 1 } },
        { _id: 1, a: [5, [null], { c: 2 }] },
        { _id: 1, a: [{ b: 1 }, [{ b: 1 }], { b: 1 }] },
      ],
      [
        'a computed field beside an included one',
        { 'a.b': { $literal: 1 }, 'a.c': 1 },
        { _id: 1, a: [5, { c: 2 }] },
        { _id: 1, a: [{ b: 1 }, { c: 2, b: 1 }] },
      ],
      [
        'a computed field that is missing',
        { 'a.b': '$nothing' },
        { _id: 1, a: [5, { c: 2 }] },
        { _id: 1, a: [{}, {}] },
      ],
      [
        'a computed field below a scalar keeps its place',
        { 'a.b': { $literal: 1 }, c: 1 },
        { _id: 1, a: 5, c: 2 },
        { _id: 1, a: { b: 1 }, c: 2 },
      ],
      ['a computed field within', { 'x.y': '$year' }, { _id: 1, year: 5 }, { _id: 1, x: { y: 5 } }],
      ['a constant', { kind: { $literal: 1 } }, { _id: 1 }, { _id: 1, kind: 1 }],
    ],
  },
];

export const refusedProjections: [name: string, spec: Document, code: number][] = [
  ['exclusion among inclusions', { a: 1, b: 0 }, 31254],
  ['inclusion among exclusions', { a: 0, b: 1 }, 31253],
  ['a path twice', { a: 1, 'a.b': 1 }, 31249],
  ['a path twice, in the other order', { 'a.b': 1, a: 1 }, 31250],
  ['an empty document', { a: {} }, 51270],
  ['an unknown expression', { a: { $foo: 1 } }, 31325],
  ['an empty part', { 'a..b': 1 }, 15998],
  ['a dot at the end', { 'a.': 1 }, 40353],
  ['an empty path', { '': 1 }, 40352],
  ['a name with a leading $', { 'a.$b': 1 }, 16410],
  ['$slice', { a: { $slice: 1 } }, 115],
  ['$elemMatch', { a: { $elemMatch: { x: 1 } } }, 115],
  ['the element found', { 'a.$': 1 }, 115],
  ['$meta', { a: { $meta: 'textScore' } }, 115],
];
