import type { Document } from './document.ts';
import { kinds } from './file/keys.ts';
import { type Row, selectSync } from './search/select.ts';
import type { Catalog, Collection, Index } from './store/catalog.ts';
import type { Cursors } from './store/cursors.ts';
import { entriesBetween } from './store/lmdb.ts';
import { WriteConflict } from './store/locks.ts';
import { removeRecord } from './store/records.ts';
import type { View } from './store/view.ts';
import type { Writer } from './store/writer.ts';
import { decodeRetryRecord } from './txn/retry.ts';
import { type Sessions, sessionLifetime } from './txn/sessions.ts';

const sliceSize = 1000;

/** The parts of the engine that need cleanup. */
interface Engine {
  catalog: Catalog;
  writer: Writer;
  sessions: Sessions;
  cursors: Cursors;
}

/**
 * Removes expired documents of TTL indexes, and idle sessions and cursors, from time to time. Returns a function that
 * stops it.
 */
export function startExpiry(engine: Engine, interval: number): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const schedule = () => {
    timer = setTimeout(() => void pass(), interval);
    timer.unref();
  };
  const pass = async () => {
    try {
      await expire(engine, () => isStopped);
    } catch (error) {
      console.error('embedded database: expiry failed', error);
    }
    if (!isStopped) schedule();
  };
  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Runs one pass, in small commits, so that other requests do not wait long. */
async function expire(engine: Engine, isStopped = () => false): Promise<void> {
  engine.sessions.prune();
  engine.cursors.prune();
  for (const { namespace, name } of expiringIndexes(engine)) {
    for (let removed = sliceSize; removed === sliceSize && !isStopped(); ) {
      removed = await engine.writer.run((view) => {
        const collection = engine.catalog.find(namespace);
        const index = collection?.indexes.find((one) => one.name === name);
        return collection && index ? expireSlice(view, collection, index) : 0;
      });
    }
  }
  for (let removed = sliceSize; removed === sliceSize && !isStopped(); ) {
    removed = await engine.writer.run(removeOldRetryRecords);
  }
}

function expiringIndexes(engine: Engine): { namespace: string; name: string }[] {
  return [...engine.catalog.all()].flatMap(({ namespace, indexes }) =>
    indexes.filter((index) => index.expireAfterSeconds !== undefined).map(({ name }) => ({ namespace, name })),
  );
}

function expireSlice(view: View, collection: Collection, index: Index): number {
  const [path = ''] = index.paths;
  const isExpired: Document = { [path]: { $lt: new Date(Date.now() - (index.expireAfterSeconds ?? 0) * 1000) } };
  const filter = index.partial ? { $and: [index.partial.filter, isExpired] } : isExpired;
  const rows = [...selectSync(view, collection, { filter, hint: index.name, limit: sliceSize })];
  return rows.filter((row) => isRemoved(view, collection, row)).length;
}

/** Skips a document that a transaction has locked, until the next pass. */
function isRemoved(view: View, collection: Collection, { record, document }: Row): boolean {
  try {
    removeRecord(view, collection, record, document);
    return true;
  } catch (error) {
    if (error instanceof WriteConflict) return false;
    throw error;
  }
}

function removeOldRetryRecords(view: View): number {
  const { start, end } = kinds.sessions;
  const old: Buffer[] = [];
  for (const { key, value } of entriesBetween(view, start, end)) {
    if (Date.now() - decodeRetryRecord(value).at > sessionLifetime) old.push(key);
    if (old.length === sliceSize) break;
  }
  for (const key of old) view.remove(key);
  return old.length;
}
