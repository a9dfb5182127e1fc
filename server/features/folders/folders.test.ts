import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../common/families.ts';
import { allFlags } from '../../../common/permissions.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp, visitor } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let owner: Person;
let member: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  [owner, member, stranger] = await Promise.all([
    signUp(server, 'Olga', 'Owner'),
    signUp(server, 'Mia', 'Member'),
    signUp(server, 'Sten', 'Stranger'),
  ]);
});
afterAll(() => server.stop());

const nobodysId = 'f'.repeat(24);
const noIds = ['x', '123', 'twelve chars', 'z'.repeat(24), '0'.repeat(23), '0'.repeat(25), '%00', '[object Object]'];

describe.each(familyKeys)('lists in the words of the %s family', (key) => {
  const { lists, shared } = families[key].api;

  test('a new list is first among the own ones, with nothing in it', async () => {
    const answer = await owner.post(lists, { name: 'Weekend' });
    const own = await owner.get(lists);

    expect(answer.body).toMatchObject({
      name: 'Weekend',
      userId: owner.user.id,
      itemCount: 0,
      memberCount: 0,
      rev: 1,
      isReviewed: false,
      isSharedByMe: false,
      permissions: allFlags,
    });
    expect(own.body[0]).toEqual(answer.body);
  });

  test('the own lists are told newest first, Reviewed included and last', async () => {
    const person = await signUp(server);
    const first = await createFolder(person, 'First');
    const second = await createFolder(person, 'Second');

    const own = await person.get(lists);

    expect(own.body.map((folder: { name: string }) => folder.name)).toEqual(['Second', 'First', 'Reviewed']);
    expect(own.body.map((folder: { isReviewed: boolean }) => folder.isReviewed)).toEqual([false, false, true]);
    expect(own.body.map((folder: { id: string }) => folder.id).slice(0, 2)).toEqual([second.id, first.id]);
  });

  test('a name is kept without the spaces around it', async () => {
    const answer = await owner.post(lists, { name: '  Rainy days \n' });
    expect(answer.body.name).toBe('Rainy days');
  });

  test.each([['a'], ['a'.repeat(100)], ['<b>&"\'</b>'], ['$where'], ['__proto__'], ['映画 🎬'], ['Reviewed films']])(
    'the name %p is taken as it is',
    async (name) => {
      const created = await owner.post(lists, { name });
      const read = await owner.get(`${lists}/${created.body.id}`);

      expect(created.status).toBe(201);
      expect(read.body.name).toBe(name);
    },
  );

  test.each([
    [''],
    ['   '],
    ['a'.repeat(101)],
    [null],
    [1],
    [true],
    [['a']],
    [{ $gt: '' }],
    [{ toString: 'x' }],
    [undefined],
  ])('the name %p is refused, in a new list and in a renamed one', async (name) => {
    const folder = await createFolder(owner);

    const created = await owner.post(lists, { name });
    const renamed = await owner.put(`${lists}/${folder.id}`, { name });

    for (const answer of [created, renamed]) {
      expect(answer.body.code).toBe('validation');
      expect(answer.body.issues[0].path).toBe('name');
    }
  });

  test.each([['Reviewed'], ['reviewed'], ['REVIEWED'], ['  rEvIeWeD ']])('the name %p is reserved', async (name) => {
    const folder = await createFolder(owner);

    const created = await owner.post(lists, { name });
    const renamed = await owner.put(`${lists}/${folder.id}`, { name });

    expect(created.body.code).toBe('reserved_name');
    expect(renamed.body.code).toBe('reserved_name');
  });

  test('a list is renamed by its owner', async () => {
    const folder = await createFolder(owner, 'Before');

    const answer = await owner.put(`${lists}/${folder.id}`, { name: ' After ' });
    const read = await owner.get(`${lists}/${folder.id}`);

    expect(answer.body).toEqual({ ...folder, name: 'After', rev: 2 });
    expect(read.body).toEqual({ ...answer.body, memberIds: [owner.user.id] });
  });

  test('a deleted list is gone for its owner, its members and its items', async () => {
    const folder = await createFolder(owner);
    await shareWith(owner, folder.id, member, allFlags);
    const item = await addItem(owner, folder.id);

    const answer = await owner.delete(`${lists}/${folder.id}`);

    expect(answer.status).toBe(204);
    for (const person of [owner, member]) {
      expect((await person.get(`${lists}/${folder.id}`)).status).toBe(404);
      expect((await person.get(`${lists}/${folder.id}/items`)).status).toBe(404);
      expect((await person.get(`${lists}/${folder.id}/changes?since=0`)).status).toBe(404);
      expect((await person.patch(`/api/watchlist/${item.id}/watched`, { watched: true })).status).toBe(404);
      const everything = [...(await person.get(lists)).body, ...(await person.get(shared)).body];
      expect(everything.map(({ id }: { id: string }) => id)).not.toContain(folder.id);
    }
  });

  test('a list deleted twice is not found the second time', async () => {
    const folder = await createFolder(owner);
    await owner.delete(`${lists}/${folder.id}`);

    expect((await owner.delete(`${lists}/${folder.id}`)).status).toBe(404);
  });

  test('the Reviewed list is neither renamed nor deleted', async () => {
    const own = await owner.get(lists);
    const reviewed = own.body.find((folder: { isReviewed: boolean }) => folder.isReviewed);

    const renamed = await owner.put(`${lists}/${reviewed.id}`, { name: 'Seen' });
    const deleted = await owner.delete(`${lists}/${reviewed.id}`);

    expect(renamed.status).toBe(409);
    expect(deleted.status).toBe(409);
    expect((await owner.get(`${lists}/${reviewed.id}`)).body.name).toBe('Reviewed');
  });

  test('a member leaves a list; its owner cannot', async () => {
    const folder = await createFolder(owner);
    await shareWith(owner, folder.id, member);

    const owners = await owner.delete(`${lists}/${folder.id}/leave`);
    const members = await member.delete(`${lists}/${folder.id}/leave`);

    expect(owners.body.code).toBe('conflict');
    expect(members.status).toBe(204);
    expect((await member.get(`${lists}/${folder.id}`)).status).toBe(404);
    expect((await member.delete(`${lists}/${folder.id}/leave`)).status).toBe(404);
    expect((await owner.get(`${lists}/${folder.id}`)).body).toMatchObject({ memberCount: 0, isSharedByMe: false });
  });

  test('a shared list tells its owner with whom, and its member by whom', async () => {
    const folder = await createFolder(owner, 'Ours');
    const second = await signUp(server, 'Sue');
    await shareWith(owner, folder.id, member);
    await shareWith(owner, folder.id, second);
    const { createdAt: _o, ...ownerContact } = owner.user;
    const { createdAt: _m, ...memberContact } = member.user;
    const { createdAt: _s, ...secondContact } = second.user;

    const find = (folders: { id: string }[]) => folders.find(({ id }) => id === folder.id);
    const mine = find((await owner.get(shared)).body);
    const theirs = find((await member.get(shared)).body);

    expect(mine).toMatchObject({
      isSharedByMe: true,
      memberCount: 2,
      sharedWithUser: memberContact,
      sharedWithUsers: [memberContact, secondContact],
    });
    expect(mine).not.toHaveProperty('sharedByUser');
    expect(theirs).toMatchObject({ isSharedByMe: false, sharedByUser: ownerContact, permissions: only('canAdd') });
    expect(theirs).not.toHaveProperty('sharedWithUsers');
  });

  test('the shared lists hold neither own unshared ones nor those of strangers, newest first', async () => {
    const person = await signUp(server);
    await createFolder(person, 'Only mine');
    const older = await createFolder(person, 'Older');
    const foreign = await createFolder(owner, 'Foreign');
    const newer = await createFolder(person, 'Newer');
    await shareWith(person, newer.id, member);
    await shareWith(person, older.id, member);
    await shareWith(owner, foreign.id, person);

    const answer = await person.get(shared);

    expect(answer.body.map(({ name }: { name: string }) => name)).toEqual(['Newer', 'Foreign', 'Older']);
  });

  test('a list shared with somebody is not among that person’s own', async () => {
    const folder = await createFolder(owner);
    await shareWith(owner, folder.id, member, allFlags);

    const own = await member.get(lists);

    expect(own.body.map(({ id }: { id: string }) => id)).not.toContain(folder.id);
  });

  test('only those who may share learn who is in a list already', async () => {
    const folder = await createFolder(owner);
    const sharer = await signUp(server);
    await shareWith(owner, folder.id, member, only('canAdd', 'canRemove', 'canEdit', 'canManage'));
    await shareWith(owner, folder.id, sharer, only('canShare'));
    const memberIds = [owner.user.id, member.user.id, sharer.user.id].sort();

    const [owners, sharers, members] = await Promise.all(
      [owner, sharer, member].map((person) => person.get(`${lists}/${folder.id}`)),
    );

    expect([...owners!.body.memberIds].sort()).toEqual(memberIds);
    expect([...sharers!.body.memberIds].sort()).toEqual(memberIds);
    expect(members!.body).not.toHaveProperty('memberIds');
  });

  test('everybody in a list may ask what they may do there', async () => {
    const folder = await createFolder(owner);
    await shareWith(owner, folder.id, member, only('canRemove'));

    const owners = await owner.get(`${lists}/${folder.id}/permissions`);
    const members = await member.get(`${lists}/${folder.id}/permissions`);

    expect(owners.body).toEqual({ ...allFlags, isOwner: true });
    expect(members.body).toEqual({ ...only('canRemove'), isOwner: false });
    expect((await stranger.get(`${lists}/${folder.id}/permissions`)).status).toBe(404);
  });

  test.each([...noIds, nobodysId])('the id %p is nobody’s list', async (id) => {
    const path = `${lists}/${encodeURIComponent(id)}`;

    const answers = await Promise.all([
      owner.get(path),
      owner.get(`${path}/items`),
      owner.get(`${path}/permissions`),
      owner.get(`${path}/shares`),
      owner.get(`${path}/invitations`),
      owner.get(`${path}/changes`),
      owner.put(path, { name: 'Mine now' }),
      owner.delete(path),
      owner.delete(`${path}/leave`),
      owner.post(`${path}/invite`, { invitedUserId: member.user.id }),
    ]);

    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 404));
  });

  test('what is missing is named in the family’s own word', async () => {
    const answer = await owner.get(`${lists}/${nobodysId}`);
    const written = await owner.put(`${lists}/${nobodysId}`, { name: 'Mine now' });

    expect(answer.body.error).toBe(`${families[key].Noun} not found`);
    expect(written.body.error).toBe(`${families[key].Noun} not found`);
  });

  test('an id counts in upper case too', async () => {
    const folder = await createFolder(owner);

    const answer = await owner.put(`${lists}/${folder.id.toUpperCase()}`, { name: 'Loud' });

    expect(answer.body).toMatchObject({ id: folder.id, name: 'Loud' });
  });

  test('signed out nothing is told, not even that a list is missing', async () => {
    const folder = await createFolder(owner);
    const nobody = visitor(server);

    for (const id of [folder.id, nobodysId, 'x']) {
      const answer = await nobody.get(`${lists}/${id}`);
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ error: 'Unauthorized', code: 'unauthorized' });
    }
  });
});

test('a list made in one family is there in the other, under the same id and name', async () => {
  const made = await owner.post('/api/folders', { name: 'Both' });

  const read = await owner.get(`/api/categories/${made.body.id}`);
  await owner.put(`/api/categories/${made.body.id}`, { name: 'Both, renamed' });

  expect(read.body).toEqual({ ...made.body, memberIds: [owner.user.id] });
  expect((await owner.get(`/api/folders/${made.body.id}`)).body.name).toBe('Both, renamed');
});

test('everybody has one Reviewed list of their own, the same in both families', async () => {
  const person = await signUp(server);

  const folders = await person.get('/api/folders');
  const categories = await person.get('/api/categories');

  expect(folders.body).toHaveLength(1);
  expect(folders.body[0]).toMatchObject({ name: 'Reviewed', isReviewed: true, userId: person.user.id });
  expect(categories.body).toEqual(folders.body);
});
