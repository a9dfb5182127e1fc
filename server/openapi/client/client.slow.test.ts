import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setUpServer } from '../../testing/server.ts';

const packages = path.resolve('node_modules');
const beside = (file: string) => path.join(import.meta.dirname, file);

/** What a program wrote, whether it succeeded or not. */
function run(program: string, args: string[]): Promise<{ output: string; hasFailed: boolean }> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: dir }, (error, stdout, stderr) => {
      resolve({ output: `${stdout}${stderr}`, hasFailed: error !== null });
    });
  });
}

/** Runs a program of this repository's packages. */
const runPackage = (program: string, args: string[]) => run(process.execPath, [path.join(packages, program), ...args]);

function requirePython(): string {
  const python = process.env.PYTHON_PATH;
  if (python) return python;
  throw new Error('PYTHON_PATH is not set: set it to the last line that `node scripts/setup.mjs python` prints');
}

const server = setUpServer();
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'marquee-client-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

const strict = '--strict --noEmit --module esnext --moduleResolution bundler --allowImportingTsExtensions --types node';

test('a TypeScript client generated from the document compiles and works', async () => {
  await symlink(packages, path.join(dir, 'node_modules'));
  await writeFile(path.join(dir, 'package.json'), '{ "type": "module" }');
  await copyFile(beside('script.ts.txt'), path.join(dir, 'script.ts'));

  const generated = await runPackage('oazapfts/dist/cli.js', [`${server.url}/api/openapi.json`, 'client.ts']);
  expect(generated).toMatchObject({ hasFailed: false });
  expect(await readFile(path.join(dir, 'client.ts'), 'utf8')).toContain('export function createFolder(');

  expect(await runPackage('typescript/bin/tsc', [...strict.split(' '), 'script.ts'])).toEqual({
    output: '',
    hasFailed: false,
  });

  expect(await runPackage('tsx/dist/cli.mjs', ['script.ts', server.url])).toEqual({ output: 'done', hasFailed: false });
});

test('a Python client is generated from the document without a warning, and works', async () => {
  const python = requirePython();
  await copyFile(beside('script.py'), path.join(dir, 'script.py'));

  const source = ['--url', `${server.url}/api/openapi.json`, '--config', beside('python.json'), '--fail-on-warning'];
  const target = ['--meta', 'none', '--output-path', 'marquee'];
  const generated = await run(python, ['-m', 'openapi_python_client', 'generate', ...source, ...target]);
  expect(generated).toMatchObject({ hasFailed: false });

  expect(await run(python, ['script.py', server.url])).toEqual({ output: 'done', hasFailed: false });
});
