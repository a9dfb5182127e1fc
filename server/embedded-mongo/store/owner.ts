import { existsSync, readFileSync, statSync } from 'node:fs';
import { metaKey } from '../file/keys.ts';
import { type DataFolder, dataFile } from '../file/paths.ts';
import { Store } from './lmdb.ts';

const key = metaKey('owner');
const formatKey = metaKey('format');
/** Format 2 adds checksums to documents. Documents of format 1 are converted when they are next written. */
const format = 2;
const oldestFormat = 1;
const openInThisProcess = new Set<string>();

/** The start time of a process. It distinguishes a process from an earlier one with the same id. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return ''; // not Linux: only the process id is compared
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes the owner from a copy of the data, whose original may be in use. */
export const clearOwner = (store: Store) => store.write(() => store.remove(key));

export class FolderInUse extends Error {}

/**
 * Throws FolderInUse when another process is the owner. Call it before the file is opened for writing, which would wait
 * for an owner that is writing, and without end if that one is stuck.
 */
export async function requireNoOwner(folder: DataFolder): Promise<void> {
  const path = dataFile(folder);
  const isNew = !existsSync(path) || statSync(path).size === 0;
  if (isNew || openInThisProcess.has(path)) return; // the latter is found by takeOwnership
  requireFree(folder, await Store.peek(path, key));
}

function requireFree(folder: DataFolder, ownerRecord: Buffer | undefined): void {
  const [pid = '', start = ''] = ownerRecord?.toString().split(' ') ?? [];
  if (!pid) return;
  const isOwn = Number(pid) === process.pid;
  const isHeld = isOwn
    ? openInThisProcess.has(dataFile(folder))
    : isAlive(Number(pid)) && startTimeOf(Number(pid)) === start;
  if (isHeld) throw new FolderInUse(`${folder.dir} is in use by process ${pid}`);
}

/**
 * Makes this process the owner of the data folder, because its catalog, counters and locks are in memory. Checking and
 * taking ownership is atomic: it happens in one lmdb write transaction, whose lock the system releases when a process
 * dies. Returns a function that releases the ownership. Throws FolderInUse when another process is the owner.
 */
export function takeOwnership(store: Store, folder: DataFolder): () => void {
  const { dir } = folder;
  const path = dataFile(folder);
  const ownRecord = `${process.pid} ${startTimeOf(process.pid)}`;
  store.write(() => {
    requireFree(folder, store.get(key));
    const written = Number(store.get(formatKey)?.toString() ?? format);
    if (!(written >= oldestFormat && written <= format)) {
      throw new Error(`${dir} contains data of format ${written}, this version supports ${oldestFormat} to ${format}`);
    }
    store.put(formatKey, Buffer.from(String(format)));
    store.put(key, Buffer.from(ownRecord));
  });
  openInThisProcess.add(path);
  return () => {
    openInThisProcess.delete(path);
    try {
      store.write(() => store.remove(key));
    } catch {
      // The disk is full. The record of a process that has ended is ignored.
    }
  };
}
