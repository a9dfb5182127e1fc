import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Db, MongoClient, ObjectId } from 'mongodb';
import mongoose from 'mongoose';
import { log } from '../platform/log.ts';
import { startTestServer, testDatabaseUri } from '../testing/server.ts';
import { migrations } from './all.ts';
import { migrate, planMigration } from './migrate.ts';
import type { Migration } from './migration.ts';

log.level = 'error';

let client: MongoClient;
let db: Db;
beforeEach(async () => {
  client = await MongoClient.connect(testDatabaseUri(`migrations-${randomUUID()}`));
  db = client.db();
});
afterEach(async () => {
  await db.dropDatabase();
  await client.close();
});

/** A migration that adds its name to every user. */
function naming(name: string, { fails = (): boolean => false } = {}): Migration {
  const without = { names: { $ne: name } };
  return {
    name,
    count: () => db.collection('users').countDocuments(without),
    async run() {
      const { modifiedCount } = await db.collection('users').updateMany(without, { $push: { names: name } as object });
      if (fails()) throw new Error('broken off');
      return modifiedCount;
    },
  };
}

const addUser = () => db.collection('users').insertOne({ names: [] });
const version = async () => (await db.collection<{ _id: string }>('versions').findOne({ _id: 'data' })) as unknown;
const names = async () => (await db.collection('users').findOne())?.names;
const fast = { pollMs: 5 };

test('every file NNN-name.ts of the folder is in the list, in order', () => {
  const files = readdirSync('server/migrations').filter((file) => /^\d{3}-.*(?<!\.test)\.ts$/.test(file));

  expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(files.sort());
  expect(migrations.map(({ name }) => Number(name.slice(0, 3)))).toEqual(migrations.map((_, index) => index + 1));
});

describe('migrate', () => {
  test('runs nothing on an empty database', async () => {
    const reports = await migrate(db, { list: [naming('one')] });
    await addUser();

    expect(reports).toEqual([]);
    expect(await migrate(db, { list: [naming('one')] })).toEqual([]);
    expect(await version()).toEqual({ _id: 'data', version: 1 });
  });

  test('runs the missing migrations on data of the first version, in order and once', async () => {
    await addUser();
    await migrate(db, { list: [naming('one')] });

    const reports = await migrate(db, { list: [naming('one'), naming('two'), naming('three')] });

    expect(reports).toEqual([
      { name: 'two', documents: 1 },
      { name: 'three', documents: 1 },
    ]);
    expect(await names()).toEqual(['one', 'two', 'three']);
    expect(await version()).toEqual({ _id: 'data', version: 3 });
  });

  test('refuses data of a newer version and does not change it', async () => {
    await addUser();
    await migrate(db, { list: [naming('one'), naming('two')] });

    await expect(migrate(db, { list: [naming('one')] })).rejects.toThrow(
      'The data was written by a newer version of Marquee (data version 2; this version knows 1)',
    );
    expect(await version()).toEqual({ _id: 'data', version: 2 });
  });

  test('continues after an interruption', async () => {
    await addUser();
    let isBroken = true;
    const list = [naming('one'), naming('two', { fails: () => isBroken }), naming('three')];
    await expect(migrate(db, { list })).rejects.toThrow('broken off');
    expect(await version()).toEqual({ _id: 'data', version: 1 });

    isBroken = false;
    const reports = await migrate(db, { list });

    expect(reports.map(({ name }) => name)).toEqual(['two', 'three']);
    expect(await names()).toEqual(['one', 'two', 'three']);
  });

  test('runs on one of several nodes that start together; the others wait until it is done', async () => {
    await addUser();
    const list = [naming('one'), naming('two')];

    const reports = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const report = await migrate(db, { list, ...fast });
        expect(await names()).toEqual(['one', 'two']);
        return report;
      }),
    );

    expect(reports.map((report) => report.length).sort()).toEqual([0, 0, 0, 0, 2]);
  });

  test('takes over from a node that died while it migrated', async () => {
    await addUser();
    const lock = { owner: 'died', until: new Date(Date.now() - 1) };
    await db.collection<{ _id: string }>('versions').insertOne({ _id: 'data', version: 0, lock } as never);

    expect(await migrate(db, { list: [naming('one')] })).toHaveLength(1);
  });

  test('stops when another node took over from this one', async () => {
    await addUser();
    const robbed: Migration = {
      ...naming('one'),
      async run() {
        await db
          .collection<{ _id: string }>('versions')
          .updateOne({ _id: 'data' }, { $set: { 'lock.owner': 'other' } });
        return 0;
      },
    };

    await expect(migrate(db, { list: [robbed, naming('two')] })).rejects.toThrow('another node took over');
    expect(await names()).toEqual([]);
  });
});

test('the app does not start on data of a newer version', async () => {
  await db.collection<{ _id: string }>('versions').insertOne({ _id: 'data', version: 1000 } as never);

  const start = startTestServer({ env: { MONGODB_URI: testDatabaseUri(db.databaseName) } });

  await expect(start).rejects.toThrow('The data was written by a newer version of Marquee (data version 1000');
  await mongoose.disconnect();
});

describe('a plan', () => {
  test('reports how much each migration would change, and changes nothing', async () => {
    await addUser();
    await addUser();

    const plan = await planMigration(db, { list: [naming('one'), naming('two')] });

    expect(plan).toEqual([
      { name: 'one', documents: 2 },
      { name: 'two', documents: 2 },
    ]);
    expect(await names()).toEqual([]);
    expect(await version()).toBeNull();
  });

  test('is empty for a new database', async () => {
    expect(await planMigration(db, { list: [naming('one')] })).toEqual([]);
  });
});

describe('001-watched-by', () => {
  const [owner, member] = [new ObjectId(), new ObjectId()];
  const [own, shared] = [new ObjectId(), new ObjectId()];
  const item = (fields: object) => ({ _id: new ObjectId(), watched: true, userId: member, ...fields });

  test('stores who set the flag where that is certain, and null elsewhere', async () => {
    await addUser();
    await db.collection('folders').insertMany([
      { _id: own, userId: owner, membersRev: 0 },
      { _id: shared, userId: owner, membersRev: 2 },
    ]);
    const items = {
      ofOwner: item({ folderId: own }),
      unwatched: item({ folderId: own, watched: false }),
      ofAnybody: item({ folderId: shared }),
      lost: item({ folderId: new ObjectId() }),
      known: item({ folderId: own, watchedByUserId: member }),
    };
    await db.collection('items').insertMany(Object.values(items));

    const plan = await planMigration(db);
    const reports = await migrate(db);

    const markedBy = async ({ _id }: { _id: ObjectId }) =>
      (await db.collection('items').findOne({ _id }))?.watchedByUserId;
    expect(plan).toEqual([{ name: '001-watched-by', documents: 4 }]);
    expect(reports).toEqual(plan);
    expect(await markedBy(items.ofOwner)).toEqual(owner);
    expect(await markedBy(items.unwatched)).toBeNull();
    expect(await markedBy(items.ofAnybody)).toBeNull();
    expect(await markedBy(items.lost)).toBeNull();
    expect(await markedBy(items.known)).toEqual(member);
  });

  test('migrates more items than one batch', async () => {
    await addUser();
    await db.collection('folders').insertOne({ _id: own, userId: owner, membersRev: 0 });
    await db.collection('items').insertMany(Array.from({ length: 1201 }, () => item({ folderId: own })));

    const [report] = await migrate(db);

    expect(report?.documents).toBe(1201);
    expect(await db.collection('items').countDocuments({ watchedByUserId: owner })).toBe(1201);
  });
});
