import { Worker } from 'node:worker_threads';
import { DamagedData } from './file/integrity.ts';
import { type LocalOptions, type LocalServer, serveLocally } from './local.ts';

/** The messages between parent and child process. */
export type ChildMessage =
  | { type: 'ready'; address: string }
  | { type: 'failed'; message: string }
  | { type: 'damaged'; reason: string };
export type ParentMessage = { type: 'close' };

// Only the current user may read the files that this process creates.
process.umask(0o077);

const options = JSON.parse(process.argv[2] ?? '{}') as LocalOptions;

let server: LocalServer | undefined;
let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await server?.stop();
  process.exit(0);
}

/**
 * Ends the process when its parent is gone, even if the main thread is busy and cannot see that. All commits are on
 * disk, so nothing is lost. The main thread has a second to close by itself.
 */
const watchParent = `
  let seconds = 0;
  setInterval(() => {
    if (process.ppid !== ${process.ppid} && ++seconds > 1) process.kill(process.pid, 'SIGKILL');
  }, 1000);
`;
new Worker(watchParent, { eval: true, execArgv: [] }).unref();

// A signal to the terminal's process group also reaches the child. The parent may still have requests to finish, so the
// child ignores the signal and waits for the parent's message.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('message', (message: ParentMessage) => {
  if (message.type === 'close') void stop();
});
process.on('disconnect', () => void stop());

try {
  server = await serveLocally(options);
  process.send?.({ type: 'ready', address: server.address } satisfies ChildMessage);
} catch (error) {
  const failure: ChildMessage =
    error instanceof DamagedData
      ? { type: 'damaged', reason: error.reason }
      : { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  process.send?.(failure, () => process.exit(1));
}
