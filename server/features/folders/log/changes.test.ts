import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../../common/constants.ts';
import { families, familyKeys } from '../../../../common/families.ts';
import { allFlags } from '../../../../common/permissions.ts';
import { applyChanges, createReplica } from '../../../../common/replica/replica.ts';
import type { Change } from '../../../../common/schemas/changes.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { addItem, createFolder, inviteTo, only, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { ShareModel } from '../model/folder.model.ts';

const server = setUpServer();
let owner: Person;
let member: Person;
let folder: Folder;

beforeAll(async () => {
  [owner, member] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Mia')]);
});
beforeEach(async () => {
  folder = await createFolder(owner, 'Weekend');
});

const revsOf = (changes: Change[]) => changes.map(({ rev }) => rev);

describe.each(familyKeys)('the log of a list in the %s family', (key) => {
  const { api } = families[key];
  const changes = (query = '', person = owner) => person.get(`${api.lists}/${folder.id}/changes${query}`);

  test('has each kind of change once, in order and without a gap, with its user and entity (P2)', async () => {
    await shareWith(owner, folder.id, member, allFlags);
    const item = await addItem(member, folder.id);
    await owner.patch(`/api/watchlist/${item.id}/watched`, { watched: true });
    await member.put(`${api.lists}/${folder.id}`, { name: 'Renamed' });
    await owner.delete(`/api/watchlist/${item.id}`);
    const [share] = (await owner.get(`${api.lists}/${folder.id}/shares`)).body;
    await owner.put(`${api.shares}/${share.id}/permissions`, only());
    await member.delete(`${api.lists}/${folder.id}/leave`);

    const { body } = await changes('?since=0');

    expect(body).toMatchObject({ rev: 8, more: false });
    expect(body.changes.map(({ rev, type, by }: Change) => [rev, type, by.firstName])).toEqual([
      [1, 'folder:created', 'Olga'],
      [2, 'share:granted', 'Mia'],
      [3, 'item:added', 'Mia'],
      [4, 'item:updated', 'Olga'],
      [5, 'folder:renamed', 'Mia'],
      [6, 'item:removed', 'Olga'],
      [7, 'share:permissions-changed', 'Olga'],
      [8, 'share:revoked', 'Mia'],
    ]);
    expect(body.changes[2]).toMatchObject({ item, itemCount: 1 });
    expect(body.changes[3]).toMatchObject({ item: { ...item, watched: true }, itemCount: 1 });
    expect(body.changes[4].folder).toMatchObject({ name: 'Renamed', itemCount: 1, memberCount: 1, rev: 5 });
    expect(body.changes[5]).toMatchObject({ item: { id: item.id }, itemCount: 0 });
    expect(body.changes[6].share).toMatchObject(only());
    expect(body.changes[7].folder).toMatchObject({ memberCount: 0, rev: 8 });
  });

  test('contains no email addresses', async () => {
    await shareWith(owner, folder.id, member, allFlags);

    const { text } = await changes('', member);

    expect(text).not.toContain('@');
  });

  test('brings a replica to the state of the list', async () => {
    const first = await addItem(owner, folder.id);
    await addItem(owner, folder.id);
    await shareWith(owner, folder.id, member);
    await owner.delete(`/api/watchlist/${first.id}`);
    await owner.put(`${api.lists}/${folder.id}`, { name: 'Renamed' });

    const start = { ...createReplica(folder, owner.user.id), items: [] as Item[] };
    const { replica, isBehind } = applyChanges(start, (await changes('?since=1')).body.changes);

    const items = await owner.get(`${api.lists}/${folder.id}/items`);
    const { body: now } = await owner.get(`${api.lists}/${folder.id}`);
    expect(isBehind).toBe(false);
    expect(replica.rev).toBe(now.rev);
    expect(replica.items).toEqual(items.body);
    expect(replica.folder).toMatchObject({ name: 'Renamed', itemCount: 1, memberCount: 1, isSharedByMe: true });
  });

  test('returns the changes after since, or none', async () => {
    await addItem(owner, folder.id);
    await addItem(owner, folder.id);

    expect(revsOf((await changes('?since=1')).body.changes)).toEqual([2, 3]);
    expect((await changes('?since=3')).body).toEqual({ rev: 3, changes: [], more: false });
  });

  test('answers reset for a since beyond its end or before its start', async () => {
    await addItem(owner, folder.id);
    await addItem(owner, folder.id);
    await OutboxModel.deleteOne({ folderId: folder.id, rev: 2 });

    expect((await changes('?since=4')).body).toEqual({ rev: 3, reset: true });
    expect((await changes('?since=1')).body).toEqual({ rev: 3, reset: true });
    expect(revsOf((await changes('?since=2')).body.changes)).toEqual([3]);
  });

  test('answers reset when another change has the rev that the tab knows (P36)', async () => {
    await addItem(owner, folder.id);
    await addItem(owner, folder.id);
    const [, second, third] = (await changes('?since=0')).body.changes;

    expect(revsOf((await changes(`?since=2&revId=${second.revId}`)).body.changes)).toEqual([3]);
    expect((await changes(`?since=3&revId=${third.revId}`)).body).toEqual({ rev: 3, changes: [], more: false });
    for (const since of [2, 3]) {
      expect((await changes(`?since=${since}&revId=${folder.id}`)).body).toEqual({ rev: 3, reset: true });
    }
  });

  test.each([
    ...['?since=-1', '?since=1.5', '?since=x', '?since=9007199254740993', '?since=1&since=2', '?since=NaN'],
    ...['?since=0x1', '?since=1e3', '?since=', '?since=%201', '?since=%2B1', '?since=1.0', '?before=0x1'],
  ])('refuses %s', async (query) => {
    expect((await changes(query)).body.code).toBe('validation');
  });
});

