import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Folder } from '../common/schemas/folder.ts';
import type { Poll } from '../common/schemas/poll.ts';
import { createFolder, only, type Person, personWith, shareWith, signUp } from './testing/people.ts';
import { ballotOf, createGuestLink, joinAsGuest, startVote, vote } from './testing/polls.ts';
import { type AppProcess, startProcess } from './testing/process.ts';
import type { TestServer } from './testing/server.ts';
import { openTab } from './testing/tabs.ts';

let dataDir: string;
let app: AppProcess;
let people: Person[];
let folder: Folder;
let poll: Poll;

const server = () => ({ url: app.url }) as TestServer;
const start = () => startProcess(dataDir, { LOG_LEVEL: 'trace' });
/** The same people, on the address of the restarted app. */
const again = <P extends Omit<Person, 'user'>>(person: P): P => ({ ...person, ...personWith(server(), person.cookie) });

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'marquee-polls-'));
  app = await start();
  people = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => signUp(server(), name)));
  const [ana, ...others] = people as [Person, ...Person[]];
  folder = await createFolder(ana);
  for (const other of others) await shareWith(ana, folder.id, other, only());
  poll = await startVote(ana, folder.id, others);
});
afterEach(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const current = async (person: Person): Promise<Poll> =>
  (await person.get(`/api/folders/${folder.id}/polls/current`)).body;

test('after a kill between votes no confirmed vote is lost, guests go on, and there is one result', async () => {
  const guest = await joinAsGuest(server(), await createGuestLink(people[0] as Person, poll.id));
  const [first, second, ...late] = people as [Person, Person, ...Person[]];
  await vote(first, poll, [2, 1, 0]);
  await vote(second, poll, [2, 1, 0], { isReady: false });
  await vote(guest, poll, [2, 1, 0]);
  // These may or may not be stored: their answers never arrive.
  const unanswered = late.map((person) =>
    vote(person, poll, [0, 0, 2]).then(
      () => undefined,
      () => undefined,
    ),
  );
  await app.kill();
  await Promise.all(unanswered);

  app = await start();
  const [ana, ben, ...rest] = people.map(again) as [Person, Person, ...Person[]];
  const returned = again(guest);

  expect((await ana.get(`/api/polls/${poll.id}/ballot`)).body).toMatchObject(ballotOf(poll, [2, 1, 0]));
  expect((await ben.get(`/api/polls/${poll.id}/ballot`)).body).toMatchObject(
    ballotOf(poll, [2, 1, 0], { isReady: false }),
  );
  expect((await returned.get(`/api/polls/${poll.id}/ballot`)).body).toMatchObject(ballotOf(poll, [2, 1, 0]));
  for (const person of rest) await vote(person, poll, [2, 1, 0]);
  await vote(ben, poll, [2, 1, 0]);
  expect(await current(ben)).toMatchObject({ state: 'revealed', result: { ranking: [{ yeses: 5 }, {}, { noes: 5 }] } });
});

test('after a kill right after the result, every tab that returns is told, and there is one result', async () => {
  const [last, ...others] = people as [Person, ...Person[]];
  for (const person of others) await vote(person, poll, [2, 1, 0]);
  await vote(last, poll, [2, 1, 0]);
  await app.kill();

  app = await start();
  const tabs = await Promise.all(people.map((person) => openTab(server(), person)));
  const told = await Promise.all(tabs.map(async (tab) => (await tab.sync()).polls?.[0]));

  const { result } = await current(again(last));
  expect(result?.winnerKey).toBe(poll.candidateKeys[0]);
  expect(told.map((one) => one?.result)).toEqual(people.map(() => result));
  const { body: log } = await again(last).get(`/api/folders/${folder.id}/changes`);
  expect(log.changes.filter(({ type }: { type: string }) => type === 'poll:decided')).toHaveLength(1);
  for (const tab of tabs) tab.close();
});

test('the most talkative log has no ballot', async () => {
  const [ana, ben] = people as [Person, Person];
  const veto = poll.candidateKeys[0] ?? '';

  await vote(ana, poll, [2, 1, 0], { veto, isReady: false });
  await ben.put(`/api/polls/${poll.id}/ballot`, { marks: { [veto]: 9 }, isReady: false });
  await ben.put(`/api/polls/${poll.id}/nothing`, { marks: { [veto]: 1 }, isReady: false });

  expect(app.log()).toContain('Marquee is open');
  expect(app.log()).not.toContain(veto);
});
