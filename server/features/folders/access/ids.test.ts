import { beforeAll, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../../common/families.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp, titleFacts } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

const server = setUpServer();
let owner: Person;
let member: Person;
let folder: Folder;
let loud: string;

beforeAll(async () => {
  [owner, member] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Mia')]);
  folder = await createFolder(owner);
  loud = folder.id.toUpperCase();
  await shareWith(owner, folder.id, member, only('canAdd', 'canShare'));
  await addItem(owner, folder.id);
});

describe.each(familyKeys)('an id in upper case, in the %s family, works like one in lower case', (key) => {
  const { api, idName, nouns } = families[key];

  test.each([
    ['', api.lists, ''],
    ['its items', api.lists, '/items'],
    ['its permissions', api.lists, '/permissions'],
    ['its changes', api.lists, '/changes?since=0'],
    ['its shares', api.lists, '/shares'],
    ['its invitations', api.lists, '/invitations'],
  ])('when reading the list %s', async (_what, lists, rest) => {
    const [plain, shouted] = [
      await owner.get(`${lists}/${folder.id}${rest}`),
      await owner.get(`${lists}/${loud}${rest}`),
    ];

    expect(shouted.status).toBe(200);
    expect(shouted.body).toEqual(plain.body);
    expect(shouted.headers.etag).toBe(plain.headers.etag);
  });

  test('in queries, in the after of a page, and in profiles', async () => {
    const [item] = (await owner.get(`${api.lists}/${folder.id}/items`)).body;
    const profile = `/api/users/${owner.user.id.toUpperCase()}/${nouns}`;

    const answers = [
      await member.get(`/api/watchlist?${idName}=${loud}`),
      await member.get(`${profile}/${loud}/items`),
      await member.get(`${api.lists}/${loud}/items?after=${item.id.toUpperCase()}`),
    ];

    expect(answers.map(({ body }) => body.length)).toEqual([1, 1, 0]);
    expect((await member.get(profile)).body).toHaveLength(1);
  });

  test('in writes, and comes back in lower case', async () => {
    const person = await signUp(server);

    const item = await member.post('/api/watchlist', { [idName]: loud, ...titleFacts() });
    const watched = await member.patch(`/api/watchlist/${item.body.id.toUpperCase()}/watched`, { watched: true });
    const invitation = await member.post(api.invitations, {
      [idName]: loud,
      invitedUserId: person.user.id.toUpperCase(),
      ...only(),
    });
    const answered = await person.post(`${api.invitations}/${invitation.body.id.toUpperCase()}/respond`, {
      status: 'accepted',
    });
    const left = await person.delete(`${api.lists}/${loud}/leave`);
    const removed = await owner.delete(`/api/watchlist/${item.body.id.toUpperCase()}`);

    expect([watched.body[idName], invitation.body[idName], answered.body[idName]]).toEqual(Array(3).fill(folder.id));
    expect(invitation.body.invitedUserId).toBe(person.user.id);
    expect([left.status, removed.status]).toEqual([204, 204]);
  });
});

test('a sync request with ids in upper case does not report the list as gone', async () => {
  const tab = await openTab(server, owner);
  const { rev } = (await owner.get(`/api/folders/${folder.id}`)).body;

  const answer = await tab.sync({ folders: { [loud]: rev, ['F'.repeat(24)]: 1 }, userRev: 0 });

  expect(answer.gone).toEqual(['f'.repeat(24)]);
  expect(answer.folders.map(({ id }) => id)).not.toContain(folder.id);
  tab.close();
});

test.each(['x', 'twelve chars', 'g'.repeat(24), 'f'.repeat(23), 'f'.repeat(25)])(
  'what is no id, as %s, names nothing anywhere',
  async (id) => {
    const answers = [
      await owner.get(`/api/folders/${id}`),
      await owner.get(`/api/users/${id}`),
      await owner.get(`/api/users/pictures/${id}`),
      await owner.get(`/api/watchlist?folderId=${id}`),
      await owner.post('/api/watchlist', { folderId: id, ...titleFacts() }),
      await owner.post(`/api/folders/${folder.id}/invite`, { invitedUserId: id }),
      await owner.delete(`/api/reviews/${id}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  },
);
