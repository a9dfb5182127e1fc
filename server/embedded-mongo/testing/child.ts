import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const esbuild = dirname(createRequire(import.meta.url).resolve('esbuild/package.json'));

/** Bundles the program of the child process, which then starts ten times faster than from the sources. */
export function buildChild(): { program: string; remove: () => void } {
  // Inside node_modules, where the bundle finds the packages that it imports.
  const program = join(esbuild, `../.cache/embedded-mongo/child-${process.pid}.js`);
  const source = fileURLToPath(new URL('../child.ts', import.meta.url));
  const options = ['--bundle', '--platform=node', '--format=esm', '--packages=external', '--log-level=error'];
  execFileSync(join(esbuild, 'bin/esbuild'), [source, ...options, `--outfile=${program}`]);
  return { program, remove: () => rmSync(program, { force: true }) };
}
