import { compilePath, type Path, visitPath } from '../bson/paths.ts';
import { type Document, isDocument, type Value } from '../document.ts';
import { badValue, refuse } from '../errors.ts';
import { compileEquality, compileOperators, type Found, isOperators, type Test } from './checks.ts';
import { compileExpression, isTruthy } from './expr.ts';

/** Whether a document matches. Writes the position of the matching array element, if there is one, to `found`. */
export type Matcher = (doc: Document, found?: Found) => boolean;

const refusedTopLevel = new Set(
  '$alwaysTrue $alwaysFalse $where $text $jsonSchema $near $nearSphere $sampleRate'.split(' '),
);

/**
 * Compiles the filter into one function. Throws MongoDB's error for an invalid or unsupported filter. `vars` are the
 * command's `let` variables, for `$expr`.
 */
export function compileMatch(filter: Document, vars?: Document): Matcher {
  return allOf(Object.entries(filter).flatMap(([key, value]) => compileEntry(key, value, vars)));
}

function compileEntry(key: string, value: Value, vars: Document | undefined): Matcher[] {
  if (!key.startsWith('$')) return compileField(key, value, vars);
  switch (key) {
    case '$and':
      return compileBranches(key, value, vars);
    case '$or': {
      const branches = compileBranches(key, value, vars);
      // Runs a matching branch a second time, so that a branch that does not match writes no position.
      return [(doc, found) => branches.some((matches) => matches(doc) && (!found || matches(doc, found)))];
    }
    case '$nor': {
      const branches = compileBranches(key, value, vars);
      return [(doc) => !branches.some((matches) => matches(doc))];
    }
    case '$expr': {
      const evaluate = compileExpression(value, vars);
      return [(doc) => isTruthy(evaluate(doc))];
    }
    case '$comment':
      return [];
  }
  if (refusedTopLevel.has(key)) throw refuse(key);
  throw badValue(
    `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
  );
}

/** Whether the filter contains `$expr`, which is not allowed everywhere. */
export function usesExpr(filter: Document): boolean {
  return Object.entries(filter).some(([key, value]) => {
    if (!key.startsWith('$')) return false;
    return key === '$expr' || (Array.isArray(value) && value.some((branch) => isDocument(branch) && usesExpr(branch)));
  });
}

function compileBranches(key: string, value: Value, vars: Document | undefined): Matcher[] {
  if (!Array.isArray(value)) throw badValue(`${key} must be an array`);
  if (value.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  return value.map((branch) => {
    if (!isDocument(branch)) throw badValue('$or/$and/$nor entries need to be full objects');
    return compileMatch(branch, vars);
  });
}

function allOf(matchers: Matcher[]): Matcher {
  if (matchers.length === 1) return matchers[0] as Matcher;
  return (doc, found) => {
    for (let i = 0; i < matchers.length; i++) if (!(matchers[i] as Matcher)(doc, found)) return false;
    return true;
  };
}

function compileField(key: string, value: Value, vars: Document | undefined): Matcher[] {
  const compileInner = (filter: Document) => compileMatch(filter, vars);
  const checks = isOperators(value) ? compileOperators(value, compileInner) : [compileEquality(value)];
  const path = compilePath(key);
  const isTopLevel = path.parts.length === 1 && !(key in Object.prototype);
  return checks.map((check) =>
    check((test, intoArrays) => (isTopLevel ? findAtTop(key, test, intoArrays) : findAt(path, test, intoArrays))),
  );
}

/** The hot path: reads one property and tests it, including the elements of an array where the operator does so. */
function findAtTop(key: string, test: Test, intoArrays: boolean): Matcher {
  return (doc, found) => {
    const value = doc[key];
    if (!intoArrays || !Array.isArray(value)) return test(value, found);
    const position = value.findIndex((element) => test(element));
    if (found && position >= 0) found.position = position;
    return position >= 0 || test(value, found);
  };
}

function findAt(path: Path, test: Test, intoArrays: boolean): Matcher {
  return (doc, found) =>
    visitPath(doc, path, intoArrays, (value, position) => {
      if (!test(value, found)) return false;
      if (found && position !== undefined) found.position = position;
      return true;
    });
}
