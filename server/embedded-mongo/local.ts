import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createAnswer } from './commands/dispatch.ts';
import { Engine, type EngineOptions } from './engine.ts';
import { FolderInUse } from './store/owner.ts';
import { type Answer, listen } from './wire/server.ts';

export interface LocalOptions extends EngineOptions {
  /** Where to listen: a path of a unix socket, or a port of the loopback interface. */
  listen: { path: string } | { port: number };
  /** How long to wait for a folder that is in use: a process that was killed a moment ago may still hold it. */
  patience?: number;
}

/** Puts something between requests and their answers: faults on request, for tests. */
export type Wrap = (engine: Engine, answer: Answer) => Answer;

export interface LocalServer {
  /** What clients dial: the path of the socket, or host and port. */
  address: string;
  stop(): Promise<void>;
}

/** Opens the folder and serves it from this process. */
export async function serveLocally(options: LocalOptions, wrap?: Wrap): Promise<LocalServer> {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  const engine = await openEngine(options);
  try {
    // Only the owner of the folder gets here, so a socket that is there has nobody behind it.
    if ('path' in options.listen) rmSync(options.listen.path, { force: true });
    engine.hasTestCommands = wrap !== undefined;
    const answer = createAnswer(engine);
    const listener = await listen(options.listen, wrap ? wrap(engine, answer) : answer, (connection) =>
      engine.sessions.connectionClosed(connection),
    );
    const { address } = listener;
    if (typeof address === 'string') chmodSync(address, 0o600);
    engine.address = typeof address === 'string' ? address : `127.0.0.1:${address.port}`;
    return {
      address: engine.address,
      async stop() {
        await listener.close();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function openEngine(options: LocalOptions): Promise<Engine> {
  const deadline = Date.now() + (options.patience ?? 5000);
  for (;;) {
    try {
      return await Engine.open(options);
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() >= deadline) throw error;
      await pause(100);
    }
  }
}
