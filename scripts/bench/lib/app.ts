import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, startProgram } from './program.ts';

export const SECRET = 'a secret of the benchmarks only';

export interface App extends Program {
  databaseUri: string;
}

/** Starts the built app with a new database: embedded in a temporary folder, or at MONGODB_URI with a new name. */
export async function startApp(env: Record<string, string> = {}): Promise<App> {
  const home = makeHome(env);
  const program = await home.start();
  return {
    ...program,
    databaseUri: home.databaseUri,
    async stop() {
      const code = await program.stop();
      home.remove();
      return code;
    },
  };
}

/** The data folder of an app, which can be started there several times. */
export interface Home {
  databaseUri: string;
  start(port?: number): Promise<App>;
  remove(): void;
}

export function makeHome(env: Record<string, string> = {}): Home {
  const folder = mkdtempSync(join(tmpdir(), 'mq-'));
  const databaseUri = process.env.MONGODB_URI
    ? freshName(process.env.MONGODB_URI)
    : `mongodb://${encodeURIComponent(join(folder, 'marquee.sock'))}/marquee?directConnection=true`;
  return {
    databaseUri,
    async start(port = 0) {
      const program = await startProgram(['dist/server/main.js'], {
        ...environment(port),
        ...env,
        DATA_DIR: folder,
        ...(process.env.MONGODB_URI ? { MONGODB_URI: databaseUri } : {}),
      });
      return { ...program, databaseUri };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const environment = (port: number) => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  SESSION_SECRET: SECRET,
  RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
});

/** Starts another node on the same database. */
export async function startSecondApp(
  { databaseUri }: Pick<App, 'databaseUri'>,
  port = 0,
  args: string[] = [],
): Promise<App> {
  const program = await startProgram([...args, 'dist/server/main.js'], {
    ...environment(port),
    MONGODB_URI: databaseUri,
  });
  return { ...program, databaseUri };
}

function freshName(uri: string): string {
  const url = new URL(uri);
  url.pathname = `/bench-${Date.now().toString(36)}`;
  return url.href;
}
