import { describe, expect, test } from '@jest/globals';
import { Binary, BSONRegExp, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp, UUID } from 'bson';
import fc from 'fast-check';
import { decode, encode } from '../bson/codec.ts';
import type { Document, Value } from '../bson/document.ts';
import { MongoError } from '../errors.ts';
import { bsonDocument, bsonValue } from '../testing/values.ts';
import { compileMatch } from './match.ts';

type Row = [name: string, filter: Document, doc: Document, expected: boolean];

function table(title: string, rows: Row[]): void {
  describe(title, () => {
    test.each(rows)('%s', (_, filter, doc, expected) => {
      expect(compileMatch(filter)(doc)).toBe(expected);
    });
  });
}

const decimal = (text: string) => Decimal128.fromString(text);
const regex = (pattern: string, options = '') => new BSONRegExp(pattern, options);
const hex = '0123456789abcdef01234567';
const uuid = '01234567-89ab-4def-8123-456789abcdef';

table('equality (manual: query-documents, op $eq)', [
  ['an empty filter passes everything', {}, { a: 1 }, true],
  ['a string', { a: 'x' }, { a: 'x' }, true],
  ['another string', { a: 'x' }, { a: 'X' }, false],
  ['a number and a string', { a: 1 }, { a: '1' }, false],
  ['a long', { a: 5 }, { a: Long.fromNumber(5) }, true],
  ['a double', { a: 5 }, { a: new Double(5) }, true],
  ['a decimal', { a: 5 }, { a: decimal('5.0') }, true],
  ['a long beyond the doubles', { a: Long.fromString('9007199254740993') }, { a: 9007199254740992 }, false],
  ['NaN', { a: Number.NaN }, { a: Number.NaN }, true],
  ['NaN and a number', { a: Number.NaN }, { a: 1 }, false],
  ['an id', { a: new ObjectId(hex) }, { a: new ObjectId(hex) }, true],
  ['an id and its text', { a: hex }, { a: new ObjectId(hex) }, false],
  ['a date', { a: new Date(5) }, { a: new Date(5) }, true],
  ['a boolean and a number', { a: true }, { a: 1 }, false],
  ['an embedded document in its order', { a: { x: 1, y: 2 } }, { a: { x: 1, y: 2 } }, true],
  ['an embedded document in another order', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, false],
  ['a part of an embedded document', { a: { x: 1 } }, { a: { x: 1, y: 2 } }, false],
  ['an empty document', { a: {} }, { a: { x: 1 } }, false],
  ['binary of one subtype', { a: new Binary(Buffer.alloc(16), 4) }, { a: new Binary(Buffer.alloc(16), 4) }, true],
  ['binary of two subtypes', { a: new Binary(Buffer.alloc(16), 4) }, { a: new Binary(Buffer.alloc(16)) }, false],
  ['a UUID and the binary it is', { a: new UUID(uuid) }, { a: new UUID(uuid).toBinary() }, true],
  ['several fields', { a: 1, b: 2 }, { a: 1, b: 2, c: 3 }, true],
  ['one of several fields', { a: 1, b: 2 }, { a: 1, b: 3 }, false],
  ['a DBRef is a value', { a: { $ref: 'c', $id: 1 } }, { a: { $ref: 'c', $id: 1 } }, true],
  ['a regular expression stored as a value', { a: { $eq: regex('x') } }, { a: regex('x') }, true],
  ['$eq does not search with a regular expression', { a: { $eq: regex('x') } }, { a: 'x' }, false],
]);

table('arrays (manual: query-arrays, query-array-of-documents)', [
  ['an element', { a: 2 }, { a: [1, 2] }, true],
  ['the whole array', { a: [1, 2] }, { a: [1, 2] }, true],
  ['the array in another order', { a: [2, 1] }, { a: [1, 2] }, false],
  ['an array within the array', { a: [1, 2] }, { a: [[1, 2], 3] }, true],
  ['no element two levels down', { a: 1 }, { a: [[1]] }, false],
  ['by position', { 'a.1': 2 }, { a: [1, 2] }, true],
  ['by another position', { 'a.0': 2 }, { a: [1, 2] }, false],
  ['by position, not into the array found there', { 'a.0': 1 }, { a: [[1]] }, false],
  ['by two positions', { 'a.0.1': 2 }, { a: [[1, 2]] }, true],
  ['a position that is a field name', { 'a.0': 1 }, { a: { 0: 1 } }, true],
  ['a field name that looks like a position, in an element', { 'a.1': 5 }, { a: [{ 1: 5 }] }, true],
  ['a field of any element', { 'a.b': 2 }, { a: [{ b: 1 }, { b: 2 }] }, true],
  ['a field of the element at a position', { 'a.0.b': 2 }, { a: [{ b: 1 }, { b: 2 }] }, false],
  ['an array within elements', { 'a.b': 2 }, { a: [{ b: [1, 2] }] }, true],
  ['no element of an array within the array', { 'a.b': 1 }, { a: [[{ b: 1 }]] }, false],
  ['conditions may be met by different elements', { a: { $gt: 3, $lt: 2 } }, { a: [1, 4] }, true],
  ['empty arrays are equal', { a: [] }, { a: [] }, true],
  ['an empty array within', { a: [] }, { a: [[]] }, true],
  ['a timestamp is no number', { a: { $gte: 1 } }, { a: new Timestamp({ t: 5, i: 1 }) }, false],
]);

