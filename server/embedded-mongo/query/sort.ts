import { compareValues } from '../bson/compare.ts';
import { type Document, emptyArray, isDocument, toNumber, type Value } from '../bson/document.ts';
import { compilePath, type Path, visitPath } from '../bson/paths.ts';
import { mongoError, refuse } from '../errors.ts';

interface SortKey {
  readonly read: (doc: Document) => Value | undefined;
  readonly direction: 1 | -1;
}

/** The order of `sort`: arrays count by their least element when ascending, by their greatest when descending. */
export function compileSort(spec: Document): (a: Document, b: Document) => number {
  const keys = compileKeys(spec);
  return (a, b) => {
    for (const { read, direction } of keys) {
      const order = compareValues(read(a), read(b));
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

/** Sorts many documents, reading each one's keys once. Stable: equals stay in their order. */
export function sortDocuments(docs: Iterable<Document>, spec: Document): Document[] {
  const keys = compileKeys(spec);
  const decorated = Array.from(docs, (doc) => ({ doc, values: keys.map(({ read }) => read(doc)) }));
  decorated.sort((a, b) => {
    for (let i = 0; i < keys.length; i++) {
      const order = compareValues(a.values[i], b.values[i]);
      if (order !== 0) return order * (keys[i] as SortKey).direction;
    }
    return 0;
  });
  return decorated.map(({ doc }) => doc);
}

function compileKeys(spec: Document): SortKey[] {
  return Object.entries(spec).map(([field, order]) => {
    if (isDocument(order)) throw refuse(`sort by ${Object.keys(order)[0] ?? 'a document'}`);
    const direction = toNumber(order);
    if (direction !== 1 && direction !== -1) {
      throw mongoError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
    return { read: compileKey(compilePath(field), direction), direction };
  });
}

function compileKey(path: Path, direction: 1 | -1): (doc: Document) => Value | undefined {
  return (doc) => {
    let best: Value | undefined;
    let found = false;
    visitPath(doc, path, false, (value) => {
      for (const candidate of candidatesOf(value)) {
        if (!found || compareValues(candidate, best) * direction < 0) best = candidate;
        found = true;
      }
      return false;
    });
    return best;
  };
}

function candidatesOf(value: Value | undefined): (Value | undefined)[] {
  if (!Array.isArray(value)) return [value];
  return value.length > 0 ? value : [emptyArray];
}
