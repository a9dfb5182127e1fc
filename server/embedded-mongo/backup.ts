import { existsSync, linkSync, mkdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';
import { findFaults } from './check.ts';
import { Engine } from './engine.ts';
import { copyPrivately, listBackup, realPathOf, requireRegular } from './file/backupFiles.ts';
import { DamagedData, requireSound, requireSpace } from './file/integrity.ts';
import { type DataFolder, dataFile, lockFile, restoringFolder } from './file/paths.ts';
import { makePrivate } from './file/permissions.ts';
import { forgetChanges } from './store/changelog.ts';
import { reserveOf } from './store/diskSpace.ts';
import { Store } from './store/lmdb.ts';
import { clearOwner, FolderInUse } from './store/owner.ts';

export { DamagedData, type DataFolder, findFaults, reserveOf };

const UNFINISHED = 'unfinished.mdb';

/** A copy could not be written, because the disk is full or failing. */
export class NotWritten extends Error {
  constructor(target: string, reason: unknown) {
    super(`${target} cannot be written to (${reason instanceof Error ? reason.message : reason})`);
  }
}

/**
 * Copies the data as it is at one moment into the folder `target`, under the same name. Another process may serve the data
 * meanwhile. Throws when the target already contains data, or when the data is damaged.
 */
export async function copyData(folder: DataFolder, target: string): Promise<void> {
  const [source, copy] = [dataFile(folder), dataFile({ ...folder, dir: target })];
  requireData(folder);
  if (existsSync(copy)) throw new Error(`${target} already contains data`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const store = Store.open(source);
  const unfinished = join(target, UNFINISHED);
  try {
    rmSync(unfinished, { force: true });
    await store.copyTo(unfinished);
    requireSound(unfinished, { isWhole: true });
    requireSpace({ dir: target, name: parse(UNFINISHED).name });
    const copied = Store.open(unfinished);
    clearOwner(copied);
    await copied.close();
    renameSync(unfinished, copy);
  } catch (error) {
    // What is wrong with the copy is wrong with the data.
    if (error instanceof DamagedData) throw new DamagedData(source, error.reason);
    requireSound(source, { isWhole: true }); // lmdb's own error about a damaged page says little
    throw new NotWritten(target, error);
  } finally {
    await store.close();
    for (const file of [unfinished, `${unfinished}-lock`]) rmSync(file, { force: true });
  }
}

/**
 * Does what copyData does, without the change log, which still holds deleted documents. Needs room for two copies meanwhile,
 * and throws NotWritten before it takes space that the writes of the app need.
 */
export async function backUp(folder: DataFolder, target: string): Promise<void> {
  const copy = dataFile({ ...folder, dir: target });
  requireData(folder);
  if (existsSync(copy)) throw new Error(`${target} already contains data`);
  const snapshot = { ...folder, dir: join(target, 'snapshot') };
  const unfinished = join(target, UNFINISHED);
  try {
    rmSync(snapshot.dir, { recursive: true, force: true });
    mkdirSync(target, { recursive: true, mode: 0o700 });
    requireRoom(folder, target);
    await copyData(folder, snapshot.dir);
    requireSpace(snapshot);
    const copied = Store.open(dataFile(snapshot));
    forgetChanges(copied);
    // Copied again, because what was removed stays in the unused pages of a file.
    rmSync(unfinished, { force: true });
    await copied.copyTo(unfinished);
    await copied.close();
    requireSound(unfinished, { isWhole: true });
    makePrivate(unfinished);
    renameSync(unfinished, copy);
  } catch (error) {
    throw error instanceof DamagedData || error instanceof NotWritten ? error : new NotWritten(target, error);
  } finally {
    rmSync(snapshot.dir, { recursive: true, force: true });
    rmSync(unfinished, { force: true });
  }
}

function requireData(folder: DataFolder): void {
  if (!existsSync(dataFile(folder))) throw new Error(`there is no data in ${folder.dir}`);
}

function requireRoom(folder: DataFolder, target: string): void {
  const { bavail, blocks, bsize } = statfsSync(target);
  const free = bavail * bsize - reserveOf(blocks * bsize);
  if (2 * statSync(dataFile(folder)).size > free) throw new NotWritten(target, 'the disk is nearly full');
}

export interface RestoreOptions {
  /** Names of further files in a backup. They replace those of the same names beside the data. */
  others?: readonly string[];
  /** Checks the files that are about to replace the data. An error refuses the backup. */
  check?: (copy: DataFolder) => Promise<void>;
}

/**
 * Replaces the data by the backup in the folder `source`. What it replaces is kept beside it; returns the paths of those
 * files. The backup is copied and read completely first, and nothing changes when it is refused. Throws FolderInUse when
 * a process serves the data, DamagedData when the backup is damaged.
 */
export async function restore(
  source: string,
  folder: DataFolder,
  { others = [], check }: RestoreOptions = {},
): Promise<string[]> {
  requireSeparate(source, folder.dir);
  const names = listBackup({ ...folder, dir: source }, others);
  for (const name of names) requireReplaceable(join(folder.dir, name));
  mkdirSync(folder.dir, { recursive: true, mode: 0o700 });
  const copy = { ...folder, dir: restoringFolder(folder) };
  rmSync(copy.dir, { recursive: true, force: true });
  mkdirSync(copy.dir, { mode: 0o700 });
  try {
    for (const name of names) await copyPrivately(join(source, name), join(copy.dir, name));
    await requireWhole(copy, source);
    await check?.(copy);
    if (existsSync(dataFile(folder))) await requireNotServed(folder);
    rmSync(lockFile(folder), { force: true });
    return replaceFiles(names, copy.dir, folder.dir);
  } finally {
    rmSync(copy.dir, { recursive: true, force: true });
  }
}

function requireSeparate(source: string, dir: string): void {
  const [from, to] = [realPathOf(resolve(source)), realPathOf(resolve(dir))];
  if (from === to) throw new Error(`${source} is the data folder itself`);
  if (to.startsWith(from + sep)) throw new Error(`${dir} is inside the folder of the backup`);
}

function requireReplaceable(file: string): void {
  if (existsSync(file)) requireRegular(file, statSync(file));
}

/** Reads everything in the copy. Messages name the file that it was copied from. */
async function requireWhole(copy: DataFolder, source: string): Promise<void> {
  const backup = dataFile({ ...copy, dir: source });
  const advice = 'Use another backup';
  const [fault] = await findFaults(copy).catch((error: unknown) => {
    if (error instanceof DamagedData) throw new DamagedData(backup, error.reason, advice);
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(message.replaceAll(copy.dir, source));
  });
  if (fault) throw new DamagedData(backup, fault, advice);
}

async function requireNotServed(folder: DataFolder): Promise<void> {
  try {
    await (await Engine.open(folder)).close();
  } catch (error) {
    if (error instanceof FolderInUse) throw error; // other errors do not matter: damaged data may be replaced
  }
}

/**
 * Moves the files to another folder of the same disk, one after the other. Those that they replace are kept under another
 * name, and come back when one of them cannot be replaced. Returns the paths of the kept files.
 */
function replaceFiles(names: readonly string[], from: string, to: string): string[] {
  const suffix = `.before-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const replaced: { file: string; kept: string | undefined }[] = [];
  try {
    for (const name of names) {
      const file = join(to, name);
      const kept = existsSync(file) ? file + suffix : undefined;
      if (kept) linkSync(file, kept); // so that there is a file under its name at every moment
      replaced.push({ file, kept });
      renameSync(join(from, name), file);
    }
  } catch (error) {
    for (const { file, kept } of replaced) {
      rmSync(file, { force: true });
      if (kept) renameSync(kept, file);
    }
    throw error;
  }
  return replaced.flatMap(({ kept }) => kept ?? []);
}
