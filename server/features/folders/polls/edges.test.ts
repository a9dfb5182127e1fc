import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { allFlags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Poll } from '../../../../common/schemas/poll.ts';
import type { Share } from '../../../../common/schemas/share.ts';
import { createFolder, only, type Person, shareWith, signInAgain, signUp } from '../../../testing/people.ts';
import { ballotOf, createGuestLink, joinAsGuest, startVote, vote } from '../../../testing/polls.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { UserModel } from '../../users/user.model.ts';
import { BallotModel, FairnessModel, PollModel } from '../model/poll.model.ts';
import { deletePollsOf } from '../openPoll/folderEffects.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let cleo: Person;
let folder: Folder;
let poll: Poll;

beforeAll(async () => {
  [ana, ben, cleo] = await Promise.all([signUp(server), signUp(server, 'Ben'), signUp(server, 'Cleo')]);
});
beforeEach(async () => {
  folder = await createFolder(ana, 'Friday nights');
  await shareWith(ana, folder.id, ben, only());
  await shareWith(ana, folder.id, cleo, allFlags);
  poll = await startVote(ana, folder.id, [ben, cleo]);
});

const list = () => `/api/folders/${folder.id}`;
const current = async (person: Person): Promise<Poll | null> => (await person.get(`${list()}/polls/current`)).body;
const names = ({ participants }: Pick<Poll, 'participants'>) => participants.map(({ name }) => name.split(' ')[0]);

async function revoke(person: Person): Promise<void> {
  const { body: shares } = await ana.get(`${list()}/shares`);
  const share = shares.find(({ sharedWithUserId }: Share) => sharedWithUserId === person.user.id);
  await ana.delete(`/api/folder-shares/${share.id}`);
}

describe('a member whose access ends during the vote', () => {
  test('loses the ballot and the weight, and hears nothing after it', async () => {
    await FairnessModel.create([{ folderId: folder.id, userId: ben.user.id, weight: 4 }]);
    await vote(ben, poll, [2, 2, 2], { isReady: false });
    const tab = await openTab(server, ben);

    await revoke(ben);
    await tab.next('folder:gone');
    const heard = tab.heard.length;
    await vote(ana, poll, [2, 1, 0]);
    await ben.post(`/api/users/${ana.user.id}/pin`);
    await tab.next('pin:changed');

    expect(tab.heard.slice(heard).map(({ event }) => event)).toEqual(['pin:changed']);
    expect(names((await current(ana)) as Poll)).toEqual(['Ana', 'Cleo']);
    expect((await vote(ben, poll, [2, 2, 2])).status).toBe(404);
    expect(await BallotModel.countDocuments({ pollId: poll.id, participantId: ben.user.id })).toBe(0);
    expect(await FairnessModel.countDocuments({ folderId: folder.id })).toBe(0);
    tab.close();
  });

  test('is not waited for', async () => {
    await vote(ana, poll, [2, 1, 0]);
    await vote(cleo, poll, [2, 1, 0]);

    await ben.delete(`${list()}/leave`);

    expect(await current(ana)).toMatchObject({ state: 'revealed', result: { sentence: 'Both said yes.' } });
  });

  test('has no vote counted, also when both happen at once', async () => {
    await vote(ana, poll, [2, 0, 0], { isReady: false });

    await Promise.all([revoke(ben), vote(ben, poll, [0, 2, 2])]);
    await ana.post(`/api/polls/${poll.id}/reveal`);

    expect((await current(ana))?.result?.ranking.every(({ yeses, noes }) => yeses + noes <= 1)).toBe(true);
  });

  test('may have opened it: a manager goes on', async () => {
    await ana.post(`/api/polls/${poll.id}/close`, {});
    const bens = await startVote(ana, folder.id);
    await ana.post(`/api/polls/${bens.id}/close`, {});
    const { body: opened } = await ben.post(`${list()}/polls`, {});
    await ben.delete(`${list()}/leave`);

    expect((await ben.post(`/api/polls/${opened.id}/start`)).status).toBe(404);
    expect((await cleo.post(`/api/polls/${opened.id}/start`)).body).toMatchObject({
      state: 'voting',
      participants: [],
    });
  });
});

