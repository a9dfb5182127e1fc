import { BSONRegExp } from 'bson';
import type { Document } from '../bson/document.ts';

const regex = (pattern: string, options = '') => new BSONRegExp(pattern, options);
const bad = (name: string, filter: Document, code: number): [string, Document, number] => [name, filter, code];

/** Filters that MongoDB refuses with this code; 115 marks those that only the embedded database refuses. */
export const refusedFilters = [
  bad('an unknown operator', { a: { $foo: 1 } }, 2),
  bad('an unknown operator at the top', { $foo: 1 }, 2),
  bad('an operator beside a field', { a: { $gt: 1, b: 2 } }, 2),
  bad('an empty $and', { $and: [] }, 2),
  bad('$or that is not an array', { $or: { a: 1 } }, 2),
  bad('$or of scalars', { $or: [1] }, 2),
  bad('$in that is not an array', { a: { $in: 1 } }, 2),
  bad('$in with operators', { a: { $in: [{ $gt: 1 }] } }, 2),
  bad('$ne by regular expression', { a: { $ne: regex('x') } }, 2),
  bad('$gt by regular expression', { a: { $gt: regex('x') } }, 2),
  bad('$not of a scalar', { a: { $not: 1 } }, 2),
  bad('an empty $not', { a: { $not: {} } }, 2),
  bad('$size of a fraction', { a: { $size: 1.5 } }, 2),
  bad('a negative $size', { a: { $size: -1 } }, 2),
  bad('$all that is not an array', { a: { $all: 1 } }, 2),
  bad('$elemMatch of a scalar', { a: { $elemMatch: 1 } }, 2),
  bad('$type unknown', { a: { $type: 'text' } }, 2),
  bad('$type by an unknown number', { a: { $type: 99 } }, 2),
  bad('$options alone', { a: { $options: 'i' } }, 2),
  bad('options twice', { a: { $regex: regex('x', 'i'), $options: 'm' } }, 51075),
  bad('an invalid regular expression', { a: { $regex: '(' } }, 51091),
  bad('unknown options', { a: { $regex: 'a', $options: 'g' } }, 51108),
  bad('$where', { $where: 'true' }, 115),
  bad('an extended regular expression', { a: regex('a b', 'x') }, 115),
  bad('an anchor of PCRE', { a: regex('\\Aab') }, 115),
  bad('an option within a regular expression', { a: { $regex: '(?i)ab' } }, 115),
  bad('an option for a group', { a: regex('a(?i:b)') }, 115),
  bad('an atomic group', { a: regex('(?>a+)b') }, 115),
  bad('a named class', { a: regex('[[:alpha:]]') }, 115),
  bad('a class that starts with a bracket', { a: regex('[]a]') }, 115),
  bad('an unclosed group', { a: { $regex: '(?' } }, 51091),
  bad('$alwaysTrue', { $alwaysTrue: 1 }, 115),
  bad('$text', { $text: { $search: 'x' } }, 115),
  bad('$jsonSchema', { $jsonSchema: {} }, 115),
  bad('$near', { a: { $near: [0, 0] } }, 115),
  bad('$bitsAllSet', { a: { $bitsAllSet: 1 } }, 115),
];
