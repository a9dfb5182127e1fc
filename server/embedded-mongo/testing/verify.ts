import { createHash } from 'node:crypto';
import { Engine } from '../engine.ts';
import { scan } from '../search/select.ts';

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
