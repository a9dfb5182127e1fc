import type { Types } from 'mongoose';

/** How many titles and members are read at a time. */
export const GROUP_SIZE = 500;

/**
 * The lists in groups that are small enough to be read with a few queries for all of them. A larger list is a group of its own.
 */
export function groupBySize<T>(lists: readonly T[], sizeOf: (list: T) => number): T[][] {
  const groups: T[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const list of lists) {
    size += sizeOf(list);
    if (size <= GROUP_SIZE) groups.at(-1)?.push(list);
    else {
      groups.push([list]);
      size = sizeOf(list);
    }
  }
  return groups;
}

/** The entries of each list, in their order. */
export function createListLookup<T>(
  entries: readonly T[],
  folderIdOf: (entry: T) => Types.ObjectId,
): (folderId: Types.ObjectId) => T[] {
  const entriesById = new Map<string, T[]>();
  for (const entry of entries) {
    const id = folderIdOf(entry).toHexString();
    const others = entriesById.get(id);
    if (others) others.push(entry);
    else entriesById.set(id, [entry]);
  }
  return (folderId) => entriesById.get(folderId.toHexString()) ?? [];
}
