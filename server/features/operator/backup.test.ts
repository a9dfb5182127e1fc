import { readdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { type Person, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { startBackups } from './backup.service.ts';
import { readDisk } from './storage.service.ts';

const server = setUpServer({ env: { MONGODB_URI: '', SESSION_SECRET: 'nR4vW8zK1pQ7sT2xY5bC9dF3gH6jL0mN' } });
let operator: Person;

// The app's own database, which is the one that it can back up.
beforeAll(async () => {
  operator = await signUp(server, 'Olga');
});

const backups = async () => (await operator.get('/api/admin/storage')).body.backups;
const folders = () => readdirSync(path.join(server.config.dataDir, 'backups'));

test('a backup is made on request, and only the last ones are kept', async () => {
  expect((await operator.get('/api/admin/health')).body.findings).toMatchObject([{ id: 'backup_old' }]);
  await operator.put('/api/admin/backups', { everyDays: null, keep: 2 });

  const made = [];
  for (let n = 0; n < 3; n += 1) made.push((await operator.post('/api/admin/backups')).body.name);

  expect(folders().sort()).toEqual(made.slice(1));
  expect((await backups()).made.map(({ name }: { name: string }) => name)).toEqual(made.slice(1).reverse());
  expect((await operator.get('/api/admin/health')).body.findings).toEqual([]);
  const [recorded] = (await operator.get('/api/user/security-events')).body;
  expect(recorded).toMatchObject({ type: 'backup-made', detail: made.at(-1) });
});

test('each change of the schedule is recorded with what it is now', async () => {
  await operator.put('/api/admin/backups', { everyDays: 3, keep: 2 });
  await operator.put('/api/admin/backups', { everyDays: null, keep: 2 });

  const [off, on] = (await operator.get('/api/user/security-events')).body;
  expect(on).toMatchObject({ type: 'instance-changed', detail: 'backups: every 3 days, the last 2 are kept' });
  expect(off).toMatchObject({ type: 'instance-changed', detail: 'backups: off' });
});

test('a backup that is due by the schedule is made by itself', async () => {
  const before = (await backups()).made.length;
  await operator.put('/api/admin/backups', { everyDays: 1, keep: 7 });
  const idle = startBackups(server.config, 20);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await idle.stop();
  expect((await backups()).made).toHaveLength(before);

  for (const name of folders()) await rm(path.join(server.config.dataDir, 'backups', name), { recursive: true });
  const running = startBackups(server.config, 20);
  while ((await backups()).made.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await running.stop();

  expect((await backups()).made).toHaveLength(1);
});

test('a backup of a time to come, when the clock was wrong, keeps none from being made', async () => {
  const folder = path.join(server.config.dataDir, 'backups');
  const toCome = '2099-01-01T00-00-00-000Z';
  await rename(path.join(folder, String(folders()[0])), path.join(folder, toCome));
  await operator.put('/api/admin/backups', { everyDays: 1, keep: 1 });
  expect((await operator.get('/api/admin/health')).body.findings).toMatchObject([{ id: 'backup_old' }]);
  // As if the last one was made long ago.
  await mongoose.connection.collection('leases').deleteMany({});

  const running = startBackups(server.config, 20);
  while (folders().includes(toCome)) await new Promise((resolve) => setTimeout(resolve, 20));
  await running.stop();

  expect((await backups()).made).toHaveLength(1);
});

test('backups that are made at the same time are all made, and the last one is kept', async () => {
  await operator.put('/api/admin/backups', { everyDays: null, keep: 1 });

  const made = await Promise.all([1, 2, 3].map(() => operator.post('/api/admin/backups')));

  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(folders()).toEqual([
    made
      .map(({ body }) => body.name)
      .sort()
      .at(-1),
  ]);
});

test('a folder of backups that cannot be read is not taken for an empty one', async () => {
  const folder = path.join(server.config.dataDir, 'backups');
  await rename(folder, `${folder}.aside`);
  await writeFile(folder, 'not a folder');

  expect((await backups()).made).toBeNull();
  expect((await operator.get('/api/admin/health')).body.findings).toMatchObject([{ id: 'backups_unreadable' }]);

  await rm(folder);
  await rename(`${folder}.aside`, folder);
  expect((await backups()).made).toHaveLength(1);
});

test('a disk that cannot be read is not taken for a full one', async () => {
  expect(await readDisk({ ...server.config, dataDir: path.join(server.config.dataDir, 'missing') })).toBeNull();
  expect((await readDisk(server.config))?.totalBytes).toBeGreaterThan(0);
});
