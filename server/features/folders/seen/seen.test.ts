import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { families, familyKeys } from '../../../../common/families.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { type Audience, gather } from '../../../testing/audience.ts';
import { addItem, createFolder, only, type Person, shareWith, signInAgain, signUp } from '../../../testing/people.ts';
import { playBodyOf, readSeen, recordPlay, showSeen } from '../../../testing/plays.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { writeSharedNotification } from '../../users/notification.service.ts';

type Name = 'ana' | 'ana elsewhere' | 'ben' | 'cleo' | 'stranger';

const server = setUpServer();
let ana: Person;
let ben: Person;
let cleo: Person;
let audience: Audience<Name>;
let folderId: string;
let item: { id: string; tmdbId: number };

beforeAll(async () => {
  const [one, two, three, stranger] = await Promise.all(
    ['Ana', 'Ben', 'Cleo', 'Sten'].map((name) => signUp(server, name)),
  );
  [ana, ben, cleo] = [one as Person, two as Person, three as Person];
  const elsewhere = await signInAgain(server, ana);
  audience = await gather(server, { ana, 'ana elsewhere': elsewhere, ben, cleo, stranger: stranger as Person });
});
afterAll(() => {
  audience.close();
});
beforeEach(async () => {
  folderId = (await createFolder(ana)).id;
  await shareWith(ana, folderId, ben, only());
  await shareWith(ana, folderId, cleo, only('canAdd', 'canRemove'));
  item = await addItem(ana, folderId);
});

const see = (person: Person) => recordPlay(person, playBodyOf({ tmdbId: item.tmdbId }));
const idOf = (person: Person) => person.user.id;
const seenChanged = ['seen:changed'];
const toMembers = { ana: seenChanged, 'ana elsewhere': seenChanged, ben: seenChanged, cleo: seenChanged };

describe.each(familyKeys)('the marks of a list in the %s family', (key) => {
  const path = () => `${families[key].api.lists}/${folderId}`;

  test('are those of the caller, and of members who show them', async () => {
    await Promise.all([see(ana), see(ben), see(cleo)]);
    await ben.put(`${path()}/seen-consent`, { shows: true });
    await cleo.put(`${path()}/seen-consent`, { shows: false });

    const bens = { [idOf(ben)]: [item.id] };
    expect((await ana.get(`${path()}/seen`)).body).toEqual({
      seen: { [idOf(ana)]: [item.id], ...bens },
      consents: { [idOf(ben)]: true },
    });
    expect((await cleo.get(`${path()}/seen`)).body).toEqual({
      seen: { [idOf(cleo)]: [item.id], ...bens },
      consents: { [idOf(ben)]: true, [idOf(cleo)]: false },
    });
  });
});

test('only items of the list are marked, also those added later', async () => {
  await showSeen(ben, folderId);
  const other = await recordPlay(ben);
  await see(ben);
  expect((await readSeen(ana, folderId)).seen).toEqual({ [idOf(ben)]: [item.id] });

  const added = await addItem(ana, folderId, { tmdbId: other.tmdbId });

  expect((await readSeen(ana, folderId)).seen[idOf(ben)]?.sort()).toEqual([item.id, added.id].sort());
});

test('a movie and a TV show with the same id are two titles', async () => {
  const show = await addItem(ana, folderId, { tmdbId: item.tmdbId, mediaType: 'tv' });
  await recordPlay(ana, playBodyOf({ tmdbId: item.tmdbId, mediaType: 'tv' }));

  expect((await readSeen(ana, folderId)).seen).toEqual({ [idOf(ana)]: [show.id] });
});

test('a show is marked from the first to the last play of any part of it', async () => {
  const show = await addItem(ana, folderId, { tmdbId: 1399, mediaType: 'tv', title: 'Game of Thrones' });
  const episode = (number: number) => ({ tmdbId: 1399, mediaType: 'tv' as const, season: 1, episode: number });
  const marks = async () => (await readSeen(ana, folderId)).seen[idOf(ana)] ?? [];
  const remove = ({ id }: { id: string }) => ana.delete(`/api/plays/${id}`).expect(204);

  // What is stored of a show that was paused says nothing of plays.
  await ana.patch('/api/tv/1399/progress', { state: 'paused' }).expect(200);
  const first = await recordPlay(ana, episode(1));
  expect(await marks()).toEqual([show.id]);
  const second = await recordPlay(ana, episode(2));
  await remove(second);
  expect(await marks()).toEqual([show.id]);
  const whole = await recordPlay(ana, { tmdbId: 1399, mediaType: 'tv' });
  await remove(first);
  expect(await marks()).toEqual([show.id]);
  const third = await recordPlay(ana, episode(3));
  await remove(whole);
  expect(await marks()).toEqual([show.id]);
  await remove(third);
  expect(await marks()).toEqual([]);
});

