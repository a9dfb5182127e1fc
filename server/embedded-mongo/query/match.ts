import type { Document } from '../bson/document.ts';
import { isDocument, type Value } from '../bson/document.ts';
import { compilePath, type Path, visitPath } from '../bson/paths.ts';
import { badValue, refuse } from '../errors.ts';
import { type Check, compileEquality, compileOperators, isOperators } from './checks.ts';
import { compileExpression } from './expr.ts';
import { isTruthy } from './operators.ts';

export interface Matcher {
  (doc: Document): boolean;
  /** For `$` in updates and projections: the position of the array element through which the filter matched. */
  positional(doc: Document): number | undefined;
}

interface Node {
  matches(doc: Document): boolean;
  position(doc: Document): number | undefined;
}

const refusedTopLevel = new Set(['$where', '$text', '$jsonSchema', '$near', '$nearSphere', '$sampleRate']);

/**
 * The filter as one function, all parsing done; throws MongoDB's error for what is wrong or left out. `vars` are the variables
 * of the command's `let`, for `$expr`.
 */
export function compileMatch(filter: Document, vars?: Document): Matcher {
  const root = compileFilter(filter, vars);
  return Object.assign((doc: Document) => root.matches(doc), {
    positional: (doc: Document) => (root.matches(doc) ? root.position(doc) : undefined),
  });
}

function compileFilter(filter: Document, vars: Document | undefined): Node {
  const nodes = Object.entries(filter).flatMap(([key, value]) => compileEntry(key, value, vars));
  return nodes.length === 1 ? (nodes[0] as Node) : allOf(nodes);
}

function compileEntry(key: string, value: Value, vars: Document | undefined): Node[] {
  if (!key.startsWith('$')) return [compileField(key, value, vars)];
  switch (key) {
    case '$and':
      return [allOf(compileBranches(key, value, vars))];
    case '$or':
      return [anyOf(compileBranches(key, value, vars))];
    case '$nor':
      return [noneOf(compileBranches(key, value, vars))];
    case '$expr': {
      const evaluate = compileExpression(value, vars);
      return [withoutPosition((doc) => isTruthy(evaluate(doc)))];
    }
    case '$comment':
      return [];
    case '$alwaysTrue':
    case '$alwaysFalse':
      return [withoutPosition(() => key === '$alwaysTrue')];
  }
  if (refusedTopLevel.has(key)) throw refuse(key);
  throw badValue(
    `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
  );
}

function compileBranches(key: string, value: Value, vars: Document | undefined): Node[] {
  if (!Array.isArray(value)) throw badValue(`${key} must be an array`);
  if (value.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  return value.map((branch) => {
    if (!isDocument(branch)) throw badValue('$or/$and/$nor entries need to be full objects');
    return compileFilter(branch, vars);
  });
}

function allOf(nodes: Node[]): Node {
  return {
    matches: (doc) => {
      for (let i = 0; i < nodes.length; i++) if (!(nodes[i] as Node).matches(doc)) return false;
      return true;
    },
    position: (doc) => nodes.reduce<number | undefined>((found, node) => node.position(doc) ?? found, undefined),
  };
}

function anyOf(nodes: Node[]): Node {
  return {
    matches: (doc) => nodes.some((node) => node.matches(doc)),
    position: (doc) => nodes.find((node) => node.matches(doc))?.position(doc),
  };
}

function noneOf(nodes: Node[]): Node {
  return withoutPosition((doc) => !nodes.some((node) => node.matches(doc)));
}

function withoutPosition(matches: (doc: Document) => boolean): Node {
  return { matches, position: () => undefined };
}

function compileField(key: string, value: Value, vars: Document | undefined): Node {
  const compileInner = (filter: Document) => compileFilter(filter, vars).matches;
  const checks = isOperators(value) ? compileOperators(value, compileInner) : [compileEquality(value)];
  const path = compilePath(key);
  const nodes = checks.map((check) => fieldNode(path, check));
  return nodes.length === 1 ? (nodes[0] as Node) : allOf(nodes);
}

function fieldNode(path: Path, check: Check): Node {
  switch (check.kind) {
    case 'not':
      return noneOf([allOf(check.checks.map((inner) => fieldNode(path, inner)))]);
    case 'all':
      return allOf(check.checks.map((inner) => fieldNode(path, inner)));
    case 'value':
      return {
        matches: path.parts.length === 1 ? topLevelTest(path, check) : deepTest(path, check),
        position: (doc) => positionAt(doc, path, check),
      };
  }
}

type ValueCheck = Extract<Check, { kind: 'value' }>;

/** The hot path: one property read, then the test; arrays are looked into where the operator does so. */
function topLevelTest(path: Path, { test, intoLeaf }: ValueCheck): (doc: Document) => boolean {
  const key = path.parts[0] as string;
  if (key in Object.prototype) return deepTest(path, { kind: 'value', test, intoLeaf });
  if (!intoLeaf) return (doc) => test(doc[key]);
  return (doc) => {
    const value = doc[key];
    if (!Array.isArray(value)) return test(value);
    for (let i = 0; i < value.length; i++) if (test(value[i])) return true;
    return test(value);
  };
}

function deepTest(path: Path, { test, intoLeaf }: ValueCheck): (doc: Document) => boolean {
  return (doc) => visitPath(doc, path, intoLeaf, test);
}

function positionAt(doc: Document, path: Path, check: ValueCheck): number | undefined {
  let found: number | undefined;
  visitPath(doc, path, check.intoLeaf, (value, position) => {
    if (!check.test(value)) return false;
    found = position ?? check.locate?.(value);
    return true;
  });
  return found;
}
