import { fieldPath } from '../bson/paths.ts';
import { type Document, getField, isDocument, setField, type Value } from '../document.ts';
import { failedToParse, MongoError, unknownExpression } from '../errors.ts';
import { type Evaluate, operandsOf, operators, type Scope } from './operators.ts';

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
