import {
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { BSON, type Db, type Document, MongoClient } from 'mongodb';
import { isUnfinishedCopy, markWhileCopying, requireWholeData, versionsName } from '../../server/migrations/migrate.ts';
import { withClient } from './ownDatabase.ts';

const batchSize = 1000;
const suffix = '.jsonl';
/** The name of a file that is in the folder while its export is incomplete. */
const unfinished = 'unfinished';
/** The names of the app's collections, which are also names of files. Those in a foreign database could lead elsewhere. */
const ownName = /^[a-z]{1,50}$/;
const isUri = (place: string) => /^mongodb(\+srv)?:\/\//.test(place);

/** How many documents of each collection were written. */
export type Counts = Record<string, number>;

/**
 * Writes all documents to another database, or to a folder: a file for each collection, with a line of canonical extended
 * JSON for each document.
 */
export async function exportTo(db: Db, place: string): Promise<Counts> {
  if (isUri(place)) return withClient(await MongoClient.connect(place), (target) => copyAll(db, target));
  const names = await namesOf(db);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  if (listFiles(place).length > 0) throw new Error(`${place} already contains an export`);
  writeFileSync(join(place, unfinished), '');
  const counts: Counts = {};
  for (const name of names) {
    counts[name] = 0;
    const lines = async function* () {
      for await (const bytes of db.collection(name).find({}, { raw: true })) {
        counts[name] = (counts[name] ?? 0) + 1;
        yield `${toLine(bytes as unknown as Uint8Array)}\n`;
      }
    };
    await pipeline(lines, createWriteStream(join(place, name + suffix), { flags: 'wx', mode: 0o600 }));
  }
  rmSync(join(place, unfinished));
  return counts;
}

/**
 * Reads what exportTo wrote, or another database. The collections it writes must be empty, or be what an earlier copy that
 * did not end has written.
 */
export async function importFrom(place: string, db: Db): Promise<Counts> {
  if (isUri(place)) return withClient(await MongoClient.connect(place), (source) => copyAll(source, db));
  if (existsSync(join(place, unfinished))) throw new Error(`the export in ${place} is unfinished; nothing was written`);
  const files = existsSync(place) ? listFiles(place) : [];
  if (files.length === 0) throw new Error(`there is no export in ${place}`);
  const names = files.map((file) => file.slice(0, -suffix.length));
  requireOwn(names);
  for (const file of files.map((name) => join(place, name))) {
    // A pipe would block, and a link could lead to any file.
    if (!lstatSync(file).isFile()) throw new Error(`${file} is not a regular file; nothing was written`);
  }
  return fill(db, names, (name) => {
    const lines = createInterface({ input: createReadStream(join(place, name + suffix)), crlfDelay: Infinity });
    return documentsIn(lines);
  });
}

async function copyAll(source: Db, target: Db): Promise<Counts> {
  const names = await namesOf(source);
  return fill(target, names, (name) => source.collection(name).find({}, { raw: true }));
}

/** Writes all documents of the named collections. Removes first what an earlier copy has written that did not end. */
async function fill(db: Db, names: string[], documentsOf: (name: string) => AsyncIterable<Document>): Promise<Counts> {
  if (await isUnfinishedCopy(db)) await removeAll(db);
  await requireEmpty(db, names);
  return markWhileCopying(db, async () => {
    const counts: Counts = {};
    for (const name of names) counts[name] = await insertAll(db, name, documentsOf(name));
    return counts;
  });
}

async function insertAll(db: Db, name: string, documents: AsyncIterable<Document>): Promise<number> {
  const collection = db.collection(name);
  let count = 0;
  let batch: Document[] = [];
  const flush = async () => {
    if (batch.length > 0) await collection.insertMany(batch, { ordered: false, forceServerObjectId: true });
    count += batch.length;
    batch = [];
  };
  for await (const document of documents) {
    batch.push(toDocument(document));
    if (batch.length === batchSize) await flush();
  }
  await flush();
  return count;
}

async function* documentsIn(lines: AsyncIterable<string>): AsyncIterable<Document> {
  for await (const line of lines) if (line.trim()) yield BSON.EJSON.parse(line, { relaxed: false }) as Document;
}

/** Canonical extended JSON, which distinguishes int, long and double. */
const exact = { promoteValues: false, promoteLongs: false, bsonRegExp: true } as const;
const toLine = (bytes: Uint8Array) => BSON.EJSON.stringify(BSON.deserialize(bytes, exact), { relaxed: false });
const toDocument = (given: Document) => (given instanceof Uint8Array ? BSON.deserialize(given, exact) : given);

/** The marker of the unfinished copy goes last. */
async function removeAll(db: Db): Promise<void> {
  const names = await ownNames(db);
  for (const name of [...names.filter((one) => one !== versionsName), versionsName]) await db.collection(name).drop();
}

async function namesOf(db: Db): Promise<string[]> {
  await requireWholeData(db);
  return ownNames(db);
}

async function ownNames(db: Db): Promise<string[]> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = collections.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  requireOwn(names);
  return names.sort();
}

function requireOwn(names: readonly string[]): void {
  const foreign = names.find((name) => !ownName.test(name));
  if (foreign !== undefined)
    throw new Error(`${JSON.stringify(foreign)} is not a collection of Marquee; nothing was written`);
}

const listFiles = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(suffix))
    .sort();

async function requireEmpty(db: Db, names: string[]): Promise<void> {
  for (const name of names) {
    if (await db.collection(name).findOne())
      throw new Error(`${db.databaseName}.${name} is not empty; nothing was written`);
  }
}
