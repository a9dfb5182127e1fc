import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { type RealMongo, startRealMongo } from 'embedded-mongo/testing/mongod';
import mongoose, { type mongo } from 'mongoose';
import { z } from 'zod';
import { resumeDeletions } from './features/account/deletion/deletion.service.ts';
import { countCleanups, startCleanup } from './features/folders/cleanup.ts';
import { createFactsRefresh } from './features/folders/items/factsRefresh.ts';
import type { TitleSource } from './features/titles/title.source.ts';
import { PASSWORD, type Person, signUp } from './testing/people.ts';
import { multiplyData } from './testing/plans/copies.ts';
import { addManyThings } from './testing/plans/manyThings.ts';
import { excess, type QueryShape, readProfile, startProfiler } from './testing/plans/profile.ts';
import { recordPlay, showSeen } from './testing/plays.ts';
import { type MatrixCase, matrix } from './testing/rows.ts';
import { startTestServer, type TestServer, testDatabaseUri } from './testing/server.ts';
import { type Stage, setStage } from './testing/stage.ts';
import { openTab } from './testing/tabs.ts';

/*
 * Fills a real MongoDB with the data of 200 people, makes every call of the contract and runs the background work, and
 * reads in the profile of the database how many documents each query has read. A new query needs no line here.
 */

/** Queries that may read more than twice what they return and 20 documents, each with the reason. */
const exceptions: Record<string, string> = {
  'users query {$and: [{$and: [{$or: [{email: {$options, $regex}}, {firstName: {$options, $regex}}, {lastName: {$options, $regex}}, {username: {$options, $regex}}]}]}, {$or: [{emailFor}, {isListed}]}], _id: {$nin}, isDisabled: {$ne}} sort {"_id":1}':
    'People are found by any part of their names, which no index has.',
  'users query {$or: [{$and: [{$or: [{email: {$options, $regex}, emailFor: {$ne}}, {firstName: {$options, $regex}}, {lastName: {$options, $regex}}, {username: {$options, $regex}}]}], isListed: {$ne}}, {email}, {usernameKey}], _id: {$nin}, isDisabled: {$ne}} sort {"_id":1}':
    'As before, with the privacy settings of the instance.',
  'folders query {$and: [{name: {$options, $regex}}], kind, userId} sort {"_id":-1}':
    'Own lists are found by any part of their names. One person has at most 500.',
  'folders query {$and: [{name: {$options, $regex}}], _id: {$in}, kind} sort {"_id":-1}':
    'As are the lists that others share with a person, at most 1,000.',
  'folders query {$and: [{name: {$options, $regex}}], _id: {$nin}, kind, userId: {$nin}} sort {"_id":-1}':
    'And those of everyone else, whose reading ends with the first ones that match.',
  'folders aggregate {$match: {userId: {$in}}} {$group: {_id, items: {$sum}, lists: {$sum}}}':
    'Sums what the lists of a page of accounts hold, for the operator. The sums are few.',
  'reviews aggregate {$match: {userId: {$in}}} {$group: {_id, count: {$sum}}}':
    'Counts the reviews of a page of accounts, for the operator, and reads no review for it.',
  'items query {$or: [{note: {$ne}}, {userId}, {watchedByUserId}], folderId: {$in}} sort {"_id":1}':
    'An export looks through the lists of others for what the user did there. Indexes for it would cost at every write.',
  'deletedfolders query {shares.userId}':
    'Only the deletion of an account asks for it. The embedded database has no index on values in arrays.',
};

const COPIES = 9;

const database = await startRealMongo();

if (database) {
  test('no query reads much more than it returns', async () => {
    const { shapes } = await profile(database);

    expect(shapes.length).toBeGreaterThan(150);
    expect(shapes.filter((shape) => excess(shape) > 0 && !exceptions[shape.name]).map(describeShape)).toEqual([]);
    expect(Object.keys(exceptions).filter((name) => !shapes.some((shape) => shape.name === name))).toEqual([]);
  }, 600_000);
} else {
  test('did not run: there is no MONGODB_URI, and no mongod on the PATH', () => expect(database).toBeUndefined());
}
afterAll(() => database?.stop());

const describeShape = ({ name, docsExamined, keysExamined, returned, plan, times }: QueryShape) =>
  `${name}: ${docsExamined} documents and ${keysExamined} keys read, ${returned} returned, ${times} times, ${plan}`;

