import { compileUpdatePipeline } from '../aggregate/pipeline.ts';
import { compareStrings, identical, valuesEqual } from '../bson/compare.ts';
import { describeValue } from '../bson/describe.ts';
import { type Document, isDocument, setField, typeName, type Value } from '../bson/document.ts';
import { positionOf } from '../bson/paths.ts';
import {
  badValue,
  conflictingUpdate,
  dollarPrefixed,
  emptyFieldName,
  failedToParse,
  immutableField,
} from '../errors.ts';
import { Draft } from './draft.ts';
import { type Modifier, modifiers, renameValue } from './operators.ts';
import { type ArrayFilters, compileArrayFilters, expandPath } from './positional.ts';

export interface UpdateOptions {
  arrayFilters?: Document[];
  /** The variables of the command's `let`, for pipelines. */
  vars?: Document;
}

export interface CompiledUpdate {
  readonly isReplacement: boolean;
  /**
   * The updated document, the very same one when nothing changes. `position` is what `$` stands for; an insert is an
   * upsert that found nothing, applied to what its filter implies.
   */
  apply(doc: Document, position?: number, isInsert?: boolean): Document;
}

interface Step {
  readonly path: string[];
  readonly modifier: Modifier;
  readonly onInsertOnly: boolean;
  /** For `$rename`: where the value comes from. */
  readonly from?: string[];
}

/** A replacement, modifiers or a pipeline; what is wrong with it as such is thrown here, before any document is seen. */
export function compileUpdate(update: Document | Document[], options: UpdateOptions = {}): CompiledUpdate {
  if (Array.isArray(update)) {
    if (options.arrayFilters?.length)
      throw failedToParse('arrayFilters may not be specified for pipeline-syle updates');
    const run = compileUpdatePipeline(update, options.vars);
    return { isReplacement: false, apply: (doc) => keepId(doc, run(doc)) };
  }
  const [first] = Object.keys(update);
  if (first?.startsWith('$')) return compileModifiers(update, options);
  if (options.arrayFilters?.length)
    throw failedToParse('arrayFilters may not be specified for replacement-style updates');
  return compileReplacement(update);
}

function compileReplacement(replacement: Document): CompiledUpdate {
  for (const key of Object.keys(replacement)) {
    if (!key.startsWith('$')) continue;
    throw dollarPrefixed(
      `The dollar ($) prefixed field '${key}' in '${key}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  return {
    isReplacement: true,
    apply: (doc) => keepId(doc, replacement),
  };
}

/** The result with the original's `_id`, first; one that says otherwise is refused. */
function keepId(before: Document, after: Document): Document {
  const { _id: id, ...fields } = after;
  if (before._id !== undefined && id !== undefined && !valuesEqual(id, before._id)) {
    throw immutableField(
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${describeValue(id)}`,
    );
  }
  const kept = before._id ?? id;
  const result = kept === undefined ? fields : { _id: kept, ...fields };
  return identical(result, before) ? before : result;
}

function compileModifiers(update: Document, options: UpdateOptions): CompiledUpdate {
  const steps = Object.entries(update).flatMap(([name, fields]) => compileSteps(name, fields));
  refuseConflicts(steps);
  steps.sort((a, b) => comparePaths(a.path, b.path));
  const filters = compileArrayFilters(
    options.arrayFilters ?? [],
    steps.map(({ path }) => path),
  );
  return {
    isReplacement: false,
    apply: (doc, position, isInsert = false) => applySteps(doc, steps, filters, position, isInsert),
  };
}

