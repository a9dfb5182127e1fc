import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { builtProgram } from '../../testing/builtProgram.ts';
import { addItem, createFolder, type Person, personWith, shareWith, signUp } from '../../testing/people.ts';
import { type AppProcess, startProcess } from '../../testing/process.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { startBackups } from './backup.service.ts';

const run = promisify(execFile);

const SESSION_SECRET = 'nR4vW8zK1pQ7sT2xY5bC9dF3gH6jL0mN';

let server: TestServer;
let ana: Person;
let folder: string;
let restored: AppProcess | undefined;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'restore-'));
  // The app's own database, which is the one that it can back up.
  server = await startTestServer({ env: { MONGODB_URI: '', SESSION_SECRET } });
  ana = await signUp(server, 'Ana');
});
afterEach(async () => {
  await restored?.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The address of the newest backup, made by the schedule. */
async function backUpBySchedule(): Promise<string> {
  await ana.put('/api/admin/backups', { everyDays: 1, keep: 7 }).expect(200);
  const running = startBackups(server.config, 20);
  const made = async () => (await ana.get('/api/admin/storage')).body.backups.made;
  while ((await made()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await running.stop();
  return path.join(server.config.dataDir, 'backups', (await made())[0].name);
}

test('a first start with a backup made by the schedule has the same lists, members, pictures, reviews and sign-ins', async () => {
  const list = await createFolder(ana, 'Friday');
  await addItem(ana, list.id, { tmdbId: 603, title: 'The Matrix' });
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c2334d' } })
    .png()
    .toBuffer();
  const uploaded = await ana.post('/api/user/profile-image/upload').attach('profileImage', png, 'me.png').expect(200);
  const ben = await signUp(server, 'Ben');
  await shareWith(ana, list.id, ben);
  await ana.post('/api/reviews', { mediaType: 'movie', tmdbId: 603, rating: 5, comment: 'Whoa.' }).expect(201);
  const paths = [
    '/api/auth/user',
    '/api/folders',
    `/api/folders/${list.id}/items`,
    '/api/reviews/my-review/movie/603',
    '/api/user/sessions',
    `/api/folders/${list.id}/shares`,
  ];
  const picture = uploaded.body.profileImageUrl;
  const pictureBefore = (await ana.get(picture)).body;
  const before = await Promise.all(paths.map(async (at) => (await ana.get(at)).body));
  const backup = await backUpBySchedule();

  await run(process.execPath, [builtProgram('admin'), 'restore', backup], {
    env: { ...process.env, MONGODB_URI: '', DATA_DIR: folder },
  });
  restored = await startProcess(folder, { SESSION_SECRET });
  const again = personWith(restored, ana.cookie);

  expect((await personWith(restored, ben.cookie).get(`/api/folders/${list.id}`)).body.name).toBe('Friday');
  expect(pictureBefore.length).toBeGreaterThan(100);
  expect((await again.get(picture)).body).toEqual(pictureBefore);
  for (const [index, at] of paths.entries()) {
    const { status, body } = await again.get(at);
    expect([at, status, body]).toEqual([at, 200, before[index]]);
  }
});
