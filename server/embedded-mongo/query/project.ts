import { type Document, getField, isDocument, isNumber, setField, type Value } from '../bson/document.ts';
import { mongoError, refuse } from '../errors.ts';
import { isOperators } from './checks.ts';
import { compileExpression, type Expression } from './expr.ts';
import { isTruthy } from './operators.ts';

/** What a projection says about one field. */
type Rule =
  | { kind: 'include' }
  | { kind: 'exclude' }
  | { kind: 'compute'; evaluate: Expression }
  | { kind: 'tree'; tree: Tree };

type Tree = Map<string, Rule>;

type Mode = 'include' | 'exclude';

/** The projection of `find`; null when it leaves documents as they are. `vars` is `let`. */
export function compileProjection(spec: Document, vars?: Document): ((doc: Document) => Document) | null {
  if (Object.keys(spec).length === 0) return null;
  if (Object.keys(spec).some((path) => path.endsWith('.$'))) throw refuse('a positional projection');
  return compileTree(spec, (value) => findRule(value, vars));
}

/** The `$project` stage. */
export function compileProjectStage(spec: Document, vars?: Document): (doc: Document) => Document {
  if (Object.keys(spec).length === 0) {
    throw mongoError(51272, 'Invalid $project :: caused by :: projection specification must have at least one field');
  }
  return compileTree(spec, (value) => expressionRule(value, vars));
}

/** The `$addFields` and `$set` stages: numbers and booleans are values here, and nothing else is lost. */
export function compileAddFields(spec: Document, vars?: Document): (doc: Document) => Document {
  const tree = buildTree(spec, (value) => ({ kind: 'compute', evaluate: compileExpression(value, vars) }));
  return (doc) => addFields(tree, doc, doc);
}

type RuleOf = (value: Value) => Rule;

function compileTree(spec: Document, ruleOf: RuleOf): (doc: Document) => Document {
  const tree = buildTree(spec, ruleOf);
  const mode = modeOf(tree);
  if (mode === 'include' && !tree.has('_id')) tree.set('_id', { kind: 'include' });
  if (mode === 'include') return (doc) => include(tree, doc, doc);
  return (doc) => exclude(tree, doc);
}

function buildTree(spec: Document, ruleOf: RuleOf): Tree {
  const root: Tree = new Map();
  const insert = (path: string, value: Value) => {
    const parts = path.split('.');
    checkParts(parts, path);
    if (!isDocument(value) || isOperators(value)) return place(root, parts, path, ruleOf(value));
    const fields = Object.entries<Value>(value);
    if (fields.length === 0) throw mongoError(51270, `An empty sub-projection is not a valid value: ${path}`);
    for (const [key, inner] of fields) insert(`${path}.${key}`, inner);
  };
  for (const [path, value] of Object.entries(spec)) insert(path, value);
  return root;
}

function checkParts(parts: string[], path: string): void {
  if (parts.includes('')) throw mongoError(40353, `FieldPath must not end with a '.' or have an empty part: '${path}'`);
  if (parts.some((part) => part.startsWith('$'))) {
    throw mongoError(16410, `FieldPath field names may not start with '$': '${path}'`);
  }
}

function place(root: Tree, parts: string[], path: string, rule: Rule): void {
  let tree = root;
  parts.forEach((part, i) => {
    const existing = tree.get(part);
    const isLast = i === parts.length - 1;
    if (existing && (isLast || existing.kind !== 'tree')) throw mongoError(31250, `Path collision at ${path}`);
    if (isLast) {
      tree.set(part, rule);
      return;
    }
    const next: Tree = existing?.kind === 'tree' ? existing.tree : new Map();
    tree.set(part, { kind: 'tree', tree: next });
    tree = next;
  });
}

function expressionRule(value: Value, vars?: Document): Rule {
  if (typeof value === 'boolean' || isNumber(value)) return { kind: isTruthy(value) ? 'include' : 'exclude' };
  return { kind: 'compute', evaluate: compileExpression(value, vars) };
}

/** What the find command projects is what the stage does: operators on arrays are left out. */
function findRule(value: Value, vars?: Document): Rule {
  const [operator = ''] = isOperators(value) ? Object.keys(value) : [];
  if (['$meta', '$elemMatch', '$slice'].includes(operator)) throw refuse(`${operator} in a projection`);
  return expressionRule(value, vars);
}

