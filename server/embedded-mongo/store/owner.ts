import { readFileSync } from 'node:fs';
import { metaKey } from './keys.ts';
import type { Store } from './lmdb.ts';

const key = metaKey('owner');
const formatKey = metaKey('format');
const format = '1';
const openHere = new Set<string>();

/** When a process started, so that one that got a dead one's number is not taken for it. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return ''; // not Linux: the number alone must do
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

/** A copy of the data belongs to nobody, though the original is in use. */
export const forgetOwner = (store: Store) => store.write(() => store.remove(key));

export class FolderInUse extends Error {}

/**
 * Makes this process the only one on the data folder: catalogue, counters and locks live in its memory. lmdb's own write
 * lock, which the system frees when a process dies, makes looking and taking one step. Returns how to give it back.
 */
export function takeOwnership(store: Store, dir: string): () => void {
  const mine = `${process.pid} ${startOf(process.pid)}`;
  store.write(() => {
    const owner = store.get(key)?.toString();
    if (owner && isHeld(owner)) throw new FolderInUse(`${dir} is in use by process ${owner.split(' ')[0]}`);
    const written = store.get(formatKey)?.toString() ?? format;
    if (written !== format) throw new Error(`${dir} holds data of format ${written}, this version reads ${format}`);
    store.put(formatKey, Buffer.from(format));
    store.put(key, Buffer.from(mine));
  });
  openHere.add(dir);
  return () => {
    openHere.delete(dir);
    store.write(() => store.remove(key));
  };

  function isHeld(owner: string): boolean {
    const [pid = '', start = ''] = owner.split(' ');
    if (Number(pid) === process.pid) return openHere.has(dir);
    return isAlive(Number(pid)) && startOf(Number(pid)) === start;
  }
}
