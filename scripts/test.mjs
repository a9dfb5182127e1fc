// `npm test`: all checks before a commit. `npm test -- words` runs only the test files whose path contains the words.
// `npm run test:all` adds the slow tests (*.slow.test.ts, *.slow.browser.test.ts), which repeat what they do many times:
// random input, killed programs, every size of a screen. They run each night and before a release. It also runs the
// tests of the server and the browser a second time, on a real MongoDB: that of MONGODB_URI or the mongod on the PATH.
// `npm run test:fast` runs the tests of rules: those that need neither the app, a browser nor a whole screen.
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findOrInstallBrowser } from './setup/browser.mjs';
import { build } from './setup/build.mjs';
import { endWithNpm } from './setup/endWithNpm.mjs';
import { install } from './setup/install.mjs';
import { preparePython } from './setup/python.mjs';
import { root, run, SetupError } from './setup/run.mjs';
import { listProgramTests, needsOf } from './test/files.mjs';
import { runJest } from './test/jest.mjs';

const given = process.argv.slice(2);
const isFast = given.includes('--fast');
const isAll = given.includes('--all');
const filter = given.filter((argument) => !argument.startsWith('--'));
/** Patterns of paths, for Jest. */
const SLOW = '\\.slow\\.';
const SCREENS = '/client/screens/';
/** Compares the embedded database with MongoDB. */
const COMPARISON = 'server/embedded-mongo/conformance/oracle.slow.test.ts';
const totals = { passed: 0, failed: 0 };
let testsRun = 0;

/** Runs one part, prints its time, and adds its counts to the totals. */
async function part(name, work) {
  const began = Date.now();
  const { passed, failed } = await work();
  totals.passed += passed;
  totals.failed += failed;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${failed ? '✗' : '✓'} ${name}: ${passed} passed${failed ? `, ${failed} failed` : ''} (${seconds} s)`);
}

/** Runs a check that is one command. Prints its output only if it fails. */
function check(name, args) {
  return part(name, async () => {
    const { code, output } = await run(
      process.execPath,
      args.map((arg, index) => (index === 0 ? join(root, arg) : arg)),
    );
    if (code !== 0) console.log(output.trimEnd());
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  });
}

function tests(name, projects, options) {
  return part(name, async () => {
    const counted = await runJest(projects, { filter, ...options });
    testsRun += counted.passed + counted.failed;
    return counted;
  });
}

function prepare(name, work) {
  return part(name, async () => {
    try {
      await work();
      return { passed: 1, failed: 0 };
    } catch (error) {
      console.log(error instanceof SetupError ? error.message : error);
      return { passed: 0, failed: 1 };
    }
  });
}

/** All checks that run no tests. */
const checks = () => [
  check('types', ['node_modules/typescript/bin/tsc', '--noEmit']),
  check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']),
  check('imports', ['node_modules/tsx/dist/cli.mjs', 'scripts/check-imports.ts']),
  check('unused code', ['node_modules/knip/bin/knip.js']),
];

/** Builds, and finds or installs what these tests need, which is written into `env`. */
function preparations(env) {
  const needs = needsOf(filter);
  return [
    ...(needs.build ? [prepare('build', build)] : []),
    ...(needs.browser || needs.python
      ? [
          // In turn: both may install packages of the system.
          prepare('a browser and a Python to test in', async () => {
            if (needs.browser) env.CHROMIUM_PATH = await findOrInstallBrowser();
            if (needs.python) env.PYTHON_PATH = await preparePython();
          }),
        ]
      : []),
  ];
}

async function main() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  await install();
  const env = {};
  await Promise.all([...(filter.length === 0 ? checks() : []), ...(isFast ? [] : preparations(env))]);
  const workers = Math.max(2, Math.min(4, availableParallelism()));
  if (isFast) {
    await tests('tests of rules', ['unit', 'server', 'client'], {
      workers,
      ignored: [SLOW, SCREENS, ...listProgramTests().map((path) => path.replaceAll('.', '\\.'))],
    });
    return;
  }
  // Without a browser or a Python, the tests that need them fail. Many tests wait for timers and disks, so one worker
  // more than there are processors keeps these busy.
  const ignored = isAll || filter.length > 0 ? [] : [SLOW];
  const options = { workers: workers + 1, env, ignored };
  const projects = ['unit', 'server', 'client', 'browser'];
  if (!isAll) {
    await tests('tests', projects, options);
    return;
  }
  await tests('tests', projects, { ...options, env: { ...env, MONGODB_URI: '' }, ignored: [COMPARISON] });
  await testOnRealDatabase({ ...options, env });
}

async function testOnRealDatabase({ env, ...options }) {
  // Its packages may have been installed just now.
  const { startRealMongo } = await import('../server/embedded-mongo/testing/mongod.mjs');
  const database = await startRealMongo();
  if (!database) {
    console.log('No tests on MongoDB: MONGODB_URI is not set, and no mongod is on the PATH.');
    return;
  }
  const onIt = { ...options, env: { ...env, MONGODB_URI: database.uri } };
  try {
    if (filter.length === 0 || filter.some((words) => COMPARISON.includes(words))) {
      await tests(`comparison with ${database.name}`, ['unit'], { ...onIt, filter: [COMPARISON] });
    }
    await tests(`tests on ${database.name}`, ['server', 'browser'], onIt);
  } finally {
    await database.stop();
  }
}

endWithNpm();
try {
  await main();
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  totals.failed += 1;
}
if (testsRun === 0 && totals.failed === 0) {
  console.error('No test was run.');
  totals.failed = 1;
}
process.exitCode = totals.failed > 0 ? 1 : 0;
console.log(`${totals.passed} passed, ${totals.failed} failed`);
