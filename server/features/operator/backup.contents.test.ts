import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { TOTP } from 'otpauth';
import { addItem, createFolder, PASSWORD, type Person, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';

const SESSION_SECRET = 'nR4vW8zK1pQ7sT2xY5bC9dF3gH6jL0mN';
const TMDB_KEY = 'eyJhbGciOiJub25lIn0.backup-of-a-key.signature';

const server = setUpServer({ env: { MONGODB_URI: '', SESSION_SECRET, LOG_LEVEL: 'silent' } });
let operator: Person;

// The app's own database, which is the one that it can back up.
beforeAll(async () => {
  operator = await signUp(server, 'Olga');
});

/** The folder of a new backup. */
async function backUp(): Promise<string> {
  const { body } = await operator.post('/api/admin/backups').expect(201);
  return path.join(server.config.dataDir, 'backups', body.name);
}

const contentOf = (folder: string) =>
  readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'latin1'))
    .join();

const within = (folder: string, texts: readonly string[]) => {
  const content = contentOf(folder);
  return texts.filter((text) => content.includes(Buffer.from(text).toString('latin1')));
};

test('a backup holds no secret as plain text that could open an account or a service', async () => {
  await createFolder(operator, 'In the backup');
  await operator.put('/api/admin/keys/tmdb', { key: TMDB_KEY }).expect(200);
  const ben = await signUp(server, 'Ben');
  const { secret, ticket } = (await ben.post('/api/user/second-factor').expect(200)).body;
  const code = new TOTP({ secret }).generate();
  const { recoveryCodes } = (await ben.put('/api/user/second-factor', { ticket, code }).expect(200)).body;
  const { password } = (await operator.post(`/api/admin/accounts/${ben.user.id}/reset-password`).expect(200)).body;

  const folder = await backUp();
  await operator.delete('/api/admin/keys/tmdb').expect(204);

  const secrets = [PASSWORD, password, secret, ticket, ...recoveryCodes, TMDB_KEY, SESSION_SECRET];
  expect(within(folder, ['In the backup', 'Olga', ...secrets])).toEqual(['In the backup', 'Olga']);
});

test('only the user that runs the app can read it, whatever the umask', async () => {
  const umask = process.umask(0);
  try {
    const folder = await backUp();

    const files = readdirSync(folder);
    expect(files).toEqual(['marquee.mdb']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(files.map((name) => statSync(path.join(folder, name)).mode & 0o777)).toEqual([0o600]);
  } finally {
    process.umask(umask);
  }
});

test('it holds no deleted documents, as the file of the database does', async () => {
  const zoe = await signUp(server, 'Zoe-of-the-backup');
  const list = await createFolder(zoe, 'Private list of the past');
  await addItem(zoe, list.id, { tmdbId: 603, title: 'The Matrix of the past' });
  await zoe
    .post('/api/reviews', { mediaType: 'movie', tmdbId: 603, rating: 5, comment: 'Review of the past' })
    .expect(201);
  const texts = [zoe.user.email, 'Zoe-of-the-backup', 'Private list of the past', 'Review of the past'];
  expect(within(await backUp(), texts)).toEqual(texts);

  await zoe.delete('/api/user', { currentPassword: PASSWORD, lists: [] }).expect(204);
  // Both go by themselves after a while, as docs/privacy.md says.
  for (const name of ['changes', 'items']) await mongoose.connection.collection(name).deleteMany({});

  expect(within(await backUp(), texts)).toEqual([]);
});
