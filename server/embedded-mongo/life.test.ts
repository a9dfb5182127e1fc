import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import type { ChildMessage } from './child.ts';
import { type EmbeddedMongo, startEmbedded } from './index.ts';
import { buildChild } from './testing/child.ts';
import { makeFolder, startTestDatabase } from './testing/start.ts';

const folders: string[] = [];
const folder = () => {
  const dir = makeFolder();
  folders.push(dir);
  return dir;
};
afterEach(() => {
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true });
});

const ping = async (server: EmbeddedMongo) => {
  const client = await MongoClient.connect(server.uri);
  const answer = await client.db().command({ ping: 1 });
  await client.close();
  return answer.ok;
};

test('it listens on a socket that only its owner can reach, and cleans up a stale one', async () => {
  const dir = folder();
  writeFileSync(join(dir, 'marquee.sock'), '');

  const server = await startEmbedded({ dir, inProcess: true });

  expect(await ping(server)).toBe(1);
  expect(statSync(join(dir, 'marquee.sock')).mode & 0o077).toBe(0);
  await server.stop();
});

test('a path too long for a socket is replaced by a short temporary one', async () => {
  const dir = join(folder(), 'x'.repeat(100));
  mkdirSync(dir);

  const server = await startEmbedded({ dir, inProcess: true });

  const path = decodeURIComponent(new URL(server.uri).host);
  expect(path.length).toBeLessThan(100);
  expect(await ping(server)).toBe(1);
  await server.stop();
  expect(existsSync(path)).toBe(false);
});

test('with a port it listens on loopback', async () => {
  const server = await startEmbedded({ dir: folder(), inProcess: true, port: 0, database: 'films' });

  expect(server.uri).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\/films\?/);
  expect(await ping(server)).toBe(1);
  await server.stop();
});

/** The child's program, and its first message. */
async function startChild(program: string, dir: string): Promise<{ child: ChildProcess; message: ChildMessage }> {
  const options = { dir, listen: { path: join(dir, 'marquee.sock') }, patience: 0 };
  const child = fork(program, [JSON.stringify(options)]);
  const [message] = (await once(child, 'message')) as [ChildMessage];
  return { child, message };
}

test('a folder belongs to one process, which leaves it when its parent is gone', async () => {
  const dir = folder();
  const { program, remove } = buildChild();
  const first = await startChild(program, dir);
  const second = await startChild(program, dir);

  first.child.kill('SIGINT');
  first.child.kill('SIGTERM');
  const ended = once(first.child, 'exit');
  first.child.disconnect();
  const [code] = await ended;
  const third = await startChild(program, dir);
  third.child.send({ type: 'close' });

  expect(first.message.type).toBe('ready');
  expect(second.message).toEqual({ type: 'failed', message: `${dir} is in use by process ${first.child.pid}` });
  expect(code).toBe(0);
  expect(third.message.type).toBe('ready');
  expect((await once(third.child, 'exit'))[0]).toBe(0);
  remove();
}, 60_000);

test('documents past their expiry are removed, others stay', async () => {
  const database = await startTestDatabase({ expiryInterval: 20 });
  const rows = database.db.collection<{ _id: string; at?: Date; kind?: string }>('rows');
  await rows.createIndex({ at: 1 }, { expireAfterSeconds: 60, partialFilterExpression: { kind: 'mortal' } });
  const stream = rows.watch([{ $match: { operationType: 'delete' } }]);
  const deleted = stream.next();

  await rows.insertMany([
    { _id: 'old', kind: 'mortal', at: new Date(Date.now() - 61_000) },
    { _id: 'new', kind: 'mortal', at: new Date() },
    { _id: 'other', kind: 'immortal', at: new Date(0) },
    { _id: 'without', kind: 'mortal' },
  ]);

  expect(await deleted).toMatchObject({ documentKey: { _id: 'old' } });
  expect((await rows.find().toArray()).map(({ _id }) => _id)).toEqual(['new', 'other', 'without']);
  await stream.close();
  await database.stop();
});
