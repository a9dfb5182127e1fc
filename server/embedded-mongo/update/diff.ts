import { identical } from '../bson/compare.ts';
import { type Document, getField, isDocument, setField, type Value } from '../bson/document.ts';

/** How a change stream describes an update. */
export interface UpdateDescription {
  updatedFields: Document;
  removedFields: string[];
  truncatedArrays: { field: string; newSize: number }[];
}

/** The difference between two versions of a document: applied to the first, it gives the second. */
export function diffUpdate(before: Document, after: Document): UpdateDescription {
  const description: UpdateDescription = { updatedFields: {}, removedFields: [], truncatedArrays: [] };
  diffDocuments(before, after, '', description);
  return description;
}

function diffDocuments(before: Document, after: Document, prefix: string, description: UpdateDescription): void {
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) description.removedFields.push(prefix + key);
  }
  for (const key of Object.keys(after))
    diffValue(getField(before, key), after[key] as Value, prefix + key, description);
}

function diffValue(before: Value | undefined, after: Value, path: string, description: UpdateDescription): void {
  if (identical(before, after)) return;
  if (isDocument(before) && isDocument(after) && canDescend(before, after)) {
    diffDocuments(before, after, `${path}.`, description);
  } else if (Array.isArray(before) && Array.isArray(after) && canShare(before, after)) {
    diffArrays(before, after, path, description);
  } else {
    setField(description.updatedFields, path, after);
  }
}

/**
 * Fields can be listed separately only if their names can be part of a path and the remaining fields keep their order.
 */
function canDescend(before: Document, after: Document): boolean {
  const names = Object.keys(after);
  if ([...names, ...Object.keys(before)].some((name) => name === '' || name.includes('.') || name.startsWith('$')))
    return false;
  const kept = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  return names.length > 0 && kept.length > 0 && kept.every((name, i) => names[i] === name);
}

/** Listing elements by position is worthwhile when at least half of them are unchanged. */
function canShare(before: Value[], after: Value[]): boolean {
  const length = Math.min(before.length, after.length);
  let same = 0;
  for (let i = 0; i < length; i++) if (identical(before[i], after[i])) same++;
  return same * 2 >= Math.max(1, length);
}

function diffArrays(before: Value[], after: Value[], path: string, description: UpdateDescription): void {
  if (after.length < before.length) description.truncatedArrays.push({ field: path, newSize: after.length });
  after.forEach((value, i) => {
    diffValue(before[i], value, `${path}.${i}`, description);
  });
}
