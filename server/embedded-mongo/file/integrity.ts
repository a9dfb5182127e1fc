import { existsSync, linkSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDamage, lastCommit } from './inspection.ts';
import { type DataFolder, lockFile, spareFile } from './paths.ts';

/** The data file is damaged. It is never repaired or deleted automatically: the owner of the data decides. */
export class DamagedData extends Error {
  readonly reason: string;

  constructor(path: string, reason: string, advice = 'Move it away and restore a backup') {
    super(`${path} is damaged (${reason}). ${advice}`);
    this.reason = reason;
  }
}

/** lmdb's PAGE_NOTFOUND and CORRUPTED, and MongoDB's code for a wrong checksum. */
const corruptionCodes: unknown[] = [-30797, -30796, 301];

export const isCorruption = (error: unknown): error is Error =>
  error instanceof Error && corruptionCodes.includes((error as { code?: unknown }).code);

/** The size of lmdb's lock file for 1,024 readers. */
const lockSize = 68 * 1024;

/**
 * Throws unless there is enough disk space to start. lmdb maps its lock file, and on a full disk an unwritten part of
 * that file would crash the process without a message. So the whole file is written before lmdb opens it; later starts
 * need no space.
 */
export function requireSpace(folder: DataFolder): void {
  const { dir } = folder;
  const lock = lockFile(folder);
  const { bavail, bsize } = statfsSync(dir);
  if (bavail * bsize < lockSize) rmSync(spareFile(folder), { force: true });
  if (existsSync(lock) && isWholeOnDisk(lock)) return;

  const file = join(dir, `.space-${process.pid}`);
  try {
    writeFileSync(file, Buffer.alloc(lockSize), { flush: true, mode: 0o600 });
    if (!existsSync(lock)) linkSync(file, lock);
  } catch (error) {
    throw new Error(`${dir} cannot be written to: ${error instanceof Error ? error.message : error}`);
  } finally {
    rmSync(file, { force: true });
  }
}

function isWholeOnDisk(file: string): boolean {
  const { size, blocks } = statSync(file);
  return blocks * 512 >= size;
}

const maxAttempts = 100;

/** Throws DamagedData when the file could crash lmdb. Call it before lmdb opens the file; it only reads. */
export function requireSound(path: string, { isWhole = false } = {}): void {
  if (!existsSync(path) || statSync(path).size === 0) return; // new, or the process was killed before the first write
  for (let attempt = 1; ; attempt++) {
    const before = lastCommit(path);
    const damage = findDamage(path, isWhole);
    if (damage === undefined) return;
    // While another process writes the file, as during a backup, pages may change between two reads.
    if (lastCommit(path) !== before && attempt < maxAttempts) continue;
    throw new DamagedData(path, damage);
  }
}