table('null and missing (manual: query-for-null-fields)', [
  ['null is null', { a: null }, { a: null }, true],
  ['missing is null', { a: null }, {}, true],
  ['a value is not', { a: null }, { a: 0 }, false],
  ['an element is null', { a: null }, { a: [1, null] }, true],
  ['an empty array is not', { a: null }, { a: [] }, false],
  ['a field within a scalar', { 'a.b': null }, { a: 4 }, true],
  ['a field within null', { 'a.b': null }, { a: null }, true],
  ['a field missing in one element', { 'a.b': null }, { a: [{ b: 1 }, {}] }, true],
  ['a field present in all elements', { 'a.b': null }, { a: [{ b: 1 }] }, false],
  ['elements that can have no fields', { 'a.b': null }, { a: [1, 2] }, false],
  ['no elements', { 'a.b': null }, { a: [] }, false],
  ['$ne null', { a: { $ne: null } }, {}, false],
  ['$in with null', { a: { $in: [null, 75] } }, {}, true],
  ['$nin with null', { a: { $nin: [null, 75] } }, { a: [1, null] }, false],
  ['$gte null on missing', { a: { $gte: null } }, {}, true],
  ['$lte null on null', { a: { $lte: null } }, { a: null }, true],
  ['$gt null', { a: { $gt: null } }, { a: null }, false],
  ['$not $gte null', { a: { $not: { $gte: null } } }, { a: [] }, true],
  ['$exists true on null', { a: { $exists: true } }, { a: null }, true],
  ['$exists false', { a: { $exists: false } }, {}, true],
  ['$exists false on null', { a: { $exists: false } }, { a: null }, false],
  ['$exists by a number', { a: { $exists: 0 } }, {}, true],
  ['$exists within elements', { 'a.b': { $exists: true } }, { a: [1, { b: 1 }] }, true],
  ['$exists false within elements', { 'a.b': { $exists: false } }, { a: [{ b: 1 }, {}] }, false],
  ['$exists false within scalars', { 'a.b': { $exists: false } }, { a: [1] }, true],
  ['$exists by position', { 'a.2': { $exists: true } }, { a: [1, 2] }, false],
]);

table('ranges keep to one type (manual: op $gt, type bracketing)', [
  ['greater', { a: { $gt: 1 } }, { a: 2 }, true],
  ['not greater', { a: { $gt: 1 } }, { a: 1 }, false],
  ['greater or equal, another type', { a: { $gte: 1 } }, { a: Long.ONE }, true],
  ['no string is less than a number', { a: { $lt: 5 } }, { a: '1' }, false],
  ['no null is less than a number', { a: { $lt: 5 } }, { a: null }, false],
  ['missing is not less than a number', { a: { $lt: 5 } }, {}, false],
  ['dates', { a: { $lt: new Date(5) } }, { a: new Date(4) }, true],
  ['a timestamp is no date', { a: { $gt: new Date(0) } }, { a: new Timestamp({ t: 9, i: 9 }) }, false],
  ['ids', { a: { $gt: new ObjectId('0'.repeat(24)) } }, { a: new ObjectId(hex) }, true],
  ['strings in UTF-8 order', { a: { $gt: '\uffff' } }, { a: '😀' }, true],
  ['false is less than true', { a: { $lt: true } }, { a: false }, true],
  ['documents', { a: { $gt: { x: 1 } } }, { a: { x: 2 } }, true],
  ['arrays in their order, not sorted', { a: { $gt: [1, 5] } }, { a: [1, 3, 9] }, false],
  ['arrays', { a: { $gt: [1, 2] } }, { a: [1, 3] }, true],
  ['elements', { a: { $gte: 3 } }, { a: [1, 3] }, true],
  ['NaN is not less', { a: { $lt: 5 } }, { a: Number.NaN }, false],
  ['NaN is at least NaN', { a: { $gte: Number.NaN } }, { a: Number.NaN }, true],
  ['nothing else is', { a: { $gte: Number.NaN } }, { a: 1 }, false],
  ['nothing is above NaN', { a: { $gt: Number.NaN } }, { a: 1 }, false],
  ['everything is above MinKey', { a: { $gt: new MinKey() } }, { a: 'x' }, true],
  ['everything is below MaxKey', { a: { $lt: new MaxKey() } }, { a: [] }, true],
  ['MaxKey is not below itself', { a: { $lt: new MaxKey() } }, { a: new MaxKey() }, false],
  ['nothing is above MaxKey', { a: { $gte: new MaxKey() } }, { a: 1 }, false],
  ['longs exactly', { a: { $gt: 9007199254740992 } }, { a: Long.fromString('9007199254740993') }, true],
]);

