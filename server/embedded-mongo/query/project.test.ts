import { describe, expect, test } from '@jest/globals';
import { identical } from '../bson/compare.ts';
import { projectionCases, refusedProjections } from '../conformance/projections.cases.ts';
import type { Document } from '../document.ts';
import { compileAddFields, compileProjection } from './project.ts';

function expectSame(actual: Document, expected: Document): void {
  expect(actual).toEqual(expected);
  expect(identical(actual, expected)).toBe(true);
}

type Row = [name: string, spec: Document, doc: Document, expected: Document];

describe.each(projectionCases)('$title', ({ rows }) => {
  test.each(rows)('%s', (_, spec, doc, expected) => {
    expectSame(compileProjection(spec)(doc), expected);
  });
});

describe('projections that are refused', () => {
  test.each(refusedProjections)('%s', (_, spec, code) => {
    expect(() => compileProjection(spec)).toThrow(expect.objectContaining({ code }));
  });
});

describe('the $addFields stage (manual: aggregation/addFields)', () => {
  test.each<Row>([
    ['new fields come last', { c: 1 }, { a: 1 }, { a: 1, c: 1 }],
    ['fields that are there keep their place', { a: '$b' }, { a: 1, b: 2 }, { a: 2, b: 2 }],
    ['zero is a value', { a: 0 }, { a: 1 }, { a: 0 }],
    ['within a document', { 'a.b': 2 }, { a: { c: 1 } }, { a: { c: 1, b: 2 } }],
    ['within every element', { 'a.b': 2 }, { a: [{ c: 1 }, {}] }, { a: [{ c: 1, b: 2 }, { b: 2 }] }],
    ['instead of a scalar', { 'a.b': 2 }, { a: 1 }, { a: { b: 2 } }],
    ['$$REMOVE takes a field away', { a: '$$REMOVE' }, { a: 1, b: 2 }, { b: 2 }],
    ['a missing field too', { a: '$nothing' }, { a: 1, b: 2 }, { b: 2 }],
    ['an empty document is a value', { a: { $literal: {} } }, {}, { a: {} }],
    ['arrays are computed', { a: ['$b', '$nothing'] }, { b: 1 }, { b: 1, a: [1, null] }],
  ])('%s', (_, spec, doc, expected) => {
    expectSame(compileAddFields(spec)(doc), expected);
  });
});

test('names of JavaScript properties are ordinary fields', () => {
  const doc = JSON.parse('{"__proto__":{"x":1},"a":1}') as Document;

  expect(Object.keys(compileProjection({ a: 0 })(doc))).toEqual(['__proto__']);
  expect(Object.keys(compileProjection(JSON.parse('{"__proto__":1}'))(doc))).toEqual(['__proto__']);
  expect(Object.keys(compileProjection({ constructor: 1 })({ a: 1 }))).toEqual([]);
});
