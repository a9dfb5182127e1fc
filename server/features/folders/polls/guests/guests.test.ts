import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import request from 'supertest';
import { limits } from '../../../../../common/constants.ts';
import type { Folder } from '../../../../../common/schemas/folder.ts';
import type { Poll } from '../../../../../common/schemas/poll.ts';
import {
  cookieOf,
  createFolder,
  inviteTo,
  only,
  type Person,
  personWith,
  shareWith,
  signUp,
  visitor,
} from '../../../../testing/people.ts';
import { createGuestLink, type GuestPerson, joinAsGuest, startVote, tokenOf, vote } from '../../../../testing/polls.ts';
import { setUpServer } from '../../../../testing/server.ts';
import { openTab } from '../../../../testing/tabs.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let folder: Folder;
let poll: Poll;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(server), signUp(server, 'Ben')]);
});
beforeEach(async () => {
  folder = await createFolder(ana, 'Friday nights');
  await shareWith(ana, folder.id, ben, only('canShare'));
  poll = await startVote(ana, folder.id, [ben]);
});

const join = (link: { url: string }, name: unknown = 'Gil', cookie = '') =>
  request(server.url)
    .post(`/api/guest/${tokenOf(link)}`)
    .set('Cookie', cookie)
    .send({ name });
const offer = (person: Omit<Person, 'user'>, link: { url: string }) => person.get(`/api/guest/${tokenOf(link)}`);
const pollSeenBy = async (person: Omit<Person, 'user'>): Promise<Poll> =>
  (await person.get(`/api/polls/${poll.id}`)).body;
const storedTexts = async (collection: string) =>
  JSON.stringify(await mongoose.connection.collection(collection).find({}).toArray());

describe('a guest link', () => {
  test('says what it offers, with its address as a QR code', async () => {
    const link = await createGuestLink(ben, poll.id);

    expect(link.url).toBe(`${server.url}/tonight/${tokenOf(link)}`);
    expect(link.qrSvg).toMatch(/^<svg .*<\/svg>$/s);
    expect(link.expiresAt).toBe(poll.expiresAt);
    expect((await offer(visitor(server), link)).body).toEqual({
      pollId: poll.id,
      listName: 'Friday nights',
      openedBy: 'Ana Test',
      state: 'voting',
      guestId: null,
      expiresAt: poll.expiresAt,
    });
  });

  test('ends with the next one, when it is ended, and with the result', async () => {
    const first = await createGuestLink(ana, poll.id);
    const second = await createGuestLink(ana, poll.id);
    expect([(await join(first)).status, (await join(second)).status]).toEqual([404, 201]);

    expect((await ana.delete(`/api/polls/${poll.id}/guest-link`)).status).toBe(204);
    expect((await offer(visitor(server), second)).status).toBe(404);

    const third = await createGuestLink(ana, poll.id);
    await ana.post(`/api/polls/${poll.id}/reveal`);
    expect((await join(third)).status).toBe(404);
    expect((await ana.post(`/api/polls/${poll.id}/guest-link`)).status).toBe(409);
  });

  test('is made and ended by those who may share the list', async () => {
    const cleo = await signUp(server, 'Cleo');
    await shareWith(ana, folder.id, cleo, only('canManage'));
    const link = await createGuestLink(ben, poll.id);

    expect((await cleo.post(`/api/polls/${poll.id}/guest-link`)).status).toBe(403);
    expect((await cleo.delete(`/api/polls/${poll.id}/guest-link`)).status).toBe(403);
    expect((await offer(visitor(server), link)).status).toBe(200);
    expect((await ben.delete(`/api/polls/${poll.id}/guest-link`)).status).toBe(204);
    expect((await offer(visitor(server), link)).body.error).toBe('This link is not valid any more');
  });

  test('and the cookie that it gives are stored only as hashes', async () => {
    const key = '7f5f6a52-0b0e-4f0a-9c55-1d3a7a4a1f01';
    const { body: link } = await ana.post(`/api/polls/${poll.id}/guest-link`).set('Idempotency-Key', key);
    const guest = await joinAsGuest(server, link);
    const cookie = guest.cookie.split('=')[1] ?? '';

    for (const collection of ['polls', 'guestsessions', 'operations', 'changes']) {
      const texts = await storedTexts(collection);
      expect(texts).not.toContain(tokenOf(link));
      expect(texts).not.toContain(cookie);
    }
  });
});

