import { beforeEach, expect, test } from '@jest/globals';
import { trusted } from 'mongoose';
import { SessionModel } from '../../../platform/session/session.ts';
import { confirm, PASSWORD, type Person, signInAgain, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

const server = setUpServer();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server);
  const startedAt = Date.now() - 11 * 60_000;
  await SessionModel.updateMany({ 'session.userId': ana.user.id }, { $set: { 'session.startedAt': startedAt } });
});

const statusOf = async (person: Person) => (await person.get('/api/auth/user')).status;
const isFresh = async (person: Person) => (await person.post('/api/user/second-factor')).status === 200;

test('a confirmation makes a session fresh under a new id; the old id never is', async () => {
  const confirmed = await confirm(server, ana);

  expect(confirmed.cookie).toMatch(/^marquee\.sid=/);
  expect(ana.cookie).not.toContain(confirmed.cookie);
  expect([await isFresh(confirmed), await isFresh(ana)]).toEqual([true, false]);
});

test('the old id works for a moment, for requests of other tabs, and then no more', async () => {
  const confirmed = await confirm(server, ana);

  expect(await statusOf(ana)).toBe(200);
  await SessionModel.updateMany(
    { 'session.endsAt': trusted({ $exists: true }) },
    { $set: { 'session.endsAt': Date.now() - 1 } },
  );
  expect([await statusOf(ana), await statusOf(confirmed)]).toEqual([401, 200]);
});

test('the list of sessions has it once', async () => {
  const elsewhere = await signInAgain(server, ana);
  const confirmed = await confirm(server, ana);

  expect((await confirmed.get('/api/user/sessions')).body).toMatchObject([{ isCurrent: true }, { isCurrent: false }]);
  expect((await elsewhere.get('/api/user/sessions')).body).toHaveLength(2);
});

test('open tabs are disconnected without an end of the session, and can be ended from elsewhere after that', async () => {
  const elsewhere = await signInAgain(server, ana);
  const before = await openTab(server, ana);

  const confirmed = await confirm(server, ana);

  expect(await before.whenCut()).toBe('io server disconnect');
  expect(before.heard.map(({ event }) => event)).not.toContain('session:ended');
  const after = await openTab(server, confirmed);
  const sessions = (await elsewhere.get('/api/user/sessions')).body as { id: string; isCurrent: boolean }[];
  const other = sessions.find(({ isCurrent }) => !isCurrent);
  expect((await elsewhere.delete(`/api/user/sessions/${other?.id}`)).status).toBe(204);
  await after.next('session:ended');
  expect(await statusOf(confirmed)).toBe(401);
});

test('ending all other sessions elsewhere ends it under both ids', async () => {
  const elsewhere = await signInAgain(server, ana);
  const confirmed = await confirm(server, ana);

  await elsewhere.delete('/api/user/sessions');

  expect([await statusOf(ana), await statusOf(confirmed)]).toEqual([401, 401]);
});

test('two confirmations at once leave one session', async () => {
  const answers = await Promise.all(
    [1, 2].map(() => ana.post('/api/user/fresh-sign-in', { method: 'password', password: PASSWORD })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  expect(
    await SessionModel.countDocuments({ 'session.userId': ana.user.id, 'session.endsAt': trusted({ $exists: false }) }),
  ).toBe(1);
});
