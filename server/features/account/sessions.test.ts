import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { SESSION_COLLECTION } from '../../platform/session/session.ts';
import { type Person, signInAgain, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';

interface StoredSession {
  _id: string;
  expires: Date;
  session: { cookie: object; userId: string; startedAt?: number };
}

const server = setUpServer();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server);
});

const sessions = () => mongoose.connection.collection<StoredSession>(SESSION_COLLECTION);
const own = () => ({ 'session.userId': ana.user.id });

/** Adds sessions of Ana's other devices that started at that time. */
async function seed(count: number, startedAt?: number): Promise<void> {
  await sessions().insertMany(
    Array.from({ length: count }, () => ({
      _id: randomUUID(),
      expires: new Date(Date.now() + 60_000),
      session: { cookie: {}, userId: ana.user.id, ...(startedAt === undefined ? {} : { startedAt }) },
    })),
  );
}

describe('the sessions of a person', () => {
  test('are limited: the oldest ends with its tabs when a new one exceeds the limit', async () => {
    const tab = await openTab(server, ana);
    const kept = await openTab(server, await signInAgain(server, ana));
    await seed(limits.sessionsPerPerson - 2, Date.now());

    const newest = await signInAgain(server, ana);

    expect(await tab.whenCut()).toBe('io server disconnect');
    expect((await ana.get('/api/auth/user')).status).toBe(401);
    expect(await sessions().countDocuments(own())).toBe(limits.sessionsPerPerson);
    expect((await kept.sync()).gone).toEqual([]);
    kept.close();
    expect((await newest.get('/api/auth/user')).status).toBe(200);
  });

  test('without a noted start end first', async () => {
    await seed(limits.sessionsPerPerson - 1);

    const newest = await signInAgain(server, ana);

    expect((await newest.get('/api/auth/user')).status).toBe(200);
    expect((await ana.get('/api/auth/user')).status).toBe(200);
    expect(await sessions().countDocuments(own())).toBe(limits.sessionsPerPerson);
  });

  test('stay at the limit after many sign-ins at the same time', async () => {
    await seed(limits.sessionsPerPerson - 5, 1);

    const people = await Promise.all(Array.from({ length: 12 }, () => signInAgain(server, ana)));

    expect(await sessions().countDocuments(own())).toBe(limits.sessionsPerPerson);
    const statuses = await Promise.all(people.map(async (person) => (await person.get('/api/auth/user')).status));
    expect(statuses).toEqual(people.map(() => 200));
  });
});
