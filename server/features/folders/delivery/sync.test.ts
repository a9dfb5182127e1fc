import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { limits } from '../../../../common/constants.ts';
import { errorBodySchema } from '../../../../common/errors.ts';
import { allFlags } from '../../../../common/permissions.ts';
import type { SyncRequest } from '../../../../common/schemas/events.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { addItem, createFolder, inviteTo, only, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab, type Tab } from '../../../testing/tabs.ts';

const server = setUpServer();
let owner: Person;
const tabs: Tab[] = [];

beforeAll(async () => {
  owner = await signUp(server, 'Olga');
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
});

async function open(person: Person): Promise<Tab> {
  const tab = await openTab(server, person);
  tabs.push(tab);
  return tab;
}

/** The sync request of a tab that has these folders. */
const holding = (folders: Folder[], userRev = 0): SyncRequest => ({
  folders: Object.fromEntries(folders.map(({ id, rev }) => [id, rev])),
  peopleRevs: Object.fromEntries(folders.flatMap(({ id, peopleRev }) => (peopleRev ? [[id, peopleRev]] : []))),
  userRev,
});

describe('the answer to sync', () => {
  test('is everything for a new tab (P17)', async () => {
    const person = await signUp(server);
    const folder = await createFolder(person, 'Mine');
    const theirs = await createFolder(owner, 'Theirs');
    await shareWith(owner, theirs.id, person, only('canEdit'));
    const offered = await createFolder(owner, 'Offered');
    const invitation = await inviteTo(owner, offered.id, person);
    const tab = await open(person);

    const answer = await tab.sync();

    expect(answer.folders.map(({ name }) => name).sort()).toEqual(['Mine', 'Reviewed', 'Theirs']);
    expect(answer.folders).toContainEqual(folder);
    expect(answer.folders.find(({ id }) => id === theirs.id)).toMatchObject({
      permissions: only('canEdit'),
      sharedByUser: { id: owner.user.id },
    });
    expect(answer).toMatchObject({ gone: [], invitations: [invitation] });
    expect(answer.userRev).toBeGreaterThan(0);
  });

  test('is only the invitations for a tab that is up to date (P17)', async () => {
    const person = await signUp(server);
    const folders: Folder[] = (await person.get('/api/folders')).body;
    const tab = await open(person);

    const answer = await tab.sync(holding(folders));

    expect(answer).toEqual({ folders: [], gone: [], invitations: [], userRev: 0 });
  });

  test('has the changed folders in full, and no other (P17)', async () => {
    const person = await signUp(server);
    const [ahead, still] = [await createFolder(person, 'Ahead'), await createFolder(person, 'Still')];
    const all: Folder[] = (await person.get('/api/folders')).body;
    await addItem(person, ahead.id);
    const tab = await open(person);

    const { folders } = await tab.sync(holding(all));

    expect(folders).toEqual([
      { ...ahead, itemCount: 1, rev: 2, revId: expect.not.stringContaining(ahead.revId ?? '') },
    ]);
    expect(still.rev).toBe(1);
  });

  test('lists lost folders: deleted, left, revoked, and never visible (P17)', async () => {
    const person = await signUp(server);
    const names = ['deleted', 'left', 'taken', 'foreign'];
    const [deleted, left, taken, foreign] = (await Promise.all(names.map((name) => createFolder(owner, name)))) as [
      Folder,
      Folder,
      Folder,
      Folder,
    ];
    for (const folder of [deleted, left, taken]) await shareWith(owner, folder.id, person, allFlags);
    await owner.delete(`/api/folders/${deleted.id}`);
    await person.delete(`/api/folders/${left.id}/leave`);
    const [share] = (await owner.get(`/api/folders/${taken.id}/shares`)).body;
    await owner.delete(`/api/folder-shares/${share.id}`);
    const tab = await open(person);

    const { gone, folders } = await tab.sync(holding([deleted, left, taken, foreign]));

    expect(gone.sort()).toEqual([deleted.id, left.id, taken.id, foreign.id].sort());
    expect(folders.map(({ name }) => name)).toEqual(['Reviewed']);
  });

  test('has nothing of a folder that a stranger requests by its id', async () => {
    const folder = await createFolder(owner, 'Secret');
    const tab = await open(await signUp(server));

    const answer = await tab.sync(holding([folder]));

    expect(JSON.stringify(answer)).not.toContain('Secret');
  });

  test('has the people of a folder when one has a new name, until the tab has it (P20)', async () => {
    const [member, other] = [await signUp(server, 'Mia'), await signUp(server, 'Otto')];
    const [shared, apart] = [await createFolder(owner, 'Shared'), await createFolder(owner, 'Apart')];
    await shareWith(owner, shared.id, member, only());
    await shareWith(owner, apart.id, other, only());
    const before: Folder[] = (await owner.get('/api/folders')).body;
    await member.put('/api/user/username', { username: 'mia_renamed' });
    const tab = await open(owner);

    const { folders, people } = await tab.sync(holding(before));
    const after = before.map((folder) => folders.find(({ id }) => id === folder.id) ?? folder);
    const again = await tab.sync(holding(after));

    expect(folders.map(({ id, peopleRev }) => ({ id, peopleRev }))).toEqual([{ id: shared.id, peopleRev: 1 }]);
    expect(people?.map(({ id, username }) => ({ id, username }))).toEqual([
      { id: owner.user.id, username: null },
      { id: member.user.id, username: 'mia_renamed' },
    ]);
    expect(again).toMatchObject({ folders: [], gone: [] });
    expect(again).not.toHaveProperty('people');
  });

  test('has no people of a folder that the tab does not have', async () => {
    const person = await signUp(server);
    await createFolder(person);
    await person.put('/api/user/username', { username: 'known_to_all' });
    const tab = await open(person);

    const answer = await tab.sync();

    expect(answer.folders.map(({ peopleRev }) => peopleRev)).toEqual([1, 1]);
    expect(answer).not.toHaveProperty('people');
  });

  test('has a folder in full when the tab is ahead of it, as after a restored backup (P18)', async () => {
    const person = await signUp(server);
    const folder = await createFolder(person);
    const all: Folder[] = (await person.get('/api/folders')).body;
    const tab = await open(person);

    const { folders } = await tab.sync(holding(all.map((one) => (one.id === folder.id ? { ...one, rev: 7 } : one))));

    expect(folders).toEqual([folder]);
  });

  test('has a higher userRev after a personal event (P19)', async () => {
    const person = await signUp(server);
    const tab = await open(person);
    const before = await tab.sync();

    await person.post(`/api/users/${owner.user.id}/pin`);
    const after = await tab.sync();

    expect(after.userRev).toBeGreaterThan(before.userRev);
  });
});

