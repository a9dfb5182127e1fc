import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Program {
  pid: number;
  port: number;
  /** Bytes in use after a full collection; the program must have been started with the probe. */
  memory(): Promise<number>;
  cpuSeconds(): number;
  /** The longest that its event loop stood still since this was last asked, in milliseconds; for a watched program. */
  stall(): Promise<number>;
  /** What it has not let go of; for a program watched for leaks. */
  counts(): Promise<Counts>;
  /** The processes that it started: of the app its embedded database. */
  children(): number[];
  /** Ends it without a word, and those that it started as well if so wished, as a power cut would. */
  kill(options?: { withChildren: boolean }): Promise<void>;
  /** Asks it to end; gives its exit code, null when it had to be killed. */
  stop(): Promise<number | null>;
}

export interface Counts {
  /** Sockets of tabs, and cursors and change streams, that are still alive after a collection. */
  tabs: number;
  cursors: number;
  /** How often something had more listeners than is plausible. */
  warnings: number;
}

const preload = (name: string) => ['--import', fileURLToPath(new URL(name, import.meta.url))];
const probe = ['--expose-gc', ...preload('./probes/memoryProbe.mjs')];

/** Arguments to start a program with whose event loop is to be watched. */
export const watched = preload('./probes/stallProbe.mjs');

/** The same to be watched for leaks. */
export const counted = preload('./probes/countsProbe.mjs');

/** Starts a server program in a process of its own; it says its port on the first line that ends in `:<port>`. */
export async function startProgram(args: string[], env: Record<string, string> = {}): Promise<Program> {
  const child = spawn(process.execPath, [...probe, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A benchmark that fails half-way leaves nothing running.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const port = Number((await waitForLine(child, /:(\d+)\s*$/m))[1]);
  const pid = child.pid ?? 0;
  return {
    pid,
    port,
    async memory() {
      const line = waitForLine(child, /memory (\d+)/);
      child.kill('SIGUSR2');
      return Number((await line)[1]);
    },
    cpuSeconds: () => cpuSeconds(pid),
    async stall() {
      const line = waitForLine(child, /stall ([\d.e-]+)\n/);
      child.kill('SIGHUP');
      return Number((await line)[1]);
    },
    async counts() {
      const line = waitForLine(child, /counts (\{.*\})\n/);
      child.kill('SIGHUP');
      return JSON.parse((await line)[1] ?? '') as Counts;
    },
    children: () => childrenOf(pid),
    async kill(options) {
      const pids = options?.withChildren ? childrenOf(pid) : [];
      const exited = whenExited(child);
      child.kill('SIGKILL');
      for (const one of pids) process.kill(one, 'SIGKILL');
      await exited;
    },
    stop: () => stop(child),
  };
}

/** A control program of `controls/`. */
export function startControl(name: string, env: Record<string, string> = {}, args: string[] = []): Promise<Program> {
  const program = fileURLToPath(new URL(`../controls/${name}.ts`, import.meta.url));
  return startProgram([...args, '--import', 'tsx', program], env);
}

function waitForLine(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer) => {
      text += chunk;
      const found = pattern.exec(text);
      if (!found) return;
      child.stdout?.off('data', onData);
      child.off('exit', onExit);
      resolve(found);
    };
    const onExit = (code: number | null) => reject(new Error(`A program ended (${code}) before it said ${pattern}`));
    child.stdout?.on('data', onData);
    child.once('exit', onExit);
  });
}

/** Seconds of processor time so far, as Linux counts them in hundredths. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

function whenExited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

const PATIENCE_MS = 15_000;

async function stop(child: ChildProcess): Promise<number | null> {
  const exited = whenExited(child);
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await exited;
  clearTimeout(timer);
  return child.exitCode;
}
