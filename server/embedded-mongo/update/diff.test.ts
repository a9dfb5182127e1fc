import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { valuesEqual } from '../bson/compare.ts';
import { type Document, getField, isDocument, setField, type Value } from '../bson/document.ts';
import { bsonDocument } from '../testing/values.ts';
import { diffUpdate, type UpdateDescription } from './diff.ts';

describe('the update description of a change stream (manual: change-events/update)', () => {
  test.each<[string, Document, Document, Partial<UpdateDescription>]>([
    ['a changed field', { a: 1, b: 2 }, { a: 1, b: 3 }, { updatedFields: { b: 3 } }],
    ['a new field', { a: 1 }, { a: 1, b: 3 }, { updatedFields: { b: 3 } }],
    ['a removed field', { a: 1, b: 2 }, { a: 1 }, { removedFields: ['b'] }],
    ['a field within', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { updatedFields: { 'a.c': 3 } }],
    ['a field removed within', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, { removedFields: ['a.c'] }],
    ['an element', { a: [1, 2, 3] }, { a: [1, 9, 3] }, { updatedFields: { 'a.1': 9 } }],
    [
      'a field of an element',
      { a: [{ x: 1, y: 1 }, 2] },
      { a: [{ x: 1, y: 2 }, 2] },
      { updatedFields: { 'a.0.y': 2 } },
    ],
    ['an element pushed', { a: [1, 2] }, { a: [1, 2, 3] }, { updatedFields: { 'a.2': 3 } }],
    ['an array cut', { a: [1, 2, 3] }, { a: [1, 2] }, { truncatedArrays: [{ field: 'a', newSize: 2 }] }],
    ['an array that is another', { a: [1, 2] }, { a: [8, 9] }, { updatedFields: { a: [8, 9] } }],
    [
      'names that no path can say',
      { a: { 'x.y': 1, z: 1 } },
      { a: { 'x.y': 2, z: 1 } },
      { updatedFields: { a: { 'x.y': 2, z: 1 } } },
    ],
    ['fields in another order', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, { updatedFields: { a: { y: 2, x: 1 } } }],
    ['nothing', { a: { b: [1] } }, { a: { b: [1] } }, {}],
  ])('%s', (_, before, after, expected) => {
    expect(diffUpdate(before, after)).toEqual({
      updatedFields: {},
      removedFields: [],
      truncatedArrays: [],
      ...expected,
    });
  });
});

/** Applies a description as a client would: removals, truncations, then values by path. */
function applied(before: Document, { updatedFields, removedFields, truncatedArrays }: UpdateDescription): Document {
  let doc: Value = before;
  for (const path of removedFields) doc = changed(doc, path.split('.'), undefined);
  for (const { field, newSize } of truncatedArrays)
    doc = changed(doc, field.split('.'), (array) => (array as Value[]).slice(0, newSize));
  for (const [path, value] of Object.entries(updatedFields))
    doc = changed(doc, Object.hasOwn(doc as Document, path) ? [path] : path.split('.'), () => value);
  return doc as Document;
}

type Change = (value: Value | undefined) => Value;

function changed(container: Value | undefined, [part = '', ...rest]: string[], change: Change | undefined): Value {
  if (Array.isArray(container)) {
    const copy = [...container];
    const position = Number(part);
    copy[position] = rest.length ? changed(copy[position], rest, change) : (change as Change)(copy[position]);
    return copy;
  }
  const copy: Document = { ...(isDocument(container) ? container : {}) };
  const inner = getField(copy, part);
  if (rest.length) setField(copy, part, changed(inner, rest, change));
  else if (change) setField(copy, part, change(inner));
  else delete copy[part];
  return copy;
}

/** Compares without the order of a document's own fields, which a description cannot express. */
function sameFields(a: Document, b: Document): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => valuesEqual(getField(a, key), getField(b, key)));
}

describe('a description applied to the old document gives the new one', () => {
  const plainName = (doc: Document) =>
    Object.keys(doc).every((key) => key !== '' && !key.includes('.') && !key.startsWith('$'));

  test('for any two documents', () => {
    fc.assert(
      fc.property(bsonDocument().filter(plainName), bsonDocument().filter(plainName), (before, after) => {
        expect(sameFields(applied(before, diffUpdate(before, after)), after)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('for similar documents', () => {
    const list = fc.array(fc.oneof(fc.nat(2), fc.record({ x: fc.nat(1), y: fc.nat(1) })), { maxLength: 5 });
    const near = fc.record(
      { a: list, b: fc.record({ c: list, d: fc.nat(1) }, { requiredKeys: [] }) },
      { requiredKeys: [] },
    );

    fc.assert(
      fc.property(near, near, (before, after) => {
        expect(
          sameFields(applied(before as Document, diffUpdate(before as Document, after as Document)), after as Document),
        ).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
