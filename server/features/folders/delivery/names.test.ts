import { beforeEach, describe, expect, test } from '@jest/globals';
import { allFlags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { OutboxModel, type PersonalNotification } from '../../../platform/database/outbox.ts';
import { addItem, createFolder, inviteTo, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab, type Tab } from '../../../testing/tabs.ts';
import type { FolderEntry } from '../log/folderEntry.ts';
import { createDelivery } from './deliver.ts';

// Tabs show names beside titles and in the activity, so they must hear of a new name of everyone who is named there.

const server = setUpServer();
let ana: Person;
let ben: Person;
let folder: Folder;
let tab: Tab;
let count = 0;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server), signUp(server, 'Ben')]);
  folder = await createFolder(ana);
  await shareWith(ana, folder.id, ben, allFlags);
});

const path = () => `/api/folders/${folder.id}`;

async function rename(person: Person): Promise<string> {
  count += 1;
  const username = `renamed_${count}`;
  expect((await person.put('/api/user/username', { username })).status).toBe(200);
  return username;
}

describe('the new name of a user who has left the list', () => {
  beforeEach(async () => {
    await addItem(ben, folder.id);
    await ben.delete(`${path()}/leave`);
  });

  test('is delivered to those who see their titles there, and not to strangers', async () => {
    const stranger = await signUp(server, 'Sten');
    tab = await openTab(server, ana);
    const strangers = await openTab(server, stranger);

    const username = await rename(ben);
    const { user } = await tab.next('user:updated');

    expect(user).toMatchObject({ id: ben.user.id, username });
    expect((await ana.get(`${path()}/items`)).body).toMatchObject([{ addedBy: { username } }]);
    await stranger.post(`/api/users/${ana.user.id}/pin`);
    await strangers.next('pin:changed');
    expect(strangers.heard.map(({ event }) => event)).toEqual(['pin:changed']);
    tab.close();
    strangers.close();
  });

  test('comes with the sync of a tab that was away', async () => {
    const { rev, peopleRev = 0 } = (await ana.get(path())).body;

    const username = await rename(ben);
    tab = await openTab(server, ana);
    const { people } = await tab.sync({
      folders: { [folder.id]: rev },
      peopleRevs: { [folder.id]: peopleRev },
      userRev: 0,
    });

    expect(people).toContainEqual(expect.objectContaining({ id: ben.user.id, username }));
    tab.close();
  });

  test('is delivered once when they are a member again', async () => {
    await shareWith(ana, folder.id, ben, allFlags);
    tab = await openTab(server, ana);

    const username = await rename(ben);
    await tab.next('user:updated', ({ user }) => user.username === username);
    await ana.post(`/api/users/${ben.user.id}/pin`);
    await tab.next('pin:changed');

    expect(tab.heard.filter(({ event }) => event === 'user:updated')).toHaveLength(1);
    tab.close();
  });
});

describe('the new name in an invitation that waits for an answer is delivered', () => {
  let cleo: Person;
  beforeEach(async () => {
    cleo = await signUp(server, 'Cleo');
    await inviteTo(ben, folder.id, cleo);
  });

  test.each([
    ['the inviter', 'the invitee', () => ben, () => cleo],
    ['the invitee', 'the inviter', () => cleo, () => ben],
    ['the invitee', 'the owner of the list', () => cleo, () => ana],
  ])('from %s to %s', async (_from, _to, renamed, reader) => {
    tab = await openTab(server, reader());

    const username = await rename(renamed());

    expect((await tab.next('user:updated')).user).toMatchObject({ id: renamed().user.id, username });
    tab.close();
  });
});

test('a name that changes while a change is being delivered is not followed by the one before', async () => {
  await addItem(ben, folder.id);
  const entry = async (filter: object) =>
    (await OutboxModel.findOne(filter).sort({ _id: -1 }).lean()) as unknown as FolderEntry & PersonalNotification;
  const added = await entry({ folderId: folder.id, type: 'item:added' });
  const heard: [string, unknown][] = [];
  let username: string | undefined;
  const delivery = createDelivery({
    realtime: { emitTo: (_to: string[], event: string, payload: unknown) => heard.push([event, payload]) } as never,
    audiences: {
      async load() {
        if (username === undefined) {
          username = await rename(ben);
          delivery.deliverPersonal(await entry({ type: 'user:updated' }));
        }
        return { userIds: [ana.user.id], arrivedRevs: new Map() };
      },
      lastOf: () => undefined,
      forget: () => undefined,
    },
    audienceOf: async () => [ana.user.id],
    presence: { dropPeople: () => undefined, refreshPeople: async () => undefined },
    refreshTitles: async () => undefined,
    readGroup: async (folderId, tmdbId) => ({ folderId, tmdbId, memberIds: [], next: null }),
  });

  await delivery.deliverFolder(folder.id, [added]);

  expect(heard).toMatchObject([
    ['user:updated', { user: { username } }],
    ['folder:changes', { changes: [{ by: { username }, item: { addedBy: { username } } }] }],
  ]);
});
