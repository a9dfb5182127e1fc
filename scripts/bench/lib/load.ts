import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const worker = fileURLToPath(new URL('./loadWorker.ts', import.meta.url));

/** Runs the load `name` of `loads/` in a new process and resolves with its result. */
export function runLoad<R>(name: string, args: unknown): Promise<R> {
  return new Promise((resolve, reject) => {
    const child = fork(worker, { execArgv: ['--import', 'tsx'] });
    child.once('message', (message: { result: R } | { error: string }) => {
      if ('error' in message) reject(new Error(message.error));
      else resolve(message.result);
    });
    child.once('exit', (code) => reject(new Error(`The load ${name} ended (${code}) without a result`)));
    child.send({ name, args });
  });
}
