import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** A problem that the user can solve. It is shown as one line, without a stack. */
export class SetupError extends Error {}

/** Runs a command and resolves with its exit code and output. Prints nothing. */
export function run(command, args, { env = {}, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    // If this process is terminated, the command is too.
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

/** Runs npm. On Windows it is a script, which needs a shell. */
export function npm(args) {
  return run('npm', args, { shell: process.platform === 'win32' });
}

export function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
