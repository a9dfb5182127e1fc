import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Backup, BackupSchedule, Storage } from '../../../common/schemas/operator/operator.ts';
import type { Config } from '../../config/config.ts';
import { copySecret } from '../../config/secretFile.ts';
import { backUpEmbedded } from '../../platform/database/database.ts';
import { takeLease } from '../../platform/database/lease.ts';
import { conflict } from '../../platform/http/errors.ts';
import { loadInstance, storeInstance } from '../../platform/instance/instance.model.ts';
import { log } from '../../platform/log.ts';
import { type Repetition, repeat } from '../../platform/repeat.ts';

type BackupConfig = Pick<Config, 'dataDir' | 'mongodbUri'>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** How often a node looks whether a backup is due. */
const LOOK_MS = 10 * 60 * 1000;
/** 2026-01-31T20-15-00-000Z */
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

const usual: BackupSchedule = { everyDays: null, keep: 7 };

const backupFolderOf = ({ dataDir }: BackupConfig) => path.join(dataDir, 'backups');

/** The backups of the embedded database, the latest first. Null with a MongoDB. */
export async function readBackups(config: BackupConfig): Promise<Storage['backups']> {
  if (config.mongodbUri) return null;
  const schedule = (await loadInstance()).backups ?? usual;
  const made = await listBackups(config).catch((error: unknown) => {
    log.error({ err: error }, 'the folder of the backups could not be read');
    return null;
  });
  return { folder: path.resolve(backupFolderOf(config)), schedule, made };
}

async function listBackups(config: BackupConfig): Promise<Backup[]> {
  const names = await readFolder(backupFolderOf(config));
  const found = await Promise.all(names.filter((name) => backupName.test(name)).map((name) => toBackup(config, name)));
  return found.filter((backup) => backup !== null).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Null for a folder that was not completed. */
async function toBackup(config: BackupConfig, name: string): Promise<Backup | null> {
  const folder = path.join(backupFolderOf(config), name);
  const files = await readFolder(folder);
  const data = files.find((file) => file.endsWith('.mdb') && file !== 'unfinished.mdb');
  if (!data) return null;
  const { size } = await stat(path.join(folder, data));
  return { name, createdAt: name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'), bytes: size };
}

/** The names in a folder; none if there is no such folder. */
async function readFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** One at a time, so that none removes another one that is not complete yet. */
const oneAtATime = pLimit(1);

/** Copies the data as it is now, with the session secret, and removes the oldest backups. Throws conflict with a MongoDB. */
export async function backUp(config: BackupConfig): Promise<Backup> {
  requireEmbedded(config);
  return oneAtATime(() => makeBackup(config));
}

async function makeBackup(config: BackupConfig): Promise<Backup> {
  const name = new Date().toISOString().replace(/[:.]/g, '-');
  const folder = path.join(backupFolderOf(config), name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await backUpEmbedded(config.dataDir, folder);
    await copySecret(config.dataDir, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const { keep } = (await loadInstance()).backups ?? usual;
  // The new one stays, whatever the clock says of the others.
  const others = (await listBackups(config)).filter((backup) => backup.name !== name);
  for (const old of others.slice(keep - 1))
    await rm(path.join(backupFolderOf(config), old.name), { recursive: true, force: true });
  const made = await toBackup(config, name);
  if (!made) throw new Error('The backup was not completed');
  return made;
}

export async function setBackups(config: BackupConfig, backups: BackupSchedule): Promise<BackupSchedule> {
  requireEmbedded(config);
  await storeInstance({ backups });
  return backups;
}

function requireEmbedded({ mongodbUri }: BackupConfig): void {
  if (mongodbUri) throw conflict('conflict', 'The data is in a MongoDB, which is backed up with its own tools');
}

/** Makes a backup whenever one is due by the schedule. */
export function startBackups(config: BackupConfig, lookMs = LOOK_MS): Repetition {
  return repeat(
    () => backUpIfDue(config),
    lookMs,
    (error) => log.error({ err: error }, 'a backup could not be made; the next look tries again'),
  );
}

async function backUpIfDue(config: BackupConfig): Promise<void> {
  if (config.mongodbUri) return;
  const { everyDays } = (await loadInstance()).backups ?? usual;
  if (everyDays === null) return;
  // biome-ignore lint/plugin: compared with the date of a backup
  const now = Date.now();
  // A backup of a time to come was made when the clock was wrong, and says nothing of when the next one is due.
  const latest = (await listBackups(config)).find(({ createdAt }) => Date.parse(createdAt) <= now);
  const isDue = !latest || Date.parse(latest.createdAt) + everyDays * DAY_MS <= now;
  if (isDue && (await takeLease('backup', LOOK_MS))) await backUp(config);
}
