import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildMessage, ParentMessage } from './child.ts';
import type { EngineOptions } from './engine.ts';
import { DamagedData } from './file/integrity.ts';
import { addressFile, type DataFolder, dataFile, socketFile } from './file/paths.ts';
import type { LocalOptions, LocalServer, WrapHandler } from './local.ts';

export interface EmbeddedMongo {
  uri: string;
  /** The id of the process that currently serves the database. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface EmbeddedOptions extends EngineOptions {
  /** Listen on this port of the loopback interface instead of a unix socket; 0 for any free port. */
  port?: number;
  /** Serve from the calling process, as tests do, instead of a child process. */
  inProcess?: boolean;
  /** Enables test commands that inject faults; needs `inProcess`. Test suites of drivers use them. */
  faults?: WrapHandler;
  /** The default database in the URI. Without it, clients use their own default, usually `test`. */
  database?: string;
  /** The program of the child process, when it is not in the place where the build puts it. */
  program?: string;
}

const maxSocketPath = 100;
const startTimeout = 60_000;
/** Less than the time after which a process manager, or the app itself, ends the app. */
const stopTimeout = 5000;
const restartDelay = 200;
/** Signals that end a process when lmdb reads a damaged file. */
const crashSignals = new Set(['SIGBUS', 'SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGFPE']);

function uriOf(address: string, database = ''): string {
  return `mongodb://${encodeURIComponent(address).replace('%3A', ':')}/${database}?directConnection=true`;
}

/** The URI of the server that last used this folder. The server may have stopped since: try to connect. */
export function findServer(folder: DataFolder, database?: string): string | undefined {
  const file = addressFile(folder);
  return existsSync(file) ? uriOf(readFileSync(file, 'utf8'), database) : undefined;
}

/**
 * Starts the embedded database and returns its URI. Throws when the folder is in use or damaged, or the disk is full.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedMongo> {
  const { port, inProcess, faults, database, program, ...engineOptions } = options;
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { where, cleanUp } = chooseAddress({ dir, name: options.name }, port);
  const local = { ...engineOptions, dir, listen: where };
  const addressPath = addressFile(local);
  const server = inProcess ? await startInProcess(local, faults) : await startChild(program ?? findChild(), local);
  rmSync(addressPath, { force: true });
  writeFileSync(addressPath, server.address, { mode: 0o600 });
  return {
    get pid() {
      return server.pid;
    },
    uri: uriOf(server.address, database),
    async stop() {
      await server.stop();
      rmSync(addressPath, { force: true });
      cleanUp();
    },
  };
}

function chooseAddress(
  { dir, name }: DataFolder,
  port: number | undefined,
): { where: LocalOptions['listen']; cleanUp: () => void } {
  if (port !== undefined || process.platform === 'win32') return { where: { port: port ?? 0 }, cleanUp: () => {} };
  const path = socketFile({ dir, name });
  if (Buffer.byteLength(path) <= maxSocketPath) return { where: { path }, cleanUp: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-')); // has mode 0700
  return {
    where: { path: socketFile({ dir: folder, name }) },
    cleanUp: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface RunningServer extends LocalServer {
  readonly pid: number;
}

async function startInProcess(options: LocalOptions, faults?: WrapHandler): Promise<RunningServer> {
  // Imported when needed: programs that run the database in a child process do not load its engine.
  const { serveLocally } = await import('./local.ts');
  return { ...(await serveLocally(options, faults)), pid: process.pid };
}

/** Runs the database in a child process, and restarts it when it ends unexpectedly, unless its data is damaged. */
async function startChild(program: string, options: LocalOptions): Promise<RunningServer> {
  let isStopping = false;
  let current = await launch(program, options);
  const address = current.address;
  // Clients know the address, so a new child must use the same one.
  const restartOptions: LocalOptions =
    'path' in options.listen ? options : { ...options, listen: { port: Number(address.split(':')[1]) } };
  restartOnExit();

  return {
    address,
    get pid() {
      return current.child.pid ?? 0;
    },
    async stop() {
      isStopping = true;
      await stopChild(current.child);
    },
  };

  function restartOnExit(): void {
    current.child.once('exit', (code, signal) => {
      if (isStopping) return;
      console.error(`embedded database exited unexpectedly (${signal ?? code}), restarting it`);
      setTimeout(() => void restart(), restartDelay);
    });
  }

  async function restart(): Promise<void> {
    if (isStopping) return;
    try {
      current = await launch(program, restartOptions);
      if (isStopping) await stopChild(current.child);
      else restartOnExit();
    } catch (error) {
      console.error('embedded database failed to start:', error instanceof Error ? error.message : error);
      if (error instanceof DamagedData) return; // a retry would fail again
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
    const timer = setTimeout(() => fail(startError('it did not start in time')), startTimeout);
    const onExit = (code: number | null, signal: string | null) => {
      if (signal && crashSignals.has(signal)) fail(new DamagedData(dataFile(options), `opening it caused ${signal}`));
      else
        fail(
          startError(
            `it exited while starting (${signal ?? code}): check whether the disk is full or ${options.dir} is damaged`,
          ),
        );
    };
    child.once('exit', onExit);
    child.once('message', (message: ChildMessage) => {
      if (message.type === 'damaged') return fail(new DamagedData(dataFile(options), message.reason));
      if (message.type === 'failed') return fail(startError(message.message));
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve({ child, address: message.address });
    });

    function fail(error: Error): void {
      clearTimeout(timer);
      child.off('exit', onExit);
      child.kill('SIGKILL');
      reject(error);
    }
  });
}

const startError = (reason: string) => new Error(`embedded database: ${reason}`);

/**
 * The program of the child process: beside this file in the sources, in a folder of its own beside a bundled server.
 */
function findChild(): string {
  const candidates = ['./child.ts', './embedded-mongo/child.js', './child.js'];
  const paths = candidates.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (!found) throw new Error(`embedded database: its program was not found in ${paths.join(', ')}`);
  return found;
}

async function stopChild(child: ChildProcess): Promise<void> {
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
