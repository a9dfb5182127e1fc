import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../setup/run.mjs';

/** Ends a run that hangs. All tests, the slow ones too, may take hours on a small machine. */
const LONGEST_RUN_MS = 4 * 60 * 60_000;

/** Runs jest projects and counts passed and failed tests. A file that could not run counts as one failure. */
export async function runJest(projects, { filter = [], ignored = [], workers, env = {} }) {
  const report = join(root, `.cache/jest-${projects.join('-')}.json`);
  rmSync(report, { force: true });
  const { code } = await run(
    process.execPath,
    [
      join(root, 'node_modules/jest/bin/jest.js'),
      '--selectProjects',
      ...projects,
      '--json',
      `--outputFile=${report}`,
      `--reporters=${join(root, 'scripts/test/reporter.mjs')}`,
      `--maxWorkers=${workers}`,
      ...ignored.map((pattern) => `--testPathIgnorePatterns=${pattern}`),
      ...(filter.length > 0 ? ['--passWithNoTests'] : []),
      '--',
      ...filter,
    ],
    {
      env: {
        NODE_ENV: 'test',
        NODE_OPTIONS: [process.env.NODE_OPTIONS, '--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
          .join(' ')
          .trim(),
        ...env,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: LONGEST_RUN_MS,
      killSignal: 'SIGKILL',
    },
  );
  return count(read(report), code);
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return null;
  }
}

function count(results, code) {
  if (!results) return { passed: 0, failed: 1 };
  const passed = results.numPassedTests;
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  // Jest can fail without a failed test, for example in a teardown.
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}