describe('a member whose account is disabled during the vote', () => {
  let operator: Person;

  beforeAll(async () => {
    operator = await signUp(server, 'Olga');
    await UserModel.updateOne({ _id: operator.user.id }, { isOperator: true });
  });

  const join = async (person: Person) => {
    await shareWith(ana, folder.id, person, only());
    await person.post(`/api/polls/${poll.id}/participants/me`);
  };

  test('leaves it with the ballot, in every tab, and the vote goes on', async () => {
    const dan = await signUp(server, 'Dan');
    await join(dan);
    await vote(dan, poll, [2, 2, 2], { isReady: false });
    const guest = await joinAsGuest(server, await createGuestLink(ana, poll.id));
    const tabs = await Promise.all([openTab(server, ben), openTab(server, cleo), openTab(server, guest)]);

    expect((await operator.post(`/api/admin/accounts/${dan.user.id}/disable`)).status).toBe(204);

    for (const tab of tabs) {
      const progress = await tab.next('poll:changed');
      expect([progress.state, ...names(progress)]).toEqual(['voting', 'Ana', 'Ben', 'Cleo', 'Gil']);
      tab.close();
    }
    expect(await BallotModel.countDocuments({ pollId: poll.id, participantId: dan.user.id })).toBe(0);
  });

  test.each([
    ['disabled', (id: string) => operator.post(`/api/admin/accounts/${id}/disable`)],
    ['deleted', (id: string) => operator.delete(`/api/admin/accounts/${id}`)],
  ])('is not waited for when it is %s: the result comes at once, in every tab', async (_how, end) => {
    const dan = await signUp(server, 'Dan');
    await join(dan);
    for (const person of [ana, ben, cleo]) await vote(person, poll, [2, 1, 0]);
    const tabs = await Promise.all([openTab(server, ben), openTab(server, cleo)]);

    expect((await end(dan.user.id)).status).toBe(204);

    for (const tab of tabs) {
      expect(await tab.next('poll:changed')).toMatchObject({ state: 'revealed' });
      tab.close();
    }
    expect((await current(ana))?.result?.sentence).toBe('Everybody said yes.');
  });

  test('can take part again once it is enabled', async () => {
    const dan = await signUp(server, 'Dan');
    await join(dan);
    await operator.post(`/api/admin/accounts/${dan.user.id}/disable`);
    await operator.post(`/api/admin/accounts/${dan.user.id}/enable`);

    const again = await signInAgain(server, dan);
    await again.post(`/api/polls/${poll.id}/participants/me`);

    expect(names((await current(ana)) as Poll)).toEqual(['Ana', 'Ben', 'Cleo', 'Dan']);
  });
});

describe('a title that is removed from the list', () => {
  const removeCandidate = async (index: number) => {
    const { body: items } = await ana.get(`${list()}/items`);
    const { id } = items.find(({ tmdbId }: { tmdbId: number }) => `movie:${tmdbId}` === poll.candidateKeys[index]);
    expect((await ana.delete(`/api/watchlist/${id}`)).status).toBe(204);
  };

  test('leaves the candidates, live, and the ballots', async () => {
    await vote(ben, poll, [2, 1, 0], { veto: poll.candidateKeys[0] ?? null, isReady: false });
    const tab = await openTab(server, cleo);

    await removeCandidate(0);

    const left = poll.candidateKeys.slice(1);
    expect(await tab.next('poll:changed')).toMatchObject({ candidateKeys: left, hasTooFewCandidates: false });
    expect((await ben.get(`/api/polls/${poll.id}/ballot`)).body).toEqual({
      pollId: poll.id,
      marks: { [left[0] ?? '']: 1, [left[1] ?? '']: 0 },
      veto: null,
      isReady: false,
    });
    await ana.post(`/api/polls/${poll.id}/reveal`);
    expect((await current(ana))?.result?.ranking.map(({ key }) => key).sort()).toEqual([...left].sort());
    tab.close();
  });

  test('says so when too few are left, and nothing is decided then', async () => {
    await removeCandidate(0);
    await removeCandidate(1);

    expect(await current(ben)).toMatchObject({ hasTooFewCandidates: true, candidateKeys: [poll.candidateKeys[2]] });
    for (const person of [ana, ben, cleo]) await vote(person, poll, [2, 2, 2]);
    expect(await current(ben)).toMatchObject({ state: 'voting' });
    expect((await ana.post(`/api/polls/${poll.id}/reveal`)).body.code).toBe('too_few_candidates');
  });

  test('stays in a result', async () => {
    await vote(ana, poll, [2, 0, 0]);
    await ana.post(`/api/polls/${poll.id}/reveal`);

    await removeCandidate(0);

    expect(await current(ana)).toMatchObject({ candidateKeys: poll.candidateKeys });
  });
});

