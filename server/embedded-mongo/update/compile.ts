import { Timestamp } from 'bson';
import { compileUpdatePipeline } from '../aggregate/pipeline.ts';
import { identical, valuesEqual } from '../bson/compare.ts';
import { type Document, describeValue, type Value } from '../document.ts';
import { dollarPrefixed, failedToParse, MongoError, refuse } from '../errors.ts';
import type { Found } from '../query/checks.ts';
import { compileMatch } from '../query/match.ts';
import { ChangedPaths } from './changedPaths.ts';
import { diffUpdate, type UpdateDescription } from './diff.ts';
import { Draft } from './draft.ts';
import { compileArrayFilters, expandPath, type Positions } from './positional.ts';
import { compileSteps, inOrder, type Step } from './steps.ts';

export interface UpdateOptions {
  /** The filter that found the document; it determines the position for `$`. */
  filter?: Document;
  arrayFilters?: Document[];
  /** The command's `let` variables, for pipelines and the filter. */
  vars?: Document;
}

export interface CompiledUpdate {
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
