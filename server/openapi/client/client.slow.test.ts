import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const packages = path.resolve('node_modules');

/** What a program of this repository's packages wrote, whether it succeeded or not. */
function run(program: string, args: string[], cwd: string): Promise<{ output: string; hasFailed: boolean }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(packages, program), ...args], { cwd }, (error, stdout, stderr) => {
      resolve({ output: `${stdout}${stderr}`, hasFailed: error !== null });
    });
  });
}

let server: TestServer;
let dir: string;
beforeAll(async () => {
  server = await startTestServer();
  dir = await mkdtemp(path.join(tmpdir(), 'marquee-client-'));
  await symlink(packages, path.join(dir, 'node_modules'));
  await writeFile(path.join(dir, 'package.json'), '{ "type": "module" }');
  await copyFile(path.join(import.meta.dirname, 'script.ts.txt'), path.join(dir, 'script.ts'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await server.stop();
});

const strict = '--strict --noEmit --module esnext --moduleResolution bundler --allowImportingTsExtensions --types node';

test('a TypeScript client generated from the document compiles and works', async () => {
  const generated = await run('oazapfts/dist/cli.js', [`${server.url}/api/openapi.json`, 'client.ts'], dir);
  expect(generated).toMatchObject({ hasFailed: false });
  expect(await readFile(path.join(dir, 'client.ts'), 'utf8')).toContain('export function createFolder(');

  expect(await run('typescript/bin/tsc', [...strict.split(' '), 'script.ts'], dir)).toEqual({
    output: '',
    hasFailed: false,
  });

  expect(await run('tsx/dist/cli.mjs', ['script.ts', server.url], dir)).toEqual({ output: 'done', hasFailed: false });
}, 120_000);
