import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The child's program as the build makes it: it starts ten times faster than from the sources. */
export function buildChild(): { program: string; remove: () => void } {
  const program = path(`../../../.cache/embedded-child-${process.pid}.js`);
  const esbuild = path('../../../node_modules/esbuild/bin/esbuild');
  const options = ['--bundle', '--platform=node', '--format=esm', '--packages=external', '--log-level=error'];
  execFileSync(esbuild, [path('../child.ts'), ...options, `--outfile=${program}`]);
  return { program, remove: () => rmSync(program, { force: true }) };
}