describe('a guest', () => {
  let guest: GuestPerson;
  beforeEach(async () => {
    guest = await joinAsGuest(server, await createGuestLink(ana, poll.id));
  });

  test('has a cookie that scripts cannot read, for 24 hours', async () => {
    const answer = await join(await createGuestLink(ana, poll.id));
    const [cookie = ''] = answer.headers['set-cookie'] as unknown as string[];

    expect(cookie).toMatch(/^marquee\.guest=[\w-]{22}; Max-Age=86400; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });

  test('sees the poll as members do, and votes', async () => {
    const seen = await pollSeenBy(guest);

    expect(seen).toEqual(await pollSeenBy(ana));
    expect(seen.participants.at(-1)).toEqual({ id: guest.id, kind: 'guest', name: 'Gil', face: null, isReady: false });
    expect((await vote(guest, poll, [2, 1, 0])).status).toBe(200);
    expect((await guest.get(`/api/polls/${poll.id}/ballot`)).body).toMatchObject({
      marks: { [poll.candidateKeys[0] ?? '']: 2 },
    });
  });

  test('who is the last to be ready brings the result, with weight 1', async () => {
    await vote(ana, poll, [2, 1, 0]);
    await vote(ben, poll, [2, 1, 0]);
    await vote(guest, poll, [1, 2, 2]);

    expect(await pollSeenBy(guest)).toMatchObject({
      state: 'revealed',
      result: { winnerKey: poll.candidateKeys[0], sentence: 'Nobody said no, and two of three said yes.' },
    });
    const { body: log } = await ana.get(`/api/folders/${folder.id}/changes`);
    expect(log.changes.at(-1)).toMatchObject({ type: 'poll:decided', by: { id: ana.user.id } });
    expect(
      await mongoose.connection
        .collection('fairness')
        .countDocuments({ userId: new mongoose.Types.ObjectId(guest.id) }),
    ).toBe(0);
  });

  test('may repeat a vote with the same key', async () => {
    const key = '2d0e3a3c-4a55-4c13-8a55-5d3a7a4a1f02';
    const ballot = { marks: { [poll.candidateKeys[0] ?? '']: 2 }, veto: null, isReady: false };
    const send = () => guest.put(`/api/polls/${poll.id}/ballot`, ballot).set('Idempotency-Key', key);

    const first = await send();
    const again = await send();

    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await storedTexts('operations')).not.toContain(poll.candidateKeys[0]);
  });

  test('stays the same person in a second tab, and may change their name', async () => {
    const link = await createGuestLink(ana, poll.id);
    expect((await offer(guest, link)).body.guestId).toBe(guest.id);

    const { body, headers } = await join(link, 'Gilbert', guest.cookie);

    expect(body.guestId).toBe(guest.id);
    expect(headers['set-cookie']).toBeUndefined();
    expect((await pollSeenBy(ana)).participants.map(({ name }) => name)).toEqual(['Ana Test', 'Ben Test', 'Gilbert']);
  });

  test('who leaves is gone with the ballot and the session', async () => {
    await vote(guest, poll, [2, 1, 0], { isReady: false });

    const { status, headers } = await guest.delete(`/api/polls/${poll.id}/participants/me`);

    expect(status).toBe(204);
    expect(String(headers['set-cookie'])).toMatch(/marquee\.guest=;/);
    expect((await guest.get(`/api/polls/${poll.id}`)).status).toBe(401);
    expect(
      await mongoose.connection.collection('ballots').countDocuments({ pollId: new mongoose.Types.ObjectId(poll.id) }),
    ).toBe(0);
  });

  test('can be removed by the opener and by nobody without the right', async () => {
    await vote(guest, poll, [2, 1, 0], { isReady: false });
    const path = `/api/polls/${poll.id}/guests/${guest.id}`;

    expect((await ben.delete(path)).status).toBe(403);
    expect((await ana.delete(path)).status).toBe(204);

    expect((await vote(guest, poll, [2, 1, 0])).status).toBe(401);
    expect((await pollSeenBy(ana)).participants).toHaveLength(2);
    expect((await ana.delete(path)).status).toBe(404);
  });

  test('is removed as a guest only: members stay', async () => {
    expect((await ana.delete(`/api/polls/${poll.id}/guests/${ben.user.id}`)).body.error).toBe('Guest not found');

    expect((await pollSeenBy(ana)).participants).toHaveLength(3);
  });

  test('has no access after the session has expired', async () => {
    const sessions = mongoose.connection.collection('guestsessions');
    await sessions.updateOne({ _id: new mongoose.Types.ObjectId(guest.id) }, { $set: { expiresAt: new Date() } });

    expect((await guest.get(`/api/polls/${poll.id}`)).status).toBe(401);
    await expect(openTab(server, guest)).rejects.toThrow('unauthorized');
  });

  test('opens one poll and nothing else', async () => {
    const other = await startVote(ana, (await createFolder(ana)).id);
    const refused = await Promise.all([
      guest.get('/api/auth/user'),
      guest.get('/api/folders'),
      guest.get(`/api/folders/${folder.id}`),
      guest.get(`/api/folders/${folder.id}/items`),
      guest.get(`/api/folders/${folder.id}/polls/current`),
      guest.get(`/api/folders/${folder.id}/polls`),
      guest.post(`/api/polls/${poll.id}/start`),
      guest.post(`/api/polls/${poll.id}/reveal`),
      guest.post(`/api/polls/${poll.id}/close`, {}),
      guest.post(`/api/polls/${poll.id}/guest-link`),
      guest.post(`/api/polls/${poll.id}/participants/me`),
    ]);

    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
    expect((await guest.get(`/api/polls/${other.id}`)).status).toBe(404);
    expect((await vote(guest, other, [2, 2, 2])).status).toBe(404);
  });
});

