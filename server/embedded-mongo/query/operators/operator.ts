import { type Document, isDocument, isNumber, type NumberValue, typeName, type Value } from '../../bson/document.ts';
import { mongoError } from '../../errors.ts';

/** What an expression sees: the document it is evaluated for, and the variables by name. */
export interface Scope {
  readonly root: Document;
  readonly vars: Readonly<Record<string, Value | undefined>>;
}

/** A compiled expression; undefined is MongoDB's "missing". */
export type Evaluate = (scope: Scope) => Value | undefined;

/** Compiles a part of an operator's argument, with further variables where the operator binds some. */
export type Compile = (expression: Value, variables?: readonly string[]) => Evaluate;

export type Operator = (argument: Value, compile: Compile, name: string) => Evaluate;

export type Operators = Record<string, Operator>;

export function isNullish(value: Value | undefined): value is null | undefined {
  return value === null || value === undefined;
}

/** An operator of a fixed number of operands; one operand may stand without its array. */
export function operands(
  count: number | [number, number],
  apply: (values: (Value | undefined)[], name: string) => Value | undefined,
): Operator {
  const [least, most] = typeof count === 'number' ? [count, count] : count;
  return (argument, compile, name) => {
    const list = Array.isArray(argument) ? argument : [argument];
    if (list.length < least || list.length > most) {
      const expected =
        least === most ? `exactly ${least} arguments` : `at least ${least} arguments, and at most ${most}`;
      throw mongoError(16020, `Expression ${name} takes ${expected}. ${list.length} were passed in.`);
    }
    const parts = list.map((part) => compile(part));
    return (scope) =>
      apply(
        parts.map((part) => part(scope)),
        name,
      );
  };
}

export const anyNumber: [number, number] = [0, Number.POSITIVE_INFINITY];

/** As operands, and null as soon as one operand is null or missing. */
export function nullable(
  count: number | [number, number],
  apply: (values: Value[], name: string) => Value | undefined,
): Operator {
  return operands(count, (values, name) => (values.some(isNullish) ? null : apply(values as Value[], name)));
}

export function requireNumber(value: Value | undefined, name: string, code = 14): NumberValue {
  if (isNumber(value)) return value;
  throw mongoError(code, `${name} only supports numeric types, not ${typeName(value)}`);
}

export function requireArray(value: Value | undefined, name: string, code: number): Value[] {
  if (Array.isArray(value)) return value;
  throw mongoError(code, `The argument to ${name} must be an array, but was of type: ${typeName(value)}`);
}

export function requireString(value: Value | undefined, name: string, code: number): string {
  if (typeof value === 'string') return value;
  throw mongoError(code, `${name} requires a string argument, found: ${typeName(value)}`);
}

/** The named parts of an argument like `{ input, as, in }`; a part that is not known or not there is an error. */
export function namedArguments(argument: Value, name: string, required: string[], optional: string[] = []): Document {
  if (!isDocument(argument))
    throw mongoError(40065, `${name} requires an object as an argument, found: ${typeName(argument)}`);
  for (const key of Object.keys(argument)) {
    if (!required.includes(key) && !optional.includes(key))
      throw mongoError(40067, `${name} found an unknown argument: ${key}`);
  }
  for (const key of required) {
    if (argument[key] === undefined) throw mongoError(40066, `${name} requires '${key}' to be specified`);
  }
  return argument;
}

export function withVariables(scope: Scope, vars: Record<string, Value | undefined>): Scope {
  return { root: scope.root, vars: { ...scope.vars, ...vars } };
}
