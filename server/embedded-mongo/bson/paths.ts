import { type Document, getField, isDocument, type Value } from '../document.ts';
import { MongoError } from '../errors.ts';

/** A dotted path, split once. `positions[i]` is the array position that part i may mean, or -1. */
export interface Path {
  readonly parts: readonly string[];
  readonly positions: readonly number[];
}

/** Array positions are digits without a leading zero. */
export function positionOf(part: string): number {
  const first = part.charCodeAt(0);
  if (!(first >= 0x30 && first <= 0x39)) return -1; // most parts are names: faster than the expression
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

/** The parts of a path in a sort, projection or expression, where fewer names are allowed than in a filter. */
export function fieldPath(path: string): string[] {
  const parts = path.split('.');
  if (path === '') throw new MongoError(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw new MongoError(40353, "FieldPath must not end with a '.'.");
  if (parts.includes('')) throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
  const dollar = parts.find((part) => part.startsWith('$'));
  if (dollar) throw new MongoError(16410, `FieldPath field names may not start with '$', given '${dollar}'.`);
  return parts;
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