describe('joining as a guest', () => {
  test('is refused to members, who would count twice', async () => {
    const link = await createGuestLink(ana, poll.id);

    expect((await join(link, 'Ana', ana.cookie)).body.code).toBe('already_member');
    expect((await join(link, 'Ben', ben.cookie)).body.code).toBe('already_member');
  });

  test('is possible for people who are signed in and no members, and changes nothing in what they see', async () => {
    const cleo = await signUp(server, 'Cleo');
    const { headers, body } = await join(await createGuestLink(ana, poll.id), 'Cleo', cleo.cookie);
    const cookie = `${cleo.cookie}; ${String(headers['set-cookie']).split(';')[0]}`;
    const both = (path: string) => request(server.url).get(path).set('Cookie', cookie);

    expect((await both(`/api/polls/${poll.id}/ballot`)).status).toBe(200);
    expect((await both('/api/folders')).status).toBe(200);
    expect((await both(`/api/folders/${folder.id}`)).status).toBe(404);
    expect(body.guestId).not.toBe(cleo.user.id);
  });

  test('ends for who becomes a member of the list and joins as one: they have one vote, and it is a member’s', async () => {
    const cleo = await signUp(server, 'Cleo');
    const joined = await join(await createGuestLink(ana, poll.id), 'Cleo', cleo.cookie);
    const both = personWith(server, `${cleo.cookie}; ${cookieOf(joined.headers)}`);
    await vote(both, poll, [0, 0, 2]);
    await shareWith(ana, folder.id, cleo, only());

    await both.post(`/api/polls/${poll.id}/participants/me`).expect(200);
    expect((await both.get(`/api/polls/${poll.id}/ballot`)).body).toMatchObject({ marks: {}, isReady: false });
    await vote(both, poll, [2, 0, 0]);

    const { participants } = await pollSeenBy(ana);
    expect(participants.filter(({ name }) => name.startsWith('Cleo'))).toMatchObject([
      { id: cleo.user.id, kind: 'member', isReady: true },
    ]);
  });

  test('is not possible for who is signed in and whom a block keeps apart from the owner or the maker', async () => {
    const link = await createGuestLink(ben, poll.id);
    const [cleo, dan] = await Promise.all([signUp(server, 'Cleo'), signUp(server, 'Dan')]);
    await ana.put(`/api/users/${cleo.user.id}/block`).expect(204);
    await dan.put(`/api/users/${ben.user.id}/block`).expect(204);

    for (const person of [cleo, dan]) {
      expect((await offer(person, link)).status).toBe(404);
      expect((await join(link, 'Gil', person.cookie)).status).toBe(404);
    }
    expect((await offer(visitor(server), link)).status).toBe(200);
  });

  test('needs a visible name', async () => {
    const link = await createGuestLink(ana, poll.id);

    for (const name of ['', '  ', '\u200b', 'x'.repeat(limits.guestName.max + 1), 7, null]) {
      expect((await join(link, name)).status).toBe(400);
    }
  });

  test('is possible for twenty guests, also at once', async () => {
    const link = await createGuestLink(ana, poll.id);

    const answers = await Promise.all(
      Array.from({ length: limits.guestsPerPoll + 3 }, (_, n) => join(link, `Guest ${n}`)),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limits.guestsPerPoll);
    expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(3);
    const { participants } = await pollSeenBy(ana);
    expect(participants.filter(({ kind }) => kind === 'guest')).toHaveLength(limits.guestsPerPoll);
  });
});

