import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { encode } from '../bson/codec.ts';
import { Engine } from '../engine.ts';
import { addChecksum } from '../file/checksum.ts';
import { documentKey } from '../file/keys.ts';
import { makeFolder } from '../testing/start.ts';
import { WriteConflict } from './locks.ts';
import { insertRecord } from './records.ts';
import type { View } from './view.ts';

let dir: string;
let engine: Engine;

beforeEach(async () => {
  dir = makeFolder();
  engine = await Engine.open({ dir });
  await engine.writer.run(() => engine.catalog.add(engine.catalog.create('test', 'rows')));
});

afterEach(async () => {
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
});

const rows = () => engine.catalog.find('test.rows')!;

function insert(view: View, _id: number): void {
  const document = { _id };
  insertRecord(view, rows, document, encode(document));
}

test('writes of one turn of the event loop share one commit', async () => {
  const before = engine.catalog.commits;

  await Promise.all([1, 2, 3].map((_id) => engine.writer.run((view) => insert(view, _id))));

  expect(engine.catalog.commits).toBe(before + 1);
  expect(rows().count).toBe(3);
});

test('an unexpected error after a write rolls back the whole commit, on disk and in memory', async () => {
  await engine.writer.run((view) => insert(view, 1));
  const time = engine.changelog.now();

  const [other, faulty] = await Promise.allSettled([
    engine.writer.run((view) => insert(view, 2)),
    engine.writer.run((view) => {
      insert(view, 3);
      throw new TypeError('a fault of the program');
    }),
  ]);
  await engine.writer.run((view) => insert(view, 4));

  expect([other.status, faulty.status]).toEqual(['rejected', 'rejected']);
  expect(rows().count).toBe(2);
  expect(rows().nextRecord).toBe(3);
  expect(engine.store.get(documentKey(rows().id, 2))).toEqual(addChecksum(encode({ _id: 4 }), 2));
  expect(engine.changelog.now().compare(time)).toBe(1);
});

test('an unexpected error before any write fails only that job', async () => {
  const [other, faulty] = await Promise.allSettled([
    engine.writer.run((view) => insert(view, 1)),
    engine.writer.run(() => {
      throw new TypeError('a fault of the program');
    }),
  ]);

  expect([other.status, faulty.status]).toEqual(['fulfilled', 'rejected']);
});

test('a conflict after a write rolls back the whole commit', async () => {
  const faulty = engine.writer.run((view) => {
    insert(view, 1);
    throw new WriteConflict('a key');
  });

  await expect(faulty).rejects.toThrow(WriteConflict);
  expect(rows().count).toBe(0);
});

test('writes after close are refused', async () => {
  engine.writer.close();

  await expect(engine.writer.run(() => {})).rejects.toMatchObject({ code: 91 });
});
