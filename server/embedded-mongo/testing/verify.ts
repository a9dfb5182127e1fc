import { createHash } from 'node:crypto';
import { Engine } from '../engine.ts';
import { findDamage } from '../file/inspection.ts';
import { dataFile } from '../file/paths.ts';
import { scan } from '../search/scan.ts';
import type { Collection } from '../store/catalog.ts';
import { entriesOf } from '../store/indexes.ts';
import { decodeRecord, indexKey, indexRange } from '../store/keys.ts';

const everything = { intervals: [], isReverse: false, isSorted: false, isPoint: false };

/** A hash of every document in a folder that is not open. */
export async function hashDocuments(dir: string): Promise<string> {
  const engine = await Engine.open({ dir });
  const hash = createHash('sha256');
  for (const collection of engine.catalog.all()) {
    for (const row of scan(engine.store, collection, everything)) hash.update(row.bytes);
  }
  await engine.close();
  return hash.digest('hex');
}

/** Checks a folder that is not open: damaged pages, missing or extra index entries, wrong counts. */
export async function findFaults(dir: string): Promise<string[]> {
  const damage = findDamage(dataFile({ dir }), true);
  if (damage) return [damage];
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
      if (expected.has(full)) faults.push(`${collection.namespace} ${index.name}: two documents with the same key`);
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
        faults.push(`${collection.namespace} ${name}: an unexpected entry`);
    }
  }
  if (entries !== expected.size) faults.push(`${collection.namespace}: ${entries} entries instead of ${expected.size}`);
  return faults;
}
