import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Stops at the end of the block that declares it with `await using`. */
export interface Program extends AsyncDisposable {
  pid: number;
  port: number;
  /** Bytes in use after garbage collection. */
  memory(): Promise<number>;
  cpuSeconds(): number;
  /** The longest event-loop stall since the last call, in milliseconds. Needs the arguments `watched`. */
  stall(): Promise<number>;
  /** The objects that remain in memory. Needs the arguments `counted`. */
  counts(): Promise<Counts>;
  /** The ids of its child processes. The app's child is its embedded database. */
  children(): number[];
  /** Kills the program, and its child processes too if wanted, as in a power cut. */
  kill(options?: { withChildren: boolean }): Promise<void>;
  /** Sends SIGTERM. Gives the exit code, or null if the program had to be killed. */
  stop(): Promise<number | null>;
}

export interface Counts {
  /** Sockets of tabs, and cursors with change streams, that remain after garbage collection. */
  tabs: number;
  cursors: number;
  /** Warnings of too many listeners. */
  warnings: number;
}

const preload = (name: string) => ['--import', fileURLToPath(new URL(name, import.meta.url))];
const probe = ['--expose-gc', ...preload('./probes/memoryProbe.mjs')];

/** Arguments for a program whose event-loop stalls are measured. */
export const watched = preload('./probes/stallProbe.mjs');

/** Arguments for a program that is checked for leaks. */
export const counted = preload('./probes/countsProbe.mjs');

/** Starts a server program. Its port is at the end of the first line that it prints with `:<port>`. */
export async function startProgram(args: string[], env: Record<string, string> = {}): Promise<Program> {
  const child = spawn(process.execPath, [...probe, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // If the benchmark fails, the program ends too.
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
    async [Symbol.asyncDispose](this: Program) {
      await this.stop();
    },
  };
}

/** Starts a control program of `controls/`. */
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
    const onExit = (code: number | null) => reject(new Error(`A program ended (${code}) before it printed ${pattern}`));
    child.stdout?.on('data', onData);
    child.once('exit', onExit);
  });
}

/** CPU time so far in seconds. Linux counts hundredths. */
export function cpuSeconds(pid: number): number {
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
