import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startEmbedded } from 'embedded-mongo';
import { databaseName as name } from '../server/platform/databaseName.ts';
import { fillOnce } from './demo/fill.ts';
import { findNginx, startNginx } from './demo/nginx.ts';
import { emailOf, PASSWORD, people } from './demo/samples.ts';
import { endWithNpm } from './setup/endWithNpm.mjs';

// Only the user who runs the demo may read its files.
process.umask(0o077);

const root = fileURLToPath(new URL('..', import.meta.url));
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1' },
    port: { type: 'string', default: process.env.PORT || '3000' },
    dir: { type: 'string', default: './data/demo' },
    fresh: { type: 'boolean', default: false },
  },
});
const nodes = Number(values.nodes);
const port = Number(values.port);
if (!Number.isInteger(nodes) || nodes < 1 || nodes > 8 || !Number.isInteger(port) || port < 1) {
  console.error('Use: npm run demo -- [--nodes 1 to 8] [--port 3000] [--dir ./data/demo] [--fresh]');
  process.exit(1);
}

const dir = resolve(values.dir);
if (values.fresh) rmSync(dir, { recursive: true, force: true });
mkdirSync(dir, { recursive: true, mode: 0o700 });
const children: ChildProcess[] = [];
let isStopping = false;

endWithNpm();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

const database = await startEmbedded({ dir, name, database: name, inProcess: true }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  await stop();
}

async function start(): Promise<void> {
  const nginx = nodes > 1 ? findNginx() : null;
  // nginx takes the port, and the nodes take the ones after it.
  const nodePorts = Array.from({ length: nodes }, (_, index) => port + index + (nginx ? 1 : 0));
  await Promise.all(nodePorts.map((nodePort) => startNode(nodePort, nginx !== null)));
  if (await fillOnce(`http://127.0.0.1:${nodePorts[0]}`)) console.log('Filled with sample members and lists.');
  if (nginx) {
    const dockerConf = join(root, 'docker/nginx.conf');
    watch(startNginx(nginx, { folder: join(dir, 'nginx'), port, nodePorts, dockerConf }), 'nginx');
  }
  announce(nodePorts, nginx !== null);
}

function startNode(nodePort: number, isBehindProxy: boolean): Promise<void> {
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(nodePort),
      MONGODB_URI: database.uri,
      SESSION_SECRET: secret(),
      // The demo is used on this machine, even if .env has the address of a real site.
      PUBLIC_URL: '',
      TRUST_PROXY: isBehindProxy ? 'on' : 'off',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  watch(child, `The node on port ${nodePort} (process ${child.pid})`);
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('is open at')) resolve();
      else process.stdout.write(text);
    });
    child.once('exit', () => reject(new Error(`The node on port ${nodePort} did not start`)));
  });
}

/** When a process ends, the others continue. When the last one has ended, the demo stops. */
function watch(child: ChildProcess, name: string): void {
  children.push(child);
  child.once('exit', () => {
    children.splice(children.indexOf(child), 1);
    if (isStopping) return;
    console.log(`${name} has ended.`);
    if (children.length === 0) void stop();
  });
}

/** The secret that all nodes share. It is made once, and only this user may read it. */
function secret(): string {
  const file = join(dir, 'session-secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

function announce(nodePorts: number[], hasProxy: boolean): void {
  const addresses = nodePorts.map((nodePort) => `http://localhost:${nodePort}`);
  if (nodes > 1 && hasProxy) {
    console.log(`Marquee is open at http://localhost:${port}: nginx, with nodes on ${nodePorts.join(' and ')}.`);
  } else {
    console.log(`Marquee is open at ${addresses.join(' and ')}.`);
    if (nodes > 1) {
      console.log(
        'To have one address for all nodes, install nginx (apt-get install nginx-light, brew install nginx).',
      );
    }
  }
  const others = people.slice(1).map(({ key }) => emailOf(key));
  console.log(`Sign in as ${emailOf(people[0]?.key ?? '')} with the password: ${PASSWORD}`);
  console.log(`The others, with the same password: ${others.join(', ')}`);
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const ended = children.map((child) => new Promise((done) => child.once('exit', done)));
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ended);
  await database.stop();
  process.exit();
}
