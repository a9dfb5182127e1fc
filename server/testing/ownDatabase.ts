import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from 'embedded-mongo';
import { buildChild } from 'embedded-mongo/testing';
import { databaseName } from '../platform/databaseName.ts';
import { startTestServer, type TestServer } from './server.ts';

/** The app with its own database process, which a test can kill or freeze. */
export interface ServerWithDatabase {
  server: TestServer;
  /** Kills the database with SIGKILL. The app starts it again. */
  killDatabase(): void;
  /** The database stops answering, but its connections stay open. */
  freezeDatabase(): void;
  thawDatabase(): void;
  stop(): Promise<void>;
}

export async function startWithOwnDatabase(): Promise<ServerWithDatabase> {
  const dir = await mkdtemp(path.join(tmpdir(), 'marquee-own-'));
  const { program, remove } = buildChild();
  const database = await startEmbedded({ dir, database: databaseName, program });
  const server = await startTestServer({ env: { MONGODB_URI: database.uri, LOG_LEVEL: 'silent' } });
  const send = (signal: NodeJS.Signals) => process.kill(database.pid, signal);
  return {
    server,
    killDatabase: () => send('SIGKILL'),
    freezeDatabase: () => send('SIGSTOP'),
    thawDatabase: () => send('SIGCONT'),
    async stop() {
      await server.stop();
      await database.stop();
      remove();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
