import { beforeAll, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../common/families.ts';
import { allFlags } from '../../../common/permissions.ts';
import { addItem, createFolder, type Person, shareWith, signUp, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';

const server = setUpServer();
let owner: Person;
let member: Person;

beforeAll(async () => {
  [owner, member] = await Promise.all([signUp(server, 'Olga', 'Owner'), signUp(server, 'Mia', 'Member')]);
});

const unknownId = 'f'.repeat(24);
const malformedIds = [
  'x',
  '123',
  'twelve chars',
  'z'.repeat(24),
  '0'.repeat(23),
  '0'.repeat(25),
  '%00',
  '[object Object]',
];

describe.each(familyKeys)('lists in the %s family', (key) => {
  const { lists, shared } = families[key].api;

  test('a new list is empty and first in the user’s own lists', async () => {
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

  test('own lists are returned newest first, with Reviewed last', async () => {
    const person = await signUp(server);
    const first = await createFolder(person, 'First');
    const second = await createFolder(person, 'Second');

    const own = await person.get(lists);

    expect(own.body.map((folder: { name: string }) => folder.name)).toEqual(['Second', 'First', 'Reviewed']);
    expect(own.body.map((folder: { isReviewed: boolean }) => folder.isReviewed)).toEqual([false, false, true]);
    expect(own.body.map((folder: { id: string }) => folder.id).slice(0, 2)).toEqual([second.id, first.id]);
  });

  test('a name is stored without the spaces around it', async () => {
    const answer = await owner.post(lists, { name: '  Rainy days \n' });
    expect(answer.body.name).toBe('Rainy days');
  });

  test.each([['a'], ['a'.repeat(100)], ['<b>&"\'</b>'], ['$where'], ['__proto__'], ['映画 🎬'], ['Reviewed films']])(
    'the name %p is stored unchanged',
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

  test.each([['Reviewed'], ['reviewed'], ['REVIEWED'], ['  rEvIeWeD '], ['Rеvіеwеd'], ['Re\u200bviewed']])(
    'the name %p is reserved',
    async (name) => {
      const folder = await createFolder(owner);

      const created = await owner.post(lists, { name });
      const renamed = await owner.put(`${lists}/${folder.id}`, { name });

      expect(created.body.code).toBe('reserved_name');
      expect(renamed.body.code).toBe('reserved_name');
    },
  );

  test('the owner can rename a list', async () => {
    const folder = await createFolder(owner, 'Before');

    const answer = await owner.put(`${lists}/${folder.id}`, { name: ' After ' });
    const read = await owner.get(`${lists}/${folder.id}`);

    expect(answer.body).toEqual({ ...folder, name: 'After', rev: 2, revId: answer.body.revId });
    expect(read.body).toEqual({ ...answer.body, memberIds: [owner.user.id] });
  });

  test('a deleted list is not found by its owner and members, and neither are its items', async () => {
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

  test('deleting a list again is not found', async () => {
    const folder = await createFolder(owner);
    await owner.delete(`${lists}/${folder.id}`);

    expect((await owner.delete(`${lists}/${folder.id}`)).status).toBe(404);
  });

  test('the Reviewed list cannot be renamed or deleted', async () => {
    const own = await owner.get(lists);
    const reviewed = own.body.find((folder: { isReviewed: boolean }) => folder.isReviewed);

    const renamed = await owner.put(`${lists}/${reviewed.id}`, { name: 'Seen' });
    const deleted = await owner.delete(`${lists}/${reviewed.id}`);

    expect(renamed.status).toBe(409);
    expect(deleted.status).toBe(409);
    expect((await owner.get(`${lists}/${reviewed.id}`)).body.name).toBe('Reviewed');
  });

  test.each([...malformedIds, unknownId])('the id %p is not found', async (id) => {
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

  test('a not-found error uses the family’s word', async () => {
    const answer = await owner.get(`${lists}/${unknownId}`);
    const written = await owner.put(`${lists}/${unknownId}`, { name: 'Mine now' });

    expect(answer.body.error).toBe(`${families[key].Noun} not found`);
    expect(written.body.error).toBe(`${families[key].Noun} not found`);
  });

  test('an id works in upper case too', async () => {
    const folder = await createFolder(owner);

    const answer = await owner.put(`${lists}/${folder.id.toUpperCase()}`, { name: 'Loud' });

    expect(answer.body).toMatchObject({ id: folder.id, name: 'Loud' });
  });

  test('without a session every request is unauthorized, even for an unknown list', async () => {
    const folder = await createFolder(owner);
    const nobody = visitor(server);

    for (const id of [folder.id, unknownId, 'x']) {
      const answer = await nobody.get(`${lists}/${id}`);
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ error: 'Unauthorized', code: 'unauthorized' });
    }
  });
});

test('a list created in one family exists in the other, with the same id and name', async () => {
  const made = await owner.post('/api/folders', { name: 'Both' });

  const read = await owner.get(`/api/categories/${made.body.id}`);
  await owner.put(`/api/categories/${made.body.id}`, { name: 'Both, renamed' });

  expect(read.body).toEqual({ ...made.body, memberIds: [owner.user.id] });
  expect((await owner.get(`/api/folders/${made.body.id}`)).body.name).toBe('Both, renamed');
});

test('every user has one Reviewed list, the same in both families', async () => {
  const person = await signUp(server);

  const folders = await person.get('/api/folders');
  const categories = await person.get('/api/categories');

  expect(folders.body).toHaveLength(1);
  expect(folders.body[0]).toMatchObject({ name: 'Reviewed', isReviewed: true, userId: person.user.id });
  expect(categories.body).toEqual(folders.body);
});
