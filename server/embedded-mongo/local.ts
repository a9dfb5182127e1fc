import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createRequestHandler } from './commands/dispatch.ts';
import { Engine, type EngineOptions } from './engine.ts';
import { FolderInUse } from './store/owner.ts';
import { listen, type RequestHandler } from './wire/server.ts';

export interface LocalOptions extends EngineOptions {
  /** Where to listen: the path of a unix socket, or a port of the loopback interface. */
  listen: { path: string } | { port: number };
  /**
   * How long to wait, in milliseconds, for a folder that is in use: a process that was just killed may still own it.
   */
  openTimeout?: number;
}

/** Wraps the answering of requests, for tests that inject faults. */
export type WrapHandler = (engine: Engine, handler: RequestHandler) => RequestHandler;

export interface LocalServer {
  /** The address that clients connect to: the path of the socket, or host and port. */
  address: string;
  stop(): Promise<void>;
}

/** Opens the folder and serves it from this process. */
export async function serveLocally(options: LocalOptions, wrap?: WrapHandler): Promise<LocalServer> {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  const engine = await openEngine(options);
  try {
    // Only the owner of the folder gets here, so an existing socket is stale.
    if ('path' in options.listen) rmSync(options.listen.path, { force: true });
    engine.hasTestCommands = wrap !== undefined;
    const handler = createRequestHandler(engine);
    const listener = await listen(options.listen, wrap ? wrap(engine, handler) : handler, (connection) =>
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
  const deadline = Date.now() + (options.openTimeout ?? 5000);
  for (;;) {
    try {
      return await Engine.open(options);
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() >= deadline) throw error;
      await pause(100);
    }
  }
}
