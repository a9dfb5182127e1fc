import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import type { DirectoryUser } from '../../../../common/schemas/user.ts';
import { createInstance } from '../../../platform/instance/instance.ts';
import { createFolder, inviteTo, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { UserModel } from '../user.model.ts';

const server = setUpServer();
/** The first account is the operator's. */
let operator: Person;
let ana: Person;
let fellow: Person;
let stranger: Person;

beforeAll(async () => {
  operator = await signUp(server, 'Olga');
});
beforeEach(async () => {
  [ana, fellow, stranger] = await Promise.all([
    signUp(server, 'Ana', 'Hidden'),
    signUp(server, 'Fred'),
    signUp(server, 'Sten'),
  ]);
  await shareWith(fellow, (await createFolder(fellow)).id, ana);
});

const set = (settings: object) => ana.patch('/api/user/privacy', settings);
const inDirectory = async (viewer: Person): Promise<DirectoryUser | undefined> =>
  (await viewer.get('/api/users')).body.find(({ id }: DirectoryUser) => id === ana.user.id);
const search = async (viewer: Person, text: string) =>
  (await viewer.get(`/api/users/search?q=${encodeURIComponent(text)}`)).body.filter(
    ({ id }: { id: string }) => id === ana.user.id,
  );
const emailFor = async (viewer: Person) => (await viewer.get(`/api/users/${ana.user.id}`)).body.email;

test('the settings are open at first, change one by one, and other values are refused', async () => {
  const open = {
    emailFor: 'everyone',
    listsFor: 'everyone',
    isListed: true,
    showsPresence: true,
    showsWatching: false,
  };
  const instance = { emailFor: 'everyone', listsFor: 'everyone' };
  expect((await ana.get('/api/user/privacy')).body).toEqual({ ...open, instance });

  await set({ isListed: false });
  const answer = await set({ emailFor: 'shared', listsFor: 'nobody' });

  const changed = { ...open, emailFor: 'shared', listsFor: 'nobody', isListed: false, instance };
  expect(answer.body).toEqual(changed);
  expect((await ana.get('/api/user/privacy')).body).toEqual(changed);
  expect((await set({ emailFor: 'nobody' })).status).toBe(400);
});

describe('an email address for people who share a list', () => {
  beforeEach(async () => {
    await set({ emailFor: 'shared' });
  });

  test('is empty for others, in the directory, on the profile, in search results and in invitations', async () => {
    const invitation = await inviteTo(ana, (await createFolder(ana)).id, stranger);

    expect(await emailFor(stranger)).toBe('');
    expect(await inDirectory(stranger)).toMatchObject({ firstName: 'Ana', email: '' });
    expect(await search(stranger, `ana ${ana.user.email.slice(4, 12)}`)).toEqual([]);
    expect(await search(stranger, 'ana hidden')).toMatchObject([{ email: '' }]);
    expect(invitation.invitedByUser).toMatchObject({ id: ana.user.id, email: '' });
  });

  test('is shown to people who share a list, and to the person', async () => {
    expect(await emailFor(fellow)).toBe(ana.user.email);
    expect(await emailFor(ana)).toBe(ana.user.email);
    expect(await inDirectory(fellow)).toMatchObject({ email: ana.user.email });
    expect(await search(fellow, ana.user.email.slice(0, -3))).toHaveLength(1);
  });

  test('finds the person only as a whole', async () => {
    expect(await search(stranger, ana.user.email.slice(0, -3))).toEqual([]);
    expect(await search(stranger, ana.user.email.toUpperCase())).toMatchObject([{ email: '' }]);
  });
});

describe('a person who is not in the directory', () => {
  beforeEach(async () => {
    await ana.put('/api/user/username', { username: `ana-${ana.user.id.slice(-8)}` });
    await set({ isListed: false });
  });

  test('is found by others only by the whole address or username', async () => {
    expect(await inDirectory(stranger)).toBeUndefined();
    expect(await search(stranger, 'hidden')).toEqual([]);
    expect(await search(stranger, ana.user.email.slice(0, -3))).toEqual([]);
    expect(await search(stranger, ana.user.email)).toHaveLength(1);
    expect(await search(stranger, `ANA-${ana.user.id.slice(-8)}`)).toHaveLength(1);
  });

  test('is found as before by people who share a list', async () => {
    expect(await inDirectory(fellow)).toMatchObject({ id: ana.user.id });
    expect(await search(fellow, 'hidden')).toHaveLength(1);
  });
});

test('a person who is not in the directory is found by who shares a list, however many others have the name', async () => {
  const others = Array.from({ length: 150 }, (_, n) => ({
    ...{ _id: new Types.ObjectId(String(n).padStart(24, '0')), email: `other-${n}@example.com`, isListed: false },
    ...{ firstName: 'Ana', lastName: 'Hidden' },
  }));
  await UserModel.collection.insertMany(others);
  await set({ isListed: false });

  expect(await search(fellow, 'hidden')).toHaveLength(1);
  expect(await search(stranger, 'hidden')).toEqual([]);

  await UserModel.collection.deleteMany({ _id: { $in: others.map(({ _id }) => _id) } });
});

test('a page of the directory is followed by the next although its users are not listed', async () => {
  await set({ isListed: false });
  const first = await stranger.get('/api/users?limit=1');
  let { link } = first.headers;
  const names: string[] = first.body.map(({ id }: DirectoryUser) => id);

  while (link) {
    const page = await stranger.get(/<([^>]+)>/.exec(link)?.[1] ?? '');
    names.push(...page.body.map(({ id }: DirectoryUser) => id));
    link = page.headers.link;
  }

  expect(names).toContain(fellow.user.id);
  expect(names).not.toContain(ana.user.id);
});

test('addresses are for people who share a list by default where strangers can create accounts', async () => {
  const emailForAt = async (registration: 'open' | 'invite', host: string) =>
    (await createInstance({ ...server.config, host, publicUrl: undefined, registration }, 'secret').read()).emailFor;

  expect(await emailForAt('open', '0.0.0.0')).toBe('shared');
  expect(await emailForAt('invite', '0.0.0.0')).toBe('everyone');
  expect(await emailForAt('open', '127.0.0.1')).toBe('everyone');
});

test('where the operator shows addresses to people who share a list, no setting widens that', async () => {
  const tab = await openTab(server, stranger);
  await operator.patch('/api/admin/settings', { emailFor: 'shared' }).expect(200);
  try {
    expect((await set({ emailFor: 'everyone' })).body).toMatchObject({
      emailFor: 'shared',
      instance: { emailFor: 'shared' },
    });
    expect(await emailFor(stranger)).toBe('');
    expect(await emailFor(fellow)).toBe(ana.user.email);
    expect(await search(stranger, 'hidden')).toHaveLength(1);
    expect(await search(stranger, ana.user.email.slice(0, -3))).toEqual([]);
    expect(await tab.next('user:visibility-changed', ({ userId }) => userId === null)).toEqual({ userId: null });
  } finally {
    await operator.patch('/api/admin/settings', { emailFor: 'everyone' });
    tab.close();
  }
});

test('every open tab hears of a change (P34)', async () => {
  const tab = await openTab(server, stranger);

  await set({ isListed: false });

  expect(await tab.next('user:visibility-changed')).toEqual({ userId: ana.user.id });
  tab.close();
});
