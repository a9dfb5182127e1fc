import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Db, MongoClient, ObjectId } from 'mongodb';
import { allFlags } from '../common/permissions.ts';
import { migrations } from './migrations/migrate.ts';
import { builtProgram } from './testing/builtProgram.ts';
import { addItem, createFolder, type Person, personWith, shareWith, signUp, visitor } from './testing/people.ts';
import { startVote, vote } from './testing/polls.ts';
import { type AppProcess, startProcess } from './testing/process.ts';
import { setUpServer, testDatabaseUri } from './testing/server.ts';
import { openTab } from './testing/tabs.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Loaded before the app: its clock is wrong by so many milliseconds. */
const withClockOff = (ms: number) => {
  const source = `const now = Date.now; const Right = Date;
    globalThis.Date = class Date extends Right { constructor(...given) { given.length ? super(...given) : super(now() + ${ms}); } };
    Date.now = () => now() + ${ms};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
};

const here = setUpServer();
let ana: Person;
let ben: Person;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(here), signUp(here, 'Ben')]);
});

describe.each([
  ['two hours ahead', 2 * HOUR_MS],
  ['two hours behind', -2 * HOUR_MS],
])('a node whose clock is %s', (_how, offMs) => {
  let there: AppProcess;

  beforeAll(async () => {
    there = await startProcess(here.config.dataDir, {
      MONGODB_URI: here.config.mongodbUri ?? '',
      SESSION_SECRET: here.config.sessionSecret ?? '',
      ...withClockOff(offMs),
    });
  });
  afterAll(async () => {
    await there.stop();
  });

  const onThere = (person: Person): Person => ({ ...personWith(there, person.cookie), user: person.user });

  test.each([
    ['is opened on the right one', (person: Person) => person],
    ['is opened on the wrong one', onThere],
  ])('takes part in a vote that %s: no ballot is lost, and both have one result', async (_where, at) => {
    const folder = await createFolder(ana);
    await shareWith(ana, folder.id, ben, allFlags);
    const tabs = [await openTab(here, ben), await openTab(there, ana)];

    const poll = await startVote(at(ana), folder.id, [at(ben)]);
    await vote(onThere(ana), poll, [2, 1, 0], { isReady: false });
    await vote(ben, poll, [2, 0, 1], { isReady: false });
    await vote(ana, poll, [0, 1, 2]);
    await vote(onThere(ben), poll, [1, 2, 0]);

    const results = [];
    for (const tab of tabs) {
      const { result } = await tab.next('poll:changed', ({ state }) => state === 'revealed');
      results.push(result);
      tab.close();
    }
    expect(results[0]?.ranking.reduce((sum, { score }) => sum + score, 0)).toBe(6);
    expect(results[1]).toEqual(results[0]);
    expect((await onThere(ben).get(`/api/polls/${poll.id}`)).body.result).toEqual(results[0]);
  });

  test('shows the same end of a vote, and closes it for nobody', async () => {
    const folder = await createFolder(ana);
    await shareWith(ana, folder.id, ben, allFlags);
    const poll = await startVote(onThere(ana), folder.id, [ben]);

    const seen = await Promise.all(
      [ana, onThere(ana), ben, onThere(ben)].map(async (person) => (await person.get(`/api/polls/${poll.id}`)).body),
    );

    const { expiresAt } = poll;
    expect(seen).toMatchObject(Array.from({ length: 4 }, () => ({ expiresAt, state: 'voting' })));
    expect((await vote(ben, poll, [2, 1, 0])).status).toBe(200);
    expect((await vote(onThere(ana), poll, [2, 1, 0])).status).toBe(200);
  });

  test('takes an invitation link of one day that either node has made', async () => {
    const folder = await createFolder(ana);
    const link = { ...allFlags, maxUses: null, validDays: 1 };

    for (const maker of [ana, onThere(ana)]) {
      const { body } = await maker.post(`/api/folders/${folder.id}/invitation-links`, link);
      for (const node of [here, there])
        expect((await visitor(node).get(`/api/invitation-links/${body.token}/offer`)).status).toBe(200);
      const newcomer = await signUp(there, 'Cleo');
      expect((await newcomer.post(`/api/invitation-links/${body.token}/join`)).status).toBe(200);
      expect((await personWith(here, newcomer.cookie).get(`/api/folders/${folder.id}`)).status).toBe(200);
    }
  });

  test('delivers changes and a revoked share to tabs of both', async () => {
    const folder = await createFolder(ana);
    await shareWith(ana, folder.id, ben, allFlags);
    const tabs = [await openTab(here, ben), await openTab(there, ben)];

    const items = [await addItem(ana, folder.id), await addItem(onThere(ana), folder.id)];
    for (const tab of tabs)
      for (const { id } of items)
        await tab.next('folder:changes', ({ changes }) =>
          changes.some((change) => change.type === 'item:added' && change.item.id === id),
        );
    const [share] = (await ana.get(`/api/folders/${folder.id}/shares`)).body;
    await onThere(ana).delete(`/api/folder-shares/${share.id}`);

    for (const tab of tabs) {
      await tab.next('folder:gone');
      tab.close();
    }
  });
});

describe('two nodes that start at once on old data', () => {
  const SESSION_SECRET = 'only for tests, nowhere else';
  const userId = new ObjectId();
  const tmdbIds = Array.from({ length: 1500 }, (_, n) => n + 1);
  let uri: string;
  let client: MongoClient;
  let db: Db;
  let dataDir: string;

  beforeEach(async () => {
    uri = testDatabaseUri(`old-${randomUUID()}`);
    client = await MongoClient.connect(uri);
    db = client.db();
    dataDir = await mkdtemp(path.join(tmpdir(), 'marquee-old-'));
    await db.collection('users').insertOne({ _id: userId, email: 'ana@example.org', firstName: 'Ana' });
    const [createdAt, updatedAt] = [new Date(), new Date()];
    const reviews = tmdbIds.map((tmdbId) => ({ userId, mediaType: 'movie', tmdbId, rating: 4, createdAt, updatedAt }));
    await db.collection('reviews').insertMany(reviews);
  });
  afterEach(async () => {
    await db.dropDatabase();
    await client.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = () => startProcess(dataDir, { MONGODB_URI: uri, SESSION_SECRET });
  const versions = () => db.collection<{ _id: string }>('versions');

  /** Starts both, and checks that the data has been migrated once. */
  async function expectMigrated(): Promise<void> {
    const nodes = await Promise.all([start(), start()]);
    const plays = await db.collection('plays').find({ userId }).toArray();
    const marks = await db.collection('seentitles').findOne({}, { projection: { _id: 0, plays: 1 } });
    const version = await versions().find().toArray();
    const operators = await db.collection('users').countDocuments({ isOperator: true });
    const ready = await Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
    await Promise.all(nodes.map((node) => node.stop()));
    expect(plays.map(({ tmdbId }) => tmdbId).sort((a, b) => a - b)).toEqual(tmdbIds);
    expect(version).toMatchObject([{ _id: 'data', version: migrations.length }]);
    expect(version[0]).not.toHaveProperty('lock');
    expect({ marks, operators, ready }).toEqual({ marks: { plays: tmdbIds.length }, operators: 1, ready: [200, 200] });
  }

  test('migrate it once, and both serve it', expectMigrated);

  test.each([1, 501, 1400])('complete what two others had begun, which were killed after %i plays', async (count) => {
    const plays = db.collection('plays').watch();
    await plays.tryNext();
    const env = { ...process.env, NODE_OPTIONS: '', MONGODB_URI: uri, SESSION_SECRET, DATA_DIR: dataDir, PORT: '0' };
    const killed = [1, 2].map(() => spawn(process.execPath, [builtProgram('main')], { env, stdio: 'ignore' }));
    for (let seen = 0; seen < count; seen += 1) await plays.next();
    await Promise.all(
      killed.map(async (node) => {
        const exited = once(node, 'exit');
        node.kill('SIGKILL');
        await exited;
      }),
    );
    await plays.close();
    // Instead of waiting for a minute, until it expires.
    await versions().updateOne({ _id: 'data', lock: { $exists: true } }, { $set: { 'lock.until': new Date(0) } });

    await expectMigrated();
  });
});
