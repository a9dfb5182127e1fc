import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startEmbedded } from 'embedded-mongo';
import { backUp } from 'embedded-mongo/backup';
import { kinds, metaKey, Store } from 'embedded-mongo/testing';
import { type Db, MongoClient } from 'mongodb';
import { migrations } from '../../server/migrations/migrate.ts';
import { databaseName as name } from '../../server/platform/databaseName.ts';
import { restoreBackup } from './restore.ts';

const PAGE = 4096;
const GIGABYTE = 1024 ** 3;
const OLD_SECRET = 'the secret of the data that is replaced';
const NEW_SECRET = 'the secret of the backup, 43 characters lon';

const dataFile = (dir: string) => join(dir, 'marquee.mdb');
const secretFile = (dir: string) => join(dir, 'session-secret');

/** A folder with a backup that is never changed, and a folder for one test. */
let sound: string;
let folder: string;
/** A copy of the backup, and the data folder that it is restored to. */
let source: string;
let target: string;
let listener: Server | undefined;

beforeAll(async () => {
  sound = mkdtempSync(join(tmpdir(), 'sound-'));
  await makeData(join(sound, 'previous'), (db) => insertUsers(db, ['Old']));
  await makeData(join(sound, 'data'), (db) => insertUsers(db, ['Ann', 'Bob']));
  await backUp({ dir: join(sound, 'data'), name }, join(sound, 'backup'));
  writeFileSync(secretFile(join(sound, 'previous')), OLD_SECRET, { mode: 0o600 });
  writeFileSync(secretFile(join(sound, 'backup')), NEW_SECRET, { mode: 0o600 });
});
afterAll(() => rmSync(sound, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restore-'));
  [source, target] = [join(folder, 'backup'), join(folder, 'data')];
  cpSync(join(sound, 'backup'), source, { recursive: true });
  cpSync(join(sound, 'previous'), target, { recursive: true });
});
afterEach(() => {
  listener?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function withData<T>(dir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dir, name, database: name, inProcess: true });
  const client = await MongoClient.connect(server.uri);
  try {
    return await work(client.db());
  } finally {
    await client.close();
    await server.stop();
  }
}

/** The smallest data of the app, with enough documents for several pages. */
async function makeData(dir: string, fill: (db: Db) => Promise<unknown>): Promise<void> {
  await withData(dir, async (db) => {
    await db.collection<{ _id: string }>('versions').insertOne({ _id: 'data', version: migrations.length } as never);
    await db.collection('users').createIndex({ name: 1 });
    await db.collection('items').insertMany(Array.from({ length: 300 }, (_, n) => ({ n, note: 'x'.repeat(200) })));
    await fill(db);
  });
}

const insertUsers = (db: Db, names: string[]) =>
  db.collection('users').insertMany(names.map((given) => ({ name: given })));

const namesIn = (dir: string) =>
  withData(dir, async (db) =>
    (await db.collection('users').find().sort({ name: 1 }).toArray()).map((user) => user.name),
  );

/** Everything in the folder: kinds, modes, sizes and content. */
function contentOf(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((entry) => {
      const { mode, size } = lstatSync(join(dir, entry));
      return `${entry} ${mode.toString(8)} ${size} ${hashOf(join(dir, entry))}`;
    });
}

