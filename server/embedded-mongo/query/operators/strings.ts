import { isNumber, toNumber, typeName, type Value } from '../../bson/document.ts';
import { mongoError } from '../../errors.ts';
import { regexOf, toRegExp } from '../regex.ts';
import {
  anyNumber,
  type Evaluate,
  isNullish,
  namedArguments,
  nullable,
  type Operator,
  type Operators,
  operands,
  requireString,
} from './operator.ts';

export const stringOperators: Operators = {
  $concat: nullable(anyNumber, (values, name) => values.map((value) => requireString(value, name, 16702)).join('')),
  $toLower: operands(1, ([value], name) => textOf(value, name).toLowerCase()),
  $toUpper: operands(1, ([value], name) => textOf(value, name).toUpperCase()),
  $strLenCP: operands(1, ([value], name) => [...requireString(value, name, 34471)].length),
  $substrCP: operands(3, substring),
  $indexOfCP: operands([2, 4], indexOf),
  $regexMatch: regexMatch,
};

/** Numbers and dates are written out, null and missing are empty. */
function textOf(value: Value | undefined, name: string): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string' || isNumber(value)) return String(value);
  if (value instanceof Date) return value.toISOString();
  throw mongoError(16007, `${name} can't convert from BSON type ${typeName(value)} to String`);
}

function substring([text, start, count]: (Value | undefined)[], name: string): string {
  const from = toNumber(start);
  const length = toNumber(count);
  if (!Number.isInteger(from) || from < 0)
    throw mongoError(34453, `${name}: starting index must be a non-negative integer`);
  if (!Number.isInteger(length) || length < 0)
    throw mongoError(34455, `${name}: length must be a non-negative integer`);
  return [...textOf(text, name)].slice(from, from + length).join('');
}

function indexOf([text, wanted, start = 0, end]: (Value | undefined)[], name: string): number | null {
  if (isNullish(text)) return null;
  const characters = [...requireString(text, name, 40093)];
  const from = toNumber(start);
  const to = end === undefined ? characters.length : toNumber(end);
  if (!(from >= 0) || !(to >= 0)) throw mongoError(40097, `${name} requires non-negative indexes`);
  const before = characters.slice(0, from).join('').length;
  const found = characters
    .slice(0, to)
    .join('')
    .indexOf(requireString(wanted, name, 40094), before);
  if (found < 0 || from > characters.length) return -1;
  return [...characters.join('').slice(0, found)].length;
}

function regexMatch(...[argument, compile, name]: Parameters<Operator>): Evaluate {
  const named = namedArguments(argument, name, ['input', 'regex'], ['options']);
  const [input, pattern, options] = [named.input, named.regex, named.options ?? null].map((part) =>
    compile(part as Value),
  ) as [Evaluate, Evaluate, Evaluate];
  return (scope) => {
    const text = input(scope);
    const source = pattern(scope);
    if (isNullish(text) || isNullish(source)) return false;
    const regex = regexOf(source, options(scope) ?? undefined);
    return toRegExp(regex.pattern, regex.options).test(requireString(text, name, 51104));
  };
}
