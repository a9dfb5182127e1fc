import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { createAnswer } from './commands/dispatch.ts';
import { dataFile, Engine } from './engine.ts';
import { startEmbedded } from './index.ts';
import { failure } from './testing/rows.ts';
import { makeFolder } from './testing/start.ts';
import { findFaults } from './testing/verify.ts';
import { listen } from './wire/server.ts';

let dir: string;

beforeEach(() => {
  dir = makeFolder();
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

async function fill(count: number): Promise<void> {
  const server = await startEmbedded({ dir, inProcess: true, database: 'test' });
  const client = await MongoClient.connect(server.uri);
  const rows = Array.from({ length: count }, (_, n) => ({ n, text: 'x'.repeat(200) }));
  await client.db().collection('rows').insertMany(rows);
  await client.close();
  await server.stop();
}

const start = () => startEmbedded({ dir, inProcess: true });

test('a file that is no data file is told at the start, and left as it is', async () => {
  writeFileSync(dataFile(dir), 'not a database');

  await expect(start()).rejects.toThrow(`${dataFile(dir)} is damaged (it is no data file)`);

  expect(readFileSync(dataFile(dir), 'utf8')).toBe('not a database');
});

test.each([0.95, 0.6, 0.2])(
  'a file cut to %d of its length is told at every start, and left as it is',
  async (part) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    await fill(2000);
    const size = Math.floor(statSync(dataFile(dir)).size * part);
    truncateSync(dataFile(dir), size);

    for (let attempt = 0; attempt < 2; attempt++) await expect(start()).rejects.toThrow('is damaged (it is cut short)');

    expect(statSync(dataFile(dir)).size).toBe(size);
  },
);

test('a folder that cannot be written to is told at the start', async () => {
  writeFileSync(join(dir, 'file'), '');

  await expect(startEmbedded({ dir: join(dir, 'file'), inProcess: true })).rejects.toThrow('file');
});

test('a full disk answers an error, keeps what was acknowledged, and is over when there is room again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const engine = await Engine.open({ dir });
  const listener = await listen({ port: 0 }, createAnswer(engine), () => {});
  const { port } = listener.address as { port: number };
  engine.address = `127.0.0.1:${port}`;
  const client = await MongoClient.connect(`mongodb://127.0.0.1:${port}/test?directConnection=true`);
  const rows = client.db().collection<{ _id: number; n?: number }>('rows');
  await rows.createIndex({ n: 1 });
  await rows.insertOne({ _id: 1, n: 1 });
  const write = engine.store.write.bind(engine.store);
  // As lmdb does it: the work is done, the pages do not get to the disk, all of it is undone.
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
  expect(await findFaults(dir)).toEqual([]);
});
