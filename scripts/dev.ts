import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './setup/endWithNpm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));

// The browser talks to Vite, which passes /api and /socket.io on to a server that restarts with its sources.
const port = await findFreePort();
const children = [
  start('node_modules/tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts'], {
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'development',
  }),
  start('node_modules/vite/bin/vite.js', ['--port', process.env.PORT ?? '3000'], {
    SERVER_URL: `http://127.0.0.1:${port}`,
  }),
];

endWithNpm();
// Whichever way one ends, all end: with Ctrl-C, with a signal, or because one of them could not go on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });
}

function start(script: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });
}
