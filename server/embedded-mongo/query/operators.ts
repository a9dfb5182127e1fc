import { Double } from 'bson';
import { calculate } from '../bson/arithmetic.ts';
import { compareValues } from '../bson/compare.ts';
import {
  type Document,
  isDocument,
  isNumber,
  type NumberValue,
  setField,
  toNumber,
  typeName,
  type Value,
} from '../bson/document.ts';
import { mongoError, typeMismatch } from '../errors.ts';

/** What an expression sees: the document it is evaluated for, and the variables by name. */
export interface Scope {
  readonly root: Document;
  readonly vars: Readonly<Record<string, Value | undefined>>;
}

/** A compiled expression; undefined is MongoDB's "missing". */
export type Evaluate = (scope: Scope) => Value | undefined;

/** Makes an operator of the compiled parts of its argument. */
type Operator = (parts: Evaluate[], name: string) => Evaluate;

/** False, null, missing and zero are false; everything else, the empty string too, is true. */
export function isTruthy(value: Value | undefined): boolean {
  if (isNumber(value)) return toNumber(value) !== 0;
  return value !== undefined && value !== null && value !== false;
}

const isNullish = (value: Value | undefined): value is null | undefined => value === null || value === undefined;

/** As everywhere, but a missing value is less than null. */
function compareOperands(a: Value | undefined, b: Value | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return compareValues(a, b);
}

function takes(count: number, operator: Operator): Operator {
  return (parts, name) => {
    if (parts.length === count) return operator(parts, name);
    throw mongoError(16020, `Expression ${name} takes exactly ${count} arguments. ${parts.length} were passed in.`);
  };
}

const comparison = (accept: (order: number) => boolean) =>
  takes(
    2,
    ([a, b]) =>
      (scope) =>
        accept(compareOperands(a?.(scope), b?.(scope))),
  );

/** Null as soon as one operand is null or missing. */
const arithmetic =
  (operation: 'add' | 'subtract' | 'multiply'): Operator =>
  (parts, name) =>
  (scope) => {
    const values = parts.map((part) => part(scope));
    if (values.some(isNullish)) return null;
    return (values as Value[]).map((value) => requireNumber(value, name)).reduce((a, b) => combine(operation, a, b));
  };

function requireNumber(value: Value, name: string): NumberValue {
  if (isNumber(value)) return value;
  throw typeMismatch(`${name} only supports numeric types, not ${typeName(value)}`);
}

/** As in an expression: a long that overflows becomes a double. */
export function combine(operation: 'add' | 'subtract' | 'multiply', a: NumberValue, b: NumberValue): NumberValue {
  const exact = calculate(operation, a, b);
  if (exact !== undefined) return exact;
  return calculate(operation, new Double(toNumber(a)), new Double(toNumber(b))) ?? Number.NaN;
}

/** The expressions that `$expr`, pipelines of updates and projections may use; others are unknown here. */
export const operators = new Map<string, Operator>([
  ['$eq', comparison((order) => order === 0)],
  ['$ne', comparison((order) => order !== 0)],
  ['$gt', comparison((order) => order > 0)],
  ['$gte', comparison((order) => order >= 0)],
  ['$lt', comparison((order) => order < 0)],
  ['$lte', comparison((order) => order <= 0)],
  ['$and', (parts) => (scope) => parts.every((part) => isTruthy(part(scope)))],
  ['$or', (parts) => (scope) => parts.some((part) => isTruthy(part(scope)))],
  [
    '$not',
    takes(
      1,
      ([part]) =>
        (scope) =>
          !isTruthy(part?.(scope)),
    ),
  ],
  [
    '$cond',
    takes(
      3,
      ([condition, yes, no]) =>
        (scope) =>
          (isTruthy(condition?.(scope)) ? yes : no)?.(scope),
    ),
  ],
  [
    '$ifNull',
    (parts) => (scope) => {
      const values = parts.map((part) => part(scope));
      return values.find((value) => !isNullish(value)) ?? values.at(-1);
    },
  ],
  ['$rand', () => () => Math.random()],
  ['$add', arithmetic('add')],
  ['$subtract', takes(2, arithmetic('subtract'))],
  ['$multiply', arithmetic('multiply')],
  ['$setField', takes(3, setFieldOf)],
]);

/** For names that no path can say: with dots, or a $ at their start. */
function setFieldOf([name, input, value]: Evaluate[]): Evaluate {
  return (scope) => {
    const document = input?.(scope);
    if (isNullish(document)) return null;
    if (!isDocument(document)) throw mongoError(4161105, `$setField requires 'input' to be an object`);
    const result = { ...document };
    const changed = value?.(scope);
    if (changed === undefined) delete result[String(name?.(scope))];
    else setField(result, String(name?.(scope)), changed);
    return result;
  };
}

/** The operators whose operands have names, in the order in which they are compiled. */
const namedOperands = new Map([
  ['$cond', ['if', 'then', 'else']],
  ['$setField', ['field', 'input', 'value']],
]);

/** The operands of an operator: a list, one that stands without its list, or by name. */
export function operandsOf(name: string, argument: Value): Value[] {
  const names = namedOperands.get(name);
  if (!names || !isDocument(argument)) return Array.isArray(argument) ? argument : [argument];
  const unknown = Object.keys(argument).find((key) => !names.includes(key));
  if (unknown !== undefined) throw mongoError(17083, `Unrecognized parameter to ${name}: ${unknown}`);
  return names.map((key) => argument[key]).filter((part) => part !== undefined);
}
