import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { requireNoneRefused, takeRefused } from './connections.mjs';

/** An address of TEST-NET-1, which belongs to no machine, and a name that no DNS server knows. */
const [ADDRESS, NAME] = ['192.0.2.1', 'marquee.invalid'];

// Otherwise this file fails, as every other does.
afterEach(() => void takeRefused());

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const whenFailed = (emitter: NodeJS.EventEmitter) =>
  new Promise<Error>((resolve, reject) => {
    emitter.once('error', resolve).once('connect', () => reject(new Error('It has connected')));
  });
const failureOf = (answer: Promise<unknown>): Promise<Error> =>
  answer.then(
    () => Promise.reject(new Error('It was answered')),
    (error: Error) => (error.cause as Error | undefined) ?? error,
  );

describe('a connection to another machine is refused, and fails the test file', () => {
  test.each<[string, (host: string) => Promise<Error>]>([
    ['fetch', (host) => failureOf(fetch(`http://${host}/`))],
    ['fetch by https', (host) => failureOf(fetch(`https://${host}/`))],
    ['http', (host) => whenFailed(http.get(`http://${host}/`))],
    ['http with a body', (host) => whenFailed(http.request(`http://${host}/`, { method: 'POST' }).end('body'))],
    ['https', (host) => whenFailed(https.get(`https://${host}/`))],
    ['net', (host) => whenFailed(net.connect(80, host))],
    ['a socket', (host) => whenFailed(new net.Socket().connect({ host, port: 80 }))],
    ['tls', (host) => whenFailed(tls.connect({ host, port: 443 }))],
  ])('by %s', async (_, connect) => {
    for (const host of [ADDRESS, NAME]) {
      const expected = expect.stringMatching(new RegExp(`^A test connects to ${host}:\\d+\\.`));

      expect((await connect(host)).message).toEqual(expected);

      expect(requireNoneRefused).toThrow(host);
      expect(requireNoneRefused).not.toThrow();
    }
  });

  test.each(['10.0.0.1', '169.254.169.254', '0.0.0.0', '[fd00::1]', '[2001:db8::1]', '[::ffff:192.0.2.1]'])(
    'at %s',
    async (host) => {
      await failureOf(fetch(`http://${host}/`));

      expect(takeRefused()).toHaveLength(1);
    },
  );
});

test('a test file fails although its code handles the refusal', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'marquee-connections-'));
  const code = "await fetch('http://192.0.2.1/').catch(() => undefined)";
  await writeFile(
    path.join(dir, 'stray.test.mjs'),
    `import { test } from '@jest/globals'; test('asks', async () => { ${code}; });`,
  );
  const config = {
    rootDir: dir,
    testMatch: ['**/*.test.mjs'],
    testEnvironment: pathOf('./environment.mjs'),
    runtime: pathOf('./runtime.mjs'),
  };
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');

  const run = spawnSync(process.execPath, [jest, '--config', JSON.stringify(config)], { encoding: 'utf8' });

  await rm(dir, { recursive: true });
  expect([run.status, run.stderr]).toEqual([1, expect.stringContaining('A test connects to 192.0.2.1:80.')]);
});

test.each(['127.0.0.1', 'localhost'])('a connection to %s is made', async (host) => {
  const server = http.createServer((_req, res) => res.end('here'));
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as net.AddressInfo;

  const answer = await fetch(`http://${host}:${port}/`).then((response) => response.text());

  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect([answer, takeRefused()]).toEqual(['here', []]);
});
