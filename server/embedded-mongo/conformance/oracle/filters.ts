import type { Document } from 'mongodb';
import type { Random } from './random.ts';

/** What random filters are made of. */
export interface Words {
  path(random: Random): string;
  value(random: Random): unknown;
  /** Further conditions on a field, and filters of a document. */
  condition?(random: Random): unknown;
  filter?(random: Random): Document;
}

const types = ['string', 'int', 'array', 'null', 'object', 'objectId', 'number', ['bool', 'date'], 'double', 'decimal'];

export function conditionOf(random: Random, words: Words): unknown {
  const one = () => words.value(random);
  switch (random.upTo(19)) {
    case 0:
      return { $in: [one(), one(), one()].slice(random.upTo(3)) };
    case 1:
      return { $gt: one(), $lte: one() };
    case 2:
    case 3:
      return { [random.pick(['$gt', '$gte', '$lt', '$lte'])]: one() };
    case 4:
      return { $exists: random.chance(0.5) };
    case 5:
      return { $ne: one() };
    case 6:
      return { $nin: [one(), one()] };
    case 7:
      return { $eq: one() };
    case 8:
      return {
        $elemMatch: random.pick<unknown>([
          { $gte: random.upTo(3) },
          { $not: { $in: ['x', one()] } },
          { x: one() },
          { $or: [{ x: one() }, { y: one() }] },
        ]),
      };
    case 9:
      return {
        $not: random.pick<unknown>([{ $gt: one() }, { $exists: false }, { $gte: one(), $lt: one() }, { $eq: one() }]),
      };
    case 10:
      return { $type: random.pick(types) };
    case 11:
      return { $size: random.upTo(4) };
    case 12:
      return { $all: [one(), one()].slice(random.upTo(2)) };
    case 13:
      return words.condition ? words.condition(random) : one();
    default:
      return one();
  }
}

export function filterOf(random: Random, words: Words, depth = 0): Document {
  const fields = Object.fromEntries(
    random.times(1 + random.upTo(2), () => [words.path(random), conditionOf(random, words)]),
  );
  if (depth > 1) return fields;
  const branches = () => random.times(1 + random.upTo(2), () => filterOf(random, words, depth + 1));
  switch (random.upTo(9)) {
    case 0:
      return { ...fields, $or: branches() };
    case 1:
      return { $and: [fields, ...branches()] };
    case 2:
      return { ...(random.chance(0.5) && fields), $nor: branches() };
    case 3:
      return words.filter ? words.filter(random) : { $or: branches() };
    default:
      return fields;
  }
}
