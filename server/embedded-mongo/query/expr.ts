import { compareValues } from '../bson/compare.ts';
import { fieldPath } from '../bson/paths.ts';
import { type Document, getField, isDocument, isNumber, rankOf, setField, typeRank, type Value } from '../document.ts';
import { failedToParse, MongoError, unknownExpression } from '../errors.ts';

/** The input of an expression: the document, and the variables by name. */
interface Scope {
  readonly root: Document;
  readonly vars: Readonly<Record<string, Value | undefined>>;
}

/** A compiled expression; undefined is MongoDB's "missing". */
type Evaluate = (scope: Scope) => Value | undefined;

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
function operandsOf(name: string, argument: Value): Value[] {
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

/** A compiled expression; undefined is MongoDB's "missing". */
export type Expression = (doc: Document) => Value | undefined;

/** Compiles an aggregation expression; `vars` contains the values of the command's `let` variables. */
export function compileExpression(expression: Value, vars: Document = {}): Expression {
  const evaluate = compile(expression, new Set(Object.keys(vars)));
  const scoped: Scope['vars'] = { NOW: new Date(), ...vars };
  return (doc) => evaluate({ root: doc, vars: scoped });
}

function compile(expression: Value, names: ReadonlySet<string>): Evaluate {
  if (typeof expression === 'string' && expression.startsWith('$')) return compileReference(expression, names);
  if (Array.isArray(expression)) {
    const parts = expression.map((part) => compile(part, names));
    return (scope) => parts.map((part) => part(scope) ?? null);
  }
  if (isDocument(expression)) return compileDocument(expression, names);
  return () => expression;
}

function compileDocument(expression: Document, names: ReadonlySet<string>): Evaluate {
  const keys = Object.keys(expression);
  const [first] = keys;
  if (first?.startsWith('$')) {
    if (keys.length > 1) {
      throw new MongoError(
        15983,
        `an object representing an expression must have exactly one field: ${keys.join(', ')}`,
      );
    }
    return compileOperator(first, expression[first] as Value, names);
  }
  const fields = keys.map((key) => {
    if (key.startsWith('$')) throw unknownExpression(key);
    if (key.includes('.')) throw new MongoError(16412, `FieldPath field names may not contain '.': ${key}`);
    return { key, evaluate: compile(expression[key] as Value, names) };
  });
  return (scope) => {
    const result: Document = {};
    for (const { key, evaluate } of fields) {
      const value = evaluate(scope);
      if (value !== undefined) setField(result, key, value);
    }
    return result;
  };
}

function compileOperator(name: string, argument: Value, names: ReadonlySet<string>): Evaluate {
  if (name === '$literal') return () => argument;
  const operator = operators.get(name);
  if (!operator) throw unknownExpression(name);
  return operator(
    operandsOf(name, argument).map((part) => compile(part, names)),
    name,
  );
}

/** Compiles `$a.b` or `$$variable.a.b`. */
function compileReference(reference: string, names: ReadonlySet<string>): Evaluate {
  if (!reference.startsWith('$$')) {
    if (reference === '$') throw failedToParse("'$' by itself is not a valid FieldPath");
    const parts = fieldPath(reference.slice(1));
    return parts.length === 1 ? topLevel(parts[0] as string) : (scope) => follow(scope.root, parts, 0);
  }
  const [variable = '', ...rest] = reference.slice(2).split('.');
  const parts = rest.length ? fieldPath(rest.join('.')) : [];
  if (variable === 'ROOT' || variable === 'CURRENT') return (scope) => follow(scope.root, parts, 0);
  if (variable === 'REMOVE') return () => undefined;
  if (variable === 'NOW' || names.has(variable)) return (scope) => follow(scope.vars[variable], parts, 0);
  throw new MongoError(17276, `Use of undefined variable: ${variable}`);
}

function topLevel(field: string): Evaluate {
  return (scope) => getField(scope.root, field);
}

/** Follows a path. An array gives the values of all its documents. Numbers are field names here, never positions. */
function follow(value: Value | undefined, parts: readonly string[], from: number): Value | undefined {
  let current = value;
  for (let i = from; i < parts.length; i++) {
    if (Array.isArray(current)) {
      return current
        .filter((element) => isDocument(element))
        .map((element) => follow(element, parts, i))
        .filter((element) => element !== undefined);
    }
    if (!isDocument(current)) return undefined;
    current = getField(current, parts[i] as string);
  }
  return current;
}
