import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Collection, type Db, MongoClient } from 'mongodb';
import { backUp, restore } from '../backup.ts';
import { findFaults } from '../check.ts';
import { Engine } from '../engine.ts';
import { DamagedData } from '../file/integrity.ts';
import { documentKey } from '../file/keys.ts';
import { dataFile } from '../file/paths.ts';
import { startEmbedded } from '../index.ts';
import { buildChild } from '../testing/child.ts';
import { failure, makeFolder } from '../testing/start.ts';
import { hashDocuments } from '../testing/verify.ts';

const pageSize = 4096;

let folder: string;
let sound: string;
let damaged: string;
/** A hash of the documents in the intact folder. */
let documents: string;

beforeEach(() => {
  folder = makeFolder();
  [sound, damaged] = [join(folder, 'sound'), join(folder, 'damaged')];
  mkdirSync(damaged);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function withDatabase<T>(dir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dir, inProcess: true });
  const client = await MongoClient.connect(server.uri);
  const result = await work(client.db());
  await client.close();
  await server.stop();
  return result;
}

/** Whether the first key of a page is that of one of these documents of the first collection. */
function isInside(page: Buffer, first: number, last: number): boolean {
  const at = 24 + page.readUInt16LE(24) + 8;
  const key = page.subarray(at, at + 11);
  return Buffer.compare(key, documentKey(1, first)) >= 0 && Buffer.compare(key, documentKey(1, last)) < 0;
}

const withRows = <T>(dir: string, work: (rows: Collection<{ _id: number; text: string }>) => Promise<T>) =>
  withDatabase(dir, (db) => work(db.collection('rows')));

/** Creates documents with indexes, some on overflow pages, and free pages between them. Returns the data file. */
async function fill(count: number, ...names: string[]): Promise<Buffer> {
  await withDatabase(sound, async (db) => {
    for (const name of names.length > 0 ? names : ['rows']) await fillCollection(db.collection(name), count);
  });
  documents = await hashDocuments(sound);
  return readFileSync(dataFile({ dir: sound }));
}

async function fillCollection(rows: Collection, count: number): Promise<void> {
  // Before its indexes, so that the first collection has the id 1.
  await rows.db.createCollection(rows.collectionName);
  await rows.createIndexes([{ key: { n: 1 } }, { key: { text: 1, n: 1 } }]);
  const row = (n: number) => ({ n, text: 'x'.repeat(n % 300), ...(n % 4 === 0 && { big: 'y'.repeat(20_000) }) });
  for (let n = 0; n < count; n += 100) {
    await rows.insertMany(Array.from({ length: 100 }, (_, i) => row(n + i)));
    await rows.deleteMany({ n: { $gte: n, $lt: n + 20 } });
  }
}

/**
 * Opens the damaged folder. It is either refused and left unchanged, or nothing is lost. Returns the reason of a
 * refusal.
 */
async function reasonOfRefusal(): Promise<string | undefined> {
  const before = readFileSync(dataFile({ dir: damaged }));
  try {
    await (await Engine.open({ dir: damaged })).close();
  } catch (error) {
    expect(error).toBeInstanceOf(DamagedData);
    expect(readFileSync(dataFile({ dir: damaged })).equals(before)).toBe(true);
    return /^(\S+) is damaged \((.+)\)\. /.exec((error as Error).message)?.[2];
  }
  expect(await hashDocuments(damaged)).toBe(documents);
  expect(await findFaults({ dir: damaged })).toEqual([]);
  return undefined;
}

test('a file of thousands of pages that is truncated anywhere is refused and left unchanged', async () => {
  const { length } = await fill(4000);
  const cuts = Array.from({ length: 35 }, (_, i) => Math.floor((length * (35 - i)) / 36));
  const accepted: number[] = [];
  copyFileSync(dataFile({ dir: sound }), dataFile({ dir: damaged }));

  for (const size of [length - 1, length - pageSize, ...cuts, pageSize, 100]) {
    truncateSync(dataFile({ dir: damaged }), size);
    const reason = await reasonOfRefusal();
    if (reason === undefined) {
      accepted.push(size);
      copyFileSync(dataFile({ dir: sound }), dataFile({ dir: damaged }));
    } else expect(reason).toBe('the file is truncated');
  }

  expect(length / pageSize).toBeGreaterThan(5000);
  // Unused pages at the end may be missing.
  expect(accepted.filter((size) => size < length * 0.95)).toEqual([]);
});

