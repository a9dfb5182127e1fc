import { beforeAll, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../../common/families.ts';
import type { ListVisibility } from '../../../../common/schemas/account/privacy.ts';
import type { ListAudience } from '../../../../common/schemas/audience.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { addItem, createFolder, type Person, shareWith, signUp, visitor } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let folder: Folder;
beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(server), signUp(server, 'Ben')]);
  await createFolder(ana, 'Empty');
  folder = await createFolder(ana, 'Noir');
  await addItem(ana, folder.id, { title: 'Laura' });
});

describe.each(familyKeys)("other users' lists as %s", (key) => {
  const lists = (userId: string) => `/api/users/${userId}/${families[key].nouns}`;

  test('are all except Reviewed, by item count', async () => {
    const answer = await ben.get(lists(ana.user.id));

    expect(answer.body.map((list: { name: string }) => list.name)).toEqual(['Noir', 'Empty']);
    expect(answer.body[0]).toEqual({ id: folder.id, name: 'Noir', itemCount: 1, createdAt: folder.createdAt });
  });

  test('show their items to every signed-in user', async () => {
    const answer = await ben.get(`${lists(ana.user.id)}/${folder.id}/items`);

    expect(answer.body).toMatchObject([{ title: 'Laura', folderId: folder.id, categoryId: folder.id }]);
    expect(answer.headers['x-total-count']).toBe('1');
  });

  test('are found by their id alone, by every signed-in user', async () => {
    const own = (await ana.get('/api/folders')).body as Folder[];
    const reviewed = own.find((list) => list.isReviewed)!;
    const ownerOf = (id: string) => ben.get(`${families[key].api.lists}/${id}/owner`);

    expect((await ownerOf(folder.id)).body).toEqual({ userId: ana.user.id });
    expect((await ownerOf(reviewed.id)).status).toBe(404);
    expect((await ownerOf('f'.repeat(24))).status).toBe(404);
    expect((await visitor(server).get(`${families[key].api.lists}/${folder.id}/owner`)).status).toBe(401);
  });

  test('are not found under the wrong user, under an unknown user, and when they are Reviewed', async () => {
    const own = (await ana.get('/api/folders')).body as Folder[];
    const reviewed = own.find((list) => list.isReviewed)!;

    expect((await ben.get(`${lists(ben.user.id)}/${folder.id}`)).status).toBe(404);
    expect((await ben.get(lists('f'.repeat(24)))).status).toBe(404);
    expect((await ben.get(`${lists(ana.user.id)}/${reviewed.id}`)).status).toBe(404);
    expect((await ben.get(`${lists(ana.user.id)}/${reviewed.id}/items?limit=x`)).status).toBe(404);
  });
});

test('a not-found error uses the family’s word', async () => {
  const nothing = 'f'.repeat(24);
  const textOf = async (path: string) => (await ben.get(path)).body.error;

  expect(await textOf(`/api/users/${ana.user.id}/folders/${nothing}`)).toBe('Folder not found');
  expect(await textOf(`/api/users/${ana.user.id}/categories/${nothing}/items`)).toBe('Category not found');
  expect(await textOf(`/api/watchlist?folderId=${nothing}`)).toBe('Folder not found');
  expect(await textOf(`/api/watchlist?categoryId=${nothing}`)).toBe('Category not found');
  const added = await ben.post('/api/watchlist', { categoryId: nothing, tmdbId: 1, mediaType: 'movie', title: 'x' });
  expect(added.body.error).toBe('Category not found');
});

test('a profile is read by its id', async () => {
  expect((await ben.get(`/api/users/${ana.user.id}`)).body).toEqual(ana.user);
});

describe('lists that are not for everyone', () => {
  let fellow: Person;
  let member: Person;
  beforeAll(async () => {
    [fellow, member] = await Promise.all([signUp(server, 'Fred'), signUp(server, 'Mia')]);
    await shareWith(fellow, (await createFolder(fellow)).id, ana);
    await shareWith(ana, folder.id, member);
  });
  const setAll = (listsFor: ListAudience) => ana.patch('/api/user/privacy', { listsFor });
  const setOne = (visibility: ListVisibility) => ana.put(`/api/folders/${folder.id}/visibility`, { visibility });

  /** The statuses of everything that shows the list to people who open its owner's profile. */
  async function readBy(person: Person): Promise<{ isOnProfile: boolean; statuses: number[] }> {
    const path = `/api/users/${ana.user.id}/folders`;
    const lists: Folder[] = (await person.get(path)).body;
    const answers = await Promise.all(
      [
        `${path}/${folder.id}`,
        `${path}/${folder.id}/items`,
        `/api/folders/${folder.id}/owner`,
        `/api/folders/${folder.id}/join-requests/me`,
      ].map((one) => person.get(one)),
    );
    return { isOnProfile: lists.some(({ id }) => id === folder.id), statuses: answers.map(({ status }) => status) };
  }

  const shown = { isOnProfile: true, statuses: [200, 200, 200, 200] };
  const hidden = { isOnProfile: false, statuses: [404, 404, 404, 404] };

  test.each<[ListAudience, ListVisibility, Record<'stranger' | 'fellow', typeof shown>]>([
    ['everyone', null, { stranger: shown, fellow: shown }],
    ['shared', null, { stranger: hidden, fellow: shown }],
    ['nobody', null, { stranger: hidden, fellow: hidden }],
    ['nobody', 'everyone', { stranger: shown, fellow: shown }],
    ['everyone', 'shared', { stranger: hidden, fellow: shown }],
    ['everyone', 'nobody', { stranger: hidden, fellow: hidden }],
  ])('all for %s and this one for %s', async (listsFor, visibility, expected) => {
    await setAll(listsFor);
    await setOne(visibility);

    expect(await readBy(ben)).toEqual(expected.stranger);
    expect(await readBy(fellow)).toEqual(expected.fellow);
    // Members and the owner read it in any case.
    expect(await readBy(member)).toEqual(shown);
    expect(await readBy(ana)).toEqual(shown);
  });

  test('cannot be joined by request, and a request from before can be withdrawn', async () => {
    await setAll('everyone');
    await setOne(null);
    const path = `/api/folders/${folder.id}/join-requests/me`;
    expect((await ben.post(path)).status).toBe(200);

    await setOne('nobody');

    expect((await ben.delete(path)).status).toBe(204);
    expect((await ben.delete(path)).status).toBe(404);
    expect((await ben.post(path)).status).toBe(404);
  });

  test('are set by the owner alone, and Reviewed is on no profile', async () => {
    const own = (await ana.get('/api/folders')).body as Folder[];
    const reviewed = own.find((list) => list.isReviewed)!;

    expect((await member.put(`/api/folders/${folder.id}/visibility`, { visibility: 'everyone' })).status).toBe(403);
    expect((await ben.put(`/api/folders/${folder.id}/visibility`, { visibility: 'everyone' })).status).toBe(404);
    expect((await ana.put(`/api/folders/${reviewed.id}/visibility`, { visibility: 'everyone' })).status).toBe(409);
    expect((await member.get(`/api/folders/${folder.id}`)).body).toMatchObject({ visibility: 'nobody' });
  });
});
