import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { verify } from '@node-rs/argon2';
import { type EmbeddedMongo, startEmbedded } from 'embedded-mongo';
import { type Db, Decimal128, Double, Long, MongoClient, ObjectId } from 'mongodb';
import { databaseName as name } from '../server/platform/databaseName.ts';
import { builtProgram } from '../server/testing/builtProgram.ts';

const run = promisify(execFile);

let folder: string;
let server: EmbeddedMongo;
let client: MongoClient;
let db: Db;

// The app's database is running.
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'admin-'));
  server = await startEmbedded({ dir: join(folder, 'data'), name, database: name, inProcess: true });
  client = await MongoClient.connect(server.uri);
  db = client.db();
  await db.collection('users').createIndex({ email: 1 }, { unique: true });
  await db.collection('users').insertOne({
    email: 'ann@x.org',
    createdAt: new Date(0),
    n: new Double(5),
    long: Long.fromNumber(5),
    d: Decimal128.fromString('5.0'),
  });
});

afterEach(async () => {
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command as a process and gives its output. */
async function admin(args: string[], environment: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, MONGODB_URI: '', DATA_DIR: join(folder, 'data'), ...environment };
  try {
    const { stdout } = await run(process.execPath, [builtProgram('admin'), ...args], { env });
    return stdout.trim();
  } catch (error) {
    return (error as { stderr: string }).stderr.trim();
  }
}

/** The raw bytes of the users in another data folder. */
async function usersIn(dir: string): Promise<string[]> {
  const other = await startEmbedded({ dir, name, database: name, inProcess: true });
  const reader = await MongoClient.connect(other.uri);
  const users = await bytesOf(reader.db());
  await reader.close();
  await other.stop();
  return users;
}

const bytesOf = async (from: Db) =>
  (await from.collection('users').find({}, { raw: true }).toArray()).map((bytes) =>
    Buffer.from(bytes as unknown as Uint8Array).toString('hex'),
  );

const beginSession = (userId: string) =>
  db.collection<{ _id: string }>('sessions').insertOne({ _id: 'a session', session: { userId } } as { _id: string });

test('a backup is made while the app runs, and restoring it keeps the data before', async () => {
  const [backup, other] = [join(folder, 'backup'), join(folder, 'other')];
  writeFileSync(join(folder, 'data', 'session-secret'), 'a secret of this test');
  const expected = await bytesOf(db);

  await admin(['backup', backup]);
  await db.collection('users').deleteMany({});
  const checked = await admin(['check']);
  const twice = await admin(['backup', backup]);
  const inUse = await admin(['restore', backup]);
  await admin(['restore', backup], { DATA_DIR: other });
  const again = await admin(['restore', backup], { DATA_DIR: other });

  expect(await usersIn(other)).toEqual(expected);
  expect(readFileSync(join(other, 'session-secret'), 'utf8')).toBe('a secret of this test');
  expect(checked).toBe(`The data of ${join(folder, 'data')} is sound.`);
  expect(twice).toContain('already contains data');
  expect(inUse).toMatch(/^\S+ is in use by process \d+$/);
  expect(again).toContain('The data before is kept as');
  expect(await db.collection('users').countDocuments()).toBe(0);
});

test('export and import keep every type, through files and between databases', async () => {
  const files = join(folder, 'files');
  const expected = await bytesOf(db);

  const said = await admin(['export', files]);
  await admin(['import', files], { DATA_DIR: join(folder, 'through files') });
  await admin(['import', server.uri], { DATA_DIR: join(folder, 'direct') });
  const refused = await admin(['import', files]);

  expect(said).toContain('users 1');
  expect(readdirSync(files)).toEqual(['users.jsonl']);
  expect(readFileSync(join(files, 'users.jsonl'), 'utf8')).toContain('"long":{"$numberLong":"5"}');
  expect(await usersIn(join(folder, 'through files'))).toEqual(expected);
  expect(await usersIn(join(folder, 'direct'))).toEqual(expected);
  expect(refused).toBe('marquee.users is not empty; nothing was written');
});

test('only the owner can read copies, exports and secrets, with any umask', async () => {
  const umask = process.umask(0);
  const [backup, files, other] = [join(folder, 'backup'), join(folder, 'files'), join(folder, 'other')];
  const secret = join(folder, 'data', 'session-secret');
  writeFileSync(secret, 'a secret of this test', { mode: 0o666 });

  try {
    await admin(['backup', backup]);
    await admin(['export', files]);
    await admin(['restore', backup], { DATA_DIR: other });
  } finally {
    process.umask(umask);
  }

  const paths = [backup, files, other].flatMap((dir) => [dir, ...readdirSync(dir).map((name) => join(dir, name))]);
  expect(paths.length).toBeGreaterThan(6);
  expect(paths.filter((path) => statSync(path).mode & 0o077)).toEqual([]);
});

test('a forgotten password is replaced, and all sessions end', async () => {
  const user = await db.collection('users').findOne();
  await beginSession(String(user?._id));

  const said = await admin(['reset-password', 'Ann@x.org']);
  const unknown = await admin(['reset-password', 'bob@x.org']);

  const password = /is (\S+)\n/.exec(said)?.[1] ?? '';
  const changed = await db.collection('users').findOne();
  expect(await verify(changed?.passwordHash, password)).toBe(true);
  expect(await db.collection('sessions').countDocuments()).toBe(0);
  expect(unknown).toBe('there is no account with the address bob@x.org');
});

test('a new password comes with a note if passwords are not used', async () => {
  const said = await admin(['reset-password', 'ann@x.org'], { LOCAL_ACCOUNTS: 'off' });

  expect(said).toMatch(/^The temporary password of ann@x.org is \S+\n.*\nLOCAL_ACCOUNTS is off/);
});

test('an account that is handed over has no sign-in method and no session', async () => {
  const user = await db
    .collection('users')
    .findOneAndUpdate({}, { $set: { passwordHash: 'a hash', oidcSubject: 'https://id.example#1' } });
  await beginSession(String(user?._id));

  const said = await admin(['hand-over', 'Ann@x.org']);

  expect(said).toContain('The next single sign-on with the confirmed address');
  const kept = Object.keys((await db.collection('users').findOne()) ?? {}).filter(
    (name) => name !== 'updatedAt' && name !== 'credentialsRev',
  );
  expect(kept).toEqual(Object.keys(user ?? {}));
  expect(await db.collection('sessions').countDocuments()).toBe(0);
});

test('an account becomes an operator, and the last operator keeps the role', async () => {
  expect(await admin(['make-operator', 'Ann@x.org'])).toBe('Ann@x.org is an operator now.');
  expect(await db.collection('users').findOne()).toMatchObject({ isOperator: true });
  expect(await db.collection('securityevents').findOne()).toMatchObject({ type: 'operator-added', actorId: null });
  expect(await admin(['make-operator', 'Ann@x.org'])).toBe('Ann@x.org is an operator already.');
  expect(await admin(['remove-operator', 'Ann@x.org'])).toContain('the only operator');
  expect(await admin(['make-operator', 'nobody@x.org'])).toBe('there is no account with the address nobody@x.org');
});

test('the invitation links of an operator end with the role', async () => {
  const { insertedId: createdByUserId } = await db.collection('users').insertOne({ email: 'old@x.org' });
  await admin(['make-operator', 'ann@x.org']);
  await admin(['make-operator', 'old@x.org']);
  const link = { createdByUserId, isOperators: true, folderId: null, expiresAt: new Date('2999-01-01') };
  await db.collection('invitationlinks').insertOne(link);

  expect(await admin(['remove-operator', 'old@x.org'])).toBe('old@x.org is no operator any more.');

  expect(await db.collection('invitationlinks').countDocuments()).toBe(0);
});

test('an account is deleted, and the last operator stays', async () => {
  await db.collection('users').insertOne({ email: 'old@x.org', createdAt: new Date(0) });
  await admin(['make-operator', 'ann@x.org']);

  expect(await admin(['delete-user', 'old@x.org'])).toBe('The account of old@x.org is deleted.');
  expect(await admin(['delete-user', 'ann@x.org'])).toContain('the only operator');
  expect(await db.collection('users').countDocuments()).toBe(1);
});

test('without a command the usage is printed', async () => {
  expect(await admin([])).toContain('reset-password EMAIL');
});

test('the progress in shows is derived from the plays again', async () => {
  const userId = new ObjectId();
  const play = { userId, mediaType: 'tv', tmdbId: 1399, season: 1, episode: 3, at: null, createdAt: new Date() };
  await db.collection('plays').insertOne(play);

  expect(await admin(['rebuild-progress'])).toBe('The progress of 1 shows is derived again.');
  expect(await db.collection('showprogress').findOne({ userId })).toMatchObject({ seen: { 1: [[3, 3]] } });
});

test('data of an earlier version is migrated, and --dry-run shows how many documents would change', async () => {
  await db.collection('items').insertOne({ watched: false });

  const plan = await admin(['migrate', '--dry-run']);
  const unchanged = await db.collection('items').findOne();
  const report = await admin(['migrate']);
  const again = await admin(['migrate']);

  expect(plan).toBe(
    'Would change:\n  001-watched-by: 1 documents\n  002-plays-of-reviews: 0 documents\n  003-operator: 1 documents\n  004-show-progress: 0 documents',
  );
  expect(unchanged).not.toHaveProperty('watchedByUserId');
  expect(report).toBe(
    'Changed:\n  001-watched-by: 1 documents\n  002-plays-of-reviews: 0 documents\n  003-operator: 1 documents\n  004-show-progress: 0 documents',
  );
  expect(await db.collection('items').findOne()).toMatchObject({ watchedByUserId: null });
  expect(again).toBe('The data is up to date.');
});