describe('a malformed sync request', () => {
  const many = Object.fromEntries(
    Array.from({ length: limits.syncFolders + 1 }, (_, index) => [index.toString(16).padStart(24, '0'), 0]),
  );

  test.each([
    [undefined],
    [null],
    [7],
    ['x'],
    [[]],
    [{}],
    [{ folders: {} }],
    [{ folders: [], userRev: 0 }],
    [{ folders: { x: 1 }, userRev: 0 }],
    [{ folders: { ['f'.repeat(24)]: -1 }, userRev: 0 }],
    [{ folders: { ['f'.repeat(24)]: '1' }, userRev: 0 }],
    [{ folders: { ['f'.repeat(24)]: { $gt: 0 } }, userRev: 0 }],
    [{ folders: {}, userRev: 1.5 }],
    [{ folders: many, userRev: 0 }],
    [{ folders: {}, peopleRevs: { x: 1 }, userRev: 0 }],
    [{ folders: {}, peopleRevs: many, userRev: 0 }],
  ])('as %j is answered with the one error body', async (request) => {
    const tab = await open(owner);

    const reply: unknown = await tab.socket.timeout(5000).emitWithAck('sync', request as SyncRequest);

    expect(errorBodySchema.strict().parse(reply).code).toBe('validation');
  });

  test('or one without an acknowledgement causes no error', async () => {
    const tab = await open(owner);

    tab.socket.emit('sync', { folders: {}, userRev: 0 }, undefined as never);
    (tab.socket as unknown as { emit(event: string, ...rest: unknown[]): void }).emit('sync');
    (tab.socket as unknown as { emit(event: string, ...rest: unknown[]): void }).emit('nothing', { a: 1 });

    expect((await tab.sync()).gone).toEqual([]);
  });
});
