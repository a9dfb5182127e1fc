import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './setup/endWithNpm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));

const PORT = process.env.PORT || '3000';
const PATIENCE_MS = 3000;

// The browser uses Vite, which forwards /api and /socket.io to a server that restarts when its sources change.
const port = await findFreePort();
const children = [
  start('node_modules/tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts'], {
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'development',
    // The pages are used on this machine, even if .env has the address of a real site.
    PUBLIC_URL: '',
    TRUST_PROXY: 'off',
  }),
  start('node_modules/vite/bin/vite.js', ['--port', PORT], {
    SERVER_URL: `http://127.0.0.1:${port}`,
  }),
];

// Passkeys work for a name, and not for an IP address.
console.log(`Open http://localhost:${PORT}: pages update as you type, and the server restarts.`);

endWithNpm();
// When one process ends, all end. Ctrl-C reaches all of them already, so they get a second signal only after a while.
process.on('SIGINT', () => {
  setTimeout(stop, PATIENCE_MS).unref();
});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    setTimeout(stop, code ? 0 : PATIENCE_MS).unref();
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