test.each([
  ['before', 1],
  ['after', 0],
])('a show that was started again stays marked by a play from %s that', async (_when, removed) => {
  const show = await addItem(ana, folderId, { tmdbId: 1399, mediaType: 'tv', title: 'Game of Thrones' });
  const see = (episode: number) => recordPlay(ana, { tmdbId: 1399, mediaType: 'tv', season: 1, episode });
  const before = await see(1);
  await ana.patch('/api/tv/1399/progress', { startsAgain: true }).expect(200);
  const plays = [before, await see(2)];

  await ana.delete(`/api/plays/${plays[removed]?.id}`).expect(204);
  expect((await readSeen(ana, folderId)).seen).toEqual({ [idOf(ana)]: [show.id] });

  await ana.delete(`/api/plays/${plays[1 - removed]?.id}`).expect(204);
  expect((await readSeen(ana, folderId)).seen).toEqual({});
});

describe('a play of a member', () => {
  test('who shows it is delivered to all members, with the first play and the last deletion of the title (P31)', async () => {
    await showSeen(ben, folderId);
    const bens = { ...toMembers, ben: ['play:saved', 'seen:changed'] };

    const first = await audience.hears(() => see(ben), bens);
    const change = { folderId, userId: idOf(ben), itemIds: [item.id] };
    expect(audience.payloads('cleo', 'seen:changed')).toEqual([{ ...change, seen: true }]);
    const second = await audience.hears(() => see(ben), { ben: ['play:saved'] });
    await audience.hears(() => ben.delete(`/api/plays/${first.id}`), { ben: ['play:deleted'] });
    await audience.hears(() => ben.delete(`/api/plays/${second.id}`), {
      ...toMembers,
      ben: ['play:deleted', 'seen:changed'],
    });
    expect(audience.payloads('ana', 'seen:changed')).toEqual([{ ...change, seen: false }]);
    expect((await readSeen(ana, folderId)).seen).toEqual({});
  });

  test('who does not show it is delivered to nobody else, whatever they do', async () => {
    const act = async () => {
      const play = await see(ben);
      await ben.post('/api/reviews', { ...playBodyOf().facts, tmdbId: item.tmdbId, mediaType: 'movie', rating: 4 });
      await ben.patch(`/api/plays/${play.id}`, { at: '2026-01-31T20:15:00.000Z' });
      await ben.delete(`/api/plays/${play.id}`);
      await ben.put(`/api/folders/${folderId}/seen-consent`, { shows: false });
    };

    await audience.hears(act, {
      ben: ['play:saved', 'review:saved', 'folder:changes', 'play:saved', 'play:deleted', 'seen:changed'],
    });

    expect(audience.payloads('ben', 'seen:changed')).toEqual([
      { folderId, userId: idOf(ben), itemIds: [], seen: false, shows: false },
    ]);
    const { seen, consents } = await readSeen(ana, folderId);
    expect([seen, consents]).toEqual([{}, {}]);
    expect((await ana.get(`/api/folders/${folderId}`)).body).not.toHaveProperty('seenRev');
  });
});

describe('an added title', () => {
  const add = (tmdbId: number) =>
    cleo.post('/api/watchlist', { folderId, ...playBodyOf({ tmdbId }).facts, mediaType: 'movie', tmdbId });
  const changes = ['folder:changes'];
  const changed = { ana: changes, 'ana elsewhere': changes, ben: changes, cleo: changes };

  test('comes with the mark of a member who shows it', async () => {
    const { tmdbId } = await recordPlay(ben);
    await showSeen(ben, folderId);
    const both = ['folder:changes', 'seen:changed'];

    const { body } = await audience.hears(() => add(tmdbId), {
      ana: both,
      'ana elsewhere': both,
      ben: both,
      cleo: both,
    });

    expect(audience.payloads('ana', 'seen:changed')).toEqual([
      { folderId, userId: idOf(ben), itemIds: [body.id], seen: true },
    ]);
  });

  test('comes with the mark of another member only for their own tabs', async () => {
    const { tmdbId } = await recordPlay(ben);

    await audience.hears(() => add(tmdbId), { ...changed, ben: ['folder:changes', 'seen:changed'] });
  });
});

