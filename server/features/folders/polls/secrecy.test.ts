import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Storage } from '../../../../common/schemas/operator/operator.ts';
import type { Poll } from '../../../../common/schemas/poll.ts';
import { createFolder, only, type Person, shareWith, signUp } from '../../../testing/people.ts';
import {
  addressesOf,
  ballotOf,
  createGuestLink,
  type GuestPerson,
  joinAsGuest,
  startVote,
  vote,
} from '../../../testing/polls.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab, recordFrames, type Tab } from '../../../testing/tabs.ts';
import { UserModel } from '../../users/user.model.ts';

// Before the result nobody learns what another person has voted, or when. secrecy.slow.test.ts tries it with 200 tabs.

const server = setUpServer();
let ana: Person;
let ben: Person;
let folder: Folder;
let poll: Poll;
let guest: GuestPerson;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(server), signUp(server, 'Ben')]);
});
beforeEach(async () => {
  folder = await createFolder(ana, 'Friday nights');
  await shareWith(ana, folder.id, ben, only());
  poll = await startVote(ana, folder.id, [ben]);
  guest = await joinAsGuest(server, await createGuestLink(ana, poll.id));
});

/** A tab and all bytes that it receives. */
async function listen(person: Pick<Person, 'cookie'>): Promise<{ tab: Tab; frames: string[] }> {
  const tab = await openTab(server, person);
  return { tab, frames: recordFrames(tab) };
}

/** Everything that people other than Ben can read. */
async function readAll(): Promise<unknown[]> {
  const answers = await Promise.all([
    ...addressesOf(folder.id, poll.id).map((path) => ana.get(path)),
    ana.get(`/api/polls/${poll.id}/ballot`),
    guest.get(`/api/polls/${poll.id}`),
    guest.get(`/api/polls/${poll.id}/ballot`),
  ]);
  return answers.map(({ status, body }) => ({ status, body }));
}

describe('while people vote', () => {
  test('nobody hears or reads anything of another ballot (P28)', async () => {
    const [anas, guests] = [await listen(ana), await listen(guest)];
    const before = await readAll();

    await vote(ben, poll, [2, 1, 0], { isReady: false });
    await vote(ben, poll, [0, 0, 0], { veto: poll.candidateKeys[0] ?? null, isReady: false });
    await vote(ben, poll, [2, 2, 2], { isReady: false });

    expect(await readAll()).toEqual(before);
    await ana.post(`/api/users/${ben.user.id}/pin`);
    await anas.tab.next('pin:changed');
    expect(anas.frames).toHaveLength(1);
    expect(guests.frames).toEqual([]);
    anas.tab.close();
    guests.tab.close();
  });

  test('others learn that a person is ready, and nothing else', async () => {
    const heardOf = async (ballot: object) => {
      const { tab, frames } = await listen(ana);
      const send = (isReady: boolean) => ben.put(`/api/polls/${poll.id}/ballot`, { ...ballot, isReady });
      await send(true);
      const { rev } = await tab.next('poll:changed');
      await send(false);
      await tab.next('poll:changed', (progress) => progress.rev === rev + 1);
      tab.close();
      return frames.map((frame) => frame.replaceAll(/"rev":\d+/g, ''));
    };

    const yes = await heardOf(ballotOf(poll, [2, 2, 2]));
    const no = await heardOf(ballotOf(poll, [0, 0, 0], { veto: poll.candidateKeys[0] ?? null }));

    expect(yes).toEqual(no);
    expect(yes.join()).toContain('"isReady":true');
  });

  test('no ballot is written to the log, to stored answers or anywhere but the ballots', async () => {
    const key = '9d0e3a3c-4a55-4c13-8a55-5d3a7a4a1f09';
    const ballot = ballotOf(poll, [2, 1, 0], { veto: poll.candidateKeys[1] ?? null, isReady: false });
    const send = () => ben.put(`/api/polls/${poll.id}/ballot`, ballot).set('Idempotency-Key', key);
    const { body } = await send();
    const { body: again } = await send();

    expect(again).toEqual(body);
    expect(body).toEqual({ pollId: poll.id, ...ballot });
    const collections = (await mongoose.connection.listCollections()).map(({ name }) => name);
    for (const name of collections.filter((one) => one !== 'ballots')) {
      const texts = JSON.stringify(await mongoose.connection.collection(name).find({}).toArray());
      expect({ name, found: /"marks":\{"|"veto":"/.test(texts) }).toEqual({ name, found: false });
    }
  });

  test('the storage page of an operator stays the same, and counts the ballots after the result', async () => {
    const operator = await signUp(server, 'Olga');
    await UserModel.updateOne({ _id: operator.user.id }, { isOperator: true });
    const count = async () => {
      const { collections }: Storage = (await operator.get('/api/admin/storage')).body;
      // The notices of the opened vote are stored in the background.
      const others = collections.filter(({ name }) => name !== 'notices');
      return new Map(others.map(({ name, documents }) => [name, documents]));
    };
    const send = (person: Pick<Person, 'put'>, isReady: boolean) =>
      person
        .put(`/api/polls/${poll.id}/ballot`, ballotOf(poll, [2, 1, 0], { isReady }))
        .set('Idempotency-Key', randomUUID());
    const before = await count();

    for (const person of [ana, ben, guest]) await send(person, false);

    expect(await count()).toEqual(before);
    for (const person of [ana, ben, guest]) await send(person, true);
    expect((await count()).get('ballots')).toBe((before.get('ballots') ?? 0) + 3);
  });

  test('errors do not repeat a ballot, and tell nobody about one', async () => {
    const { body } = await ben.put(`/api/polls/${poll.id}/ballot`, {
      marks: { [`${poll.candidateKeys[0]}`]: 9 },
      isReady: false,
    });
    const { body: refused } = await ana.put(`/api/polls/${poll.id}/ballot`, { marks: 'x', isReady: false });

    expect(body.code).toBe('validation');
    expect(JSON.stringify(refused)).not.toContain(poll.candidateKeys[0]);
  });

  test('the seed of the coin is not told', async () => {
    const { tab, frames } = await listen(ana);
    const stored = await mongoose.connection.collection('polls').findOne({ _id: new mongoose.Types.ObjectId(poll.id) });
    await vote(ben, poll, [2, 1, 0]);
    await tab.next('poll:changed');

    expect(JSON.stringify(await readAll())).not.toContain(stored?.seed);
    expect(frames.join()).not.toContain(stored?.seed);
    tab.close();
  });
});

test('after the result only counts are told, and votes are deleted with the end of the poll', async () => {
  const { tab, frames } = await listen(ana);
  await vote(guest, poll, [1, 2, 0]);
  await vote(ana, poll, [2, 2, 0]);
  await vote(ben, poll, [1, 2, 0]);
  await tab.next('poll:changed', ({ state }) => state === 'revealed');

  expect(frames.join()).not.toMatch(/marks|ballot|"veto"/);
  expect(JSON.stringify(await readAll())).not.toContain('"ballots"');
  await ana.post(`/api/polls/${poll.id}/close`, {});
  expect(
    await mongoose.connection.collection('ballots').countDocuments({ pollId: new mongoose.Types.ObjectId(poll.id) }),
  ).toBe(0);
  expect((await ana.get(`/api/folders/${folder.id}/polls`)).body).toMatchObject([{ id: poll.id, state: 'closed' }]);
  tab.close();
});
