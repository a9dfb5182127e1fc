import { BSONRegExp, Timestamp } from 'bson';
import { compileUpdatePipeline } from '../aggregate/pipeline.ts';
import { compareStrings, identical, valuesEqual } from '../bson/compare.ts';
import { positionOf } from '../bson/paths.ts';
import { type Document, describeValue, isDocument, typeName, type Value } from '../document.ts';
import { badValue, dollarPrefixed, failedToParse, MongoError, refuse } from '../errors.ts';
import { type Found, isOperators } from '../query/checks.ts';
import { compileMatch, usesExpr } from '../query/match.ts';
import { ChangedPaths, diffUpdate, type UpdateDescription } from './diff.ts';
import { Draft, notViable } from './draft.ts';
import { type Modifier, modifiers } from './operators.ts';
import { compileArrayFilters, expandPath, type Positions } from './positional.ts';

/** One path of an update and what to do there. The path may contain positional parts. */
interface Step {
  readonly path: string[];
  readonly onInsertOnly: boolean;
  apply(draft: Draft, path: string[], changed: ChangedPaths): void;
}

const refused = new Set(['$rename', '$bit', '$mul', '$currentDate']);
const positionalPart = /^\$(\[.*\])?$/;

/** The steps of `{ $set: …, $inc: … }`, in the order in which MongoDB creates new fields. */
function compileSteps(update: Document): Step[] {
  return inOrder(Object.entries(update).flatMap(([name, fields]) => compileOperator(name, fields)));
}

/** Sorts the steps by path. Throws when two of them change the same field. */
function inOrder(steps: Step[]): Step[] {
  refuseConflicts(steps.map(({ path }) => path));
  return steps.sort((a, b) => comparePaths(a.path, b.path));
}

