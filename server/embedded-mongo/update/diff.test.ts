import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { valuesEqual } from '../bson/compare.ts';
import { type Document, getField, isDocument, setField, type Value } from '../document.ts';
import { bsonDocument } from '../testing/values.ts';
import { diffUpdate, type UpdateDescription } from './diff.ts';

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

/** True if the description leads to the new version. Without a description the event has the whole new version. */
function leadsTo(before: Document, after: Document): boolean {
  const description = diffUpdate(before, after);
  return !description || sameFields(applied(before, description), after);
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
        expect(leadsTo(before, after)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('for similar documents', () => {
    const long = 'x'.repeat(100);
    const list = fc.array(fc.oneof(fc.nat(2), fc.record({ x: fc.nat(1), y: fc.nat(1) })), { maxLength: 5 });
    const near = fc.record(
      { a: list, b: fc.record({ c: list, d: fc.nat(1) }, { requiredKeys: [] }) },
      { requiredKeys: [] },
    );

    fc.assert(
      fc.property(near, near, (before, after) => {
        expect(leadsTo({ ...before, long } as Document, { ...after, long } as Document)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
