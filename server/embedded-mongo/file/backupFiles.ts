import { constants, createWriteStream, lstatSync, readdirSync, realpathSync, type Stats, statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type DataFolder, dataFile, lockFile } from './paths.ts';

/*
 * The folder of a backup comes from a person, and may have been changed or made by another one. So every entry is looked
 * at before any is opened: a pipe would block, and a link could lead to any file.
 */

const MEGABYTE = 1024 * 1024;
/** Smaller files may occupy less of the disk than their size. */
const smallSize = 64 * MEGABYTE;
/** File systems that compress store a file in less than its size, but not in so much less. */
const maxCompression = 16;
/** For files other than the data. */
const maxOtherSize = 64 * 1024;

const megabytes = (size: number) => `${Math.floor(size / MEGABYTE)} MB`;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The names of the files to restore, the data last. Throws when the folder is not one that a backup was written to. */
export function listBackup(folder: DataFolder, others: readonly string[]): string[] {
  const { dir } = folder;
  const data = basename(dataFile(folder));
  const names = readFolder(dir);
  if (!names.includes(data)) throw new Error(`there is no backup in ${dir}`);
  const known = [data, basename(lockFile(folder)), ...others];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`${dir} contains ${JSON.stringify(unknown)}, which is not part of a backup. Move it away`);
  }
  for (const name of names) {
    const file = join(dir, name);
    const stats = lstatSync(file);
    requireRegular(file, stats);
    if (name === data) requireStored(file, stats);
    else if (others.includes(name) && stats.size > maxOtherSize)
      throw new Error(`${file} is too large for its purpose`);
  }
  return [...others.filter((name) => names.includes(name)), data];
}

function readFolder(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error(`there is no backup in ${dir}`);
    if (code === 'ENOTDIR') throw new Error(`${dir} is not a folder`);
    throw new Error(`${dir} cannot be read (${messageOf(error)})`);
  }
}

export function requireRegular(file: string, stats: Stats): void {
  if (!stats.isFile()) throw new Error(`${file} is a ${kindOf(stats)}, not a regular file`);
}

function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return 'symbolic link';
  if (stats.isDirectory()) return 'folder';
  if (stats.isFIFO()) return 'pipe';
  return stats.isSocket() ? 'socket' : 'device';
}

/** A sparse file has a size of its own choice, and would fill the disk when it is copied. */
function requireStored(file: string, { size, blocks }: Stats): void {
  if (size === 0) throw new Error(`${file} is empty`);
  const stored = blocks * 512;
  if (size > smallSize && stored * maxCompression < size)
    throw new Error(`${file} is ${megabytes(size)} long, but only ${megabytes(stored)} of it are on the disk`);
}

/** Copies a file that `listBackup` has accepted. It may have been replaced since, so the copy must be checked. */
export async function copyPrivately(from: string, to: string): Promise<void> {
  // Neither flag exists on Windows, which has no such links and pipes.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(from, flags).catch((error: unknown) => {
    throw new Error(`${from} cannot be read (${messageOf(error)})`);
  });
  try {
    const stats = await file.stat();
    requireRegular(from, stats);
    requireFree(dirname(to), stats.size);
    const content = file.createReadStream({ start: 0, end: Math.max(stats.size - 1, 0), autoClose: false });
    await pipeline(content, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  } finally {
    await file.close();
  }
}

function requireFree(dir: string, size: number): void {
  const { bavail, bsize } = statfsSync(dir);
  const free = bavail * bsize;
  if (size > free) throw new Error(`the backup needs ${megabytes(size)} in ${dir}, where ${megabytes(free)} are free`);
}

/** The path without links, also of a folder that does not exist yet. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(realPathOf(dirname(path)), basename(path));
  }
}
