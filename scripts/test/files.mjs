import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';

const STARTS_PROGRAM =
  /testing\/(server|ownDatabase|builtProgram|process|titles\/tmdbServer|oidc\/singleSignOn)\.ts'|from 'node:child_process'/;
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

/** The paths of the test files that start the app or another program. */
export function listProgramTests() {
  const isOutsideBrowser = (path) => path.startsWith('server/') || path.startsWith('scripts/');
  return [...readTests()]
    .filter(([path, text]) => isOutsideBrowser(path) && STARTS_PROGRAM.test(text))
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
