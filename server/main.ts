import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { startNode } from './node.ts';
import { log } from './platform/log.ts';

const FORCE_EXIT_MS = 10_000;

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  log.level = config.logLevel;
  const httpServer = createServer();
  const node = await startNode({
    config,
    httpServer,
    secret: config.sessionSecret ?? (await ownSecret(config.dataDir)),
    clientDir: findClient(),
  });
  await new Promise<void>((resolve, reject) => {
    httpServer.once('error', reject);
    httpServer.listen(config.port, config.host, resolve);
  });

  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), FORCE_EXIT_MS).unref();
    node.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Last: who reads this line may send a signal at once.
  announce(config, httpServer.address());
}

function announce(config: Config, address: ReturnType<ReturnType<typeof createServer>['address']>): void {
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host;
  process.stdout.write(`Marquee is open at ${config.publicUrl?.origin ?? `http://${host}:${port}`}\n`);
}

/** The embedded database's own secret, made once; only this user may read it. */
async function ownSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'session-secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return (await readFile(file, 'utf8')).trim();
}

/** Built, this file is dist/server/main.js and the client lies in dist/client; otherwise Vite serves it. */
function findClient(): string | null {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const candidates = [path.join(here, '../client'), path.join(here, '../dist/client')];
  return candidates.find((dir) => existsSync(path.join(dir, 'assets'))) ?? null;
}

/** What the reader can put right without a stack trace, in one line; null for everything else. */
function readable(error: unknown, config = process.env): string | null {
  if (error instanceof ConfigError) return error.message;
  const { code } = (error ?? {}) as { code?: string };
  if (code === 'EADDRINUSE') return `Port ${config.PORT ?? 3000} is taken: stop what uses it, or set PORT to another`;
  if (code === 'EACCES') return `Not allowed to listen on port ${config.PORT ?? 3000}: set PORT to another`;
  return null;
}

main().catch((error: unknown) => {
  const line = readable(error);
  if (line) process.stderr.write(`${line}\n`);
  else log.fatal({ err: error }, 'Marquee could not start');
  process.exit(1);
});