function compileSteps(name: string, fields: Value): Step[] {
  const compileModifier = modifiers.get(name);
  if (!compileModifier && name !== '$rename') {
    throw failedToParse(
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  }
  if (!isDocument(fields)) {
    throw failedToParse(
      `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${describeValue(fields)}}`,
    );
  }
  return Object.entries(fields).flatMap(([field, argument]) => {
    const path = parsePath(field);
    if (!compileModifier) return compileRename(path, argument);
    return [{ path, modifier: compileModifier(argument, path), onInsertOnly: name === '$setOnInsert' }];
  });
}

function parsePath(field: string): string[] {
  const path = field.split('.');
  if (path.includes('')) {
    throw emptyFieldName(
      field === ''
        ? 'An empty update path is not valid.'
        : `The update path '${field}' contains an empty field name, which is not allowed.`,
    );
  }
  if (/^\$(\[.*\])?$/.test(path[0] as string)) {
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${field}'`);
  }
  if (path.filter((part) => part === '$').length > 1) {
    throw badValue(`Too many positional (i.e. '$') elements found in path '${field}'`);
  }
  const dollar = path.find((part) => part.startsWith('$') && !/^\$(\[.*\])?$/.test(part));
  if (dollar) {
    throw dollarPrefixed(
      `The dollar ($) prefixed field '${dollar}' in '${field}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  return path;
}

function compileRename(from: string[], target: Value): Step[] {
  if (typeof target !== 'string')
    throw badValue(`The 'to' field for $rename must be a string: ${from.join('.')}: ${describeValue(target)}`);
  const to = parsePath(target);
  if (to.join('.') === from.join('.')) {
    throw badValue(`The source and target field for $rename must differ: ${from.join('.')}: "${target}"`);
  }
  for (const [kind, path] of [
    ['source', from],
    ['destination', to],
  ] as const) {
    if (path.some((part) => part.startsWith('$'))) {
      throw badValue(`The ${kind} field for $rename may not be dynamic: ${path.join('.')}`);
    }
  }
  const unset: Modifier = { creates: false, change: () => undefined };
  const set: Modifier = { creates: true, change: (value) => value };
  return [
    { path: from, modifier: unset, onInsertOnly: false },
    { path: to, modifier: set, onInsertOnly: false, from },
  ];
}

/** No path may be named twice, nor lie within another. */
function refuseConflicts(steps: Step[]): void {
  interface Branch {
    readonly children: Map<string, Branch>;
    isEnd: boolean;
  }
  const root: Branch = { children: new Map(), isEnd: false };
  for (const { path } of steps) {
    let branch = root;
    path.forEach((part, i) => {
      const next = branch.children.get(part) ?? { children: new Map(), isEnd: false };
      const isLast = i === path.length - 1;
      if (next.isEnd || (isLast && branch.children.has(part))) {
        throw conflictingUpdate(
          `Updating the path '${path.join('.')}' would create a conflict at '${path.slice(0, i + 1).join('.')}'`,
        );
      }
      branch.children.set(part, next);
      next.isEnd = isLast;
      branch = next;
    });
  }
}

/** The order in which new fields are made: by name, those that are numbers by number. */
function comparePaths(a: string[], b: string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i] as string, b[i] as string];
    const [m, n] = [positionOf(x), positionOf(y)];
    const order = m >= 0 && n >= 0 ? m - n : compareStrings(x, y);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function applySteps(
  doc: Document,
  steps: Step[],
  filters: ArrayFilters,
  matched: number | undefined,
  isInsert: boolean,
): Document {
  const draft = new Draft(doc);
  for (const step of steps) {
    if (step.onInsertOnly && !isInsert) continue;
    for (const path of expandPath(draft.root, step.path, { matched, filters })) applyStep(draft, doc, step, path);
  }
  return withIdFirst(doc, draft.root);
}

function applyStep(draft: Draft, doc: Document, { modifier, from }: Step, path: string[]): void {
  if (from) {
    const value = renameValue(doc, from);
    if (value !== undefined) draft.write(path, value);
    return;
  }
  const { value, isViable } = draft.read(path);
  if (!isViable && !modifier.creates) return;
  const changed = modifier.change(value, { path, id: doc._id });
  if (changed === value && (changed !== undefined || !modifier.creates)) return;
  if (changed === undefined) draft.remove(path);
  else draft.write(path, changed);
}

function withIdFirst(before: Document, after: Document): Document {
  const id = after._id;
  if (before._id !== undefined && (id === undefined || !valuesEqual(id, before._id))) {
    throw immutableField("Performing an update on the path '_id' would modify the immutable field '_id'");
  }
  if (id === undefined || before._id !== undefined) return after;
  const result: Document = { _id: id };
  for (const [key, value] of Object.entries(after)) setField(result, key, value);
  return result;
}
