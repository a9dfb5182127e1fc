import { decode } from './bson/codec.ts';
import { Engine } from './engine.ts';
import { verifyChecksum } from './file/checksum.ts';
import { findDamage } from './file/inspection.ts';
import { decodeRecord, documentRange, indexKey, indexRange, recordOfDocumentKey } from './file/keys.ts';
import { type DataFolder, dataFile } from './file/paths.ts';
import type { Collection } from './store/catalog.ts';
import { entriesBetween, type Store } from './store/lmdb.ts';
import { entriesOf } from './store/records.ts';

const maxFaults = 100;

/**
 * Reads everything in a folder that no process has open: all pages, documents, index entries and counts. Resolves with
 * the first faults. Throws DamagedData when the data cannot be opened.
 */
export async function findFaults(folder: DataFolder): Promise<string[]> {
  const damage = findDamage(dataFile(folder), true);
  if (damage) return [damage];
  const engine = await Engine.open(folder);
  try {
    const faults: string[] = [];
    for (const collection of engine.catalog.all()) {
      for (const fault of faultsOf(engine.store, collection)) {
        faults.push(`${collection.namespace}: ${fault}`);
        if (faults.length === maxFaults) return faults;
      }
    }
    return faults;
  } finally {
    await engine.close();
  }
}

/** Compares documents, index entries and counts. Keeps none of them in memory, because the data may be large. */
function* faultsOf(store: Store, collection: Collection): Generator<string, void> {
  const entryCounts = new Map(collection.indexes.map((index) => [index, 0]));
  let documents = 0;
  let isReadable = true;
  const { start, end } = documentRange(collection.id);
  for (const { key: documentKey, value } of entriesBetween(store, start, end)) {
    documents++;
    const record = recordOfDocumentKey(documentKey);
    const entries = readEntries(collection, value, record);
    if (!entries) {
      isReadable = false;
      yield `document ${record} is damaged`;
      continue;
    }
    for (const { index, key } of entries) {
      const found = store.get(indexKey(index.id, key, index.isUnique ? undefined : record));
      if (!found || decodeRecord(found) !== record) yield `document ${record} is not in the index ${index.name}`;
      entryCounts.set(index, (entryCounts.get(index) ?? 0) + 1);
    }
  }
  if (collection.count !== documents) yield `${documents} documents instead of ${collection.count}`;
  if (!isReadable) return; // how many entries there should be is unknown
  for (const [index, expected] of entryCounts) {
    const range = indexRange(index.id);
    const count = store.count(range.start, range.end);
    if (count !== expected) yield `${count} entries in the index ${index.name} instead of ${expected}`;
  }
}

/** The index entries of a stored document; undefined when it cannot be read. */
function readEntries(collection: Collection, value: Buffer, record: number): ReturnType<typeof entriesOf> | undefined {
  const bytes = verifyChecksum(value, record);
  if (!bytes) return undefined;
  try {
    return entriesOf(collection, decode(bytes));
  } catch {
    return undefined; // its checksum is right, but this program cannot have written it
  }
}
