import { fieldPath } from '../bson/paths.ts';
import { type Document, getField, isDocument, isNumber, setField, type Value } from '../document.ts';
import { MongoError, refuse } from '../errors.ts';
import { isOperators } from './checks.ts';
import { compileExpression, type Expression, isTruthy, operators } from './expr.ts';

/**
 * What a projection does with one field: includes, excludes or computes it, or applies a projection to its own fields.
 */
type Rule = 'include' | 'exclude' | Expression | Tree;
type Tree = Map<string, Rule>;

const arrayOperators = ['$meta', '$elemMatch', '$slice'];

/** Compiles the projection of `find` or of the `$project` stage; `vars` contains the values of `let`. */
export function compileProjection(spec: Document, vars?: Document): (doc: Document) => Document {
  const tree = buildTree(spec, (value) => ruleOf(value, vars));
  if (!isInclusion(tree)) return (doc) => exclude(tree, doc);
  if (!tree.has('_id')) tree.set('_id', 'include');
  return isComputed(tree) ? (doc) => compute(tree, include(tree, doc), doc) : (doc) => include(tree, doc);
}

/** Compiles the `$addFields` and `$set` stages. Numbers and booleans are values here, and all other fields are kept. */
export function compileAddFields(spec: Document, vars?: Document): (doc: Document) => Document {
  const tree = buildTree(spec, (value) => compileExpression(value, vars));
  return (doc) => compute(tree, doc, doc);
}

/** Builds the tree of rules from dotted paths and nested documents. */
function buildTree(spec: Document, read: (value: Value) => Rule): Tree {
  const root: Tree = new Map();
  const insert = (path: string, value: Value) => {
    if (!isDocument(value) || isOperators(value)) return place(root, path, read(value));
    const fields = Object.entries<Value>(value);
    if (fields.length === 0) throw new MongoError(51270, `An empty sub-projection is not a valid value: ${path}`);
    for (const [key, inner] of fields) insert(`${path}.${key}`, inner);
  };
  for (const [path, value] of Object.entries(spec)) insert(path, value);
  return root;
}

function place(root: Tree, path: string, rule: Rule): void {
  if (/.\.\$$/.test(path)) throw refuse('a positional projection');
  const parts = fieldPath(path);
  const last = parts.pop() as string;
  let tree = root;
  for (const part of parts) {
    const inner = tree.get(part) ?? new Map<string, Rule>();
    if (!(inner instanceof Map)) throw new MongoError(31249, `Path collision at ${path}`);
    tree.set(part, inner);
    tree = inner;
  }
  if (tree.has(last)) throw new MongoError(31250, `Path collision at ${path}`);
  tree.set(last, rule);
}

function ruleOf(value: Value, vars: Document | undefined): Rule {
  if (typeof value === 'boolean' || isNumber(value)) return isTruthy(value) ? 'include' : 'exclude';
  const [operator = ''] = isOperators(value) ? Object.keys(value) : [];
  if (arrayOperators.includes(operator)) throw refuse(`${operator} in a projection`);
  if (operator && operator !== '$literal' && !operators.has(operator)) {
    throw new MongoError(31325, `Unknown expression ${operator}`);
  }
  return compileExpression(value, vars);
}

/** Whether the projection includes or excludes fields. The `_id` does not count, because it can always be excluded. */
function isInclusion(tree: Tree): boolean {
  const others = leavesOf(tree).filter(([path, rule]) => path !== '_id' || typeof rule === 'function');
  const included = others.find(([, rule]) => rule !== 'exclude')?.[0];
  const excluded = others.find(([, rule]) => rule === 'exclude')?.[0];
  if (included === undefined) return excluded === undefined && tree.get('_id') === 'include';
  if (excluded === undefined) return true;
  throw others[0]?.[1] === 'exclude'
    ? new MongoError(31253, `Cannot do inclusion on field ${included} in exclusion projection`)
    : new MongoError(31254, `Cannot do exclusion on field ${excluded} in inclusion projection`);
}

function leavesOf(tree: Tree, prefix = ''): [path: string, rule: Rule][] {
  return [...tree].flatMap(([key, rule]) =>
    rule instanceof Map ? leavesOf(rule, `${prefix}${key}.`) : [[prefix + key, rule] as [string, Rule]],
  );
}

/** Keeps the named fields, in the order of the document. */
function include(tree: Tree, doc: Document): Document {
  const result: Document = {};
  for (const key of Object.keys(doc)) {
    const rule = tree.get(key);
    const kept = rule === 'include' ? doc[key] : rule instanceof Map ? includeWithin(rule, doc[key]) : undefined;
    if (kept !== undefined) setField(result, key, kept);
  }
  return result;
}

/**
 * Drops scalars, also in arrays, because they have no fields. If fields are computed below them, a document takes their
 * place.
 */
function includeWithin(tree: Tree, value: Value | undefined): Value | undefined {
  if (isDocument(value)) return include(tree, value);
  if (!Array.isArray(value)) return isComputed(tree) ? {} : undefined;
  return value.map((element) => includeWithin(tree, element)).filter((element) => element !== undefined);
}

function exclude(tree: Tree, doc: Document): Document {
  const result: Document = {};
  for (const key of Object.keys(doc)) {
    const rule = tree.get(key);
    const value = doc[key] as Value;
    if (rule !== 'exclude') setField(result, key, rule instanceof Map ? excludeWithin(rule, value) : value);
  }
  return result;
}

function excludeWithin(tree: Tree, value: Value): Value {
  if (isDocument(value)) return exclude(tree, value);
  return Array.isArray(value) ? value.map((element) => excludeWithin(tree, element)) : value;
}

const isComputed = (rule: Rule): rule is Expression | Tree =>
  typeof rule === 'function' || (rule instanceof Map && [...rule.values()].some(isComputed));

/** Adds the computed fields after the existing ones, in the order of the projection. */
function compute(tree: Tree, doc: Document, root: Document): Document {
  const result: Document = { ...doc };
  for (const [key, rule] of tree) {
    if (!isComputed(rule)) continue;
    const value = rule instanceof Map ? computeWithin(rule, getField(doc, key), root) : rule(root);
    if (value === undefined) delete result[key];
    else setField(result, key, value);
  }
  return result;
}

/** Applies to every document of an array; replaces any other value by a new document. */
function computeWithin(tree: Tree, value: Value | undefined, root: Document): Value {
  if (Array.isArray(value)) return value.map((element) => computeWithin(tree, element, root));
  return compute(tree, isDocument(value) ? value : {}, root);
}
