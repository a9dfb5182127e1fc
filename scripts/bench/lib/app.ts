import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, startProgram } from './program.ts';

export const SECRET = 'a secret of the benchmarks only';

export interface App extends Program {
  databaseUri: string;
}

/** The built app on a database of its own: an embedded one in a temporary folder, or MONGODB_URI under a fresh name. */
export async function startApp(): Promise<App> {
  const folder = mkdtempSync(join(tmpdir(), 'mq-'));
  const databaseUri = process.env.MONGODB_URI
    ? freshName(process.env.MONGODB_URI)
    : `mongodb://${encodeURIComponent(join(folder, 'marquee.sock'))}/marquee?directConnection=true`;
  const program = await startProgram(['dist/server/main.js'], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    SESSION_SECRET: SECRET,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    ...(process.env.MONGODB_URI ? { MONGODB_URI: databaseUri } : {}),
  });
  return {
    ...program,
    databaseUri,
    async stop() {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Another node on the same database. */
export async function startSecondApp(
  { databaseUri }: Pick<App, 'databaseUri'>,
  port = 0,
  args: string[] = [],
): Promise<App> {
  const program = await startProgram([...args, 'dist/server/main.js'], {
    PORT: String(port),
    HOST: '127.0.0.1',
    SESSION_SECRET: SECRET,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    MONGODB_URI: databaseUri,
  });
  return { ...program, databaseUri };
}

function freshName(uri: string): string {
  const url = new URL(uri);
  url.pathname = `/bench-${Date.now().toString(36)}`;
  return url.href;
}
