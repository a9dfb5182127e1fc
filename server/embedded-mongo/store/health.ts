import { closeSync, existsSync, openSync, readSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kinds } from './keys.ts';
import { entriesBetween, type Store } from './lmdb.ts';

/** The data file is not what this program wrote. Nothing is repaired or thrown away: that is for its owner to decide. */
export class DamagedData extends Error {
  constructor(path: string, reason: string) {
    super(`${path} is damaged (${reason}). Move it away and restore a backup; nothing has been changed`);
  }
}

/** lmdb maps its files, and on a full disk that would end the process without a word. */
export function requireSpace(dir: string): void {
  const probe = join(dir, `.space-${process.pid}`);
  try {
    writeFileSync(probe, Buffer.alloc(64 * 1024, 1), { flush: true });
  } catch (error) {
    throw new Error(`${dir} cannot be written to: ${error instanceof Error ? error.message : error}`);
  } finally {
    rmSync(probe, { force: true });
  }
}

const magic = 0xbeefc0de;
const emptyPage = 4096;

/** What lmdb's two head pages, of which the newer counts, say about the file. */
function readHead(path: string): { pageSize: number; pages: number } | undefined {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(160);
    const metas = [0, emptyPage].flatMap((at) => {
      if (readSync(file, head, 0, head.length, at) < head.length || head.readUInt32LE(24) !== magic) return [];
      const pageSize = head.readUInt32LE(48);
      return [{ pageSize, pages: Number(head.readBigUInt64LE(136)) + 1, transaction: head.readBigUInt64LE(144) }];
    });
    return metas.sort((a, b) => Number(b.transaction - a.transaction))[0];
  } finally {
    closeSync(file);
  }
}

/**
 * Looks at the data file before it is opened: lmdb maps it, and reading past its end would end the process. A missing end is
 * filled with nothing; as pages at the end may have been unused, whether anything is lost has to be looked for. Gives the size
 * that the file had then.
 */
export function fillUp(path: string): number | undefined {
  if (!existsSync(path)) return undefined;
  const { size } = statSync(path);
  if (size === 0) return undefined; // killed before its first write
  const head = readHead(path);
  if (!head) throw new DamagedData(path, 'it is no data file');
  const wanted = head.pages * head.pageSize;
  if (size >= wanted) return undefined;
  if (wanted > size * 1000) throw new DamagedData(path, 'it is cut short');
  truncateSync(path, wanted);
  return size;
}

/** Reads everything once: every document must be as long as it says. */
export function checkWhole(store: Store, path: string): void {
  try {
    for (const { key, value } of entriesBetween(store, Buffer.from([0]), Buffer.from([0xff]))) {
      const isDocument = key[0] === kinds.documents;
      if (isDocument && (value.length < 5 || value.readInt32LE(0) !== value.length)) throw new Error('a document');
    }
  } catch {
    throw new DamagedData(path, 'it is cut short');
  }
}
