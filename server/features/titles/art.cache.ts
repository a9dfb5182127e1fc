import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { log } from '../../platform/log.ts';

/** Drawn pictures on disk. It may drop any of them at any time, and never throws. */
export interface ArtCache {
  read(name: string): Promise<Buffer | null>;
  write(name: string, bytes: Buffer): Promise<void>;
}

/** About 5,000 pictures of the usual sizes. */
const MAX_BYTES = 256 * 1024 * 1024;
const UNFINISHED = '.unfinished';
/** Unfinished files are removed after this time; younger ones may belong to another node. */
const MAX_UNFINISHED_AGE_MS = 60 * 60 * 1000;
/** After a failure, such as a full disk, nothing is written for this time. */
const PAUSE_MS = 60_000;

/** Stores pictures as files in `dir`, up to `maxBytes`; the least recently used are removed first. */
export function createArtCache(dir: string, maxBytes = MAX_BYTES): ArtCache {
  const removals: Promise<void>[] = [];
  const known = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes,
    dispose: (_bytes, name, reason) => {
      if (reason === 'evict') removals.push(rm(path.join(dir, name), { force: true }).catch(noteFailure));
    },
  });
  let pausedUntil = Number.NEGATIVE_INFINITY;

  function noteFailure(error: unknown): void {
    const isNew = pausedUntil <= performance.now();
    pausedUntil = performance.now() + PAUSE_MS;
    if (isNew) log.warn({ err: error, dir }, 'drawn pictures cannot be cached on disk');
  }

  /** Counts the files of earlier runs, oldest first. */
  async function findExisting(): Promise<void> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    for (const { name, size, time } of await listFiles(dir)) {
      if (!name.endsWith(UNFINISHED)) known.set(name, Math.max(1, size));
      // biome-ignore lint/plugin: file dates may come from other nodes
      else if (time < Date.now() - MAX_UNFINISHED_AGE_MS) await rm(path.join(dir, name), { force: true });
    }
  }
  const found = findExisting().catch(noteFailure);

  return {
    async read(name) {
      try {
        const bytes = await readFile(path.join(dir, name));
        if (isComplete(bytes)) {
          known.set(name, bytes.length);
          return bytes;
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') noteFailure(error);
      }
      return null;
    },

    async write(name, bytes) {
      await found;
      if (pausedUntil > performance.now()) return;
      const unfinished = path.join(dir, `${randomUUID()}${UNFINISHED}`);
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flag: 'wx' });
        await rename(unfinished, path.join(dir, name));
        known.set(name, bytes.length);
        await Promise.all(removals.splice(0));
      } catch (error) {
        noteFailure(error);
        await rm(unfinished, { force: true }).catch(noteFailure);
      }
    },
  };
}

/** The files of a folder, oldest first. */
async function listFiles(dir: string): Promise<{ name: string; size: number; time: number }[]> {
  const files = await Promise.all(
    (await readdir(dir)).map(async (name) => {
      const { size, mtimeMs } = await stat(path.join(dir, name));
      return { name, size, time: mtimeMs };
    }),
  );
  return files.sort((a, b) => a.time - b.time);
}

/** Checks the length in the WebP header, which is the file size minus eight. */
function isComplete(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.readUInt32LE(4) + 8 === bytes.length;
}
