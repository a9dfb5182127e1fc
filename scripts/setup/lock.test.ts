import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { withLock } from './lock.mjs';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-lock-'));
  file = join(folder, 'deep/setup.lock');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('two processes that want the lock work one after the other', async () => {
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} ends`);
  };

  await Promise.all([withLock(file, work('one')), withLock(file, work('two'))]);

  expect(log).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('the lock is released when the work fails', async () => {
  const failing = withLock(file, () => Promise.reject(new Error('no space left')));

  await expect(failing).rejects.toThrow('no space left');
  expect(existsSync(file)).toBe(false);
});

test('the lock of a process that died is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await withLock(file, async () => {});
  writeFileSync(file, JSON.stringify({ pid, host: hostname(), at: Date.now() }));

  const answer = await withLock(file, async () => 'mine');

  expect(answer).toBe('mine');
});
