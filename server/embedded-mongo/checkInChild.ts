import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CheckMessage } from './check.child.ts';
import { checkingFolder, type DataFolder } from './file/paths.ts';

/**
 * Reads all of the data in a process of its own, in a copy beside the data, which may be served meanwhile. Resolves with
 * the first faults. Rejects when the data could not be copied, or `signal` ended the check.
 */
export async function checkInChild(folder: DataFolder, signal: AbortSignal): Promise<string[]> {
  const program = findProgram();
  const execArgv = program.endsWith('.ts') ? ['--import', 'tsx'] : process.execArgv;
  const child = fork(program, [JSON.stringify(folder)], {
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal,
  });
  // Requests come first.
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  const exited = once(child, 'exit');
  const [message] = (await Promise.race([once(child, 'message'), exited.then(() => [undefined])])) as [
    CheckMessage | undefined,
  ];
  await exited;
  // A check that was ended leaves its copy.
  rmSync(checkingFolder(folder), { recursive: true, force: true });
  if (!message) throw new Error('The process that checks the data ended before it was done');
  if ('problem' in message) throw new Error(message.problem);
  return message.faults;
}

/** The program is beside this file in the sources, and in a folder of its own beside a bundled server. */
function findProgram(): string {
  const candidates = ['./check.child.ts', './embedded-mongo/check.child.js'];
  const paths = candidates.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (!found) throw new Error(`embedded database: its check was not found in ${paths.join(', ')}`);
  return found;
}
