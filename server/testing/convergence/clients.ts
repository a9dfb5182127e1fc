import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export type Client = typeof import('./clientEntry.ts');

export interface Clients {
  /** Gives a copy of the client with its own stores, as each tab of a browser has. */
  next(): Promise<Client>;
  remove(): Promise<void>;
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Bundles the client's stores once. Each tab imports the bundle by another address, which makes another copy. */
export async function bundleClient(): Promise<Clients> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-client-'));
  const outfile = join(folder, 'client.mjs');
  await build({
    entryPoints: [here('./clientEntry.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    inject: [here('./aim.ts')],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  let copies = 0;
  return {
    next() {
      copies += 1;
      return import(`${pathToFileURL(outfile).href}?copy=${copies}`) as Promise<Client>;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
