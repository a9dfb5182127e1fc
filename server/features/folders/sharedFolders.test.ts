import { beforeAll, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../common/families.ts';
import { allFlags } from '../../../common/permissions.ts';
import { createFolder, only, type Person, shareWith, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';

const server = setUpServer();
let owner: Person;
let member: Person;
let stranger: Person;

beforeAll(async () => {
  [owner, member, stranger] = await Promise.all([
    signUp(server, 'Olga', 'Owner'),
    signUp(server, 'Mia', 'Member'),
    signUp(server, 'Sten', 'Stranger'),
  ]);
});

describe.each(familyKeys)('shared lists in the %s family', (key) => {
  const { lists, shared } = families[key].api;

  test('a member can leave a list, its owner cannot', async () => {
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

  test('a shared list shows its members to the owner, and the owner to a member', async () => {
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

  test('shared lists are own shared lists and those of others, newest first', async () => {
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

  test('a list shared with a user is not one of the user’s own lists', async () => {
    const folder = await createFolder(owner);
    await shareWith(owner, folder.id, member, allFlags);

    const own = await member.get(lists);

    expect(own.body.map(({ id }: { id: string }) => id)).not.toContain(folder.id);
  });

  test('only users who may share see the ids of members', async () => {
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

  test('every member can read their own permissions', async () => {
    const folder = await createFolder(owner);
    await shareWith(owner, folder.id, member, only('canRemove'));

    const owners = await owner.get(`${lists}/${folder.id}/permissions`);
    const members = await member.get(`${lists}/${folder.id}/permissions`);

    expect(owners.body).toEqual({ ...allFlags, isOwner: true });
    expect(members.body).toEqual({ ...only('canRemove'), isOwner: false });
    expect((await stranger.get(`${lists}/${folder.id}/permissions`)).status).toBe(404);
  });
});
