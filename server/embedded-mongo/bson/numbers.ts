import { Decimal128, Double, Long } from 'bson';
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

/**
 * The digits of a long or finite decimal, without leading and trailing zeros, and the exponent of ten after the last
 * digit.
 */
export function digitsOf(value: Long | Decimal128): { isNegative: boolean; digits: string; exponent: number } {
  const [, minus, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/.exec(value.toString()) ?? [];
  const significant = (whole + fraction).replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  const zeros = significant.length - digits.length;
  return { isNegative: minus === '-', digits, exponent: Number(exponent) - fraction.length + zeros };
}

/** Compares finite numbers of any type exactly, without rounding. */
export function compareExactly(a: NumberValue, b: NumberValue): number {
  const [x, y] = [exact(a), exact(b)];
  const [twos, tens] = [Math.min(x.twos, y.twos), Math.min(x.tens, y.tens)];
  const scale = ({ n, ...own }: Exact) => n * 2n ** BigInt(own.twos - twos) * 10n ** BigInt(own.tens - tens);
  const difference = scale(x) - scale(y);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** n × 2^twos × 10^tens. */
interface Exact {
  n: bigint;
  twos: number;
  tens: number;
}

function exact(value: NumberValue): Exact {
  if (value instanceof Long || value instanceof Decimal128) {
    const { isNegative, digits, exponent } = digitsOf(value);
    return { n: BigInt(digits) * (isNegative ? -1n : 1n), twos: 0, tens: exponent };
  }
  let n = value instanceof Double ? value.value : value;
  let twos = 0;
  // Doubling is exact, and the loop ends: a double has at most 1,074 binary places.
  for (; !Number.isInteger(n); n *= 2) twos--;
  return { n: BigInt(n), twos, tens: 0 };
}