table('lists (manual: op $in, op $nin)', [
  ['one of them', { a: { $in: ['x', 'y'] } }, { a: 'y' }, true],
  ['an id', { a: { $in: [new ObjectId(hex)] } }, { a: new ObjectId(hex) }, true],
  ['a number in another type', { a: { $in: [1, 5] } }, { a: Long.fromNumber(5) }, true],
  ['an element', { a: { $in: [2] } }, { a: [1, 2] }, true],
  ['an array', { a: { $in: [[1, 2]] } }, { a: [1, 2] }, true],
  ['a regular expression', { a: { $in: [regex('^b')] } }, { a: 'bcd' }, true],
  ['none', { a: { $in: [] } }, { a: 1 }, false],
  ['$nin an element', { a: { $nin: [2] } }, { a: [1, 2] }, false],
  ['$nin on missing', { a: { $nin: [2] } }, {}, true],
  ['$nin none', { a: { $nin: [] } }, { a: 1 }, true],
  ['a document', { a: { $in: [{ x: 1 }] } }, { a: { x: 1 } }, true],
]);

table('logic (manual: op $and, $or, $nor, $not, $ne)', [
  ['$and', { $and: [{ a: 1 }, { b: 2 }] }, { a: 1, b: 2 }, true],
  ['$and, one fails', { $and: [{ a: 1 }, { b: 3 }] }, { a: 1, b: 2 }, false],
  ['$or', { $or: [{ a: 9 }, { b: 2 }] }, { a: 1, b: 2 }, true],
  ['$or, none', { $or: [{ a: 9 }, { b: 9 }] }, { a: 1 }, false],
  ['$nor', { $nor: [{ a: 9 }, { b: 9 }] }, { a: 1 }, true],
  ['$nor, one holds', { $nor: [{ a: 9 }, { a: 1 }] }, { a: 1 }, false],
  ['$or beside a field', { c: 1, $or: [{ a: 1 }] }, { a: 1, c: 2 }, false],
  ['$not', { a: { $not: { $gt: 5 } } }, { a: 3 }, true],
  ['$not holds for missing', { a: { $not: { $gt: 5 } } }, {}, true],
  ['$not on arrays: no element may pass', { a: { $not: { $gt: 5 } } }, { a: [1, 9] }, false],
  ['$not of two: not both', { a: { $not: { $gt: 5, $lt: 9 } } }, { a: 10 }, true],
  ['$not by regular expression', { a: { $not: regex('^x') } }, { a: 'yx' }, true],
  ['$ne', { a: { $ne: 1 } }, { a: 2 }, true],
  ['$ne on arrays: no element may be equal', { a: { $ne: 1 } }, { a: [1, 2] }, false],
  ['$ne within elements', { 'a.b': { $ne: 1 } }, { a: [{ b: 1 }, { b: 2 }] }, false],
  ['$comment says nothing', { $comment: 'x', a: { $eq: 1, $comment: 'y' } }, { a: 1 }, true],
  ['$alwaysFalse', { $alwaysFalse: 1 }, {}, false],
]);

