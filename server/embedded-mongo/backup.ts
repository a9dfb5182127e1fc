import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataFile, Engine } from './engine.ts';
import { Store } from './store/lmdb.ts';
import { FolderInUse, forgetOwner } from './store/owner.ts';

/** Copies the data of a folder as it is at one moment into another folder, also while a process serves it. */
export async function backUp(dir: string, target: string): Promise<void> {
  if (!existsSync(dataFile(dir))) throw new Error(`there is no data in ${dir}`);
  if (existsSync(dataFile(target))) throw new Error(`${target} holds data already`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const store = Store.open(dataFile(dir));
  const half = join(target, 'unfinished.mdb');
  try {
    rmSync(half, { force: true });
    await store.copyTo(half);
  } finally {
    await store.close();
  }
  const copy = Store.open(half);
  forgetOwner(copy);
  await copy.close();
  rmSync(`${half}-lock`, { force: true });
  renameSync(half, dataFile(target));
}

/** Puts a backup in the place of a folder's data. What was there is kept beside it; gives its name. Nobody may serve the folder. */
export async function restore(source: string, dir: string): Promise<string | undefined> {
  if (!existsSync(dataFile(source))) throw new Error(`there is no backup in ${source}`);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  let kept: string | undefined;
  if (existsSync(dataFile(dir))) {
    await refuseWhenServed(dir);
    kept = `${dataFile(dir)}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    renameSync(dataFile(dir), kept);
  }
  copyFileSync(dataFile(source), dataFile(dir));
  rmSync(`${dataFile(dir)}-lock`, { force: true });
  await (await Engine.open({ dir })).close(); // a backup that does not open is told now
  return kept;
}

async function refuseWhenServed(dir: string): Promise<void> {
  try {
    await (await Engine.open({ dir })).close();
  } catch (error) {
    if (error instanceof FolderInUse) throw error; // what is damaged may well be replaced
  }
}
