import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import { PASSWORD } from '../server/testing/people.ts';

const folder = mkdtempSync(join(tmpdir(), 'marquee-dev-'));
let child: ChildProcess;

afterEach(async () => {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Asks until Vite and the server behind it answer. */
async function whenServed(address: string): Promise<string> {
  for (;;) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.status === 200) return answer.text();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Passkeys are offered only once there is an account. */
async function createFirstAccount(site: string): Promise<void> {
  const answer = await fetch(`${site}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@example.com', password: PASSWORD, firstName: 'Ana', lastName: 'Test' }),
  });
  expect(answer.status).toBe(201);
}

test('npm run dev serves the sign-in page with all its scripts', async () => {
  const port = await findFreePort();
  const { NODE_OPTIONS: _ofJest, ...env } = process.env;
  child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('./dev.ts', import.meta.url))], {
    env: { ...env, PORT: String(port), DATA_DIR: folder, MONGODB_URI: '', LOG_LEVEL: 'error' },
    stdio: 'ignore',
  });

  const site = `http://localhost:${port}`;
  await whenServed(`${site}/api/login`);
  await createFirstAccount(site);
  const page = await whenServed(`${site}/api/login`);
  const paths = [...page.matchAll(/<script type="module" src="([^"]+)">/g)].map(([, path]) => path);
  const scripts = await Promise.all(paths.map((path) => fetch(`${site}${path}`)));

  expect(paths).toContain('/passkeySignIn.js');
  expect(scripts.map(({ headers }) => headers.get('content-type'))).toEqual(paths.map(() => 'text/javascript'));
  expect(await scripts[paths.indexOf('/passkeySignIn.js')]?.text()).toContain('startAuthentication');
});
