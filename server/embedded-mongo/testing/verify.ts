import { Engine } from '../engine.ts';
import type { Collection } from '../store/catalog.ts';
import { entriesOf } from '../store/indexes.ts';
import { decodeRecord, indexKey, indexRange } from '../store/keys.ts';
import { scan } from '../store/scan.ts';

const everything = { intervals: [], isReverse: false, isSorted: false, isPoint: false };

/** What is wrong in a folder that nobody has open: index entries too many or too few, counts that do not count. */
export async function findFaults(dir: string): Promise<string[]> {
  const engine = await Engine.open({ dir });
  const faults = [...engine.catalog.all()].flatMap((collection) => faultsOf(engine, collection));
  await engine.close();
  return faults;
}

function faultsOf(engine: Engine, collection: Collection): string[] {
  const faults: string[] = [];
  const expected = new Map<string, number>();
  let documents = 0;
  for (const row of scan(engine.store, collection, everything)) {
    documents++;
    for (const { index, key } of entriesOf(collection, row.document)) {
      const full = indexKey(index.id, key, index.isUnique ? undefined : row.record).toString('latin1');
      if (expected.has(full)) faults.push(`${collection.namespace} ${index.name}: two documents with one key`);
      expected.set(full, row.record);
    }
  }
  if (collection.count !== documents)
    faults.push(`${collection.namespace}: counts ${collection.count} of ${documents}`);

  let entries = 0;
  for (const { id, name } of collection.indexes) {
    const { start, end } = indexRange(id);
    for (const { key, value } of engine.store.range(start, end, { limit: 10_000_000 })) {
      entries++;
      if (expected.get(key.toString('latin1')) !== decodeRecord(value))
        faults.push(`${collection.namespace} ${name}: a stray entry`);
    }
  }
  if (entries !== expected.size) faults.push(`${collection.namespace}: ${entries} entries instead of ${expected.size}`);
  return faults;
}