test('a failed write leaves no change and takes no rev (P1)', async () => {
  const item = await addItem(owner, folder.id);
  await shareWith(owner, folder.id, member, only());
  const { tmdbId, mediaType, title } = item;

  await owner.post('/api/watchlist', { folderId: folder.id, tmdbId, mediaType, title });
  await member.delete(`/api/watchlist/${item.id}`);
  await owner.put(`/api/folders/${folder.id}`, { name: 'Reviewed' });
  await owner.delete(`/api/folders/${folder.id}/leave`);
  const invitation = await inviteTo(owner, folder.id, await signUp(server));
  await owner.delete(`/api/folder-invitations/${invitation.id}`);

  const { body } = await owner.get(`/api/folders/${folder.id}/changes?since=0`);
  expect(body.rev).toBe(3);
  expect(revsOf(body.changes)).toEqual([1, 2, 3]);
});

describe('a long log', () => {
  // Written directly, because renames through the API would take seconds.
  async function fill(count: number): Promise<void> {
    const [entry] = await OutboxModel.find({ folderId: folder.id }).lean();
    const { _id, ...fields } = entry!;
    const entries = Array.from({ length: count }, (_, index) => ({
      ...fields,
      type: 'folder:renamed',
      rev: index + 2,
    }));
    await OutboxModel.insertMany(entries);
    await OutboxModel.db.collection('folders').updateOne({ name: 'Long' }, { $set: { rev: count + 1 } });
  }

  test('is returned in pages of 500, each with more', async () => {
    folder = await createFolder(owner, 'Long');
    await fill(limits.changesPage + 20);
    const path = `/api/folders/${folder.id}/changes`;

    const first = (await owner.get(`${path}?since=0`)).body;
    const second = (await owner.get(`${path}?since=${first.changes.at(-1).rev}`)).body;

    expect([first.changes.length, first.more]).toEqual([500, true]);
    expect([second.changes.length, second.more]).toEqual([21, false]);
    expect(revsOf([...first.changes, ...second.changes])).toEqual(Array.from({ length: 521 }, (_, index) => index + 1));
    await owner.delete(`/api/folders/${folder.id}`);
  });

  test('is returned without since as its newest 50 changes, oldest first', async () => {
    folder = await createFolder(owner, 'Long');
    await fill(60);

    const { body } = await owner.get(`/api/folders/${folder.id}/changes`);

    expect(revsOf(body.changes)).toEqual(Array.from({ length: 50 }, (_, index) => index + 12));
    expect(body).toMatchObject({ rev: 61, more: true });
    await owner.delete(`/api/folders/${folder.id}`);
  });

  test('is returned before a rev in pages of 50, down to the first change', async () => {
    folder = await createFolder(owner, 'Longer');
    await fill(60);

    const { body } = await owner.get(`/api/folders/${folder.id}/changes?before=53`);
    expect(revsOf(body.changes)).toEqual(Array.from({ length: 50 }, (_, index) => index + 3));
    expect(body.more).toBe(true);

    const rest = (await owner.get(`/api/folders/${folder.id}/changes?before=3`)).body;
    expect(revsOf(rest.changes)).toEqual([1, 2]);
    expect(rest.more).toBe(false);
  });
});

