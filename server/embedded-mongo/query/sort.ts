import { compareValues } from '../bson/compare.ts';
import { fieldPath } from '../bson/paths.ts';
import { type Document, isDocument, isNumber, toNumber, type Value } from '../document.ts';
import { MongoError, refuse } from '../errors.ts';
import { allKeys, plainKey, type SortKey } from './sortKeys.ts';

/** Sorts things by a document of each. The sort is stable. */
export type Sort = <T>(things: T[], documentOf: (thing: T) => Document) => T[];

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
