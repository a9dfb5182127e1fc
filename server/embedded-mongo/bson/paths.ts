import { type Document, getField, isDocument, type Value } from './document.ts';

/** A dotted path, split once. `positions[i]` is the array position that part i may mean, or -1. */
export interface Path {
  readonly parts: readonly string[];
  readonly positions: readonly number[];
}

/** Array positions are digits without a leading zero. */
export function positionOf(part: string): number {
  return /^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : -1;
}

/** The field of that name, or the array element at that position. */
export function childOf(value: Value | undefined, part: string): Value | undefined {
  if (Array.isArray(value)) return value[positionOf(part)];
  return isDocument(value) ? getField(value, part) : undefined;
}

export function compilePath(path: string): Path {
  const parts = path.split('.');
  return { parts, positions: parts.map(positionOf) };
}

/**
 * Receives one value that a path leads to, and the position in the outermost array on the way. Returning true stops the
 * visit.
 */
type Visit = (value: Value | undefined, position: number | undefined) => boolean;

/**
 * Visits every value that a query path leads to. It enters the elements of each array on the way (one level), uses
 * positions where a part is a number, and with `intoLeaf` visits the elements of an array at the end before the array
 * itself.
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
    // The path names the position, so this is not "any element": this array does not count for `$`.
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
