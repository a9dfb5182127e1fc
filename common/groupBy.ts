/** The entries by their key, in the order in which the keys appear. */
export function groupBy<T, Key>(entries: Iterable<T>, keyOf: (entry: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const known = groups.get(key);
    if (known) known.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}
