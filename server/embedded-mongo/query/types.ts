import { BSONType } from 'bson';
import { isNumber, toNumber, typeName, type Value } from '../document.ts';
import { badValue, failedToParse } from '../errors.ts';

const aliasesByCode = new Map<number, string>(Object.entries(BSONType).map(([alias, code]) => [code, alias]));

/** Compiles the test of `$type`: an alias, a number, or a list of them. */
export function compileTypes(argument: Value): (value: Value | undefined) => boolean {
  const list = Array.isArray(argument) ? argument : [argument];
  if (list.length === 0) throw failedToParse('$type must match at least one type');
  const names = new Set<string>(list.flatMap(typeNames));
  return (value) => names.has(typeName(value));
}

function typeNames(wanted: Value): string[] {
  if (wanted === 'number') return ['int', 'long', 'double', 'decimal'];
  const alias = isNumber(wanted) ? aliasesByCode.get(toNumber(wanted)) : wanted;
  if (typeof alias === 'string' && alias in BSONType) return [alias];
  throw badValue(
    typeof wanted === 'string' ? `Unknown type name alias: ${wanted}` : `Invalid numerical type code: ${wanted}`,
  );
}