async function profile({ uri }: RealMongo): Promise<{ shapes: QueryShape[] }> {
  const server = await startTestServer({
    env: { MONGODB_URI: testDatabaseUri(`plans-${randomUUID()}`, uri) },
    heartbeatMs: 200,
  });
  try {
    const db = mongoose.connection.db as mongo.Db;
    const stage = await fill(server, db);
    await startProfiler(db);
    await makeAllCalls(stage);
    await followLive(server, stage);
    await runBackgroundWork(server, stage, db);
    return { shapes: await readProfile(db) };
  } finally {
    await server.stop();
  }
}

/** A small world made by requests, then much more of it, then copies of all of it. */
async function fill(server: TestServer, db: mongo.Db): Promise<Stage> {
  const stage = await setStage(server);
  const { owner, folderId } = stage;
  const [member, stranger] = [stage.people['all flags'] as Person, stage.people.stranger as Person];
  await owner.post(`/api/users/${member.user.id}/pin`);
  await owner.post('/api/recommendations/dismissed', { mediaType: 'movie', tmdbId: 603 });
  await recordPlay(owner, { withUserIds: [member.user.id] });
  await showSeen(member, folderId);
  await stranger.post(`/api/folders/${folderId}/join-requests/me`);
  await addManyThings(db, stage);
  await multiplyData(db, COPIES);
  return stage;
}

function callersOf({ needs }: MatrixCase): string[] {
  if (needs === 'operator') return ['operator'];
  if (needs === 'invitee') return ['invited'];
  if (needs === 'newcomer') return ['stranger'];
  return ['all flags', 'owner'];
}

/** Every call, with every choice that its query offers, and the second page of what comes in pages. */
async function makeAllCalls(stage: Stage): Promise<void> {
  for (const row of matrix) {
    for (const role of callersOf(row)) {
      const person = stage.people[role] as Person;
      const params = row.params?.(stage) ?? {};
      const path = row.call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name);
      for (const query of queriesOf(row, stage)) {
        const asked = new URLSearchParams(query).toString();
        const answer = await person[row.call.method](asked ? `${path}?${asked}` : path, row.body?.(stage));
        const next = /<([^>]+)>; rel="next"/.exec(answer.headers.link ?? '')?.[1];
        if (next) await person.get(next.replace(/^https?:\/\/[^/]+/, ''));
        if (answer.status < 300) await row.restore?.(stage, role);
      }
    }
  }
}

interface JsonSchema {
  enum?: string[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
}

function queriesOf(row: MatrixCase, stage: Stage): Record<string, string>[] {
  const base = row.query?.(stage) ?? {};
  // Without the names of schemas, so that each is written out where it is used.
  const written = z.toJSONSchema(row.call.query, { io: 'input', unrepresentable: 'any', metadata: z.registry() });
  const { properties = {} } = written as JsonSchema;
  const choices = Object.entries(properties).flatMap(([name, field]) =>
    (field.enum ?? field.anyOf?.flatMap((one) => one.enum ?? []) ?? []).map((value) => ({ ...base, [name]: value })),
  );
  return [base, ...choices];
}

/** Tabs that connect, sync after an absence, and enter a list. */
async function followLive(server: TestServer, { owner, people, folderId }: Stage): Promise<void> {
  const tabs = [await openTab(server, owner), await openTab(server, people['all flags'] as Person)];
  for (const tab of tabs) {
    const known = { [folderId]: 1 };
    await tab.sync();
    await tab.sync({ folders: known, peopleRevs: known, seenRevs: known, userRev: 0 });
    await tab.enter({ folderId });
  }
  for (const query of ['since=2', 'since=2500', 'before=1000', '']) {
    await owner.get(`/api/folders/${folderId}/changes?${query}`);
  }
  for (const tab of tabs) {
    await tab.leave({ folderId });
    tab.close();
  }
}

/** What happens without a request: cleanups, refreshed facts, and deletions that a node finishes at its start. */
async function runBackgroundWork(server: TestServer, stage: Stage, db: mongo.Db): Promise<void> {
  const waiting = await signUp(server);
  await waiting.delete('/api/user', { currentPassword: PASSWORD });
  await db
    .collection('users')
    .updateOne({ _id: new mongoose.Types.ObjectId(stage.owner.user.id) }, { $set: { isEnding: true } });
  await resumeDeletions();
  await db.collection('sweeps').updateMany({}, { $set: { dueAt: new Date(0) } });
  const cleanup = startCleanup({ lookMs: 20, retryMs: 20 });
  while ((await countCleanups()) > 0) await new Promise((resolve) => setImmediate(resolve));
  await cleanup.stop();
  const source = { name: 'tmdb', findTitle: async () => null } as unknown as TitleSource;
  const inAYear = () => Date.now() + 365 * 24 * 60 * 60 * 1000;
  await createFactsRefresh(source, { now: inAYear, pauseMs: 0 }).run();
}
