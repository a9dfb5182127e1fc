import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';

/** How imports end that start the app, a database or another program, or a simulation of them. */
const PROGRAMS = [
  'testing/server.ts',
  'testing/ownDatabase.ts',
  'testing/builtProgram.ts',
  'testing/process.ts',
  'testing/start.ts',
  'testing/oidc/singleSignOn.ts',
  'testing/titles/tmdbServer.ts',
  'testing/titles/movieDatabase.ts',
  // In the conformance tests of the embedded database, and in the simulator's.
  "'./server.ts",
  "'./episode.ts",
  "'node:child_process",
];
const USES_BUILD = /testing\/(builtProgram|process|admin)\.ts'|dist[/']/;

/** The texts of all test files, by their paths from the root of the project. */
function readTests() {
  const paths = ['client', 'common', 'scripts', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((path) => /\.test\.tsx?$/.test(path)),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The paths of the test files that start a program. */
export function listProgramTests() {
  const isOutsideBrowser = (path) => path.startsWith('server/') || path.startsWith('scripts/');
  return [...readTests()]
    .filter(([path, text]) => isOutsideBrowser(path) && PROGRAMS.some((name) => text.includes(`${name}';`)))
    .map(([path]) => path);
}

/** What must be prepared for the test files whose path matches one of the patterns, or for all of them. */
export function needsOf(patterns) {
  const pattern = new RegExp(patterns.join('|'), 'i');
  const tests = [...readTests()].filter(([path]) => pattern.test(path));
  const browser = tests.some(([path]) => path.endsWith('.browser.test.ts'));
  return {
    build: browser || tests.some(([, text]) => USES_BUILD.test(text)),
    browser,
    python: tests.some(([, text]) => text.includes('PYTHON_PATH')),
  };
}
