import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../../common/families.ts';
import { allFlags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Share } from '../../../../common/schemas/share.ts';
import { createFolder, only, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';

const server = setUpServer();
let owner: Person;
let manager: Person;
let member: Person;
let stranger: Person;
let folder: Folder;

beforeAll(async () => {
  [owner, manager, member, stranger] = await Promise.all([
    signUp(server, 'Olga'),
    signUp(server, 'Max'),
    signUp(server, 'Mia'),
    signUp(server, 'Sten'),
  ]);
});
beforeEach(async () => {
  folder = await createFolder(owner);
});

describe.each(familyKeys)('shares under the %s family', (key) => {
  const { api } = families[key];
  const sharesOf = async (): Promise<Share[]> => (await owner.get(`${api.lists}/${folder.id}/shares`)).body;
  const shareOf = async (person: Person): Promise<Share> =>
    (await sharesOf()).find(({ sharedWithUserId }) => sharedWithUserId === person.user.id)!;

  test('the owner sees each share with its user and flags, oldest first', async () => {
    await shareWith(owner, folder.id, manager, allFlags);
    await shareWith(manager, folder.id, member, only('canRemove'));
    const { createdAt: _createdAt, ...sharedWithUser } = member.user;

    const answer = await owner.get(`${api.lists}/${folder.id}/shares`);

    expect(answer.body).toHaveLength(2);
    expect(answer.body[0].sharedWithUserId).toBe(manager.user.id);
    expect(answer.body[1]).toMatchObject({
      folderId: folder.id,
      categoryId: folder.id,
      sharedWithUserId: member.user.id,
      sharedByUserId: manager.user.id,
      sharedWithUser,
      ...only('canRemove'),
    });
    expect(answer.headers['folder-rev']).toBe('3');
  });

  test('changed flags apply from the next request on', async () => {
    await shareWith(owner, folder.id, member, only('canEdit'));
    const share = await shareOf(member);

    const answer = await owner.put(`${api.shares}/${share.id}/permissions`, only('canRemove'));

    expect(answer.body).toEqual({ ...share, ...only('canRemove') });
    expect((await member.get(`${api.lists}/${folder.id}/permissions`)).body).toEqual({
      ...only('canRemove'),
      isOwner: false,
    });
    expect((await member.put(`${api.lists}/${folder.id}`, { name: 'Mine' })).status).toBe(403);
  });

  test.each([
    [{ ...allFlags, canView: false }, 'canView'],
    [{ ...allFlags, canAdd: 'true' }, 'canAdd'],
    [{ ...allFlags, canManage: undefined }, 'canManage'],
    [{ ...allFlags, canShare: null }, 'canShare'],
    [{ ...allFlags, canEdit: { $set: true } }, 'canEdit'],
    [{}, 'canView'],
    [[], ''],
  ])('the flags %j are refused', async (flags, path) => {
    await shareWith(owner, folder.id, member);
    const share = await shareOf(member);

    const answer = await owner.put(`${api.shares}/${share.id}/permissions`, flags);
    const strangers = await stranger.put(`${api.shares}/${share.id}/permissions`, flags);

    expect(answer.body.issues[0].path).toBe(path);
    expect(strangers.body.code).toBe('not_found');
    expect(await sharesOf()).toEqual([share]);
  });

  test('a manager can remove any flag of others, and grant only flags that the manager has', async () => {
    await shareWith(owner, folder.id, manager, only('canManage', 'canAdd'));
    await shareWith(owner, folder.id, member, only('canEdit'));
    const share = await shareOf(member);

    const beyond = await manager.put(`${api.shares}/${share.id}/permissions`, only('canEdit', 'canRemove'));
    const within = await manager.put(`${api.shares}/${share.id}/permissions`, only('canEdit', 'canAdd'));
    const less = await manager.put(`${api.shares}/${share.id}/permissions`, only('canAdd'));
    const back = await manager.put(`${api.shares}/${share.id}/permissions`, only('canAdd', 'canEdit'));

    expect([beyond, within, less, back].map(({ status }) => status)).toEqual([403, 200, 200, 403]);
    expect(await shareOf(member)).toMatchObject(only('canAdd'));
  });

  test('a member cannot change their own share', async () => {
    await shareWith(owner, folder.id, manager, allFlags);
    const share = await shareOf(manager);

    const answer = await manager.put(`${api.shares}/${share.id}/permissions`, only('canManage'));

    expect(answer.body.code).toBe('forbidden');
  });

  test('revoked access ends at once', async () => {
    await shareWith(owner, folder.id, member, allFlags);
    const share = await shareOf(member);

    const answer = await owner.delete(`${api.shares}/${share.id}`);

    expect(answer.status).toBe(204);
    expect((await member.get(`${api.lists}/${folder.id}`)).status).toBe(404);
    expect(await sharesOf()).toEqual([]);
    expect((await owner.get(`${api.lists}/${folder.id}`)).body).toMatchObject({ memberCount: 0, isSharedByMe: false });
    expect((await owner.delete(`${api.shares}/${share.id}`)).status).toBe(404);
    expect((await owner.put(`${api.shares}/${share.id}/permissions`, allFlags)).status).toBe(404);
  });

  test('a manager can remove members, including themselves', async () => {
    await shareWith(owner, folder.id, manager, only('canManage'));
    await shareWith(owner, folder.id, member, allFlags);
    const [own, others] = [await shareOf(manager), await shareOf(member)];

    expect((await manager.delete(`${api.shares}/${others.id}`)).status).toBe(204);
    expect((await manager.delete(`${api.shares}/${own.id}`)).status).toBe(204);
    expect(await sharesOf()).toEqual([]);
  });

  test('a removed member can be invited again, with other flags', async () => {
    await shareWith(owner, folder.id, member, allFlags);
    await owner.delete(`${api.shares}/${(await shareOf(member)).id}`);

    await shareWith(owner, folder.id, member, only());

    expect(await shareOf(member)).toMatchObject(only());
    expect((await owner.get(`${api.lists}/${folder.id}`)).body).toMatchObject({ memberCount: 1, rev: 4 });
  });

  test.each(['x', 'f'.repeat(24), 'twelve chars'])('the id %p is not found', async (id) => {
    const path = `${api.shares}/${encodeURIComponent(id)}`;

    expect((await owner.put(`${path}/permissions`, allFlags)).status).toBe(404);
    expect((await owner.put(`${path}/permissions`, {})).status).toBe(404);
    expect((await owner.delete(path)).status).toBe(404);
  });

  test('a share of a list that the user cannot see is answered like an unknown one', async () => {
    await shareWith(owner, folder.id, member);
    const share = await shareOf(member);

    const there = await stranger.delete(`${api.shares}/${share.id}`);
    const missing = await stranger.delete(`${api.shares}/${'f'.repeat(24)}`);

    expect(there.body).toEqual(missing.body);
  });
});

test('a write that races the removal of its flag either comes first or is refused', async () => {
  await shareWith(owner, folder.id, member, only('canAdd'));
  const [share] = (await owner.get(`/api/folders/${folder.id}/shares`)).body;
  const add = (tmdbId: number) =>
    member.post('/api/watchlist', { folderId: folder.id, tmdbId, mediaType: 'movie', title: `Title ${tmdbId}` });

  const [before, revoked, ...after] = await Promise.all([
    add(1),
    owner.put(`/api/folder-shares/${share.id}/permissions`, only()),
    add(2),
    add(3),
  ]);
  const late = await add(4);

  expect(revoked.status).toBe(200);
  for (const answer of [before, ...after]) expect([201, 403]).toContain(answer.status);
  expect(late.status).toBe(403);
  const { changes } = (await owner.get(`/api/folders/${folder.id}/changes?since=0`)).body;
  const types = changes.map(({ type }: { type: string }) => type);
  expect(types.lastIndexOf('item:added')).toBeLessThan(types.indexOf('share:permissions-changed'));
});
