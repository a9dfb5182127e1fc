import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, loadConfig } from './config/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { isLoopback } from './platform/http/hosts.ts';
import { log } from './platform/log.ts';
import { ownSecret } from './secret.ts';
import { startProblem } from './startProblem.ts';

// Files created by this process are readable by its user only.
process.umask(0o077);

const FORCE_EXIT_MS = 10_000;

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  log.level = config.logLevel;
  const httpServer = createServer();
  // The embedded database starts while most of the code loads.
  const [database, { startNode }] = await Promise.all([openDatabase(config), import('./node.ts')]);
  const node = await startNode({
    config,
    database,
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
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The last step, because a script that waits for this line may send a signal at once.
  announce(config, httpServer.address(), node.setupCode);
}

/** Writes both lines at once: a script may close the output after the first one. */
function announce(
  config: Config,
  address: ReturnType<ReturnType<typeof createServer>['address']>,
  setupCode: string | null,
): void {
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host;
  const exception = isLoopback(config.host) ? ' (not needed in a browser on this machine, at localhost)' : '';
  const setup = `There is no account yet. The setup code for the first one is ${setupCode}${exception}\n`;
  process.stdout.write(
    `Marquee is open at ${config.publicUrl?.origin ?? `http://${host}:${port}`}\n${setupCode === null ? '' : setup}`,
  );
}

/** In a build this file is dist/server/main.js and the client is in dist/client; otherwise Vite serves the client. */
function findClient(): string | null {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const candidates = [path.join(here, '../client'), path.join(here, '../dist/client')];
  return candidates.find((dir) => existsSync(path.join(dir, 'assets'))) ?? null;
}

main().catch((error: unknown) => {
  const line = startProblem(error, process.env);
  if (line) process.stderr.write(`${line}\n`);
  else log.fatal({ err: error }, 'Marquee could not start');
  process.exit(1);
});
