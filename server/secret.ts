import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from './config.ts';

/** The embedded database's own secret, made once; only this user may read it. */
export async function ownSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'session-secret');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Bad configuration: DATA_DIR ${dataDir} cannot be used (${why})`, { cause: error });
  }
}
