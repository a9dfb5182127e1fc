import { chmod, copyFile } from 'node:fs/promises';
import path from 'node:path';

/** The file in DATA_DIR, and in its backups, that has the session secret. */
export const SECRET_FILE = 'session-secret';

/** How many characters a session secret has at least; the app makes its own of 43. */
export const SHORTEST_SECRET = 16;
const LONGEST_SECRET = 1024;

/** Completes the sentence of a refusal. */
export const secretRule = `which is one line of ${SHORTEST_SECRET} to ${LONGEST_SECRET.toLocaleString('en')} characters`;

/** Whether the text of a file can be a session secret: one line of a sensible length. */
export function isSecret(text: string): boolean {
  const { length } = text.trim();
  return length >= SHORTEST_SECRET && length <= LONGEST_SECRET && !/[\p{C}\uFFFD]/u.test(text.trim());
}

/** Copies the session secret of a data folder to a backup. Without it all people would have to sign in again. */
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