/** Inclusion or exclusion, decided by the fields other than `_id`, which may always be left out. */
function modeOf(tree: Tree): Mode {
  const kinds = new Map<'include' | 'exclude', string>();
  const collect = (rules: Tree, prefix: string) => {
    for (const [key, rule] of rules) {
      const path = prefix + key;
      if (rule.kind === 'tree') collect(rule.tree, `${path}.`);
      else if (rule.kind === 'exclude' && path !== '_id') kinds.set('exclude', path);
      else if (rule.kind === 'include' && path !== '_id') kinds.set('include', path);
      else if (rule.kind === 'compute') kinds.set('include', path);
    }
  };
  collect(tree, '');
  const [included, excluded] = [kinds.get('include'), kinds.get('exclude')];
  if (included !== undefined && excluded !== undefined) {
    const [first] = kinds.keys();
    throw first === 'include'
      ? mongoError(31254, `Cannot do exclusion on field ${excluded} in inclusion projection`)
      : mongoError(31253, `Cannot do inclusion on field ${included} in exclusion projection`);
  }
  if (included !== undefined) return 'include';
  return excluded === undefined && tree.get('_id')?.kind === 'include' ? 'include' : 'exclude';
}

/** The fields named, in the order of the document; what is computed comes after them, in the order of the projection. */
function include(tree: Tree, doc: Document, root: Document): Document {
  const result: Document = {};
  for (const key of Object.keys(doc)) {
    const rule = tree.get(key);
    const value = doc[key] as Value;
    const kept = rule?.kind === 'tree' ? includeWithin(rule.tree, value, root) : value;
    if (kept !== undefined && (rule?.kind === 'tree' || rule?.kind === 'include')) setField(result, key, kept);
  }
  compute(tree, result, root);
  return result;
}

function includeWithin(tree: Tree, value: Value, root: Document): Value | undefined {
  if (isDocument(value)) return include(tree, value, root);
  if (!Array.isArray(value)) return undefined;
  return value.map((element) => includeWithin(tree, element, root)).filter((element) => element !== undefined);
}

function compute(tree: Tree, result: Document, root: Document): void {
  for (const [key, rule] of tree) {
    if (rule.kind === 'compute') {
      const value = rule.evaluate(root);
      if (value !== undefined) setField(result, key, value);
    } else if (rule.kind === 'tree' && getField(result, key) === undefined && hasComputed(rule.tree)) {
      const inner: Document = {};
      compute(rule.tree, inner, root);
      setField(result, key, inner);
    }
  }
}

function hasComputed(tree: Tree): boolean {
  return [...tree.values()].some((rule) => rule.kind === 'compute' || (rule.kind === 'tree' && hasComputed(rule.tree)));
}

function exclude(tree: Tree, doc: Document): Document {
  const result: Document = {};
  for (const key of Object.keys(doc)) {
    const rule = tree.get(key);
    const value = doc[key] as Value;
    if (rule === undefined || rule.kind === 'include') setField(result, key, value);
    else if (rule.kind === 'tree') setField(result, key, excludeWithin(rule.tree, value));
  }
  return result;
}

function excludeWithin(tree: Tree, value: Value): Value {
  if (isDocument(value)) return exclude(tree, value);
  return Array.isArray(value) ? value.map((element) => excludeWithin(tree, element)) : value;
}

function addFields(tree: Tree, doc: Document, root: Document): Document {
  const result: Document = { ...doc };
  for (const [key, rule] of tree) {
    if (rule.kind === 'tree') {
      setField(result, key, addWithin(rule.tree, getField(doc, key), root));
    } else if (rule.kind === 'compute') {
      const value = rule.evaluate(root);
      if (value === undefined) delete result[key];
      else setField(result, key, value);
    }
  }
  return result;
}

/** Into every document of an array; whatever else is in the way gives room to a new document. */
function addWithin(tree: Tree, value: Value | undefined, root: Document): Value {
  if (Array.isArray(value)) return value.map((element) => addWithin(tree, element, root));
  return addFields(tree, isDocument(value) ? value : {}, root);
}
