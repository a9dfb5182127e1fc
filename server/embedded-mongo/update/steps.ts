import { compareStrings } from '../bson/compare.ts';
import { positionOf } from '../bson/paths.ts';
import { type Document, describeValue, isDocument, typeName, type Value } from '../document.ts';
import { badValue, dollarPrefixed, failedToParse, MongoError, refuse } from '../errors.ts';
import type { ChangedPaths } from './changedPaths.ts';
import { type Draft, notViable } from './draft.ts';
import type { Modifier } from './modifier.ts';
import { modifiers } from './operators.ts';

/** One path of an update and what to do there. The path may contain positional parts. */
export interface Step {
  readonly path: string[];
  readonly onInsertOnly: boolean;
  apply(draft: Draft, path: string[], changed: ChangedPaths): void;
}

const refused = new Set(['$rename', '$bit', '$mul', '$currentDate']);
const positionalPart = /^\$(\[.*\])?$/;

/** The steps of `{ $set: …, $inc: … }`, in the order in which MongoDB creates new fields. */
export function compileSteps(update: Document): Step[] {
  return inOrder(Object.entries(update).flatMap(([name, fields]) => compileOperator(name, fields)));
}

/** Sorts the steps by path. Throws when two of them change the same field. */
export function inOrder(steps: Step[]): Step[] {
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