test('a changed bit in a meta page is detected or harmless', async () => {
  const whole = await fill(200);
  const places = Array.from({ length: 42 }, (_, i) => i * 4 + (i % 4));
  let refused = 0;

  for (const at of [...places, ...places.map((place) => pageSize + place)]) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ (1 << (at % 8));
    writeFileSync(dataFile({ dir: damaged }), bytes);
    if (await reasonOfRefusal()) refused++;
  }

  expect(refused).toBeGreaterThan(20);
});

test('a zeroed page of keys in a small file is detected or was unused', async () => {
  const whole = await fill(200);
  const isOfKeys = (page: number) => [1, 2].includes(whole.readUInt16LE(page * pageSize + 18));
  const pages = Array.from({ length: whole.length / pageSize }, (_, page) => page).filter(isOfKeys);
  const reasons: string[] = [];

  for (const page of pages.slice(0, 30)) {
    writeFileSync(dataFile({ dir: damaged }), Buffer.from(whole).fill(0, page * pageSize, (page + 1) * pageSize));
    reasons.push((await reasonOfRefusal()) ?? 'not in use');
  }

  expect(reasons).toContainEqual(expect.stringMatching(/^its page \d+ is broken$/));
});

test.each<[string, (page: Buffer) => void]>([
  ['lost its content', (page) => page.fill(0)],
  ['has a key out of order', (page) => page.writeUInt8(0xff, 24 + page.readUInt16LE(26) + 8)],
])('the first page of the tree of a large file that %s is noticed', async (_, change) => {
  const bytes = await fill(4000);
  const [first, second] = [bytes, bytes.subarray(pageSize)];
  const meta = first.readBigUInt64LE(152) > second.readBigUInt64LE(152) ? first : second;
  const root = Number(meta.readBigUInt64LE(136));
  change(bytes.subarray(root * pageSize, (root + 1) * pageSize));
  writeFileSync(dataFile({ dir: damaged }), bytes);

  expect(await reasonOfRefusal()).toMatch(/^its page \d+ is broken$/);
});

test('a file of another program is refused and left unchanged', async () => {
  writeFileSync(dataFile({ dir: damaged }), 'x'.repeat(20_000));

  expect(await reasonOfRefusal()).toBe('it is not a database file');
});

test.each<[string, number, (page: Buffer, other: Buffer) => void]>([
  ['of documents lost its content', 2, (page) => page.fill(0)],
  ['of documents has the content of another one', 2, (page, other) => other.copy(page, 8, 8)],
  ['of a long document lost its content', 4, (page) => page.fill(0)],
])('a backup of a large file of which a page %s names that file', async (_what, kind, change) => {
  const bytes = await fill(4000);
  const all = Array.from({ length: bytes.length / pageSize }, (_, page) =>
    bytes.subarray(page * pageSize, (page + 1) * pageSize),
  );
  // The start reads the pages at the ends of the documents.
  const pages = all.filter((page) => page.readUInt16LE(18) === kind && (kind !== 2 || isInside(page, 1000, 3000)));
  for (const page of pages.slice(1)) change(page, pages[0] as Buffer);
  writeFileSync(dataFile({ dir: damaged }), bytes);
  const target = join(folder, 'backup');

  const refused = await failure(backUp({ dir: damaged }, target));

  expect(refused).toBeInstanceOf(DamagedData);
  expect((refused as Error).message).toMatch(
    new RegExp(`^${dataFile({ dir: damaged })} is damaged \\(.+\\)\\. Move it away and restore a backup$`),
  );
  expect(readdirSync(target)).toEqual([]);
});

