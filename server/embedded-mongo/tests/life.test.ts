import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import type { ChildMessage } from '../child.ts';
import { type EmbeddedMongo, findServer, startEmbedded } from '../index.ts';
import { buildChild, buildProgram } from '../testing/child.ts';
import { makeFolder, startTestDatabase } from '../testing/start.ts';

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

test('listens on a socket that only its owner can use, and removes a stale one', async () => {
  const dir = folder();
  writeFileSync(join(dir, 'data.sock'), '');

  const server = await startEmbedded({ dir, inProcess: true });

  expect(await ping(server)).toBe(1);
  expect(statSync(join(dir, 'data.sock')).mode & 0o077).toBe(0);
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

test('databases with different names share a folder', async () => {
  const dir = folder();
  const [first, second] = [
    await startEmbedded({ dir, inProcess: true }),
    await startEmbedded({ dir, inProcess: true, name: 'other', database: 'films' }),
  ];
  const [one, two] = [await MongoClient.connect(first.uri), await MongoClient.connect(second.uri)];

  await two.db().collection('rows').insertOne({ n: 1 });

  expect(await one.db('films').collection('rows').countDocuments()).toBe(0);
  expect(await two.db('films').collection('rows').countDocuments()).toBe(1);
  expect(findServer({ dir, name: 'other' }, 'films')).toBe(second.uri);
  expect(['data.mdb', 'other.mdb'].every((file) => existsSync(join(dir, file)))).toBe(true);
  await one.close();
  await two.close();
  await first.stop();
  await second.stop();
});

test('with a port it listens on the loopback interface', async () => {
  const server = await startEmbedded({ dir: folder(), inProcess: true, port: 0, database: 'films' });

  expect(server.uri).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\/films\?/);
  expect(await ping(server)).toBe(1);
  await server.stop();
});

/** Starts the child process and waits for its first message. */
async function startChild(program: string, dir: string): Promise<{ child: ChildProcess; message: ChildMessage }> {
  const options = { dir, listen: { path: join(dir, 'data.sock') }, openTimeout: 0 };
  const child = fork(program, [JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const [message] = (await once(child, 'message')) as [ChildMessage];
  return { child, message };
}

test('a folder belongs to one process, which releases it when its parent exits', async () => {
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
  expect(second.message).toMatchObject({ type: 'failed', message: `${dir} is in use by process ${first.child.pid}` });
  expect(code).toBe(0);
  expect(third.message.type).toBe('ready');
  expect((await once(third.child, 'exit'))[0]).toBe(0);
  remove();
});

/** Waits for a line that the program, or a process that shares its output, prints. */
async function nextLine({ stdout }: ChildProcess): Promise<string> {
  const [line] = (await once(stdout as Readable, 'data')) as [Buffer];
  return line.toString().trim();
}

test('the child process ends with its app, even when it is busy and the app is killed', async () => {
  const dir = folder();
  const [busy, app] = [buildProgram('./busyChild.ts'), buildProgram('./app.ts')];
  const running = spawn(process.execPath, [app.program, dir, busy.program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(running, 'close'); // when neither the app nor its child has the output open
  process.kill(Number(await nextLine(running)), 'SIGUSR2');
  expect(await nextLine(running)).toBe('busy');

  running.kill('SIGKILL');
  await ended;

  const server = await startEmbedded({ dir, inProcess: true });
  expect(await ping(server)).toBe(1);
  await server.stop();
  for (const { remove } of [busy, app]) remove();
});

test('a start does not wait for an owner that is busy', async () => {
  const dir = folder();
  const busy = buildProgram('./busyChild.ts');
  const { child } = await startChild(busy.program, dir);
  child.kill('SIGUSR2');
  await nextLine(child);

  const { message } = await startChild(busy.program, dir);

  expect(message).toMatchObject({ type: 'failed', message: `${dir} is in use by process ${child.pid}` });
  child.kill('SIGKILL');
  busy.remove();
});

test('expired documents are removed, others are kept', async () => {
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
