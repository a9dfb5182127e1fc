import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type EmbeddedMongo, startEmbedded } from 'embedded-mongo';
import { type Db, MongoClient } from 'mongodb';
import { collectionLabels } from '../../server/features/operator/storage.service.ts';
import { migrate } from '../../server/migrations/migrate.ts';
import { exportTo, importFrom } from './transfer.ts';

let folder: string;
let place: string;
let server: EmbeddedMongo;
let client: MongoClient;
let db: Db;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transfer-'));
  place = join(folder, 'outer', 'export');
  server = await startEmbedded({ dir: join(folder, 'data'), database: 'marquee', inProcess: true });
  client = await MongoClient.connect(server.uri);
  db = client.db();
});
afterEach(async () => {
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: Error) => error.message,
  );

// A name that begins with a dot cannot be created.
const names = ['a/../../x', '/tmp/x', 'a\\b', 'a\nb', 'Users', 'a'.repeat(100)];

test('every collection of Marquee is exported', async () => {
  const own = Object.keys(collectionLabels);
  for (const name of own) await db.createCollection(name);

  const counts = await exportTo(db, place);

  expect(Object.keys(counts)).toEqual(own.sort());
  expect(readdirSync(place)).toEqual(own.map((name) => `${name}.jsonl`));
});

describe('a collection that Marquee does not have', () => {
  test.each(names)('%j is not exported, and nothing is written', async (name) => {
    await db.collection('users').insertOne({ n: 1 });
    await db.collection(name).insertOne({ n: 1 });

    const refused = await refusalOf(exportTo(db, place));

    expect(refused).toBe(`${JSON.stringify(name)} is not a collection of Marquee; nothing was written`);
    expect(readdirSync(folder)).toEqual(['data']);
  });

  test.each(['Users', 'system.js', 'a b', '..'])('%j is not imported, and nothing is written', async (name) => {
    mkdirSync(place, { recursive: true });
    for (const each of ['users', name]) writeFileSync(join(place, `${each}.jsonl`), '{"n":1}\n');

    const refused = await refusalOf(importFrom(place, db));

    expect(refused).toBe(`${JSON.stringify(name)} is not a collection of Marquee; nothing was written`);
    expect(await db.listCollections().toArray()).toEqual([]);
  });
});

test.each<[string, (path: string) => unknown]>([
  ['a symbolic link', (path) => symlinkSync('/etc/passwd', path)],
  ['a folder', (path) => mkdirSync(path)],
  ['a pipe', (path) => spawnSync('mkfifo', [path])],
])('%s in place of a file is not imported, and nothing is written', async (_kind, make) => {
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'items.jsonl'), '{"n":1}\n');
  make(join(place, 'users.jsonl'));

  const refused = await refusalOf(importFrom(place, db));

  expect(refused).toBe(`${join(place, 'users.jsonl')} is not a regular file; nothing was written`);
  expect(await db.listCollections().toArray()).toEqual([]);
});

describe('a copy that did not end', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `{"_id":${n}}\n`).join('');

  beforeEach(() => {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'items.jsonl'), lines(3));
    writeFileSync(join(place, 'users.jsonl'), `${lines(1)}{"_id":`);
    writeFileSync(join(place, 'versions.jsonl'), '{"_id":"data","version":3}\n');
  });

  test('is refused by the app and as the source of another copy', async () => {
    await expect(importFrom(place, db)).rejects.toThrow();

    expect(await db.collection('items').countDocuments()).toBe(3);
    expect(await refusalOf(migrate(db))).toMatch(/^The database holds only a part of the data: /);
    expect(await refusalOf(exportTo(db, join(folder, 'other')))).toMatch(
      /^The database holds only a part of the data: /,
    );
  });

  test('is begun again from nothing', async () => {
    await expect(importFrom(place, db)).rejects.toThrow();
    writeFileSync(join(place, 'items.jsonl'), lines(2));
    writeFileSync(join(place, 'users.jsonl'), lines(1));

    expect(await importFrom(place, db)).toEqual({ items: 2, users: 1, versions: 1 });

    expect(await db.collection('items').countDocuments()).toBe(2);
    expect(await db.collection('versions').find().toArray()).toEqual([{ _id: 'data', version: 3 }]);
    expect(await refusalOf(migrate(db))).toBe('accepted');
  });

  test('in a folder is not imported', async () => {
    writeFileSync(join(place, 'unfinished'), '');

    expect(await refusalOf(importFrom(place, db))).toBe(`the export in ${place} is unfinished; nothing was written`);
    expect(await db.listCollections().toArray()).toEqual([]);
  });
});
