import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type EmbeddedMongo, startEmbedded } from 'embedded-mongo';
import mongoose from 'mongoose';
import request from 'supertest';
import { addItem, createFolder, type Person, signUp, titleFacts } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let dir: string;
let database: EmbeddedMongo;
let server: TestServer;
let person: Person;

/** The app on a database whose file is limited to eight megabytes. */
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'full-'));
  database = await startEmbedded({ dir, inProcess: true, quota: 8 * 1024 * 1024 });
  server = await startTestServer({ env: { MONGODB_URI: database.uri, LOG_LEVEL: 'fatal' } });
  person = await signUp(server);
});
afterAll(async () => {
  await server.stop();
  await database.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Fills the disk with this many documents at a time. */
async function fillDisk(length = 20): Promise<void> {
  const ballast = mongoose.connection.collection('ballast');
  for (;;) {
    try {
      await ballast.insertMany(Array.from({ length }, () => ({ text: 'x'.repeat(800) })));
    } catch (error) {
      expect(error).toMatchObject({ code: 14031 });
      return;
    }
  }
}

test('a full disk refuses adds with a clear error, allows reads and deletes, and accepts adds once there is room', async () => {
  const folder = await createFolder(person);
  const other = await createFolder(person, 'Other');
  const [item] = [await addItem(person, folder.id), await addItem(person, other.id)];
  await fillDisk();

  const refused = await request(server.url)
    .post('/api/watchlist')
    .set('Cookie', person.cookie)
    .send({ folderId: folder.id, ...titleFacts() });
  const read = await person.get(`/api/folders/${folder.id}/items`);
  const removed = await person.delete(`/api/watchlist/${item?.id}`);
  const deleted = await person.delete(`/api/folders/${other.id}`);
  await mongoose.connection.collection('ballast').deleteMany({});
  const added = await person.post('/api/watchlist', { folderId: folder.id, ...titleFacts() });

  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('60');
  expect(refused.body).toEqual({
    code: 'unavailable',
    error: 'The server has no room left. Please delete something, or try again later.',
  });
  expect(read.body).toEqual([item]);
  expect([removed.status, deleted.status, added.status]).toEqual([204, 204, 201]);
});

test('a person can sign out on a disk that takes not even small writes', async () => {
  const gone = await signUp(server, 'Gone');
  await fillDisk();
  await fillDisk(1);

  const answer = await request(server.url).post('/api/logout').set('Cookie', gone.cookie);

  expect(answer.status).toBe(303);
  await gone.get('/api/auth/user').expect(401);
  await mongoose.connection.collection('ballast').deleteMany({});
});
