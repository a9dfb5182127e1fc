import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from './engine.ts';
import { requireSound } from './file/integrity.ts';
import { clearOwner, FolderInUse } from './file/owner.ts';
import { type DataFolder, dataFile, lockFile } from './file/paths.ts';
import { Store } from './store/lmdb.ts';

/**
 * Copies the data as it is at one moment into the folder `target`, under the same name. Another process may serve the data
 * meanwhile. Throws when the target already contains data, or when the data is damaged.
 */
export async function backUp(folder: DataFolder, target: string): Promise<void> {
  const [source, copy] = [dataFile(folder), dataFile({ ...folder, dir: target })];
  if (!existsSync(source)) throw new Error(`there is no data in ${folder.dir}`);
  if (existsSync(copy)) throw new Error(`${target} already contains data`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const store = Store.open(source);
  const unfinished = join(target, 'unfinished.mdb');
  try {
    rmSync(unfinished, { force: true });
    await store.copyTo(unfinished);
  } finally {
    await store.close();
  }
  requireSound(unfinished, { isWhole: true });
  const copied = Store.open(unfinished);
  clearOwner(copied);
  await copied.close();
  rmSync(`${unfinished}-lock`, { force: true });
  renameSync(unfinished, copy);
}

/**
 * Replaces the data by the backup in the folder `source`. Previous data is kept beside it; returns the path of that file.
 * Throws FolderInUse when a process serves the data, DamagedData when the backup is damaged.
 */
export async function restore(source: string, folder: DataFolder): Promise<string | undefined> {
  const [backup, data] = [dataFile({ ...folder, dir: source }), dataFile(folder)];
  if (!existsSync(backup)) throw new Error(`there is no backup in ${source}`);
  requireSound(backup, { isWhole: true });
  mkdirSync(folder.dir, { recursive: true, mode: 0o700 });
  let previous: string | undefined;
  if (existsSync(data)) {
    await requireNotServed(folder);
    previous = `${data}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    renameSync(data, previous);
  }
  copyFileSync(backup, data);
  rmSync(lockFile(folder), { force: true });
  await (await Engine.open(folder)).close(); // a backup that cannot be opened fails now
  return previous;
}

async function requireNotServed(folder: DataFolder): Promise<void> {
  try {
    await (await Engine.open(folder)).close();
  } catch (error) {
    if (error instanceof FolderInUse) throw error; // other errors do not matter: damaged data may be replaced
  }
}
