import { encode } from '../bson/codec.ts';
import { identical } from '../bson/compare.ts';
import { childOf } from '../bson/paths.ts';
import { type Document, getField, isDocument, setField, type Value } from '../document.ts';

/** The paths that the modifiers of one update have changed. A change stream describes the update by them, as MongoDB. */
export class ChangedPaths {
  private readonly set: string[][] = [];
  private readonly removed: string[][] = [];
  /** For each array that `$[]` or `$[name]` entered, by path: the positions of the elements that it found. */
  private readonly found = new Map<string, Set<string>>();

  addSet(path: string[]): void {
    this.set.push(path);
  }

  addRemoved(path: string[]): void {
    this.removed.push(path);
  }

  addFound(array: string[], positions: string[]): void {
    const name = array.join('.');
    this.found.set(name, new Set([...(this.found.get(name) ?? []), ...positions]));
  }

  describe(after: Document): UpdateDescription {
    const description = emptyDescription();
    const add = (path: string[]) => {
      const value = path.reduce<Value | undefined>(childOf, after);
      setField(description.updatedFields, path.join('.'), value as Value);
    };
    for (const path of this.set) add(this.widened(path) ?? path);
    for (const path of this.removed) {
      const whole = this.widened(path);
      if (whole) add(whole);
      else description.removedFields.push(path.join('.'));
    }
    return description;
  }

  /**
   * The path to describe instead of `path` where `$[]` has matched several elements: that of the element if one of them has
   * changed, and that of the array if more have. Undefined elsewhere.
   */
  private widened(path: string[]): string[] | undefined {
    for (let length = 1; length < path.length; length++) {
      const array = path.slice(0, length);
      if ((this.found.get(array.join('.'))?.size ?? 0) < 2) continue;
      const changed = [...this.set, ...this.removed].filter((other) => array.every((part, i) => other[i] === part));
      const positions = new Set(changed.map((other) => other[length]));
      return positions.size > 1 ? array : path.slice(0, length + 1);
    }
    return undefined;
  }
}

/** How a change stream describes an update. */
export interface UpdateDescription {
  updatedFields: Document;
  removedFields: string[];
  truncatedArrays: { field: string; newSize: number }[];
}

const emptyDescription = (): UpdateDescription => ({
  updatedFields: {},
  removedFields: [],
  truncatedArrays: [],
});

/** How much MongoDB's log needs for a difference, besides the difference itself. */
const logEntrySize = 15;

/**
 * The description of an update by a pipeline: the difference between the two versions. Undefined when MongoDB would log
 * the new version instead, because the difference is not smaller.
 */
export function diffUpdate(before: Document, after: Document): UpdateDescription | undefined {
  const delta = diffDocuments(before, after);
  if (sizeOf(delta) + logEntrySize >= sizeOf(after)) return undefined;
  const description = emptyDescription();
  describe(delta, '', description);
  return description;
}

const sizeOf = (value: Document | Value[]) => encode({ ...value } as Document).length;

/*
 * Differences have the form that they have in MongoDB's log, because their size decides what is in them. That of a
 * document: `d` has the names of removed fields, `u` the changed ones, `i` the new ones, `s<name>` the difference of a
 * field. That of an array: `a` is true, `l` is a smaller length, `u<position>` a new value, `s<position>` a difference.
 */

function diffDocuments(before: Document, after: Document): Document {
  const [removed, changed, added, inner]: Document[] = [{}, {}, {}, {}];
  const names = Object.keys(after);
  let next = 0;
  for (const name of Object.keys(before)) {
    if (name !== names[next]) {
      setField(removed as Document, name, false);
      continue;
    }
    next++;
    diffValue(getField(before, name) as Value, getField(after, name) as Value, {
      replace: (value) => setField(changed as Document, name, value),
      descend: (delta) => setField(inner as Document, `s${name}`, delta),
    });
  }
  // A field that is also in the old version has moved.
  for (const name of names.slice(next)) {
    setField(added as Document, name, getField(after, name) as Value);
    delete (removed as Document)[name];
  }
  const sections = Object.entries({ d: removed, u: changed, i: added }) as [string, Document][];
  return { ...Object.fromEntries(sections.filter(([, fields]) => Object.keys(fields).length > 0)), ...inner };
}

function diffArrays(before: Value[], after: Value[]): Document {
  const delta: Document = { a: true };
  if (after.length < before.length) delta.l = after.length;
  after.forEach((value, position) => {
    diffValue(before[position], value, {
      replace: () => setField(delta, `u${position}`, value),
      descend: (inner) => setField(delta, `s${position}`, inner),
    });
  });
  return delta;
}

interface Outcome {
  replace(value: Value): void;
  descend(delta: Document): void;
}

function diffValue(before: Value | undefined, after: Value, { replace, descend }: Outcome): void {
  if (identical(before, after)) return;
  const delta =
    isDocument(before) && isDocument(after)
      ? diffDocuments(before, after)
      : Array.isArray(before) && Array.isArray(after)
        ? diffArrays(before, after)
        : undefined;
  if (delta && sizeOf(delta) < sizeOf(after as Document | Value[])) descend(delta);
  else replace(after);
}

function describe(delta: Document, prefix: string, description: UpdateDescription): void {
  const set = (fields: Document) => {
    for (const [name, value] of Object.entries(fields)) setField(description.updatedFields, prefix + name, value);
  };
  if (delta.l !== undefined) {
    description.truncatedArrays.push({ field: prefix.slice(0, -1), newSize: delta.l as number });
  }
  for (const [key, value] of Object.entries(delta)) {
    if (key === 'd') description.removedFields.push(...Object.keys(value as Document).map((name) => prefix + name));
    else if (key === 'u' || key === 'i') set(value as Document);
    else if (key.startsWith('u')) set({ [key.slice(1)]: value });
    else if (key.startsWith('s')) describe(value as Document, `${prefix}${key.slice(1)}.`, description);
  }
}