function compileOperator(name: string, fields: Value): Step[] {
  const compileModifier = modifiers.get(name);
  if (refused.has(name)) throw refuse(name);
  if (!compileModifier) {
    throw failedToParse(
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  }
  if (!isDocument(fields)) {
    throw failedToParse(
      `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${describeValue(fields)}}`,
    );
  }
  return Object.entries(fields).map(([field, argument]) => {
    const path = parsePath(field);
    const modifier = compileModifier(argument);
    return {
      path,
      onInsertOnly: name === '$setOnInsert',
      apply: (draft, resolved, changed) => applyModifier(draft, resolved, modifier, changed),
    };
  });
}

function applyModifier(draft: Draft, path: string[], modifier: Modifier, changed: ChangedPaths): void {
  const { value, isViable } = draft.read(path);
  if (!isViable) {
    if (!modifier.ignoresScalars) throw notViable(path);
    return;
  }
  const next = modifier.change(value);
  if (Object.is(next, value) && (value !== undefined || !modifier.creates)) return;
  if (next === undefined && !draft.isElement(path)) {
    changed.addRemoved(path);
    draft.remove(path);
    return;
  }
  if (Array.isArray(value) && Array.isArray(next) && modifier.appends?.(value.length)) {
    for (let position = value.length; position < next.length; position++) changed.addSet([...path, String(position)]);
  } else {
    changed.addSet(draft.createdPath(path));
  }
  draft.write(path, next ?? null); // a removed element becomes null, so that the others keep their positions
}

function parsePath(field: string): string[] {
  const path = field.split('.');
  if (path.includes('')) {
    throw new MongoError(
      56,
      field === ''
        ? 'An empty update path is not valid.'
        : `The update path '${field}' contains an empty field name, which is not allowed.`,
    );
  }
  if (positionalPart.test(path[0] as string)) {
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${field}'`);
  }
  if (path.indexOf('$') !== path.lastIndexOf('$')) {
    throw badValue(`Too many positional (i.e. '$') elements found in path '${field}'`);
  }
  const dollar = path.find((part) => part.startsWith('$') && !positionalPart.test(part));
  if (dollar && dollar !== path[0]) throw refuse(`an update of the field ${dollar} within another`);
  if (dollar) {
    throw dollarPrefixed(
      `The dollar ($) prefixed field '${dollar}' in '${field}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  return path;
}

/** How a path continues after a prefix: it ends, or goes on to elements (`$[]`, `$[name]`) or to a field. */
const nextOf = (part: string | undefined) =>
  part === undefined ? 'end' : part.startsWith('$[') ? 'elements' : 'field';

/** Paths with a common prefix must continue in the same way after it, and at most one may end there. */
function refuseConflicts(paths: string[][]): void {
  const seen = new Map<string, string>();
  for (const parts of paths) {
    for (let length = 1; length <= parts.length; length++) {
      const place = parts.slice(0, length).join('.');
      const next = nextOf(parts[length]);
      const before = seen.get(place);
      if (before !== undefined && (before !== next || next === 'end')) {
        throw new MongoError(40, `Updating the path '${parts.join('.')}' would create a conflict at '${place}'`);
      }
      seen.set(place, next);
    }
  }
}

/** Compares parts by name, or by number when both are numbers. */
function comparePaths(a: string[], b: string[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a[i] as string, b[i] as string];
    const [m, n] = [positionOf(x), positionOf(y)];
    const order = m >= 0 && n >= 0 ? m - n : compareStrings(x, y);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

interface UpdateOptions {
  /** The filter that found the document; it determines the position for `$`. */
  filter?: Document;
  arrayFilters?: Document[];
  /** The command's `let` variables, for pipelines and the filter. */
  vars?: Document;
}

interface CompiledUpdate {
  readonly isReplacement: boolean;
  /**
   * Returns the updated document, or the same object when nothing changes. `isInsert` applies it to the seed of an
   * upsert.
   */
  apply(doc: Document, isInsert?: boolean, changed?: ChangedPaths): Document;
  /** How a change stream describes the update. Undefined if its event has the new document instead. */
  describe(before: Document, after: Document, changed: ChangedPaths): UpdateDescription | undefined;
}

/** Compiles a replacement, modifiers or a pipeline. Throws when the update itself is invalid. */
export function compileUpdate(update: Document | Document[], options: UpdateOptions = {}): CompiledUpdate {
  if (Array.isArray(update)) {
    if (options.arrayFilters?.length) throw failedToParse('arrayFilters may not be specified for pipeline updates');
    const run = compileUpdatePipeline(update, options.vars);
    // As in MongoDB, a result that only its _id makes different counts as a change.
    const apply = (doc: Document) => {
      const result = run(doc);
      return identical(result, doc) ? doc : withIdOf(doc, result);
    };
    return { isReplacement: false, apply, describe: diffUpdate };
  }
  if (Object.keys(update)[0]?.startsWith('$')) return compileModifiers(update, options);
  if (options.arrayFilters?.length) throw refuse('arrayFilters with a replacement');
  refuseDollars(update);
  refuseEmptyTimestamps(update);
  // As in MongoDB, a replacement without an _id always counts as a change, so it never returns the same object.
  const apply = (doc: Document) => {
    const result = withIdOf(doc, update);
    return update._id !== undefined && identical(result, doc) ? doc : result;
  };
  return { isReplacement: true, apply, describe: () => undefined };
}

function refuseDollars(replacement: Document): void {
  const key = Object.keys(replacement).find((name) => name.startsWith('$'));
  if (key === undefined) return;
  throw dollarPrefixed(
    `The dollar ($) prefixed field '${key}' in '${key}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  );
}

/** MongoDB replaces an empty timestamp by the current time, in a whole document and at its top. */
export function refuseEmptyTimestamps({ _id, ...fields }: Document): void {
  const isEmpty = (value: Value) => value instanceof Timestamp && value.isZero();
  if (Object.values(fields).some(isEmpty)) throw refuse('an empty timestamp');
}

/** The result with its `_id` as the first field. A different `_id` is refused, but it may be a number of another type. */
function withIdOf(before: Document, after: Document): Document {
  const { _id: id, ...fields } = after;
  if (before._id !== undefined && id !== undefined && !valuesEqual(id, before._id)) {
    throw new MongoError(
      66,
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${describeValue(id)}`,
    );
  }
  const kept = id === undefined ? before._id : id;
  return kept === undefined ? fields : { _id: kept, ...fields };
}

function compileModifiers(update: Document, options: UpdateOptions): CompiledUpdate {
  const steps = compileSteps(update);
  const paths = steps.map(({ path }) => path);
  const filters = compileArrayFilters(options.arrayFilters ?? [], paths);
  const matches = paths.some((path) => path.includes('$')) && compileMatch(options.filter ?? {}, options.vars);
  return {
    isReplacement: false,
    apply: (doc, isInsert = false, changed = new ChangedPaths()) => {
      const found: Found = { position: undefined };
      if (matches && !isInsert) matches(doc, found);
      return applySteps(doc, steps, { matched: found.position, filters }, isInsert, changed);
    },
    describe: (_before, after, changed) => changed.describe(after),
  };
}

/** Resolves all positions in the original document, before the first step changes it. */
function applySteps(
  doc: Document,
  steps: Step[],
  positions: Positions,
  isInsert: boolean,
  changed: ChangedPaths,
): Document {
  const resolved = steps.flatMap((step) =>
    expandPath(doc, step.path, positions, changed).map((path) => ({ ...step, path })),
  );
  const draft = new Draft(doc);
  for (const { onInsertOnly, path, apply } of inOrder(resolved)) {
    if (isInsert || !onInsertOnly) apply(draft, path, changed);
  }
  requireSameId(doc, draft.root);
  return draft.root;
}

function requireSameId(before: Document, after: Document): void {
  if (before._id === undefined || identical(after._id, before._id)) return;
  throw new MongoError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
}

/** Throws for a filter that cannot be used with upsert. */
export function requireUpsertable(filter: Document): void {
  if (usesExpr(filter)) throw new MongoError(224, '$expr is not allowed in the query predicate for an upsert');
}

/**
 * The document that an upsert starts from: the equality conditions of the filter, joined by "and", in the order of their
 * paths. A replacement takes the _id only.
 */
export function upsertSeed(filter: Document, isReplacement = false): Document {
  const equalities = new Map<string, Value>();
  collect(filter, (path, value) => {
    if (isReplacement && path.startsWith('_id.')) throw new MongoError(111, 'a part of the _id is not exact');
    if (!isReplacement || path === '_id') add(equalities, path, value);
  });
  const seed = new Draft({});
  const inOrder = [...equalities].sort(([a], [b]) => compareStrings(a, b));
  for (const [path, value] of inOrder) seed.write(path.split('.'), value);
  return seed.root;
}

type Take = (path: string, value: Value) => void;

function collect(filter: Document, take: Take): void {
  for (const [key, value] of Object.entries(filter)) {
    if (key === '$and' || (key === '$or' && Array.isArray(value) && value.length === 1)) {
      for (const part of value as Value[]) if (isDocument(part)) collect(part, take);
    } else if (!key.startsWith('$')) {
      for (const equal of equalTo(value)) take(key, equal);
    }
  }
}

/** The values that a condition says the field equals; more than one is refused by `add`. */
function equalTo(condition: Value): Value[] {
  if (!isOperators(condition)) return condition instanceof BSONRegExp ? [] : [condition];
  const { $eq: equal, $in: some, $all: all } = condition;
  const isValue = (value: Value) => !(value instanceof BSONRegExp) && !isOperators(value);
  if (Array.isArray(all) && all.length === 0) throw refuse('an upsert with $all of nothing');
  const [first, ...rest] = Array.isArray(some) ? some : [];
  return [
    ...(equal === undefined ? [] : [equal]),
    ...(first !== undefined && isValue(first) && rest.every((value) => valuesEqual(value, first)) ? [first] : []),
    ...(Array.isArray(all) ? all.filter(isValue) : []),
  ];
}

function add(equalities: Map<string, Value>, path: string, value: Value): void {
  if (path === '') throw new MongoError(20, 'an upsert with a condition on an empty name');
  for (const other of equalities.keys()) {
    if (other === path || other.startsWith(`${path}.`) || path.startsWith(`${other}.`)) {
      throw new MongoError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
    }
  }
  equalities.set(path, value);
}