/** Nothing for what is no file, and for the sparse one, which is too large to be read. */
function hashOf(path: string): string {
  const stats = lstatSync(path);
  if (!stats.isFile() || stats.size > GIGABYTE) return '';
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Changes the backup through lmdb, without the engine. */
async function withStore(change: (store: Store) => void): Promise<void> {
  const store = Store.open(dataFile(source));
  store.write(() => change(store));
  await store.close();
  rmSync(`${dataFile(source)}-lock`);
}

function removeFirstDocument(store: Store): void {
  const [first] = store.range(kinds.documents.start, kinds.documents.end, { limit: 1 });
  if (first) store.remove(first.key);
}

async function replaceBackup(fill: (db: Db) => Promise<unknown>): Promise<void> {
  const dir = join(folder, 'other');
  await withData(dir, fill);
  rmSync(dataFile(source));
  await backUp({ dir, name }, source);
}

function swapPages(first: number, second: number): void {
  const bytes = readFileSync(dataFile(source));
  const kept = Buffer.from(bytes.subarray(first * PAGE, (first + 1) * PAGE));
  bytes.copyWithin(first * PAGE, second * PAGE, (second + 1) * PAGE);
  kept.copy(bytes, second * PAGE);
  writeFileSync(dataFile(source), bytes);
}

const makePipe = (path: string) => spawnSync('mkfifo', [path]);

/** Makes a socket that is open until the test ends. */
async function listenAt(path: string): Promise<void> {
  listener = createServer().listen(path);
  await once(listener, 'listening');
}

const replaceFile = (path: string, make: (path: string) => unknown) => {
  rmSync(path, { recursive: true });
  return make(path);
};

const damagedFile = /^\S+backup\/marquee\.mdb is damaged \([^\n]+\)\. Use another backup$/;
const badSecret = /^\S+backup\/session-secret is not a session secret/;
const foreign = /^\S+backup\/marquee\.mdb has no data of Marquee$/;

const useTarget = () => {
  source = target;
};
const moveTarget = (dir: string) => {
  target = dir;
};

/** What is wrong with the folder, how it is made so, and the refusal. */
const hostile: [string, () => unknown, RegExp][] = [
  ['is missing', () => rmSync(source, { recursive: true }), /^there is no backup in \S+backup$/],
  ['is empty', () => replaceFile(source, mkdirSync), /^there is no backup in \S+backup$/],
  ['is a file', () => replaceFile(source, (path) => writeFileSync(path, '')), /^\S+backup is not a folder$/],
  ['is a loop of links', () => replaceFile(source, (path) => symlinkSync(path, path)), /ELOOP/],
  ['has an empty data file', () => truncateSync(dataFile(source), 0), /marquee\.mdb is empty$/],
  ['has a data file of one byte', () => truncateSync(dataFile(source), 1), damagedFile],
  ['has a truncated data file', () => truncateSync(dataFile(source), 5 * PAGE), damagedFile],
  ['has a data file of zeros', () => writeFileSync(dataFile(source), Buffer.alloc(20 * PAGE)), damagedFile],
  [
    'has a data file of random bytes',
    () => writeFileSync(dataFile(source), createHash('shake256', { outputLength: 20 * PAGE }).digest()),
    damagedFile,
  ],
  ['has swapped pages', () => swapPages(4, 5), damagedFile],
  [
    'has a changed document',
    () => {
      const bytes = readFileSync(dataFile(source));
      for (let at = bytes.indexOf('Ann'); at >= 0; at = bytes.indexOf('Ann', at + 1)) bytes.write('Eve', at);
      writeFileSync(dataFile(source), bytes);
    },
    damagedFile,
  ],
  ['lacks a document that is in an index', () => withStore(removeFirstDocument), damagedFile],
  [
    'has data of another program',
    () => {
      rmSync(dataFile(source));
      return withStore((store) => store.put(Buffer.from('key'), Buffer.from('value')));
    },
    foreign,
  ],
  [
    'has documents of another program',
    () => replaceBackup((db) => db.collection('shops').insertOne({ n: 1 })),
    foreign,
  ],
  [
    'has data of a newer version',
    () => replaceBackup((db) => db.collection('versions').insertOne({ _id: 'data', version: 99 } as never)),
    /^The data was written by a newer version of Marquee \(data version 99; /,
  ],
  [
    'has data of no version',
    () => replaceBackup((db) => db.collection('versions').insertOne({ _id: 'data', version: '1' } as never)),
    foreign,
  ],
  [
    'has data of a newer format',
    () => withStore((store) => store.put(metaKey('format'), Buffer.from('99'))),
    /^\S+backup contains data of format 99, this version supports 1 to 2$/,
  ],
  [
    'has a link to a file in place of the data',
    () => replaceFile(dataFile(source), (path) => symlinkSync('/etc/passwd', path)),
    /^\S+backup\/marquee\.mdb is a symbolic link, not a regular file$/,
  ],
  [
    'has a link to itself in place of the data',
    () => replaceFile(dataFile(source), (path) => symlinkSync(path, path)),
    /marquee\.mdb is a symbolic link, not/,
  ],
  [
    'has a folder in place of the data',
    () => replaceFile(dataFile(source), mkdirSync),
    /marquee\.mdb is a folder, not/,
  ],
  ['has a pipe in place of the data', () => replaceFile(dataFile(source), makePipe), /marquee\.mdb is a pipe, not/],
  ['has a socket in place of the data', () => replaceFile(dataFile(source), listenAt), /marquee\.mdb is a socket, not/],
  [
    'has a sparse data file of 20 GB',
    () => truncateSync(dataFile(source), 20 * GIGABYTE),
    /marquee\.mdb is 20480 MB long, but only 0 MB of it are on the disk/,
  ],
  ['has an empty secret', () => truncateSync(secretFile(source), 0), badSecret],
  ['has a secret of one letter', () => writeFileSync(secretFile(source), 'x'), badSecret],
  ['has a secret of spaces', () => writeFileSync(secretFile(source), ' '.repeat(40)), badSecret],
  ['has a secret of several lines', () => writeFileSync(secretFile(source), `${NEW_SECRET}\n${NEW_SECRET}`), badSecret],
  ['has a binary secret', () => writeFileSync(secretFile(source), Buffer.alloc(32, 0xff)), badSecret],
  ['has a long secret', () => writeFileSync(secretFile(source), 'x'.repeat(2000)), badSecret],
  [
    'has a secret of 1 MB',
    () => writeFileSync(secretFile(source), 'x'.repeat(1024 * 1024)),
    /^\S+session-secret is too large for its purpose$/,
  ],
  [
    'has a link to a file in place of the secret',
    () => replaceFile(secretFile(source), (path) => symlinkSync('/etc/hostname', path)),
    /session-secret is a symbolic link, not/,
  ],
  [
    'has a pipe in place of the secret',
    () => replaceFile(secretFile(source), makePipe),
    /session-secret is a pipe, not/,
  ],
  ['has another file', () => writeFileSync(join(source, 'notes.txt'), ''), /^\S+backup contains "notes.txt", which is/],
  ['has a name with a line break', () => writeFileSync(join(source, 'a\nb'), ''), /contains "a\\nb", which is/],
  ['is the data folder', useTarget, /^\S+data is the data folder itself$/],
  ['contains the data folder', () => moveTarget(join(source, 'new')), /new is inside the folder of the backup$/],
];

test.each(hostile)('a folder that %s is refused in one line, and nothing changes', async (_what, spoil, refusal) => {
  await spoil();
  const before = contentOf(folder);

  const refused = await restoreBackup(source, target).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

  expect(refused).toMatch(refusal);
  expect(refused).not.toMatch(/\p{Cc}/u);
  expect(contentOf(folder)).toEqual(before);
});

test('a file that cannot be read is refused in one line, and nothing changes', async () => {
  chmodSync(dataFile(source), 0);
  const before = contentOf(join(folder, 'data'));

  const refused = await asUnprivileged(() => restoreBackup(source, target).catch((error: Error) => error.message));

  expect(refused).toMatch(/^\S+backup\/marquee\.mdb cannot be read \(EACCES[^\n]+\)$/);
  expect(contentOf(join(folder, 'data'))).toEqual(before);
});

/** Root may read every file, so another user is taken there. */
async function asUnprivileged<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  for (const entry of ['', 'backup', 'data', 'backup/marquee.mdb', 'backup/session-secret'])
    chownSync(join(folder, entry), 65_534, 65_534);
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('a sound backup', () => {
  test('replaces the data and the secret, and what was there is kept beside them', async () => {
    const kept = await restoreBackup(source, target);

    expect(await namesIn(target)).toEqual(['Ann', 'Bob']);
    expect(readFileSync(secretFile(target), 'utf8')).toBe(NEW_SECRET);
    const [secret = '', data = ''] = kept;
    expect(readFileSync(secret, 'utf8')).toBe(OLD_SECRET);
    expect(data.startsWith(`${dataFile(target)}.before-`)).toBe(true);
    renameSync(data, dataFile(source));
    expect(await namesIn(source)).toEqual(['Old']);
  });

  test('is restored to a folder that does not exist yet, and leaves only its files there', async () => {
    target = join(folder, 'new', 'data');

    const kept = await restoreBackup(source, target);

    expect(kept).toEqual([]);
    expect(readdirSync(target).sort()).toEqual(['marquee.mdb', 'session-secret']);
    expect(readdirSync(target).map((file) => statSync(join(target, file)).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  test('without a secret leaves that of the data folder', async () => {
    rmSync(secretFile(source));

    await restoreBackup(source, target);

    expect(await namesIn(target)).toEqual(['Ann', 'Bob']);
    expect(readFileSync(secretFile(target), 'utf8')).toBe(OLD_SECRET);
  });

  test('is not changed by being restored', async () => {
    const before = contentOf(source);

    await restoreBackup(source, target);

    expect(contentOf(source)).toEqual(before);
  });

  test('may have been restored before, be named by a link, and lie inside the data folder', async () => {
    cpSync(source, join(target, 'backups', 'first'), { recursive: true });
    symlinkSync(join(target, 'backups', 'first'), join(folder, 'latest'));

    await restoreBackup(join(folder, 'latest'), target);
    await restoreBackup(join(folder, 'latest'), target);

    expect(await namesIn(target)).toEqual(['Ann', 'Bob']);
  });

  test('replaces nothing when one of the files cannot be replaced', async () => {
    rmSync(secretFile(target));
    mkdirSync(join(secretFile(target), 'full'), { recursive: true });
    const before = contentOf(target);

    await expect(restoreBackup(source, target)).rejects.toThrow('session-secret is a folder, not a regular file');

    expect(contentOf(target)).toEqual(before);
  });

  test('replaces what an interrupted restore has left', async () => {
    const unfinished = join(target, 'marquee.restoring');
    cpSync(source, unfinished, { recursive: true });
    appendFileSync(dataFile(unfinished), 'unfinished');

    await restoreBackup(source, target);

    expect(existsSync(unfinished)).toBe(false);
    expect(await namesIn(target)).toEqual(['Ann', 'Bob']);
  });
});