describe('a consent', () => {
  const consent = (person: Person, shows: boolean) => () => showSeen(person, folderId, shows);

  test('is delivered with all marks when it is given, and when it is withdrawn', async () => {
    await see(ben);

    await audience.hears(consent(ben, true), toMembers);
    const change = { folderId, userId: idOf(ben), itemIds: [item.id] };
    expect(audience.payloads('cleo', 'seen:changed')).toEqual([{ ...change, seen: true, shows: true }]);
    await audience.hears(consent(ben, false), toMembers);
    expect(audience.payloads('cleo', 'seen:changed')).toEqual([{ ...change, seen: false, shows: false }]);

    expect(await readSeen(cleo, folderId)).toEqual({ seen: {}, consents: {} });
    expect((await readSeen(ben, folderId)).consents).toEqual({ [idOf(ben)]: false });
  });

  test('that says the same again is delivered to the own tabs only', async () => {
    await showSeen(ana, folderId);

    await audience.hears(consent(ana, true), { ana: seenChanged, 'ana elsewhere': seenChanged });
  });

  test('raises the rev of the list’s marks, so that a tab that was away reads them again', async () => {
    const tab = await openTab(server, cleo);
    const ask = async (seenRevs?: Record<string, number>) => {
      const { rev } = (await cleo.get(`/api/folders/${folderId}`)).body;
      const { folders, userRev } = await tab.sync({
        folders: { [folderId]: rev },
        userRev: 0,
        ...(seenRevs && { seenRevs }),
      });
      return { seenRevs: folders.filter(({ id }) => id === folderId).map(({ seenRev }) => seenRev), userRev };
    };
    const before = await ask({});
    await showSeen(ben, folderId);
    await see(ben);

    expect(before.seenRevs).toEqual([]);
    expect(await ask({})).toEqual({ seenRevs: [2], userRev: before.userRev });
    expect(await ask({ [folderId]: 2 })).toEqual({ seenRevs: [], userRev: before.userRev });
    expect((await ask()).seenRevs).toEqual([]);
    tab.close();
  });
});

describe('the end of a membership', () => {
  test.each([
    ['leaving', () => ben.delete(`/api/folders/${folderId}/leave`)],
    [
      'removal',
      async () => {
        const { body: shares } = await ana.get(`/api/folders/${folderId}/shares`);
        const share = shares.find((one: { sharedWithUserId: string }) => one.sharedWithUserId === idOf(ben));
        return ana.delete(`/api/folder-shares/${share.id}`);
      },
    ],
  ])('by %s removes the marks, also after a return', async (_how, end) => {
    await see(ben);
    await showSeen(ben, folderId);

    expect((await end()).status).toBe(204);
    expect(await readSeen(ana, folderId)).toEqual({ seen: {}, consents: {} });
    expect((await ben.get(`/api/folders/${folderId}/seen`)).status).toBe(404);

    await shareWith(ana, folderId, ben, only());
    expect(await readSeen(ana, folderId)).toEqual({ seen: {}, consents: {} });
  });

  test('ends the events of the member’s plays', async () => {
    await showSeen(ben, folderId);
    await ben.delete(`/api/folders/${folderId}/leave`);

    await audience.hears(() => see(ben), { ben: ['play:saved'] });
  });

  test('ends the delivery of marks that were on their way', async () => {
    await showSeen(ben, folderId);
    await ben.delete(`/api/folders/${folderId}/leave`);
    const marks = { folderId, userId: idOf(ben), itemIds: [item.id], seen: true };
    const deliver = () => writeSharedNotification('seen:changed', marks, { membersOf: new Types.ObjectId(folderId) });

    await audience.hears(() => inTransaction(deliver), {});
  });

  test('that races a play never leaves a mark', async () => {
    await showSeen(ben, folderId);

    await Promise.all([see(ben), ben.delete(`/api/folders/${folderId}/leave`)]);

    expect(await readSeen(ana, folderId)).toEqual({ seen: {}, consents: {} });
  });
});
