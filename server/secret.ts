import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from './config/config.ts';
import { isSecret, SECRET_FILE, secretRule } from './config/secretFile.ts';

/** The session secret for the embedded database, created once and readable by its owner only. */
export async function ownSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, SECRET_FILE);
  const secret = await readSecret(dataDir, file);
  if (isSecret(secret)) return secret.trim();
  throw new ConfigError(
    `${file} is not a session secret, ${secretRule}. Restore it from a backup. ` +
      'Without one, delete the file: then everybody has to sign in again.',
  );
}

async function readSecret(dataDir: string, file: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    await closeToOthers(file);
    return await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Bad configuration: DATA_DIR ${dataDir} cannot be used (${why})`, { cause: error });
  }
}

/** Restricts the mode of the file, which may have been copied here with another one. */
async function closeToOthers(file: string): Promise<void> {
  try {
    await chmod(file, 0o600);
  } catch (error) {
    // Only the owner may change the mode, and a mounted file may have another owner.
    if (!['EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
