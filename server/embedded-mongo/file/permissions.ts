import { chmodSync, closeSync, openSync } from 'node:fs';

/** Creates an empty file that only its owner can access, or removes the access of others to an existing file. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // Only the owner can change this. Leave a file of another user unchanged.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
