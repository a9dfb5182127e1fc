import { describe, expect, test } from '@jest/globals';
import { BSONRegExp, ObjectId } from 'bson';
import type { Document } from '../document.ts';
import { compileUpdate, upsertSeed } from './compile.ts';

const id = new ObjectId();

describe('the seed of an upsert (manual: method/db.collection.updateOne, upsert behavior)', () => {
  test.each<[string, Document, Document]>([
    ['equal fields', { a: 1, _id: id }, { a: 1, _id: id }],
    ['$eq', { a: { $eq: 1 } }, { a: 1 }],
    ['$eq beside other operators', { a: { $gt: 0, $eq: 1 } }, { a: 1 }],
    ['dotted fields become documents', { 'a.b': 1, 'a.c': 2 }, { a: { b: 1, c: 2 } }],
    ['positions become field names', { 'a.0': 1 }, { a: { 0: 1 } }],
    ['$and', { $and: [{ a: 1 }, { b: { $eq: 2 } }] }, { a: 1, b: 2 }],
    ['$or of one', { $or: [{ a: 1 }] }, { a: 1 }],
    ['$or of two says nothing', { $or: [{ a: 1 }, { a: 2 }] }, {}],
    ['$in of one', { a: { $in: [1] } }, { a: 1 }],
    ['$in of two', { a: { $in: [1, 2] } }, {}],
    ['$all of one', { a: { $all: [1] } }, { a: 1 }],
    ['ranges, negations and searches say nothing', { a: { $gt: 1 }, b: { $ne: 2 }, c: new BSONRegExp('x') }, {}],
    ['$elemMatch says nothing', { a: { $elemMatch: { b: 1 } } }, {}],
    ['documents and arrays as they are', { a: { x: 1 }, b: [1] }, { a: { x: 1 }, b: [1] }],
    ['null', { a: null }, { a: null }],
  ])('%s', (_, filter, seed) => {
    expect(upsertSeed(filter)).toEqual(seed);
  });

  test.each<[string, Document]>([
    ['one field twice', { $and: [{ a: 1 }, { a: 2 }] }],
    ['a field and one within', { a: { b: 1 }, 'a.c': 2 }],
  ])('%s is refused', (_, filter) => {
    expect(() => upsertSeed(filter)).toThrow(expect.objectContaining({ code: 54 }));
  });

  test('the filter is not modified', () => {
    const filter = { a: { x: 1 } };

    const made = compileUpdate({ $set: { 'a.y': 2 } }).apply(upsertSeed(filter));

    expect(made).toEqual({ a: { x: 1, y: 2 } });
    expect(filter).toEqual({ a: { x: 1 } });
  });
});
