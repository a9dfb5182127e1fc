import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mountSmallDisk, type SmallDisk } from '../testing/smallDisk.ts';

/** Logs each line of its input, and then says so on its standard error. */
const PROGRAM = `
  import { createInterface } from 'node:readline';
  import { log } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
  for await (const line of createInterface({ input: process.stdin })) {
    log.info(line);
    setTimeout(() => process.stderr.write('logged'), 50);
  }
  process.exit(0);
`;

let disk: SmallDisk;
let program: ChildProcess;
const file = () => path.join(disk.dir, 'app.log');

beforeEach(() => {
  disk = mountSmallDisk();
  const output = openSync(file(), 'a');
  const { NODE_OPTIONS: _ofJest, ...env } = process.env;
  program = spawn(process.execPath, ['--import=tsx', '--input-type=module', '--eval', PROGRAM], {
    env,
    stdio: ['pipe', output, 'pipe'],
  });
  closeSync(output);
});
afterEach(() => {
  program.kill('SIGKILL');
  disk.remove();
});

async function write(line: string): Promise<void> {
  const logged = Promise.race([once(program.stderr ?? program, 'data'), once(program, 'exit')]);
  program.stdin?.write(`${line}\n`);
  expect(String(await logged)).toBe('logged');
}

async function end(): Promise<unknown> {
  const exited = once(program, 'exit');
  program.stdin?.end();
  return (await exited)[0];
}

const written = () =>
  readFileSync(file(), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).msg.slice(0, 6));

test('a log on a full disk stops nothing, and goes on with whole lines when there is room', async () => {
  await write('before');
  disk.fill();
  for (let n = 0; n < 5; n += 1) await write(`during ${'x'.repeat(2000)}`);
  disk.makeRoom();
  await write('after!');

  expect(await end()).toBe(0);
  expect(written()).toEqual(['before', ...Array(5).fill('during'), 'after!']);
});

test('a program whose log is on a full disk ends', async () => {
  disk.fill();
  await write(`during ${'x'.repeat(5000)}`);

  expect(await end()).toBe(0);
});
