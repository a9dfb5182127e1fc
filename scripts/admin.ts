import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backUp, restore } from '../server/embedded-mongo/backup.ts';
import { type Where, withOwnDatabase, withOwnSnapshot } from './admin/ownDatabase.ts';
import { handOver, resetPassword } from './admin/password.ts';
import { type Counts, exportTo, importFrom } from './admin/transfer.ts';

const usage = `Use: npm run admin -- <what>
  backup DIR             copies the data to the folder DIR, also while the app is running
  restore DIR            puts a backup in the place of the data; the app must not be running
  export DIR or URI      writes all documents to a folder, as extended JSON, or to a MongoDB
  import DIR or URI      reads them from there into the app's database, which must be empty
  reset-password EMAIL   gives that person a new password, shows it, and signs them out everywhere
  hand-over EMAIL        takes the password away and signs out everywhere: the account is for the next single sign-on
                         that confirms that address

The app's database is the MongoDB at MONGODB_URI, or the embedded one in DATA_DIR (./data).`;

const secretFile = 'session-secret';

const root = fileURLToPath(new URL('..', import.meta.url));
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const where: Where = {
  mongodbUri: process.env.MONGODB_URI?.trim() || undefined,
  dataDir: process.env.DATA_DIR?.trim() || './data',
};

const isPasswordUsed = process.env.LOCAL_ACCOUNTS?.trim() !== 'off';

const commands: Record<string, (argument: string) => Promise<string>> = {
  async backup(target) {
    requireEmbedded();
    await backUp(where.dataDir, target);
    // Without it all who are signed in would have to sign in again.
    const secret = join(where.dataDir, secretFile);
    if (existsSync(secret)) copyFileSync(secret, join(target, secretFile));
    return `The data of ${where.dataDir} is in ${target}.`;
  },
  async restore(source) {
    requireEmbedded();
    const kept = await restore(source, where.dataDir);
    const secret = join(source, secretFile);
    if (existsSync(secret)) copyFileSync(secret, join(where.dataDir, secretFile));
    return `The backup in ${source} is now the data of ${where.dataDir}.${kept ? ` What was there is kept as ${kept}.` : ''}`;
  },
  export: async (place) => describe(await withOwnSnapshot(where, (db) => exportTo(db, place))),
  import: async (place) => describe(await withOwnDatabase(where, (db) => importFrom(place, db))),
  'reset-password': async (email) => {
    const password = await withOwnDatabase(where, (db) => resetPassword(db, email));
    const note = isPasswordUsed ? '' : '\nLOCAL_ACCOUNTS is off: nobody can sign in with a password here.';
    return `The new password of ${email} is ${password}${note}`;
  },
  'hand-over': async (email) => {
    await withOwnDatabase(where, (db) => handOver(db, email));
    return `The account of ${email} is for the next single sign-on that confirms that address.`;
  },
};

function requireEmbedded(): void {
  if (where.mongodbUri) throw new Error('MONGODB_URI is set: that database has tools of its own, such as mongodump');
}

function describe(counts: Counts): string {
  const lines = Object.entries(counts).map(([name, count]) => `  ${name} ${count}`);
  return ['Documents of each collection:', ...lines].join('\n');
}

const [name = '', argument, ...more] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command || !argument || more.length > 0) {
  console.error(usage);
  process.exit(2);
}
try {
  console.log(await command(argument));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