test('a damaged backup does not replace the data', async () => {
  await fill(100);
  await backUp({ dir: sound }, join(folder, 'backup'));
  const before = readFileSync(dataFile({ dir: sound }));
  truncateSync(dataFile({ dir: join(folder, 'backup') }), 5 * pageSize);

  await expect(restore(join(folder, 'backup'), { dir: sound })).rejects.toThrow('is damaged (the file is truncated)');

  expect(readFileSync(dataFile({ dir: sound })).equals(before)).toBe(true);
});

test('damaged data can be replaced by a backup', async () => {
  await fill(100);
  await backUp({ dir: sound }, join(folder, 'backup'));
  writeFileSync(dataFile({ dir: damaged }), 'nothing');

  const [kept] = await restore(join(folder, 'backup'), { dir: damaged });

  expect(await hashDocuments(damaged)).toBe(documents);
  expect(readFileSync(kept as string, 'utf8')).toBe('nothing');
});

test('a changed byte in a document causes an error for that document only', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const rows = [1, 2, 3].map((_id) => ({ _id, text: `row ${_id}` }));
  await withRows(sound, (collection) => collection.insertMany(rows));
  const bytes = readFileSync(dataFile({ dir: sound }));
  for (let at = bytes.indexOf('row 2'); at >= 0; at = bytes.indexOf('row 2', at + 1)) bytes.write('R', at);
  writeFileSync(dataFile({ dir: damaged }), bytes);

  const [whole, one, all] = await withRows(damaged, async (collection) => [
    await collection.findOne({ _id: 1 }),
    await failure(collection.findOne({ _id: 2 })),
    await failure(collection.find().toArray()),
  ]);

  const message = 'record 2 of test.rows is damaged: restore a backup';
  expect(whole).toEqual(rows[0]);
  expect([one, all]).toEqual([one, all].map(() => expect.objectContaining({ code: 301, message })));
  expect(logged).toHaveBeenCalledWith(`embedded database: ${message}`);
  jest.restoreAllMocks();
});

test('a changed byte in the catalog is detected at the start', async () => {
  await withRows(sound, (collection) => collection.createIndex({ text: 1 }));
  const bytes = readFileSync(dataFile({ dir: sound }));
  for (let at = bytes.indexOf('text_1'); at >= 0; at = bytes.indexOf('text_1', at + 1)) bytes.write('T', at);
  writeFileSync(dataFile({ dir: damaged }), bytes);

  await expect(Engine.open({ dir: damaged })).rejects.toThrow(
    'is damaged (the entry of test.rows in the catalog is broken)',
  );
});

describe('a file that crashes the process when it is opened', () => {
  let program: ReturnType<typeof buildChild>;

  beforeEach(() => {
    program = buildChild();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    program.remove();
  });

  test('is reported in one line', async () => {
    // The last document of a collection claims to be longer than the file. Large files are not checked for that.
    const bytes = await fill(4000, 'before', 'rows');
    const key = documentKey(1, 4000);
    for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + 1)) {
      const isLeaf = bytes.readUInt16LE(at - (at % pageSize) + 18) === 2;
      if (isLeaf) bytes.writeUInt32LE(0x7fff_ffff, at - 8);
    }
    writeFileSync(dataFile({ dir: damaged }), bytes);

    const start = startEmbedded({ dir: damaged, program: program.program });

    await expect(start).rejects.toThrow(/data\.mdb is damaged \(opening it caused SIG\w+\)\. Move it away/);
  });

  test('is not opened repeatedly', async () => {
    const messages: unknown[][] = [];
    const refused = new Promise<void>((resolve) => {
      jest.spyOn(console, 'error').mockImplementation((...message) => {
        messages.push(message);
        if (messages.length === 2) resolve();
      });
    });
    const server = await startEmbedded({ dir: damaged, program: program.program });
    const timers = jest.spyOn(globalThis, 'setTimeout');
    writeFileSync(dataFile({ dir: damaged }), 'nothing');
    process.kill(server.pid, 'SIGKILL');

    await refused;
    await server.stop();

    expect(messages[1]).toEqual([
      'embedded database failed to start:',
      `${dataFile({ dir: damaged })} is damaged (the file is truncated). Move it away and restore a backup`,
    ]);
    expect(timers.mock.calls.map(([, delay]) => delay)).not.toContain(2000);
  });
});
