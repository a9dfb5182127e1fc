import { compareValues } from '../bson/compare.ts';
import { childOf, fieldPath } from '../bson/paths.ts';
import { type Document, emptyArray, getField, isDocument, isNumber, toNumber, type Value } from '../document.ts';
import { badValue, MongoError, refuse } from '../errors.ts';

/** The values to sort by, one for each path. */
type SortKey = (Value | undefined)[];

type Paths = readonly string[][];

/** The values at the paths, or undefined when an array is on the way or at the end. */
function plainKey(doc: Document, paths: Paths): SortKey | undefined {
  const key: SortKey = [];
  for (const path of paths) {
    let value: Value | undefined = doc;
    for (let i = 0; i < path.length && value !== undefined; i++) {
      value = isDocument(value) ? getField(value, path[i] as string) : undefined;
      if (Array.isArray(value)) return undefined;
    }
    key.push(value);
  }
  return key;
}

/**
 * The keys that the document has in an index over these paths, as MongoDB makes them: one for each element of the array
 * that the paths lead through. Throws when they lead through two arrays side by side.
 */
function allKeys(doc: Document, paths: Paths): SortKey[] {
  const keys: SortKey[] = [];
  collect(doc, paths, { values: paths.map(() => undefined), at: paths.map(() => 0) }, undefined, keys);
  return keys;
}

/** The value of each path so far, and how many of its parts have been followed. */
interface State {
  readonly values: SortKey;
  readonly at: number[];
}

/** Where a path ends, or the first array on its way. */
interface Step {
  readonly value: Value | undefined;
  readonly at: number;
}

/** Where a path leads when its next part is not a field of each element, but the position of one. */
interface Position extends Step {
  readonly isArray: boolean;
}

const noFields: Document = {};
const nowhere: Step = { value: undefined, at: Number.POSITIVE_INFINITY };

function collect(
  doc: Document,
  paths: Paths,
  before: State,
  positions: (Position | undefined)[] | undefined,
  keys: SortKey[],
): void {
  const values = before.values.slice();
  const at = before.at.slice();
  const entered: number[] = [];
  let array: Value[] | undefined;
  let isNested = false;
  let isOpen = false;
  for (let i = 0; i < paths.length; i++) {
    const path = paths[i] as string[];
    const part = path[at[i] as number];
    if (part === undefined) continue;
    const position = positions?.[i];
    const isField = getField(doc, part) !== undefined;
    if (isField && position) throw new MongoError(16746, `Ambiguous field name found in array: '${part}'`);
    if (position?.isArray) isNested = true;
    const step = isField ? follow(doc, path, at[i] as number) : (position ?? nowhere);
    values[i] = step.value;
    at[i] = step.at;
    if (!Array.isArray(step.value)) continue;
    if (array && array !== step.value) throw badValue('cannot sort with keys that are parallel arrays');
    array = step.value;
    entered.push(i);
    if (step.at < path.length) isOpen = true;
  }
  if (!array) {
    keys.push(values);
    return;
  }
  const isEmpty = array.length === 0;
  const inside = isOpen ? positionsIn(array, paths, at) : undefined;
  for (const element of isEmpty ? [emptyArray] : array) {
    // An array that a position led to counts as a whole.
    if (!isNested || isEmpty) for (const i of entered) if (at[i] === paths[i]?.length) values[i] = element;
    if (isOpen) collect(isDocument(element) ? element : noFields, paths, { values, at }, inside, keys);
    else keys.push(values.slice());
  }
}

function follow(container: Document | Value[], path: readonly string[], from: number): Step {
  let value: Value | undefined = container;
  for (let at = from; at < path.length; at++) {
    value = childOf(value, path[at] as string);
    if (value === undefined) return nowhere;
    if (Array.isArray(value)) return { value, at: at + 1 };
  }
  return { value, at: path.length };
}

function positionsIn(array: Value[], paths: Paths, at: number[]): (Position | undefined)[] | undefined {
  let positions: (Position | undefined)[] | undefined;
  for (let i = 0; i < paths.length; i++) {
    const path = paths[i] as string[];
    const from = at[i] as number;
    const element = from < path.length ? childOf(array, path[from] as string) : undefined;
    if (element === undefined) continue;
    positions ??= [];
    positions[i] = { ...follow(array, path, from), isArray: Array.isArray(element) };
  }
  return positions;
}

/** Sorts things by a document of each. The sort is stable. */
type Sort = <T>(things: T[], documentOf: (thing: T) => Document) => T[];

/** Compiles `sort`. Of the keys that arrays give a document, the first in this order counts. */
export function compileSort(spec: Document): Sort {
  const directions = Object.values(spec).map(directionOf);
  const paths = Object.keys(spec).map(fieldPath);
  const compare = (a: SortKey, b: SortKey) => {
    for (let i = 0; i < directions.length; i++) {
      const order = compareValues(a[i], b[i]);
      if (order !== 0) return order * (directions[i] as number);
    }
    return 0;
  };
  const keyOf = (doc: Document) =>
    plainKey(doc, paths) ?? allKeys(doc, paths).reduce((best, key) => (compare(key, best) < 0 ? key : best));
  return (things, documentOf) =>
    things
      .map((thing) => ({ thing, key: keyOf(documentOf(thing)) }))
      .sort((a, b) => compare(a.key, b.key))
      .map(({ thing }) => thing);
}

function directionOf(order: Value): number {
  if (isDocument(order)) throw refuse(`sort by ${Object.keys(order)[0] ?? 'a document'}`);
  if (!isNumber(order)) throw new MongoError(15974, 'Illegal key in $sort specification');
  const direction = toNumber(order);
  if (direction === 1 || direction === -1) return direction;
  throw new MongoError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
}
