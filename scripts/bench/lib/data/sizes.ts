import { gzipSync } from 'node:zlib';

/** The size of files in bytes when each is compressed. */
export function gzippedBytes(files: readonly (string | Buffer)[]): number {
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
}
