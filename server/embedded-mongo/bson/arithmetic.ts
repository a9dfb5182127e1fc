import { Long } from 'bson';
import { doubleOf, type NumberValue, toNumber, typeName } from '../document.ts';
import { refuse } from '../errors.ts';

const maxLong = 2n ** 63n - 1n;
const minLong = -(2n ** 63n);

/** Adds in the wider of both types. An int that overflows becomes a long; a long that overflows gives undefined. */
export function add(a: NumberValue, b: NumberValue): NumberValue | undefined {
  const types = [typeName(a), typeName(b)];
  if (types.includes('decimal')) throw refuse('adding decimals');
  if (types.includes('double')) return doubleOf(toNumber(a) + toNumber(b));
  const sum = toBigInt(a) + toBigInt(b);
  if (!types.includes('long') && sum === BigInt.asIntN(32, sum)) return Number(sum);
  return sum >= minLong && sum <= maxLong ? Long.fromBigInt(sum) : undefined;
}

function toBigInt(value: NumberValue): bigint {
  return value instanceof Long ? value.toBigInt() : BigInt(toNumber(value));
}