describe('a list that is deleted during the vote', () => {
  test('ends it: members and guests hear nothing more, and guests lose their access', async () => {
    const guest = await joinAsGuest(server, await createGuestLink(ana, poll.id));
    await vote(ben, poll, [2, 1, 0]);
    const [bens, guests] = [await openTab(server, ben), await openTab(server, guest)];

    await ana.delete(list());

    await bens.next('folder:gone');
    await guests.whenCut();
    expect(guests.heard).toEqual([]);
    expect((await guest.get(`/api/polls/${poll.id}`)).status).toBe(401);
    expect((await ana.get(`/api/polls/${poll.id}`)).status).toBe(404);
    expect((await vote(ben, poll, [2, 1, 0])).status).toBe(404);
    expect(await BallotModel.countDocuments({ pollId: poll.id })).toBe(0);
    bens.close();
  });

  test('has no open poll when it is restored, and its past ones', async () => {
    for (const person of [ana, ben, cleo]) await vote(person, poll, [2, 1, 0]);
    const second = await startVote(ana, folder.id);

    await ana.delete(list());
    expect((await ana.post(`${list()}/restore`)).status).toBe(200);

    expect(await current(ben)).toBeNull();
    expect((await ben.get(`/api/polls/${second.id}`)).body).toMatchObject({ state: 'closed' });
    expect((await ben.get(`${list()}/polls`)).body).toMatchObject([{ id: poll.id }]);
    expect((await ben.post(`${list()}/polls`, {})).status).toBe(201);
  });

  test('leaves nothing once it cannot be restored', async () => {
    await deletePollsOf(folder.id);

    expect(await PollModel.countDocuments({ folderId: folder.id })).toBe(0);
  });
});

describe('tabs', () => {
  test('of one person are one participant, and the last ballot counts', async () => {
    const again = await ben.post(`/api/polls/${poll.id}/participants/me`);
    await Promise.all([vote(ben, poll, [0, 0, 0], { isReady: false }), vote(ben, poll, [0, 0, 0], { isReady: false })]);
    await vote(ben, poll, [2, 2, 2], { isReady: false });

    expect(names(again.body)).toEqual(['Ana', 'Ben', 'Cleo']);
    expect((await ben.get(`/api/polls/${poll.id}/ballot`)).body).toMatchObject(
      ballotOf(poll, [2, 2, 2], { isReady: false }),
    );
    expect(await BallotModel.countDocuments({ pollId: poll.id })).toBe(1);
  });

  test('that were away ask once and know all open polls (P29)', async () => {
    const away = await openTab(server, ben);
    away.close();
    await vote(cleo, poll, [2, 1, 0]);

    const tab = await openTab(server, ben);
    const openOf = async () => (await tab.sync()).polls?.filter(({ folderId }) => folderId === folder.id);
    const open = await openOf();
    const stranger = await openTab(server, await signUp(server, 'Sten'));

    const { id, ...now } = (await current(ben)) as Poll;
    const { rev, state, participants, candidateKeys } = now;
    expect(open).toMatchObject([{ pollId: id, folderId: folder.id, rev, state, participants, candidateKeys }]);
    expect((await stranger.sync()).polls).toBeUndefined();
    await PollModel.updateOne({ _id: poll.id }, { $set: { expiresAt: new Date() } });
    const elsewhere = await startVote(ana, (await createFolder(ana)).id);
    expect(await openOf()).toEqual([]);
    await ana.post(`/api/polls/${elsewhere.id}/close`, {});
    expect(await openOf()).toEqual([]);
    tab.close();
    stranger.close();
  });

  test('may have a wrong clock: only the server’s counts', async () => {
    const sent = await ben
      .put(`/api/polls/${poll.id}/ballot`, ballotOf(poll, [2, 1, 0]))
      .set('Date', 'Fri, 31 Dec 1999 23:59:59 GMT');

    expect(sent.status).toBe(200);
    expect((await current(ana))?.participants.map(({ isReady }) => isReady)).toEqual([false, true, false]);
  });
});

test('twenty guests and three members vote at once, and all votes count', async () => {
  const link = await createGuestLink(ana, poll.id);
  const guests = await Promise.all(Array.from({ length: 20 }, (_, n) => joinAsGuest(server, link, `Guest ${n}`)));

  const answers = await Promise.all([...guests, ana, ben, cleo].map((person) => vote(person, poll, [2, 1, 0])));

  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await current(ana)).toMatchObject({
    state: 'revealed',
    result: { winnerKey: poll.candidateKeys[0], ranking: [{ yeses: 23 }, { yeses: 0 }, { noes: 23 }] },
  });
});
