import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { findFaults } from '../check.ts';
import { createRequestHandler } from '../commands/dispatch.ts';
import { Engine } from '../engine.ts';
import { lockFile } from '../file/paths.ts';
import { startEmbedded } from '../index.ts';
import { failure, makeFolder } from '../testing/start.ts';
import { listen } from '../wire/server.ts';

let dir: string;

beforeEach(() => {
  dir = makeFolder();
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

test('a folder that is not writable is reported at the start', async () => {
  writeFileSync(join(dir, 'file'), '');

  await expect(startEmbedded({ dir: join(dir, 'file'), inProcess: true })).rejects.toThrow('file');
});

test('the lock file is allocated at the first start, so that later starts need no disk space', async () => {
  await (await Engine.open({ dir })).close();

  const { size, blocks } = statSync(lockFile({ dir }));

  expect(size).toBeGreaterThan(65_536);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
});

test('a full disk causes an error, keeps acknowledged writes, and recovers when there is space again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const engine = await Engine.open({ dir });
  const listener = await listen({ port: 0 }, createRequestHandler(engine), () => {});
  const { port } = listener.address as { port: number };
  engine.address = `127.0.0.1:${port}`;
  const client = await MongoClient.connect(`mongodb://127.0.0.1:${port}/test?directConnection=true`);
  const rows = client.db().collection<{ _id: number; n?: number }>('rows');
  await rows.createIndex({ n: 1 });
  await rows.insertOne({ _id: 1, n: 1 });
  const write = engine.store.write.bind(engine.store);
  // Simulates lmdb on a full disk: the action runs, its pages cannot be written, and everything is rolled back.
  const full = jest.spyOn(engine.store, 'write').mockImplementation((action) =>
    write(() => {
      action();
      throw Object.assign(new Error('No space left on device'), { code: 28 });
    }),
  );

  const errors = await Promise.all([2, 3].map((_id) => failure(rows.insertOne({ _id, n: 1 }))));
  full.mockRestore();
  await rows.insertOne({ _id: 4, n: 1 });

  expect(errors.map(({ code }) => code)).toEqual([14031, 14031]);
  expect(await rows.find({ n: 1 }).toArray()).toEqual([
    { _id: 1, n: 1 },
    { _id: 4, n: 1 },
  ]);
  expect(await rows.estimatedDocumentCount()).toBe(2);
  await client.close();
  await listener.close();
  await engine.close();
  expect(await findFaults({ dir })).toEqual([]);
});

test('a full disk does not keep the database from closing, and its folder can be opened again', async () => {
  const engine = await Engine.open({ dir });
  jest.spyOn(engine.store, 'write').mockImplementation(() => {
    throw Object.assign(new Error('No space left on device'), { code: 28 });
  });

  await engine.close();

  await (await Engine.open({ dir })).close();
  expect(await findFaults({ dir })).toEqual([]);
});
