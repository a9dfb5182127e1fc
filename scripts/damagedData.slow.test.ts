import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startEmbedded } from 'embedded-mongo';
import { MongoClient } from 'mongodb';
import { builtProgram } from '../server/testing/builtProgram.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

const dataFile = (dir: string) => join(dir, 'marquee.mdb');

let folder: string;
let dir: string;

/** Makes a data folder with a truncated file. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'damaged-'));
  dir = join(folder, 'data');
  const server = await startEmbedded({ dir, name: 'marquee', inProcess: true });
  const client = await MongoClient.connect(server.uri);
  await client
    .db()
    .collection('users')
    .insertMany(Array.from({ length: 2000 }, (_, n) => ({ n, text: 'x'.repeat(200) })));
  await client.close();
  await server.stop();
  truncateSync(dataFile(dir), Math.floor(readFileSync(dataFile(dir)).length / 2));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program and gives its exit code and standard error. */
async function outcome(...args: string[]): Promise<{ code?: number; stderr: string }> {
  const env = { ...process.env, MONGODB_URI: '', DATA_DIR: dir, NODE_OPTIONS: '' };
  const work = run(process.execPath, args, { cwd: root, env });
  return await work.then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }) => ({ code, stderr }),
  );
}

test('every program that opens a damaged data file reports it in one line and does not change the file', async () => {
  const before = readFileSync(dataFile(dir));
  const backup = join(folder, 'backup');
  mkdirSync(backup);
  copyFileSync(dataFile(dir), dataFile(backup));

  const admin = builtProgram('admin');
  const outcomes = await Promise.all([
    outcome('--import', 'tsx', 'scripts/database.ts', '--dir', dir, '--port', '0'),
    outcome(admin, 'backup', join(folder, 'other')),
    outcome(admin, 'export', join(folder, 'files')),
    outcome(admin, 'import', 'mongodb://127.0.0.1:9'),
    outcome(admin, 'reset-password', 'ann@x.org'),
    outcome(admin, 'restore', backup),
  ]);

  const line = (path: string, advice: string) => `${path} is damaged (the file is truncated). ${advice}\n`;
  const refused = { code: 1, stderr: line(dataFile(dir), 'Move it away and restore a backup') };
  const refusedBackup = { code: 1, stderr: line(dataFile(backup), 'Use another backup') };
  expect(outcomes).toEqual([...Array(5).fill(refused), refusedBackup]);
  expect(readFileSync(dataFile(dir)).equals(before)).toBe(true);
});
