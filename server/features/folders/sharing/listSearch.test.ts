import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../../common/families.ts';
import type { FoundList } from '../../../../common/schemas/folder.ts';
import { createFolder, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { UserModel } from '../../users/user.model.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let cleo: Person;
/** Occurs in the names of this test's lists alone. */
let word: string;
let tests = 0;

beforeAll(async () => {
  await signUp(server, 'Operator');
});
beforeEach(async () => {
  tests += 1;
  word = `rainy${tests}`;
  [ana, ben, cleo] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben'), signUp(server, 'Cleo')]);
});

async function search(viewer: Person, text: string, path: string = families.folder.api.lists): Promise<FoundList[]> {
  return (await viewer.get(`${path}/search?q=${encodeURIComponent(text)}`).expect(200)).body;
}
const names = async (viewer: Person, text = word) => (await search(viewer, text)).map(({ name }) => name);

describe.each(familyKeys)('a search for lists as %s', (key) => {
  test('finds own lists first, then those shared with the viewer, then those on profiles', async () => {
    await createFolder(cleo, `Seen by all, ${word}`);
    const shared = await createFolder(ben, `Shared ${word}`);
    await shareWith(ben, shared.id, ana);
    const own = await createFolder(ana, `Own ${word.toUpperCase()}`);
    await createFolder(ana, 'Another');

    const found = await search(ana, ` ${word} `, families[key].api.lists);

    expect(found.map(({ name, isMember }) => [name, isMember])).toEqual([
      [`Own ${word.toUpperCase()}`, true],
      [`Shared ${word}`, true],
      [`Seen by all, ${word}`, false],
    ]);
    expect(found[0]).toMatchObject({ id: own.id, itemCount: 0, owner: { id: ana.user.id } });
    expect(found[2]?.owner).not.toHaveProperty('email');
  });
});

test('finds texts of two characters and more, literally', async () => {
  await createFolder(ana, `(${word}) .*`);

  expect(await names(ana, `(${word}) .*`)).toHaveLength(1);
  expect(await names(ben, `.*${word}`)).toEqual([]);
  expect(await names(ana, '(')).toEqual([]);
  expect(await names(ana, '')).toEqual([]);
});

test('finds words in any order', async () => {
  await createFolder(ana, `Sundays when ${word}`);

  expect(await names(ana, `${word} sundays`)).toHaveLength(1);
  expect(await names(ana, `${word} thrillers`)).toEqual([]);
});

test('finds misspelt lists of the viewer and those shared with them, and no others', async () => {
  const shared = await createFolder(ben, 'Weekend favourites');
  await shareWith(ben, shared.id, ana);
  await createFolder(ana, 'Documentaries');

  expect(await names(ana, 'documenatries')).toEqual(['Documentaries']);
  expect(await names(ana, 'weekend favorites')).toEqual(['Weekend favourites']);
  expect(await names(cleo, 'documenatries')).toEqual([]);
});

describe('does not find', () => {
  beforeEach(async () => {
    await createFolder(ben, `Bens ${word}`);
    expect(await names(ana)).toHaveLength(1);
  });

  test.each(['nobody', 'shared'])('lists that their owner shows to %s', async (listsFor) => {
    await ben.patch('/api/user/privacy', { listsFor }).expect(200);

    expect(await names(ana)).toEqual([]);
    expect(await names(ben)).toHaveLength(1);
  });

  test('a list that its owner has hidden from everyone else', async () => {
    const [list] = await search(ben, word);
    await ben.put(`/api/folders/${list?.id}/visibility`, { visibility: 'nobody' }).expect(200);

    expect(await names(ana)).toEqual([]);
  });

  test.each([
    ['whom the viewer blocks', () => ana.put(`/api/users/${ben.user.id}/block`)],
    ['who block the viewer', () => ben.put(`/api/users/${ana.user.id}/block`)],
  ])('lists of people %s', async (_who, block) => {
    await block().expect(204);

    expect(await names(ana)).toEqual([]);
    expect(await names(cleo)).toHaveLength(1);
  });

  test('lists of people who are not in the directory, except for those who share a list with them', async () => {
    await ben.patch('/api/user/privacy', { isListed: false }).expect(200);
    await shareWith(ben, (await createFolder(ben, 'Together')).id, cleo);

    expect(await names(ana)).toEqual([]);
    expect(await names(cleo)).toHaveLength(1);
  });

  test('lists of disabled accounts', async () => {
    await UserModel.updateOne({ _id: ben.user.id }, { $set: { isDisabled: true } });

    expect(await names(ana)).toEqual([]);
  });

  test('deleted lists, and Reviewed', async () => {
    const [list] = await search(ben, word);
    await ben.delete(`/api/folders/${list?.id}`).expect(204);

    expect(await names(ben)).toEqual([]);
    expect(await names(ana, 'Reviewed')).toEqual([]);
  });
});
