import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder with a file system of its own, which a test can fill to the last byte. */
export interface SmallDisk {
  dir: string;
  /** Leaves these bytes free. */
  fill(left?: number): void;
  makeRoom(): void;
  remove(): void;
}

const isRoot = process.getuid?.() === 0;

/** Mounts 48 MB of memory. That needs Linux, and root or a `sudo` that asks for no password. */
export function mountSmallDisk(): SmallDisk {
  const dir = mkdtempSync(path.join(tmpdir(), 'marquee-disk-'));
  const ballast = path.join(dir, 'ballast');
  asRoot('mount', '-t', 'tmpfs', '-o', `size=48m,uid=${process.getuid?.()},mode=700`, 'tmpfs', dir);
  return {
    dir,
    fill(left = 0) {
      for (const size of [1024 * 1024, 4096]) {
        const bytes = Buffer.alloc(size, 1);
        while (isAppended(ballast, bytes));
      }
      if (left > 0) truncateSync(ballast, statSync(ballast).size - left);
    },
    makeRoom: () => rmSync(ballast),
    remove() {
      asRoot('umount', '--lazy', dir);
      rmSync(dir, { recursive: true });
    },
  };
}

function asRoot(program: string, ...args: string[]): void {
  if (isRoot) execFileSync(program, args);
  else execFileSync('sudo', ['--non-interactive', program, ...args]);
}

/** False if the disk is full. */
function isAppended(file: string, bytes: Buffer): boolean {
  try {
    appendFileSync(file, bytes);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
