import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Most people never open these screens. Their files, and others of that kind, are kept once they are used. */
export const rareScreens = ['Admin', 'Import', 'Statistics'];
const later = new RegExp(`^((${rareScreens.join('|')})Screen|reading\\.worker|confetti)`);

/** Builds the service worker in this folder of the built client, with the list of the app's files. */
export async function buildWorker(folder) {
  const { build, stop } = await import('esbuild');
  try {
    await build({
      absWorkingDir: root,
      entryPoints: ['client/app/offline/worker.ts'],
      outfile: `${folder}/sw.js`,
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2022',
      define: { APP_FILES: JSON.stringify(listFiles(join(root, folder))), 'process.env.NODE_ENV': '"production"' },
      logLevel: 'silent',
    });
  } finally {
    await stop();
  }
}

function listFiles(folder) {
  const hashOf = (file) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
      .slice(0, 16);
  const named = readdirSync(join(folder, 'assets')).filter((file) => /\.(js|css)$/.test(file) && !later.test(file));
  const others = ['icon.svg', 'app.webmanifest', ...readdirSync(join(folder, 'fonts')).map((file) => `fonts/${file}`)];
  return [
    // Their names have hashes.
    ...named.map((file) => ({ url: `/assets/${file}`, revision: null })),
    ...others.map((file) => ({ url: `/${file}`, revision: hashOf(file) })),
    // The page, as the server sends it for every screen.
    { url: '/shell', revision: hashOf('index.html') },
  ];
}
