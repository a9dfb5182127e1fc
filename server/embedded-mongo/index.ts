import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildMessage, ParentMessage } from './child.ts';
import type { EngineOptions } from './engine.ts';
import type { LocalOptions, LocalServer, Wrap } from './local.ts';

export interface EmbeddedMongo {
  uri: string;
  /** The process that serves it now. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface EmbeddedOptions extends EngineOptions {
  /** Listen on this port of the loopback interface instead of a unix socket; 0 for any. */
  port?: number;
  /** Serve from the calling process, as tests do, instead of a child process. */
  inProcess?: boolean;
  /** Faults that clients may ask for, with `inProcess`; the test suites of drivers need them. */
  faults?: Wrap;
  /** The database that the URI names. */
  database?: string;
  /** The child's program, when it is not where the build puts it. */
  program?: string;
}

const maxSocketPath = 100;
const startTimeout = 60_000;
const stopTimeout = 10_000;
const restartDelay = 200;

const addressFile = 'marquee.address';

function uriOf(address: string, database = 'marquee'): string {
  return `mongodb://${encodeURIComponent(address).replace('%3A', ':')}/${database}?directConnection=true`;
}

/** Where a folder's database was last said to listen; whoever asks must see whether it still does. */
export function findServer(dir: string): string | undefined {
  const note = join(dir, addressFile);
  return existsSync(note) ? uriOf(readFileSync(note, 'utf8')) : undefined;
}

/** Starts the embedded database and tells how to reach it. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedMongo> {
  const { port, inProcess, faults, database, program, ...engineOptions } = options;
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { where, cleanUp } = chooseAddress(dir, port);
  const local = { ...engineOptions, dir, listen: where };
  const note = join(dir, addressFile);
  const server = inProcess ? await startHere(local, faults) : await startChild(program ?? findChild(), local);
  writeFileSync(note, server.address);
  return {
    get pid() {
      return server.pid;
    },
    uri: uriOf(server.address, database),
    async stop() {
      await server.stop();
      rmSync(note, { force: true });
      cleanUp();
    },
  };
}

function chooseAddress(dir: string, port: number | undefined): { where: LocalOptions['listen']; cleanUp: () => void } {
  if (port !== undefined || process.platform === 'win32') return { where: { port: port ?? 0 }, cleanUp: () => {} };
  const path = join(dir, 'marquee.sock');
  if (Buffer.byteLength(path) <= maxSocketPath) return { where: { path }, cleanUp: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'marquee-')); // made with mode 0700
  return {
    where: { path: join(folder, 'marquee.sock') },
    cleanUp: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Running extends LocalServer {
  readonly pid: number;
}

async function startHere(options: LocalOptions, faults?: Wrap): Promise<Running> {
  // By a name that bundlers do not follow: the app itself must not load the native store.
  const path = './local.ts';
  const { serveLocally } = (await import(path)) as typeof import('./local.ts');
  return { ...(await serveLocally(options, faults)), pid: process.pid };
}

/** Runs the database in a child process, and starts it again should it die. */
async function startChild(program: string, options: LocalOptions): Promise<Running> {
  let isStopping = false;
  let current = await launch(program, options);
  const address = current.address;
  // The clients know the address, so a new child must have the same.
  const again: LocalOptions =
    'path' in options.listen ? options : { ...options, listen: { port: Number(address.split(':')[1]) } };
  watch();

  return {
    address,
    get pid() {
      return current.child.pid ?? 0;
    },
    async stop() {
      isStopping = true;
      await end(current.child);
    },
  };

  function watch(): void {
    current.child.once('exit', (code, signal) => {
      if (isStopping) return;
      console.error(`embedded database ended unexpectedly (${signal ?? code}), starting it again`);
      setTimeout(() => void restart(), restartDelay);
    });
  }

  async function restart(): Promise<void> {
    if (isStopping) return;
    try {
      current = await launch(program, again);
      if (isStopping) await end(current.child);
      else watch();
    } catch (error) {
      console.error('embedded database does not start:', error instanceof Error ? error.message : error);
      setTimeout(() => void restart(), restartDelay * 10);
    }
  }
}

function launch(file: string, options: LocalOptions): Promise<{ child: ChildProcess; address: string }> {
  const isTypeScript = file.endsWith('.ts');
  const knowsTypeScript = process.execArgv.some((argument) => argument.includes('tsx'));
  const execArgv = isTypeScript && !knowsTypeScript ? ['--import', 'tsx'] : process.execArgv;
  const child = fork(file, [JSON.stringify(options)], { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('it did not start in time'), startTimeout);
    const onExit = (code: number | null, signal: string | null) =>
      fail(`it ended while starting (${signal ?? code}): is the disk full, or ${options.dir} damaged?`);
    child.once('exit', onExit);
    child.once('message', (message: ChildMessage) => {
      if (message.type === 'failed') return fail(message.message);
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve({ child, address: message.address });
    });

    function fail(reason: string): void {
      clearTimeout(timer);
      child.off('exit', onExit);
      child.kill('SIGKILL');
      reject(new Error(`embedded database: ${reason}`));
    }
  });
}

/** The child's program: beside this file in the sources, in the room's own folder beside the bundled server. */
function findChild(): string {
  const candidates = ['./child.ts', './embedded-mongo/child.js', './child.js'];
  const paths = candidates.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (!found) throw new Error(`embedded database: its program is missing, looked for ${paths.join(', ')}`);
  return found;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    if (child.connected) child.send({ type: 'close' } satisfies ParentMessage);
    else child.kill('SIGKILL');
  });
}