table('$type (manual: op $type)', [
  ['string', { a: { $type: 'string' } }, { a: 'x' }, true],
  ['objectId', { a: { $type: 'objectId' } }, { a: new ObjectId() }, true],
  ['binData', { a: { $type: 'binData' } }, { a: new Binary() }, true],
  ['timestamp', { a: { $type: 'timestamp' } }, { a: new Timestamp({ t: 1, i: 1 }) }, true],
  ['by number', { a: { $type: 16 } }, { a: 5 }, true],
  ['a double is no int', { a: { $type: 'int' } }, { a: new Double(5) }, false],
  ['number is any of them', { a: { $type: 'number' } }, { a: decimal('1') }, true],
  ['a list', { a: { $type: ['string', 8] } }, { a: true }, true],
  ['an element', { a: { $type: 'string' } }, { a: [1, 'x'] }, true],
  ['an array itself', { a: { $type: 'array' } }, { a: [] }, true],
  ['missing has none', { a: { $type: 'null' } }, {}, false],
  ['null', { a: { $type: 10 } }, { a: null }, true],
  ['minKey by number', { a: { $type: -1 } }, { a: new MinKey() }, true],
]);

table('regular expressions (manual: op $regex)', [
  ['a part', { a: regex('bc') }, { a: 'abcd' }, true],
  ['with options', { a: { $regex: 'BC', $options: 'i' } }, { a: 'abcd' }, true],
  ['as value with options', { a: { $regex: regex('BC', 'i') } }, { a: 'abcd' }, true],
  ['an element', { a: regex('^b') }, { a: ['a', 'b'] }, true],
  ['only strings', { a: regex('1') }, { a: 1 }, false],
  ['the regular expression itself', { a: regex('x', 'i') }, { a: regex('x', 'i') }, true],
  ['extended', { a: regex('a b # comment\n c', 'x') }, { a: 'abc' }, true],
  ['case by (?i)', { a: regex('(?i)ABC') }, { a: 'abc' }, true],
  ['dot and newline with s', { a: regex('a.b', 's') }, { a: 'a\nb' }, true],
  ['dot and newline without', { a: regex('a.b') }, { a: 'a\nb' }, false],
  ['lines with m', { a: regex('^b$', 'm') }, { a: 'a\nb' }, true],
  ['lines without', { a: regex('^b') }, { a: 'a\nb' }, false],
  ['an end before the last newline', { a: regex('a$') }, { a: 'a\n' }, true],
  ['anchors of PCRE', { a: regex('\\Aab\\z') }, { a: 'ab' }, true],
  ['characters beyond 16 bits', { a: regex('^.$') }, { a: '😀' }, true],
  ['escapes JavaScript does not need', { a: regex('a\\-b\\@') }, { a: 'a-b@' }, true],
  ['a dollar in a class', { a: regex('^[$]$') }, { a: '$' }, true],
  ['besides another operator', { a: { $regex: '^a', $ne: 'ab' } }, { a: 'ab' }, false],
]);

table('$elemMatch (manual: op $elemMatch)', [
  ['one element meets all', { a: { $elemMatch: { $gt: 1, $lt: 3 } } }, { a: [0, 2] }, true],
  ['two elements together do not', { a: { $elemMatch: { $gt: 3, $lt: 2 } } }, { a: [1, 4] }, false],
  [
    'documents',
    { a: { $elemMatch: { x: 1, y: 2 } } },
    {
      a: [
        { x: 1, y: 1 },
        { x: 1, y: 2 },
      ],
    },
    true,
  ],
  ['documents, apart', { a: { $elemMatch: { x: 1, y: 2 } } }, { a: [{ x: 1 }, { y: 2 }] }, false],
  ['no array', { a: { $elemMatch: { x: 1 } } }, { a: { x: 1 } }, false],
  ['null among the elements', { a: { $elemMatch: { $eq: null } } }, { a: [1, null] }, true],
  ['null is not missing here', { a: { $elemMatch: { $eq: null } } }, { a: [] }, false],
  ['$ne', { a: { $elemMatch: { $ne: null } } }, { a: [null, 1] }, true],
  ['$or within', { a: { $elemMatch: { $or: [{ x: 1 }, { x: 2 }] } } }, { a: [{ x: 2 }] }, true],
  ['$not within', { a: { $elemMatch: { $not: { $gt: 5 } } } }, { a: [9, 2] }, true],
  ['elements that are arrays', { a: { $elemMatch: { 0: 7 } } }, { a: [[7]] }, true],
  ['values do not look into arrays again', { a: { $elemMatch: { $eq: 7 } } }, { a: [[7]] }, false],
  ['nested', { a: { $elemMatch: { $elemMatch: { $eq: 7 } } } }, { a: [[7]] }, true],
  ['below documents', { 'a.b': { $elemMatch: { $gt: 1 } } }, { a: [{ b: [0] }, { b: [2] }] }, true],
  ['of nothing passes any document', { a: { $elemMatch: {} } }, { a: [{}] }, true],
]);

