import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../program.ts';

/** The size of files in bytes when each is compressed. */
export function gzippedBytes(files: readonly (string | Buffer)[]): number {
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
}

/** All scripts and stylesheets of the built client. */
export function readBuiltClient(): Buffer[] {
  const folder = join(root, 'dist/client');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => readFileSync(join(folder, file)));
}
