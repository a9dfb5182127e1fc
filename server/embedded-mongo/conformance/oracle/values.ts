import { Binary, BSONRegExp, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import type { Document } from 'mongodb';
import type { Random } from './random.ts';

const ids = Array.from({ length: 3 }, (_, i) => new ObjectId(`00000000000000000000000${i}`));

export const numbers = [
  0,
  1,
  2,
  3,
  2.5,
  -1,
  new Double(2),
  new Double(-0),
  Long.fromNumber(2),
  Long.fromString('9007199254740993'),
  ...['2.0', '1E-400', 'NaN', '9007199254740993'].map((text) => Decimal128.fromString(text)),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 31,
];

const scalars: unknown[] = [
  ...numbers,
  new MinKey(),
  new MaxKey(),
  'a',
  'b',
  'ab',
  '',
  'é',
  null,
  true,
  false,
  new Date(0),
  new Date(1),
  new Date(-1),
  ...ids,
  new Binary(Buffer.from([1])),
  new Binary(Buffer.from([1]), 4),
  new Timestamp({ t: 1, i: 2 }),
  new BSONRegExp('a', 'i'),
];

export function anyValue(random: Random, depth = 0): unknown {
  const kind = depth > 2 ? 0 : random.upTo(10);
  if (kind === 8) return random.times(random.upTo(4), () => anyValue(random, depth + 1));
  if (kind === 9) {
    const names = random.times(random.upTo(3), () => random.pick(['x', 'y', 'z']));
    return Object.fromEntries(names.map((name) => [name, anyValue(random, depth + 1)]));
  }
  return random.pick(random.chance(0.6) ? numbers.slice(0, 6) : scalars);
}

export const fields = ['a', 'b', 'c', 'd'];
const paths = [...fields, 'a', 'b', 'a.x', 'b.y', 'a.0', 'a.1.x', 'b.x.y', 'c.x', 'd.0.x', 'zz', '_id'];
export const pathOf = (random: Random) => random.pick(paths);

export function documentOf(random: Random): Document {
  const names = fields.filter(() => random.chance(0.7));
  const document = Object.fromEntries(names.map((name) => [name, anyValue(random)]));
  if (random.chance(0.4)) document.n = random.upTo(5);
  return document;
}