table('$all and $size (manual: op $all, op $size)', [
  ['all are there', { a: { $all: [1, 3] } }, { a: [1, 2, 3] }, true],
  ['one is missing', { a: { $all: [1, 4] } }, { a: [1, 2, 3] }, false],
  ['on a scalar', { a: { $all: [1] } }, { a: 1 }, true],
  ['on a scalar, two', { a: { $all: [1, 2] } }, { a: 1 }, false],
  ['a nested array', { a: { $all: [[1, 2]] } }, { a: [[1, 2]] }, true],
  ['a nested array that is the value', { a: { $all: [[1, 2]] } }, { a: [1, 2] }, true],
  ['null', { a: { $all: [null] } }, {}, true],
  ['none finds nothing', { a: { $all: [] } }, { a: [] }, false],
  [
    'with $elemMatch',
    { a: { $all: [{ $elemMatch: { x: 1 } }, { $elemMatch: { x: 2 } }] } },
    { a: [{ x: 1 }, { x: 2 }] },
    true,
  ],
  ['across elements', { 'a.b': { $all: [1, 2] } }, { a: [{ b: 1 }, { b: 2 }] }, true],
  ['size', { a: { $size: 2 } }, { a: [1, 2] }, true],
  ['size of no array', { a: { $size: 1 } }, { a: 1 }, false],
  ['size is not of nested arrays', { a: { $size: 2 } }, { a: [[1, 2]] }, false],
  ['size below documents', { 'a.b': { $size: 1 } }, { a: [{ b: [] }, { b: [1] }] }, true],
]);

table('$expr (manual: op $expr)', [
  ['$expr compares fields', { $expr: { $gt: ['$a', '$b'] } }, { a: 2, b: 1 }, true],
  ['$expr compares across types', { $expr: { $gt: ['$a', 5] } }, { a: 'x' }, true],
  ['$expr is false for missing', { $expr: '$a' }, {}, false],
]);

