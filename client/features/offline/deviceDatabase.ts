import { type DBSchema, type IDBPDatabase, wrap } from 'idb';
import type { QueueEntry } from './queuedWrite.ts';

/*
 * The database of this device. Each record belongs to one user. Each call may fail, because the database is full, forbidden or
 * broken. Then the app works as if there were none.
 */

const NAME = 'marquee';

interface Device extends DBSchema {
  /** What the viewer has, by user and name. */
  kept: { key: [userId: string, name: string]; value: unknown };
  /** Writes that wait for a connection, in their order. */
  queue: { key: number; value: QueueEntry; indexes: { userId: string } };
}

/** Chromium's storage buckets: deleting one also deletes its files, in which a deleted database stays readable. */
interface Buckets {
  open(name: string): Promise<{ indexedDB: IDBFactory }>;
  delete(name: string): Promise<void>;
}

const { storageBuckets } = navigator as { storageBuckets?: Buckets };

async function findFactory(): Promise<IDBFactory> {
  // Storage buckets need https, and private windows may refuse them.
  const bucket = await storageBuckets?.open(NAME).catch(() => undefined);
  return bucket?.indexedDB ?? indexedDB;
}

let handleClosed: () => void = () => undefined;

/** Called when the browser has closed the database, such as to delete the data of the site. */
export function onClosed(handler: () => void): void {
  handleClosed = handler;
}

let opening: Promise<IDBPDatabase<Device>> | undefined;

function open(): Promise<IDBPDatabase<Device>> {
  opening ??= openDevice();
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

async function openDevice(): Promise<IDBPDatabase<Device>> {
  const request = (await findFactory()).open(NAME, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('kept');
    request.result.createObjectStore('queue', { keyPath: 'seq', autoIncrement: true }).createIndex('userId', 'userId');
  });
  const database = (await wrap(request)) as unknown as IDBPDatabase<Device>;
  // Another tab deletes the database or has a newer version of it.
  database.addEventListener('versionchange', close);
  database.addEventListener('close', () => {
    opening = undefined;
    handleClosed();
  });
  return database;
}

function close(): void {
  opening?.then((database) => database.close()).catch(() => undefined);
  opening = undefined;
}

const ofUser = (userId: string) => IDBKeyRange.bound([userId, ''], [userId, '\uffff']);

/** All that is kept of a user, by name. */
export async function readKept(userId: string): Promise<Map<string, unknown>> {
  const { store } = (await open()).transaction('kept');
  const [keys, values] = await Promise.all([store.getAllKeys(ofUser(userId)), store.getAll(ofUser(userId))]);
  return new Map(keys.map(([, name], index) => [name, values[index]]));
}

/**
 * Writes what has changed; undefined deletes. `merged` are records of which other tabs may have stored more: each function
 * gets what is stored, and returns what to store.
 */
export async function writeKept(
  userId: string,
  changes: ReadonlyMap<string, unknown>,
  merged: ReadonlyMap<string, (stored: unknown) => unknown> = new Map(),
): Promise<void> {
  const { store, done } = (await open()).transaction('kept', 'readwrite');
  await Promise.all([
    ...[...changes].map(([name, value]) =>
      value === undefined ? store.delete([userId, name]) : store.put(value, [userId, name]),
    ),
    ...[...merged].map(async ([name, merge]) => store.put(merge(await store.get([userId, name])), [userId, name])),
    done,
  ]);
}

export async function readQueue(userId: string): Promise<QueueEntry[]> {
  return (await open()).getAllFromIndex('queue', 'userId', userId);
}

export async function putInQueue(entry: QueueEntry): Promise<void> {
  await (await open()).put('queue', entry);
}

/** Changes an entry, unless it is gone: another tab may have signed out, or sent it. */
export async function changeInQueue(entry: QueueEntry): Promise<void> {
  const { seq, write } = entry;
  if (seq === undefined) return;
  const { store, done } = (await open()).transaction('queue', 'readwrite');
  const stored = await store.get(seq);
  if (stored?.write.opId === write.opId) await store.put(entry);
  await done;
}

export async function takeFromQueue(seq: number): Promise<void> {
  await (await open()).delete('queue', seq);
}

/** Deletes what is kept of all users, and their queued writes except those of `exceptQueueOf`. */
export async function forgetKept(exceptQueueOf: string | null): Promise<void> {
  const transaction = (await open()).transaction(['kept', 'queue'], 'readwrite');
  const queue = transaction.objectStore('queue');
  await transaction.objectStore('kept').clear();
  for (const { seq, userId } of await queue.getAll()) {
    if (seq !== undefined && userId !== exceptQueueOf) await queue.delete(seq);
  }
  await transaction.done;
}

/** Deletes the database with everything in it, also the remains of what was deleted before. */
export async function deleteDevice(): Promise<void> {
  const factory = await findFactory();
  close();
  await wrap(factory.deleteDatabase(NAME));
  if (factory !== indexedDB) await storageBuckets?.delete(NAME);
}