test('many parallel writers keep the count, the rev, the items and the log consistent (P2)', async () => {
  await shareWith(owner, folder.id, member, allFlags);
  const gone = await addItem(owner, folder.id);

  const answers = await Promise.all([
    ...Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? owner : member).post('/api/watchlist', {
        folderId: folder.id,
        tmdbId: 1 + (index % 20),
        mediaType: 'movie',
        title: `Title ${index}`,
      }),
    ),
    owner.delete(`/api/watchlist/${gone.id}`),
    member.delete(`/api/watchlist/${gone.id}`),
    member.put(`/api/folders/${folder.id}`, { name: 'Renamed' }),
    member.put(`/api/folders/${folder.id}`, { name: '' }),
  ]);

  const added = answers.slice(0, 30).map(({ status }) => status);
  expect(added.filter((status) => status === 201)).toHaveLength(20);
  expect(added.filter((status) => status === 409)).toHaveLength(10);
  expect(
    answers
      .slice(30, 32)
      .map(({ status }) => status)
      .sort(),
  ).toEqual([204, 404]);
  const { body: now } = await owner.get(`/api/folders/${folder.id}`);
  const { body: items } = await owner.get(`/api/folders/${folder.id}/items`);
  const { body: log } = await owner.get(`/api/folders/${folder.id}/changes?since=0`);
  expect(now).toMatchObject({ itemCount: 20, rev: 25, name: 'Renamed' });
  expect(items).toHaveLength(20);
  expect(revsOf(log.changes)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  expect(log.changes.filter(({ type }: Change) => type === 'item:added').at(-1).itemCount).toBeGreaterThan(0);
});

describe('a member who came later', () => {
  const log = async (person: Person, query = '') =>
    (await person.get(`/api/folders/${folder.id}/changes${query}`)).body as { rev: number; changes: Change[] };

  beforeEach(async () => {
    await addItem(owner, folder.id);
    await addItem(owner, folder.id);
    await shareWith(owner, folder.id, member, allFlags);
    await addItem(owner, folder.id);
  });

  test('reads the log from the change that made them a member, and the owner all of it', async () => {
    expect(revsOf((await log(member)).changes)).toEqual([4, 5]);
    expect(revsOf((await log(member, '?before=5')).changes)).toEqual([4]);
    expect(revsOf((await log(member, '?before=4')).changes)).toEqual([]);
    expect(revsOf((await log(member, '?since=3')).changes)).toEqual([4, 5]);
    expect(revsOf((await log(owner, '?since=0')).changes)).toEqual([1, 2, 3, 4, 5]);
    expect(revsOf((await log(owner)).changes)).toEqual([1, 2, 3, 4, 5]);
  });

  test('gets a reset for an earlier rev, so that the tab reads the list again (P33)', async () => {
    for (const since of [0, 1, 2]) expect(await log(member, `?since=${since}`)).toEqual({ rev: 5, reset: true });
  });

  test('arrives once more after leaving: the time in between is not theirs', async () => {
    const own = await addItem(member, folder.id);
    await member.delete(`/api/folders/${folder.id}/leave`);
    await addItem(owner, folder.id);

    await shareWith(owner, folder.id, member, allFlags);

    expect(revsOf((await log(member)).changes)).toEqual([9]);
    expect(await log(member, '?since=6')).toEqual({ rev: 9, reset: true });
    // Not even a change of their own from before, which would show the title as it was.
    expect((await member.post(`/api/folders/${folder.id}/changes/6/undo`)).status).toBe(404);
    expect((await owner.get(`/api/folders/${folder.id}/items`)).body).toContainEqual(own);
  });

  test('hears of nothing from before, however busy the list is (P33)', async () => {
    const guest = await signUp(server, 'Gus');
    const tab = await openTab(server, guest);
    for (let round = 0; round < 3; round += 1) {
      const invitation = await inviteTo(owner, folder.id, guest);
      await Promise.all([
        ...Array.from({ length: 5 }, () => addItem(owner, folder.id)),
        guest.post(`/api/folder-invitations/${invitation.id}/respond`, { status: 'accepted' }),
        ...Array.from({ length: 5 }, () => addItem(owner, folder.id)),
      ]);
      await tab.next('folder:available');
      await guest.delete(`/api/folders/${folder.id}/leave`);
      await tab.next('folder:gone');
    }

    const { changes } = await log(owner, '?since=0');
    const isOfGuest = (type: string) => (change: Change) =>
      change.type === type && 'share' in change && change.share.sharedWithUserId === guest.user.id;
    const arrivals = revsOf(changes.filter(isOfGuest('share:granted')));
    const departures = revsOf(changes.filter(isOfGuest('share:revoked')));
    const isTheirs = (rev: number) => arrivals.some((from, at) => rev >= from && rev <= (departures[at] ?? 0));
    const heard = tab.heard.flatMap(({ event, payload }) =>
      event === 'folder:changes' ? revsOf((payload as { changes: Change[] }).changes) : [],
    );
    tab.close();
    expect(arrivals).toHaveLength(3);
    expect(heard).toEqual(expect.arrayContaining(arrivals));
    expect(heard.filter((rev) => !isTheirs(rev))).toEqual([]);
  });

  test('has the whole log if they came before this was noted', async () => {
    await ShareModel.updateOne({ folderId: folder.id }, { $unset: { arrivedRev: 1 } });

    expect(revsOf((await log(member, '?since=0')).changes)).toEqual([1, 2, 3, 4, 5]);
  });
});
