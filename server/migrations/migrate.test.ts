import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Db, MongoClient, ObjectId } from 'mongodb';
import mongoose from 'mongoose';
import { log } from '../platform/log.ts';
import { startTestServer, testDatabaseUri } from '../testing/server.ts';
import { watchedBy } from './001-watched-by.ts';
import { playsOfReviews } from './002-plays-of-reviews.ts';
import { operator } from './003-operator.ts';
import { lengths } from './005-lengths.ts';
import { migrate, migrations, planMigration } from './migrate.ts';
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

  test('says once that it waits for another node', async () => {
    const warned = jest.spyOn(log, 'warn');
    const said = new Promise<void>((resolve) => {
      warned.mockImplementation(() => resolve());
    });
    await addUser();
    const until = new Date('9999-01-01');
    const versions = db.collection<{ _id: string; lock?: object }>('versions');
    await versions.insertOne({ _id: 'data', version: 0, lock: { owner: 'other', until } } as never);

    const migrating = migrate(db, { list: [naming('one')], ...fast });
    await said;
    await versions.updateOne({ _id: 'data' }, { $unset: { lock: 1 } });

    expect(await migrating).toHaveLength(1);
    expect(warned.mock.calls).toEqual([
      [
        { until },
        'another node migrates the data, or was stopped while it did: waiting until it is done or its lock expires',
      ],
    ]);
    warned.mockRestore();
  });

  test('waits for no lock when no other node can be running', async () => {
    await addUser();
    const lock = { owner: 'died', until: new Date('9999-01-01') };
    await db.collection<{ _id: string }>('versions').insertOne({ _id: 'data', version: 0, lock } as never);

    expect(await migrate(db, { list: [naming('one')], isAlone: true })).toHaveLength(1);
    expect(await version()).toEqual({ _id: 'data', version: 1 });
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

    const plan = await planMigration(db, { list: [watchedBy] });
    const reports = await migrate(db, { list: [watchedBy] });

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

describe('002-plays-of-reviews', () => {
  const [ana, ben] = [new ObjectId(), new ObjectId()];
  const list = [playsOfReviews];
  const title = (userId: ObjectId, tmdbId: number, mediaType = 'movie') => ({ userId, mediaType, tmdbId });
  const review = (userId: ObjectId, tmdbId: number, mediaType?: string) => ({
    _id: new ObjectId(),
    ...title(userId, tmdbId, mediaType),
    rating: 4,
  });
  const plays = (userId: ObjectId) => db.collection('plays').find({ userId }).sort({ tmdbId: 1 }).toArray();
  const marks = (userId: ObjectId) => db.collection('seentitles').findOne({ _id: userId });

  test('gives each review without a play one of unknown time, with the facts of the list Reviewed', async () => {
    await addUser();
    const [reviewed, other] = [new ObjectId(), new ObjectId()];
    await db.collection('folders').insertMany([
      { _id: reviewed, userId: ana, kind: 'reviewed' },
      { _id: other, userId: ana, kind: 'normal' },
    ]);
    const facts = { title: 'Heat', overview: 'A heist.', posterPath: '/heat.jpg', genres: [80], runtime: 170 };
    await db.collection('items').insertMany([
      { folderId: reviewed, ...title(ana, 949), ...facts, note: 'Not a fact' },
      { folderId: other, ...title(ana, 1), title: 'Of another list' },
    ]);
    await db
      .collection('reviews')
      .insertMany([review(ana, 949), review(ana, 1), review(ana, 1399, 'tv'), review(ben, 949), review(ben, 5)]);
    await db.collection('plays').insertOne({ ...title(ben, 949), at: new Date(0) });

    const plan = await planMigration(db, { list });
    const reports = await migrate(db, { list });

    expect(plan).toEqual([{ name: '002-plays-of-reviews', documents: 4 }]);
    expect(reports).toEqual(plan);
    const [removed, heat, show] = await plays(ana);
    expect(heat).toMatchObject({ ...facts, at: null, precision: 'unknown', source: 'review', companionIds: [] });
    expect(heat).toMatchObject({ backdropPath: null, sourceKey: 'review:movie:949' });
    expect(heat).not.toHaveProperty('note');
    expect(removed).toMatchObject({ title: 'Movie 1', genres: [], posterPath: null });
    expect(show).toMatchObject({ mediaType: 'tv', title: 'TV show 1399' });
    expect(await marks(ana)).toEqual({ _id: ana, movie: [949, 1], tv: [1399], plays: 3 });
    expect(await marks(ben)).toMatchObject({ movie: [5], plays: 2 });
  });

  test('adds each play once, over several batches and when it is run again', async () => {
    await addUser();
    await db.collection('reviews').insertMany(Array.from({ length: 1201 }, (_, index) => review(ana, index + 1)));

    await migrate(db, { list });
    const again = await playsOfReviews.run(db);

    expect(again).toBe(0);
    expect(await plays(ana)).toHaveLength(1201);
    expect((await marks(ana))?.plays).toBe(1201);
  });
});

describe('003-operator', () => {
  const users = () => db.collection('users');

  test('makes the oldest account the operator’s, once', async () => {
    await users().insertMany([{ email: 'first@x.org' }, { email: 'second@x.org' }]);
    expect(await operator.count(db)).toBe(1);

    expect([await operator.run(db), await operator.run(db)]).toEqual([1, 0]);

    expect(await users().find({ isOperator: true }).toArray()).toMatchObject([{ email: 'first@x.org' }]);
    expect(await db.collection('instance').findOne()).toMatchObject({ claimedAt: expect.any(Date) });
  });

  test('changes nothing where there is an operator or nobody', async () => {
    expect([await operator.count(db), await operator.run(db)]).toEqual([0, 0]);
    await users().insertMany([{ email: 'first@x.org' }, { email: 'second@x.org', isOperator: true }]);

    expect([await operator.count(db), await operator.run(db)]).toEqual([0, 0]);
  });
});

test('005-lengths has the facts of titles without a length fetched again, but not those of the bundled catalogue', async () => {
  const fetchedAt = new Date();
  await addUser();
  await db.collection('items').insertMany([
    { title: 'Without', runtime: null, fetchedAt },
    { title: 'Known', runtime: 90, fetchedAt },
    { title: 'Bundled', runtime: null },
  ]);
  const list = [lengths];

  const plan = await planMigration(db, { list });

  expect(plan).toEqual([{ name: '005-lengths', documents: 1 }]);
  expect(await migrate(db, { list })).toEqual(plan);
  const items = await db.collection('items').find().sort({ title: 1 }).toArray();
  expect(items.map((item) => item.fetchedAt)).toEqual([undefined, fetchedAt, new Date(0)]);
});
