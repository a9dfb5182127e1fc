import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataFolder, restore } from 'embedded-mongo/backup';
import { isSecret, SECRET_FILE, secretRule } from '../../server/config/secretFile.ts';
import { isOwnData } from '../../server/migrations/migrate.ts';
import { databaseName as name } from '../../server/platform/databaseName.ts';
import { dataFileOf, withFolder } from './ownDatabase.ts';

/**
 * Replaces the data and the session secret by those of a backup; returns the paths of the files that are kept from
 * before. Nothing changes when the backup is refused.
 */
export function restoreBackup(source: string, dataDir: string): Promise<string[]> {
  const check = async (copy: DataFolder) => {
    await requireSecret(copy, source);
    await requireOwnData(copy, source);
  };
  return restore(source, { dir: dataDir, name }, { others: [SECRET_FILE], check });
}

async function requireSecret({ dir }: DataFolder, source: string): Promise<void> {
  const file = join(dir, SECRET_FILE);
  if (!existsSync(file)) return; // SESSION_SECRET was set where the backup was made
  if (isSecret(await readFile(file, 'utf8'))) return;
  throw new Error(`${join(source, SECRET_FILE)} is not a session secret, ${secretRule}`);
}

async function requireOwnData({ dir }: DataFolder, source: string): Promise<void> {
  if (await withFolder(dir, isOwnData)) return;
  throw new Error(`${dataFileOf(source)} has no data of Marquee`);
}