describe('the tab of a guest', () => {
  const fence = async (tab: Awaited<ReturnType<typeof openTab>>) => {
    await ana.delete(`/api/polls/${poll.id}/participants/me`);
    await tab.next('poll:changed', ({ participants }) => !participants.some(({ id }) => id === ana.user.id));
  };

  test('hears its poll and nothing else of the list (P30)', async () => {
    const guest = await joinAsGuest(server, await createGuestLink(ana, poll.id));
    const tab = await openTab(server, guest);

    await ana.post('/api/watchlist', { folderId: folder.id, tmdbId: 5, mediaType: 'movie', title: 'New' });
    await ana.put(`/api/folders/${folder.id}`, { name: 'Renamed' });
    await inviteTo(ana, folder.id, await signUp(server, 'Dan'));
    await vote(ana, poll, [2, 1, 0], { isReady: false });
    const other = await startVote(ana, (await createFolder(ana)).id);
    await vote(ana, other, [2, 1, 0]);
    await fence(tab);

    expect(new Set(tab.heard.map(({ event }) => event))).toEqual(new Set(['poll:changed']));
    expect(tab.heard.map(({ payload }) => (payload as { pollId: string }).pollId)).toEqual([poll.id]);
    tab.close();
  });

  test('may not ask for anything', async () => {
    const tab = await openTab(server, await joinAsGuest(server, await createGuestLink(ana, poll.id)));

    await expect(tab.sync()).rejects.toThrow('unauthorized');
    expect(await tab.enter({ folderId: folder.id })).toBe('unauthorized');
    tab.close();
  });

  test('is cut when the guest is removed, and hears nothing of it', async () => {
    const link = await createGuestLink(ana, poll.id);
    const [gone, stays] = [await joinAsGuest(server, link), await joinAsGuest(server, link, 'Gus')];
    const [tab, other] = [await openTab(server, gone), await openTab(server, stays)];

    await ana.delete(`/api/polls/${poll.id}/guests/${gone.id}`);

    await tab.whenCut();
    await other.next('poll:changed', ({ participants }) => participants.length === 3);
    expect(tab.heard).toEqual([]);
    await expect(openTab(server, gone)).rejects.toThrow('unauthorized');
    other.close();
  });

  test('hears each event once when its person is signed in too', async () => {
    const cleo = await signUp(server, 'Cleo');
    const guest = await joinAsGuest(server, await createGuestLink(ana, poll.id), 'Cleo');
    await shareWith(ana, folder.id, cleo, only());
    const tab = await openTab(server, { cookie: `${cleo.cookie}; ${guest.cookie}` });

    await fence(tab);

    expect(tab.heard.filter(({ event }) => event === 'poll:changed')).toHaveLength(1);
    tab.close();
  });

  test('is one of at most five on a node', async () => {
    const guest = await joinAsGuest(server, await createGuestLink(ana, poll.id));
    const tabs = [];
    for (let count = 0; count < limits.socketsPerGuest; count += 1) tabs.push(await openTab(server, guest));

    await expect(openTab(server, guest)).rejects.toThrow('too_many_tabs');
    for (const tab of tabs) tab.close();
  });
});
