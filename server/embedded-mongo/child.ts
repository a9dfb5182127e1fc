import { type LocalOptions, type LocalServer, serveLocally } from './local.ts';

/** What the parent and the child say to each other. */
export type ChildMessage = { type: 'ready'; address: string } | { type: 'failed'; message: string };
export type ParentMessage = { type: 'close' };

const options = JSON.parse(process.argv[2] ?? '{}') as LocalOptions;

let server: LocalServer | undefined;
let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await server?.stop();
  process.exit(0);
}

// Signals to the terminal's whole group reach the child too, but the parent still has requests to finish: it says when.
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
  const message = error instanceof Error ? error.message : String(error);
  process.send?.({ type: 'failed', message } satisfies ChildMessage, () => process.exit(1));
}
