import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backUp } from 'embedded-mongo/backup';
import { copySecret } from '../server/config/secretFile.ts';
import { rebuildProgress } from '../server/features/plays/progress.store.ts';
import { type MigrationReport, migrate, planMigration } from '../server/migrations/migrate.ts';
import { createIndexes } from '../server/platform/database/database.ts';
import { databaseName } from '../server/platform/databaseName.ts';
import { log } from '../server/platform/log.ts';
import { connectModels } from './admin/account.ts';
import { deleteByEmail } from './admin/deletion.ts';
import { changeOperator } from './admin/operator.ts';
import { dataFileOf, findOwnFaults, type Where, withOwnDatabase, withOwnSnapshot } from './admin/ownDatabase.ts';
import { handOver, resetPassword, resetSecondFactor } from './admin/password.ts';
import { restoreBackup } from './admin/restore.ts';
import { type Counts, exportTo, importFrom } from './admin/transfer.ts';

// Backups and exports are readable by their owner only.
process.umask(0o077);
// Messages go to the terminal, so the app's log is off.
log.level = 'warn';

const usage = `Use: npm run admin -- <what>
  backup DIR             copies the data to the folder DIR, also while the app is running
  restore DIR            replaces the data with a backup; the app must not be running
  check                  reads all of the data and reports any damage, also while the app is running
  export DIR or URI      writes all documents to a folder, as extended JSON, or to a MongoDB
  import DIR or URI      reads them from there into the app's database, which must be empty
  reset-password EMAIL   sets a temporary password, shows it, removes the passkeys, and signs the person out everywhere
  reset-second-factor EMAIL
                         turns off two-step sign-in, removes the passkeys, and signs the person out everywhere
  migrate [--dry-run]    changes the data of an earlier version to the newest form, as every start of the app does;
                         --dry-run only shows how many documents would change
  rebuild-progress       derives how far everybody is in shows from their diaries again
  delete-user EMAIL      deletes the account with everything in it; its lists with members are handed over to the member
                         with most rights
  make-operator EMAIL    lets the person open /admin
  remove-operator EMAIL  takes that away again; the last operator keeps it
  hand-over EMAIL        removes the password and signs the person out everywhere; the next single sign-on with that
                         confirmed address gets the account

The app's database is the MongoDB at MONGODB_URI, or the embedded one in DATA_DIR (./data).`;

const root = fileURLToPath(new URL('..', import.meta.url));
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const where: Where = {
  mongodbUri: process.env.MONGODB_URI?.trim() || undefined,
  dataDir: process.env.DATA_DIR?.trim() || './data',
};

const dataFolder = { dir: where.dataDir, name: databaseName };

const isPasswordUsed = process.env.LOCAL_ACCOUNTS?.trim() !== 'off';

const commands: Record<string, (argument: string) => Promise<string>> = {
  async backup(target) {
    requireEmbedded();
    await backUp(dataFolder, target);
    await copySecret(where.dataDir, target);
    return `The data of ${where.dataDir} is in ${target}.`;
  },
  async restore(source) {
    requireEmbedded();
    const kept = await restoreBackup(source, where.dataDir);
    const note = kept.length > 0 ? ` The data before is kept as ${kept.join(' and ')}.` : '';
    return `The backup in ${source} is now the data of ${where.dataDir}.${note}`;
  },
  async check() {
    requireEmbedded();
    const faults = await findOwnFaults(where.dataDir);
    if (faults.length === 0) return `The data of ${where.dataDir} is sound.`;
    throw new Error(
      `${dataFileOf(where.dataDir)} is damaged (${faults.join('; ')}). Move it away and restore a backup`,
    );
  },
  export: async (place) => describe(await withOwnSnapshot(where, (db) => exportTo(db, place))),
  import: async (place) => describe(await withOwnDatabase(where, (db) => importFrom(place, db))),
  'reset-password': async (email) => {
    const password = await withOwnDatabase(where, (db) => resetPassword(db, email));
    const note = isPasswordUsed ? '' : '\nLOCAL_ACCOUNTS is off: users cannot sign in with a password.';
    return `The temporary password of ${email} is ${password}\nThe next sign-in asks for a new password. Passkeys of the account were removed.${note}`;
  },
  'rebuild-progress': async () => {
    const shows = await withOwnDatabase(where, async (db) => {
      connectModels(db);
      // Transactions write only to collections that exist.
      await createIndexes();
      return rebuildProgress();
    });
    return `The progress of ${shows} shows is derived again.`;
  },
  'delete-user': async (email) => {
    await withOwnDatabase(where, (db) => deleteByEmail(db, email));
    return `The account of ${email} is deleted.`;
  },
  'make-operator': async (email) => {
    const isChanged = await withOwnDatabase(where, (db) => changeOperator(db, email, true));
    return isChanged ? `${email} is an operator now.` : `${email} is an operator already.`;
  },
  'remove-operator': async (email) => {
    const isChanged = await withOwnDatabase(where, (db) => changeOperator(db, email, false));
    return isChanged ? `${email} is no operator any more.` : `${email} is no operator.`;
  },
  'reset-second-factor': async (email) => {
    await withOwnDatabase(where, (db) => resetSecondFactor(db, email));
    return `${email} signs in with the password alone now.`;
  },
  migrate: async (option) => {
    const isDryRun = option === '--dry-run';
    const reports = await withOwnDatabase(where, (db) => (isDryRun ? planMigration(db) : migrate(db)));
    return describeMigrations(reports, isDryRun);
  },
  'hand-over': async (email) => {
    await withOwnDatabase(where, (db) => handOver(db, email));
    return `The next single sign-on with the confirmed address ${email} gets the account.`;
  },
};

function requireEmbedded(): void {
  if (where.mongodbUri) throw new Error('MONGODB_URI is set: use the tools of that database, such as mongodump');
}

function describe(counts: Counts): string {
  const lines = Object.entries(counts).map(([name, count]) => `  ${name} ${count}`);
  return ['Documents of each collection:', ...lines].join('\n');
}

function describeMigrations(reports: MigrationReport[], isDryRun: boolean): string {
  if (reports.length === 0) return 'The data is up to date.';
  const lines = reports.map(({ name, documents }) => `  ${name}: ${documents} documents`);
  return [isDryRun ? 'Would change:' : 'Changed:', ...lines].join('\n');
}

/** Every command except these requires one argument. */
function isArgument(name: string, argument: string | undefined): boolean {
  if (name === 'check' || name === 'rebuild-progress') return argument === undefined;
  return name === 'migrate' ? argument === undefined || argument === '--dry-run' : Boolean(argument);
}

/** Names of files in a message may contain line breaks, and codes that control the terminal. */
function onOneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

const [name = '', argument, ...more] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command || !isArgument(name, argument) || more.length > 0) {
  console.error(usage);
  process.exit(2);
}
try {
  console.log(await command(argument ?? ''));
} catch (error) {
  console.error(onOneLine(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
