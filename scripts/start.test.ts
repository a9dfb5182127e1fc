import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const program = fileURLToPath(new URL('./start.mjs', import.meta.url));
let folder: string;
let child: ChildProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-start-'));
});

afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      MONGODB_URI: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Reads the output until it has `pattern` or ends. */
async function read(stream: NodeJS.ReadableStream | null, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) {
    text += chunk;
    if (pattern.test(text)) break;
  }
  return text;
}

test('npm start serves the built client on an embedded database, and a SIGTERM ends it cleanly', async () => {
  child = start({});
  const address = /http:\/\/localhost:\d+/.exec(await read(child.stdout, /open at \S+\n/))?.[0];

  const [page, icon, ready] = await Promise.all(
    ['/', '/icon.svg', '/readyz'].map((path) => fetch(`${address}${path}`)),
  );
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');

  expect(await page?.text()).toContain('<title>Create account · Marquee</title>');
  expect([icon?.status, ready?.status]).toEqual([200, 200]);
  expect(code).toBe(0);
});

test('only the owner may read the session secret, even if others could read it before', async () => {
  writeFileSync(join(folder, 'session-secret'), 'a secret from a copy', { mode: 0o644 });
  child = start({});
  await read(child.stdout, /open at/);

  const { mode } = statSync(join(folder, 'session-secret'));

  expect(mode & 0o777).toBe(0o600);
});

test('an invalid setting ends the start with one line that names it', async () => {
  child = start({ PORT: 'three thousand' });
  const printed = await read(child.stderr, /\n/);
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];

  expect(printed).toBe('Bad configuration: PORT must be a number\n');
  expect(code).toBe(1);
});
