import { type Document, getField, isDocument, isNumber, setField, toNumber, type Value } from '../bson/document.ts';
import { valueAt } from '../bson/paths.ts';
import { mongoError, refuse } from '../errors.ts';
import { isOperators } from './checks.ts';
import { compileExpression, type Expression } from './expr.ts';
import { compileMatch, type Matcher } from './match.ts';
import { isTruthy } from './operators.ts';

/** What a projection says about one field. */
type Rule =
  | { kind: 'include' }
  | { kind: 'exclude' }
  | { kind: 'compute'; evaluate: Expression }
  /** `$slice` and `$`: changes the value where it stands. */
  | { kind: 'change'; change: (value: Value, root: Document) => Value; includes: boolean }
  | { kind: 'tree'; tree: Tree };

type Tree = Map<string, Rule>;

type Mode = 'include' | 'exclude' | 'add';

/** The projection of `find`; null when it leaves documents as they are. `filter` is what a positional `$` refers to, `vars` is `let`. */
export function compileProjection(
  spec: Document,
  filter?: Document,
  vars?: Document,
): ((doc: Document) => Document) | null {
  if (Object.keys(spec).length === 0) return null;
  return compileTree(spec, findRule(filter, vars));
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

type RuleOf = (value: Value, path: string) => Rule;

function compileTree(spec: Document, ruleOf: RuleOf): (doc: Document) => Document {
  const tree = buildTree(spec, ruleOf);
  const mode = modeOf(tree);
  if (mode === 'include' && !tree.has('_id')) tree.set('_id', { kind: 'include' });
  if (mode === 'include') return (doc) => include(tree, doc, doc);
  return (doc) => exclude(tree, doc, doc);
}

function buildTree(spec: Document, ruleOf: RuleOf): Tree {
  const root: Tree = new Map();
  const insert = (path: string, value: Value) => {
    const positional = path.endsWith('.$');
    const parts = (positional ? path.slice(0, -2) : path).split('.');
    checkParts(parts, path);
    if (!positional && isDocument(value) && !isOperators(value)) {
      const fields: [string, Value][] = Object.entries<Value>(value);
      if (fields.length === 0)
        throw mongoError(51270, `An empty sub-projection is not a valid value. Found empty object at path ${path}`);
      for (const [key, inner] of fields) insert(`${path}.${key}`, inner);
      return;
    }
    place(root, parts, path, ruleOf(value, path));
  };
  for (const [path, value] of Object.entries(spec)) insert(path, value);
  return root;
}

function checkParts(parts: string[], path: string): void {
  if (parts.includes('')) throw mongoError(40353, `FieldPath must not end with a '.' or have an empty part: '${path}'`);
  if (parts.some((part) => part.startsWith('$'))) {
    throw mongoError(
      16410,
      `FieldPath field names may not start with '$'. Consider using $getField or $setField: '${path}'`,
    );
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

function findRule(filter: Document | undefined, vars: Document | undefined): RuleOf {
  let matcher: Matcher | undefined;
  return (value, path) => {
    if (path.endsWith('.$')) {
      if (!filter) throw refuse('a positional projection without a filter');
      matcher ??= compileMatch(filter, vars ? { vars } : {});
      return { kind: 'change', change: positionalChange(matcher), includes: true };
    }
    const [operator] = isOperators(value) ? Object.keys(value) : [];
    const argument = operator === undefined ? null : ((value as Document)[operator] as Value);
    if (operator === '$meta') throw refuse('$meta');
    if (operator === '$elemMatch') return { kind: 'compute', evaluate: elemMatch(argument, path) };
    if (operator === '$slice' && isSlice(argument)) return { kind: 'change', change: slice(argument), includes: false };
    return expressionRule(value, vars);
  };
}

/** `[n]` or `[skip, count]` as numbers: anything else is the expression of that name. */
function isSlice(argument: Value): boolean {
  return isNumber(argument) || (Array.isArray(argument) && argument.every(isNumber));
}

function slice(argument: Value): (value: Value) => Value {
  const [skip, count] = (Array.isArray(argument) ? argument : [argument]).map(toNumber);
  if (skip === undefined || (count !== undefined && count <= 0))
    throw mongoError(28729, `The third argument to $slice must be positive`);
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (count === undefined) return skip >= 0 ? value.slice(0, skip) : value.slice(skip);
    const from = skip < 0 ? Math.max(0, value.length + skip) : skip;
    return value.slice(from, from + count);
  };
}

function positionalChange(matcher: Matcher): (value: Value, root: Document) => Value {
  return (value, root) => {
    if (!Array.isArray(value)) return value;
    const position = matcher.positional(root);
    if (position === undefined) {
      throw mongoError(
        51246,
        "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
      );
    }
    const element = value[position];
    return element === undefined ? [] : [element];
  };
}

function elemMatch(condition: Value, path: string): Expression {
  const matches = compileMatch({ array: { $elemMatch: condition } });
  const parts = path.split('.');
  return (doc) => {
    const array = valueAt(doc, parts);
    const position = array === undefined ? undefined : matches.positional({ array });
    return position === undefined ? undefined : [(array as Value[])[position] as Value];
  };
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
      else if (rule.kind === 'compute' || (rule.kind === 'change' && rule.includes)) kinds.set('include', path);
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
    if (rule === undefined) continue;
    const value = included(rule, doc[key] as Value, root);
    if (value !== undefined) setField(result, key, value);
  }
  compute(tree, result, root);
  return result;
}

function included(rule: Rule, value: Value, root: Document): Value | undefined {
  switch (rule.kind) {
    case 'include':
      return value;
    case 'change':
      return rule.change(value, root);
    case 'tree':
      return includeWithin(rule.tree, value, root);
    default:
      return undefined;
  }
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

function exclude(tree: Tree, doc: Document, root: Document): Document {
  const result: Document = {};
  for (const key of Object.keys(doc)) {
    const rule = tree.get(key);
    const value = doc[key] as Value;
    if (rule === undefined) setField(result, key, value);
    else if (rule.kind === 'tree') setField(result, key, excludeWithin(rule.tree, value, root));
    else if (rule.kind === 'change') setField(result, key, rule.change(value, root));
    else if (rule.kind === 'include') setField(result, key, value);
  }
  return result;
}

function excludeWithin(tree: Tree, value: Value, root: Document): Value {
  if (isDocument(value)) return exclude(tree, value, root);
  return Array.isArray(value) ? value.map((element) => excludeWithin(tree, element, root)) : value;
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
