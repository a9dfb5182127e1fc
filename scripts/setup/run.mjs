import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** A problem the person at the terminal can do something about: shown as one line, without a stack. */
export class SetupError extends Error {}

/** Runs a command to its end and resolves with its exit code and all it printed; prints nothing itself. */
export function run(command, args, { env = {}, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    // Who is told to end while this runs takes it along.
    const onSignal = (signal) => {
      child.kill(signal);
      setImmediate(() => process.exit(143));
    };
    process.once('SIGTERM', onSignal);
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const finish = (code) => {
      process.off('SIGTERM', onSignal);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.on('close', (code, signal) => {
      if (signal) output += `\nended by ${signal}`;
      finish(code ?? 1);
    });
  });
}

/** npm as the person has it; on Windows it is a script that only a shell can start. */
export function npm(args) {
  return run('npm', args, { shell: process.platform === 'win32' });
}

export function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
