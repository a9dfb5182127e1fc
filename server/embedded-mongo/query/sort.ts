import { compareValues } from '../bson/compare.ts';
import { type Document, emptyArray, isDocument, toNumber, type Value } from '../bson/document.ts';
import { compilePath, type Path, visitPath } from '../bson/paths.ts';
import { MongoError, refuse } from '../errors.ts';

/** Sorts things by a document of each. The sort is stable. */
export type Sort = <T>(things: T[], documentOf: (thing: T) => Document) => T[];

interface SortKey {
  readonly read: (doc: Document) => Value | undefined;
  readonly direction: 1 | -1;
}

/** Compiles `sort`. An array sorts by its smallest element when ascending, by its largest when descending. */
export function compileSort(spec: Document): Sort {
  const keys = Object.entries(spec).map(([field, order]) => compileKey(field, order));
  return (things, documentOf) => {
    const decorated = things.map((thing) => {
      const doc = documentOf(thing);
      return { thing, values: keys.map(({ read }) => read(doc)) };
    });
    decorated.sort((a, b) => {
      for (let i = 0; i < keys.length; i++) {
        const order = compareValues(a.values[i], b.values[i]);
        if (order !== 0) return order * (keys[i] as SortKey).direction;
      }
      return 0;
    });
    return decorated.map(({ thing }) => thing);
  };
}

function compileKey(field: string, order: Value): SortKey {
  if (isDocument(order)) throw refuse(`sort by ${Object.keys(order)[0] ?? 'a document'}`);
  const direction = toNumber(order);
  if (direction !== 1 && direction !== -1) {
    throw new MongoError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  }
  const path = compilePath(field);
  return { read: (doc) => firstInOrder(doc, path, direction), direction };
}

/** Of the values at the path, the one that sorts first in this direction. */
function firstInOrder(doc: Document, path: Path, direction: 1 | -1): Value | undefined {
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
}

function candidatesOf(value: Value | undefined): (Value | undefined)[] {
  if (!Array.isArray(value)) return [value];
  return value.length > 0 ? value : [emptyArray];
}
