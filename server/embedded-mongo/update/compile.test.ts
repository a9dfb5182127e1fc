import { describe, expect, test } from '@jest/globals';
import { Double, Long, ObjectId } from 'bson';
import { decode, encode } from '../bson/codec.ts';
import { identical } from '../bson/compare.ts';
import { positionalCases } from '../conformance/positions.cases.ts';
import { refusedUpdates } from '../conformance/refusedUpdates.cases.ts';
import { updateCases } from '../conformance/updates.cases.ts';
import type { Document } from '../document.ts';
import { compileUpdate } from './compile.ts';

/** Compares the bytes: types and the order of fields count. */
function expectSame(actual: Document, expected: Document): void {
  if (!identical(actual, expected)) expect(actual).toEqual(expected);
  expect(Object.keys(actual)).toEqual(Object.keys(expected));
  expect(identical(actual, expected)).toBe(true);
}

describe.each(updateCases)('$title', ({ rows }) => {
  test.each(rows)('%s', (_, update, before, after) => {
    const original = decode(encode(before));

    const updated = compileUpdate(update).apply(before);

    expectSame(updated, after);
    expect(identical(before, original)).toBe(true);
  });
});

describe('positions', () => {
  test.each(positionalCases)('%s', (_, filter, update, before, after, options = {}) => {
    expectSame(compileUpdate(update, { ...options, filter }).apply(before), after);
  });
});

describe('updates that are refused', () => {
  test.each(refusedUpdates)('%s', (_, update, doc, code, options) => {
    expect(() => compileUpdate(update, options).apply(doc)).toThrow(expect.objectContaining({ code }));
  });
});

describe('replacements and pipelines (manual: method/db.collection.replaceOne, tutorial/update-documents-with-aggregation-pipeline)', () => {
  test('only replacements are marked as such', () => {
    expect(compileUpdate({ a: 1 }).isReplacement).toBe(true);
    expect(compileUpdate({}).isReplacement).toBe(true);
    expect(compileUpdate({ $set: { a: 1 } }).isReplacement).toBe(false);
    expect(compileUpdate([{ $set: { a: 1 } }]).isReplacement).toBe(false);
  });

  test('pipelines can use the variables of the command', () => {
    const update = compileUpdate([{ $set: { a: '$$given' } }], { vars: { given: 7 } });

    expectSame(update.apply({ _id: 1 }), { _id: 1, a: 7 });
  });
});

describe('upserts (manual: update/setOnInsert)', () => {
  test.each<[string, Document, Document, Document]>([
    ['$setOnInsert counts', { $setOnInsert: { a: 1 }, $set: { b: 2 } }, { _id: 1 }, { _id: 1, a: 1, b: 2 }],
    ['the _id may be given', { $set: { _id: 5, a: 1 } }, { b: 2 }, { b: 2, _id: 5, a: 1 }],
    ['or on insert', { $setOnInsert: { _id: 5 } }, { b: 2 }, { b: 2, _id: 5 }],
    ['a replacement drops what the filter implied', { a: 1 }, { _id: 1, b: 2 }, { _id: 1, a: 1 }],
  ])('%s', (_, update, seed, after) => {
    expectSame(compileUpdate(update).apply(seed, true), after);
  });

  test('`$` has no matching element', () => {
    const update = compileUpdate({ $set: { 'a.$': 1 } }, { filter: { a: { $gte: 1 } } });

    expect(() => update.apply({ a: [1] }, true)).toThrow(expect.objectContaining({ code: 2 }));
  });

  test('$setOnInsert does not change an existing document', () => {
    const doc = { _id: 1 };

    expect(compileUpdate({ $setOnInsert: { a: 1 } }).apply(doc)).toBe(doc);
  });
});

test('`$` and its position cannot both change the same field', () => {
  const update = compileUpdate({ $set: { 'a.$.x': 1, 'a.0.x': 2 } }, { filter: { 'a.x': 0 } });

  expect(() => update.apply({ a: [{ x: 0 }] })).toThrow(expect.objectContaining({ code: 40 }));
  expect(update.apply({ a: [{ x: 5 }, { x: 0 }] })).toEqual({ a: [{ x: 2 }, { x: 1 }] });
});

describe('an update without a change returns the same object', () => {
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

describe('names of JavaScript properties', () => {
  const hostile = (json: string): Document => JSON.parse(json);

  test('can be set and removed without changing prototypes', () => {
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
