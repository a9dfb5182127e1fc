import { compareValues } from '../bson/compare.ts';
import { type Document, isDocument, isNumber, rankOf, setField, typeRank, type Value } from '../document.ts';
import { MongoError } from '../errors.ts';

/** The input of an expression: the document, and the variables by name. */
export interface Scope {
  readonly root: Document;
  readonly vars: Readonly<Record<string, Value | undefined>>;
}

/** A compiled expression; undefined is MongoDB's "missing". */
export type Evaluate = (scope: Scope) => Value | undefined;

/** Creates an operator from its compiled operands. */
type Operator = (parts: Evaluate[], name: string) => Evaluate;

/** False, null, missing and zero are false; everything else, including the empty string, is true. */
export function isTruthy(value: Value | undefined): boolean {
  if (isNumber(value)) return compareValues(value, 0) !== 0;
  return value !== undefined && value !== null && value !== false;
}

/** Compares in the usual order, except that missing is between MinKey and null. */
function compareOperands(a: Value | undefined, b: Value | undefined): number {
  if (a !== undefined && b !== undefined) return compareValues(a, b);
  return operandRank(a) - operandRank(b);
}

const operandRank = (value: Value | undefined) => (value === undefined ? typeRank.undefined : rankOf(value));

function requireCount(parts: Evaluate[], count: number, name: string): void {
  if (parts.length === count) return;
  throw new MongoError(16020, `Expression ${name} takes exactly ${count} arguments. ${parts.length} were passed in.`);
}

function comparison(accept: (order: number) => boolean): Operator {
  return (parts, name) => {
    requireCount(parts, 2, name);
    const [a, b] = parts;
    return (scope) => accept(compareOperands(a?.(scope), b?.(scope)));
  };
}

/** The supported expression operators. */
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
    '$rand',
    (parts, name) => {
      requireCount(parts, 0, name);
      return () => Math.random();
    },
  ],
  ['$setField', setFieldOf],
]);

/** Sets fields whose names cannot be in a path: with dots or a leading $. */
function setFieldOf(parts: Evaluate[]): Evaluate {
  requireCount(parts, fieldOperands.length, '$setField');
  const [name, input, value] = parts;
  return (scope) => {
    const document = input?.(scope) ?? null;
    if (document === null) return null;
    if (!isDocument(document)) throw new MongoError(4161105, `$setField requires 'input' to be an object`);
    const result = { ...document };
    const changed = value?.(scope);
    if (changed === undefined) delete result[String(name?.(scope))];
    else setField(result, String(name?.(scope)), changed);
    return result;
  };
}

const fieldOperands = ['field', 'input', 'value'];

/** The operands of an operator: a list, a single operand without a list, or the named operands of $setField. */
export function operandsOf(name: string, argument: Value): Value[] {
  if (name === '$rand' && isDocument(argument)) return Object.values(argument);
  if (name !== '$setField' || !isDocument(argument)) return Array.isArray(argument) ? argument : [argument];
  const unknown = Object.keys(argument).find((key) => !fieldOperands.includes(key));
  if (unknown !== undefined) throw new MongoError(17083, `Unrecognized parameter to ${name}: ${unknown}`);
  const { field } = argument;
  if (typeof field === 'string' && field.startsWith('$'))
    throw new MongoError(4161108, "$setField needs a constant 'field'");
  if (typeof field !== 'string' && !isDocument(field))
    throw new MongoError(4161107, "$setField needs a string as 'field'");
  return fieldOperands.map((key) => argument[key]).filter((part) => part !== undefined);
}
