import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Collection, MongoClient } from 'mongodb';
import { findFaults } from '../check.ts';
import { Engine } from '../engine.ts';
import { kinds, metaKey } from '../file/keys.ts';
import { dataFile } from '../file/paths.ts';
import { startEmbedded } from '../index.ts';
import { entriesBetween, Store } from '../store/lmdb.ts';
import { makeFolder } from '../testing/start.ts';

interface Row {
  _id: number;
  text: string;
}

let dir: string;

beforeEach(() => {
  dir = makeFolder();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function withRows<T>(work: (rows: Collection<Row>) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dir, inProcess: true });
  const client = await MongoClient.connect(server.uri);
  const result = await work(client.db().collection('rows'));
  await client.close();
  await server.stop();
  return result;
}

async function withStore(work: (store: Store) => void): Promise<void> {
  const store = Store.open(dataFile({ dir }));
  store.write(() => work(store));
  await store.close();
}

const setFormat = (store: Store, format: number) => store.put(metaKey('format'), Buffer.from(String(format)));

test('data of format 1 can be read, and gets checksums when it is written', async () => {
  const rows = Array.from({ length: 100 }, (_, _id) => ({ _id, text: `row ${_id}` }));
  await withRows(async (collection) => {
    await collection.createIndex({ text: 1 });
    await collection.insertMany(rows);
  });
  await withStore((store) => {
    for (const { start, end } of [kinds.documents, kinds.catalog]) {
      for (const { key, value } of [...entriesBetween(store, start, end)]) store.put(key, value.subarray(0, -5));
    }
    setFormat(store, 1);
  });

  const found = await withRows(async (collection) => {
    const before = await collection.find().toArray();
    await collection.updateOne({ text: 'row 7' }, { $set: { text: 'new' } });
    return { before, after: await collection.find({ text: 'new' }).toArray() };
  });

  expect(found).toEqual({ before: rows, after: [{ _id: 7, text: 'new' }] });
  expect(await findFaults({ dir })).toEqual([]);
  await withStore((store) => {
    const sizes = [...entriesBetween(store, kinds.documents.start, kinds.documents.end)].map(
      ({ value }) => value.length - value.readInt32LE(0),
    );
    expect(sizes).toEqual(rows.map(({ _id }) => (_id === 7 ? 5 : 0)));
    expect(store.get(metaKey('format'))?.toString()).toBe('2');
  });
});

test('data of a newer format is refused in one line', async () => {
  await withRows((collection) => collection.insertOne({ _id: 1, text: 'row' }));
  await withStore((store) => setFormat(store, 3));

  await expect(Engine.open({ dir })).rejects.toThrow(`${dir} contains data of format 3, this version supports 1 to 2`);
});
