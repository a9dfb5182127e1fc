import { type Document, getField, isDocument, type Value } from './document.ts';

/** A dotted path, split once. `positions[i]` is the array position that part i may mean, or -1. */
export interface Path {
  readonly parts: readonly string[];
  readonly positions: readonly number[];
}

/** Digits without a leading zero, as the positions of array elements are written. */
export function positionOf(part: string): number {
  return /^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : -1;
}

export function compilePath(path: string): Path {
  const parts = path.split('.');
  return { parts, positions: parts.map(positionOf) };
}

/** Sees one value a path leads to, and the position in the outermost array passed through. True ends the walk. */
type Visit = (value: Value | undefined, position: number | undefined) => boolean;

/**
 * Every value a query path leads to: through the elements of each array on the way (one level of it), by position where
 * a part is a number, and, when `intoLeaf`, the elements of an array at the end before the array itself.
 */
export function visitPath(doc: Document, path: Path, intoLeaf: boolean, visit: Visit): boolean {
  return walkDocument(doc, path, 0, intoLeaf, undefined, visit);
}

function walkDocument(
  doc: Document,
  path: Path,
  from: number,
  intoLeaf: boolean,
  position: number | undefined,
  visit: Visit,
): boolean {
  const last = path.parts.length - 1;
  let current = doc;
  for (let i = from; ; i++) {
    const value = getField(current, path.parts[i] as string);
    if (Array.isArray(value)) return walkArray(value, path, i + 1, intoLeaf, position, visit);
    if (i === last) return visit(value, position);
    if (!isDocument(value)) return visit(undefined, position);
    current = value;
  }
}

function walkArray(
  values: Value[],
  path: Path,
  from: number,
  intoLeaf: boolean,
  position: number | undefined,
  visit: Visit,
): boolean {
  if (from === path.parts.length) {
    if (intoLeaf) {
      for (let i = 0; i < values.length; i++) if (visit(values[i], position ?? i)) return true;
    }
    return visit(values, position);
  }
  const wanted = path.positions[from];
  const isLast = from === path.parts.length - 1;
  for (let i = 0; i < values.length; i++) {
    const element = values[i];
    const inner = isDocument(element) ? element : undefined;
    if (inner && walkDocument(inner, path, from, intoLeaf, position ?? i, visit)) return true;
    if (i !== wanted) continue;
    // Named by position, so it is not "any element": the array passed through does not count for `$`.
    if (isLast) {
      if (visit(element, position)) return true;
    } else if (inner) {
      if (walkDocument(inner, path, from + 1, intoLeaf, position, visit)) return true;
    } else if (Array.isArray(element)) {
      if (walkArray(element, path, from + 1, intoLeaf, position, visit)) return true;
    }
  }
  return false;
}

/** The value at a path of embedded documents alone; undefined when an array or a scalar is in the way. */
export function valueAt(doc: Document, parts: readonly string[]): Value | undefined {
  let value: Value | undefined = doc;
  for (const part of parts) {
    if (!isDocument(value)) return undefined;
    value = getField(value, part);
  }
  return value;
}

export interface IndexValues {
  values: (Value | undefined)[];
  /** An array lies on the path, so there may be several values. */
  isArray: boolean;
  /** Nothing is at the path: not even null or an empty array. */
  isMissing: boolean;
}

/**
 * The values that index keys are made of: one for each element of an array on the path; an empty array, a missing field
 * and null share one key. Wider than what a query sees, never narrower, so filters are applied again to what an index finds.
 */
export function indexValues(doc: Document, path: string): IndexValues {
  const found: IndexValues = { values: [], isArray: false, isMissing: true };
  collectKeys(doc, path.split('.'), 0, found);
  return found;
}

function collectKeys(value: Value | undefined, parts: string[], from: number, found: IndexValues): void {
  if (from === parts.length && value !== undefined) found.isMissing = false;
  if (!Array.isArray(value)) {
    if (from < parts.length && isDocument(value)) {
      collectKeys(getField(value, parts[from] as string), parts, from + 1, found);
    } else {
      found.values.push(from === parts.length ? value : undefined);
    }
    return;
  }
  found.isArray = true;
  const before = found.values.length;
  if (from === parts.length) found.values.push(...value);
  else collectWithin(value, parts, from, found);
  if (found.values.length === before) found.values.push(undefined);
}

/** The elements that are documents, and the one that the next part names by position. */
function collectWithin(values: Value[], parts: string[], from: number, found: IndexValues): void {
  const position = positionOf(parts[from] as string);
  if (position >= 0 && position < values.length) collectElement(values[position] as Value, parts, from + 1, found);
  for (const element of values) if (isDocument(element)) collectKeys(element, parts, from, found);
}

/** An element named by position counts as it is too, should it be an array. */
function collectElement(element: Value, parts: string[], from: number, found: IndexValues): void {
  collectKeys(element, parts, from, found);
  if (from === parts.length && Array.isArray(element)) found.values.push(element);
}
