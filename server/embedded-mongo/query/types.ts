import { BSONType } from 'bson';
import { isNumber, type TypeName, toNumber, typeName, type Value } from '../bson/document.ts';
import { badValue, failedToParse } from '../errors.ts';

const numberTypes: TypeName[] = ['int', 'long', 'double', 'decimal'];

const aliasesByCode = new Map<number, string>(Object.entries(BSONType).map(([alias, code]) => [code, alias]));

/** The test behind `$type`: an alias, a number, or a list of them. */
export function compileTypes(argument: Value): (value: Value | undefined) => boolean {
  const list = Array.isArray(argument) ? argument : [argument];
  if (list.length === 0) throw failedToParse('$type must match at least one type');
  const names = new Set(list.flatMap(typeNames));
  return (value) => names.has(typeName(value));
}

function typeNames(wanted: Value): TypeName[] {
  if (wanted === 'number') return numberTypes;
  const alias = isNumber(wanted) ? aliasesByCode.get(toNumber(wanted)) : wanted;
  if (typeof alias !== 'string' || !(alias in BSONType)) {
    if (typeof wanted === 'string') throw badValue(`Unknown type name alias: ${wanted}`);
    throw badValue(`Invalid numerical type code: ${String(wanted)}`);
  }
  return [alias as TypeName];
}