table('names JavaScript knows', [
  ['missing fields of that name', { constructor: { $exists: true } }, {}, false],
  ['missing fields deeper down', { 'a.toString': { $exists: true } }, { a: {} }, false],
  ['stored fields of that name', JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'), true],
  ['a prototype is not a field', { '__proto__.a': null, __proto: { $exists: false } }, {}, true],
]);

test('a regular expression finds the same text every time it is asked', () => {
  const matches = compileMatch({ a: regex('b', 's') });

  expect([1, 2, 3, 4].map(() => matches({ a: 'abc' }))).toEqual([true, true, true, true]);
});

describe('filters that are refused', () => {
  const bad = (name: string, filter: Document, code: number): [string, Document, number] => [name, filter, code];

  test.each([
    bad('an unknown operator', { a: { $foo: 1 } }, 2),
    bad('an unknown operator at the top', { $foo: 1 }, 2),
    bad('an operator beside a field', { a: { $gt: 1, b: 2 } }, 2),
    bad('$and of nothing', { $and: [] }, 2),
    bad('$or of no array', { $or: { a: 1 } }, 2),
    bad('$or of scalars', { $or: [1] }, 2),
    bad('$in of no array', { a: { $in: 1 } }, 2),
    bad('$in with operators', { a: { $in: [{ $gt: 1 }] } }, 2),
    bad('$ne by regular expression', { a: { $ne: regex('x') } }, 2),
    bad('$gt by regular expression', { a: { $gt: regex('x') } }, 2),
    bad('$not of a scalar', { a: { $not: 1 } }, 2),
    bad('$not of nothing', { a: { $not: {} } }, 2),
    bad('$size of a fraction', { a: { $size: 1.5 } }, 2),
    bad('$size below zero', { a: { $size: -1 } }, 2),
    bad('$all of no array', { a: { $all: 1 } }, 2),
    bad('$elemMatch of a scalar', { a: { $elemMatch: 1 } }, 2),
    bad('$type unknown', { a: { $type: 'text' } }, 2),
    bad('$type by an unknown number', { a: { $type: 99 } }, 2),
    bad('$options alone', { a: { $options: 'i' } }, 2),
    bad('options twice', { a: { $regex: regex('x', 'i'), $options: 'm' } }, 51075),
    bad('a broken regular expression', { a: { $regex: '(' } }, 51091),
    bad('unknown options', { a: { $regex: 'a', $options: 'g' } }, 51108),
    bad('$where', { $where: 'true' }, 115),
    bad('$text', { $text: { $search: 'x' } }, 115),
    bad('$jsonSchema', { $jsonSchema: {} }, 115),
    bad('$near', { a: { $near: [0, 0] } }, 115),
    bad('$bitsAllSet', { a: { $bitsAllSet: 1 } }, 115),
  ])('%s', (_, filter, code) => {
    expect(() => compileMatch(filter)).toThrow(expect.objectContaining({ code }));
  });
});

describe('where a filter matched, for `$` (manual: update positional)', () => {
  test.each<[string, Document, Document, number | undefined]>([
    ['an element', { a: 2 }, { a: [1, 2] }, 1],
    ['a field of an element', { 'a.b': 2 }, { a: [{ b: 1 }, { b: 2 }] }, 1],
    ['the outermost array', { 'a.b': 2 }, { a: [{ b: [] }, { b: [1, 2] }] }, 1],
    ['$elemMatch', { a: { $elemMatch: { x: 1, y: 1 } } }, { a: [{ x: 1 }, { x: 1, y: 1 }] }, 1],
    ['$elemMatch in an element', { 'a.b': { $elemMatch: { $gt: 1 } } }, { a: [{ b: [0] }, { b: [0, 2] }] }, 1],
    ['$in', { a: { $in: [3, 2] } }, { a: [1, 2, 3] }, 1],
    ['a range', { a: { $gte: 2 } }, { a: [1, 2, 3] }, 1],
    ['the last of two conditions', { a: 1, b: 2 }, { a: [1], b: [0, 2] }, 1],
    ['within $or, the branch that holds', { $or: [{ a: 9 }, { a: 2 }] }, { a: [1, 2] }, 1],
    ['within $and', { $and: [{ a: 2 }, { c: 1 }] }, { a: [1, 2], c: 1 }, 1],
    ['no array', { a: 1 }, { a: 1 }, undefined],
    ['a negation', { a: { $ne: 5 } }, { a: [1, 2] }, undefined],
    ['by position there is no implied one', { 'a.1': 2 }, { a: [1, 2] }, undefined],
    ['no match', { a: 7 }, { a: [1, 2] }, undefined],
  ])('%s', (_, filter, doc, expected) => {
    expect(compileMatch(filter).positional(doc)).toBe(expected);
  });
});

describe('random documents and filters', () => {
  const fieldName = fc.constantFrom('a', 'b', 'a.b', 'a.0', 'a.0.b', '__proto__', 'constructor');
  const comparison = fc.tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), bsonValue());
  const list = fc.tuple(fc.constantFrom('$in', '$nin', '$all'), fc.array(bsonValue(), { maxLength: 3 }));
  const other = fc.constantFrom<[string, Value]>(
    ['$exists', true],
    ['$size', 1],
    ['$type', 'array'],
    ['$regex', '.'],
    ['$elemMatch', { a: 1 }],
  );
  const condition = fc.oneof(comparison, list, other);

  const compileOrNull = (filter: Document) => {
    try {
      return compileMatch(filter);
    } catch (error) {
      if (error instanceof MongoError) return null;
      throw error;
    }
  };

  test('a compiled filter never throws, and answers the same for a document read back', () => {
    fc.assert(
      fc.property(fieldName, condition, bsonDocument(), (field, [operator, argument], doc) => {
        const matches = compileOrNull({ [field]: { [operator]: argument } });
        if (!matches) return;
        expect(matches(decode(encode(doc)))).toBe(matches(doc));
        matches.positional(doc);
      }),
      { numRuns: 500 },
    );
  });

  test('a document is found by each of its fields', () => {
    fc.assert(
      fc.property(bsonDocument(), (doc) => {
        for (const [key, value] of Object.entries(doc)) {
          if (key === '' || key.includes('.') || key.startsWith('$')) continue;
          expect(compileMatch({ [key]: { $eq: value } })(doc)).toBe(true);
        }
      }),
    );
  });

  test('a condition and its negation never both hold', () => {
    fc.assert(
      fc.property(fieldName, comparison, bsonDocument(), (field, [operator, argument], doc) => {
        const matches = compileOrNull({ [field]: { [operator]: argument } });
        const negated = compileOrNull({ [field]: { $not: { [operator]: argument } } });
        if (matches && negated) expect(matches(doc)).toBe(!negated(doc));
      }),
      { numRuns: 300 },
    );
  });
});
