import { chmod, copyFile } from 'node:fs/promises';
import path from 'node:path';

/** The file in DATA_DIR, and in its backups, that has the session secret. */
export const SECRET_FILE = 'session-secret';

/** Copies the session secret between a data folder and a backup. Without it all people would have to sign in again. */
export async function copySecret(from: string, to: string): Promise<void> {
  const copy = path.join(to, SECRET_FILE);
  try {
    await copyFile(path.join(from, SECRET_FILE), copy);
    // A copied file keeps the mode of its source.
    await chmod(copy, 0o600);
  } catch (error) {
    // SESSION_SECRET is set, so there is no file.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
