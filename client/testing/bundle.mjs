import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Packages of many small modules. Each test file loads every module again, so bundles of them halve the time of client tests. */
export const bundledPackages = [
  '@hello-pangea/dnd',
  '@mantine/charts',
  '@mantine/core',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tabler/icons-react',
  '@tanstack/react-virtual',
  '@testing-library/react',
  '@testing-library/user-event',
  'react-router-dom',
  'socket.io-client',
  'zod',
];

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Jest's global setup of client tests. The bundles share their common modules, so each module exists once. */
export default async function bundlePackages() {
  await build({
    entryPoints: Object.fromEntries(bundledPackages.map((name) => [name, name])),
    outdir: join(root, '.cache/test-packages'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    // React stays outside, because it finds out by itself whether it runs in a test.
    external: ['react', 'react-dom'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    define: { 'process.env.NODE_ENV': '"test"' },
    absWorkingDir: root,
  });
}
