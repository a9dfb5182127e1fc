import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../../common/constants.ts';
import { families, familyKeys } from '../../../../common/families.ts';
import { allFlags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { signUpCast } from '../../../testing/cast.ts';
import { createFolder, inviteTo, only, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { InvitationModel } from '../model/invitation.model.ts';

const server = setUpServer();
let owner: Person;
let member: Person;
let guest: Person;
let stranger: Person;
let folder: Folder;

beforeAll(async () => {
  ({ owner, member, guest, stranger } = await signUpCast(server));
});
beforeEach(async () => {
  // Pending invitations of earlier tests would use up the quotas.
  await InvitationModel.deleteMany({});
  folder = await createFolder(owner, 'Weekend');
});

describe.each(familyKeys)('invitations under the %s family', (key) => {
  const { idName, api } = families[key];
  const send = (person: Person, invited: Person, flags: object = {}) =>
    person.post(api.invitations, { [idName]: folder.id, invitedUserId: invited.user.id, ...flags });
  const invite = (person: Person, invited: Person) =>
    person.post(`${api.lists}/${folder.id}/invite`, { invitedUserId: invited.user.id });
  const mine = async (person: Person): Promise<Invitation[]> =>
    (await person.get(api.invitations)).body.filter((one: Invitation) => one.folderId === folder.id);

  test('an invitation is visible to the invitee and to users who may share the list', async () => {
    const { createdAt: _g, ...invitedUser } = guest.user;
    const { createdAt: _o, ...invitedByUser } = owner.user;

    const answer = await send(owner, guest, only('canAdd', 'canShare'));

    expect(answer.body).toMatchObject({
      status: 'pending',
      respondedAt: null,
      folderId: folder.id,
      categoryId: folder.id,
      folder: { id: folder.id, name: 'Weekend' },
      category: { id: folder.id, name: 'Weekend' },
      invitedUserId: guest.user.id,
      invitedUser,
      invitedByUser,
      ...only('canAdd', 'canShare'),
    });
    expect(await mine(guest)).toEqual([answer.body]);
    expect((await owner.get(`${api.lists}/${folder.id}/invitations`)).body).toEqual([answer.body]);
    expect(await mine(stranger)).toEqual([]);
  });

  test('an invitation alone gives no access and does not raise the rev', async () => {
    await send(owner, guest);

    expect((await guest.get(`${api.lists}/${folder.id}`)).status).toBe(404);
    expect((await owner.get(`${api.lists}/${folder.id}`)).body).toMatchObject({ rev: 1, memberCount: 0 });
  });

  test('missing flags get the defaults: view and add', async () => {
    const short = await invite(owner, guest);
    const long = await send(owner, member);
    const partly = await send(owner, stranger, { canAdd: false, canEdit: true });

    expect(short.body).toMatchObject(only('canAdd'));
    expect(long.body).toMatchObject(only('canAdd'));
    expect(partly.body).toMatchObject(only('canEdit'));
  });

  test('a member’s invitation with default flags leaves out the flags that the member lacks', async () => {
    await shareWith(owner, folder.id, member, only('canShare'));

    const answer = await invite(member, guest);

    expect(answer.body).toMatchObject(only());
  });

  test.each([
    [{ canView: false }],
    [{ canView: 'yes' }],
    [{ canAdd: 'true' }],
    [{ canManage: 1 }],
    [{ canShare: null }],
    [{ canEdit: { $ne: false } }],
  ])('the flags %j are refused', async (flags) => {
    const answer = await send(owner, guest, flags);

    expect(answer.body.code).toBe('validation');
    expect(answer.body.issues[0].path).toBe(Object.keys(flags)[0]);
  });

  test.each(['canAdd', 'canRemove', 'canEdit', 'canManage'] as const)(
    'a member who may share but lacks %s cannot offer it',
    async (flag) => {
      const held = { ...allFlags, [flag]: false };
      await shareWith(owner, folder.id, member, held);

      const beyond = await send(member, guest, allFlags);
      const within = await send(member, guest, held);

      expect(beyond.body.code).toBe('forbidden');
      expect(within.status).toBe(201);
    },
  );

  test('members, invitees and the inviter cannot be invited', async () => {
    await shareWith(owner, folder.id, member, allFlags);
    await send(owner, guest);

    const answers = await Promise.all([
      send(owner, owner),
      invite(owner, owner),
      send(member, member),
      send(member, owner),
      send(owner, member),
      invite(owner, guest),
      send(member, guest),
    ]);

    expect(answers.map(({ body }) => body.code)).toEqual([
      'conflict',
      'conflict',
      'conflict',
      'already_member',
      'already_member',
      'already_invited',
      'already_invited',
    ]);
    expect(await mine(guest)).toHaveLength(1);
  });

  test.each(['x', '', 'f'.repeat(24), 'twelve chars'])('the user %p is not found', async (invitedUserId) => {
    const short = await owner.post(`${api.lists}/${folder.id}/invite`, { invitedUserId });
    const long = await owner.post(api.invitations, { [idName]: folder.id, invitedUserId });

    expect([short.status, long.status]).toEqual([404, 404]);
  });

  test.each([[undefined], [null], [7], [['a']], [{ $ne: '' }]])('the user %p is refused', async (invitedUserId) => {
    const short = await owner.post(`${api.lists}/${folder.id}/invite`, { invitedUserId });
    const long = await owner.post(api.invitations, { [idName]: folder.id, invitedUserId });

    expect([short.body.code, long.body.code]).toEqual(['validation', 'validation']);
  });

  test('the Reviewed list cannot be shared', async () => {
    const own = (await owner.get(api.lists)).body as Folder[];
    const reviewed = own.find(({ isReviewed }) => isReviewed)!;

    const short = await owner.post(`${api.lists}/${reviewed.id}/invite`, { invitedUserId: guest.user.id });
    const long = await owner.post(api.invitations, { [idName]: reviewed.id, invitedUserId: guest.user.id });

    expect([short.status, long.status]).toEqual([409, 409]);
  });

  test('accepting creates the share with the invitation’s flags', async () => {
    const { body: invitation } = await send(owner, guest, only('canRemove', 'canEdit'));

    const answer = await guest.post(`${api.invitations}/${invitation.id}/respond`, { status: 'accepted' });

    expect(answer.body).toEqual({ ...invitation, status: 'accepted', respondedAt: expect.any(String) });
    expect((await guest.get(`${api.lists}/${folder.id}/permissions`)).body).toEqual({
      ...only('canRemove', 'canEdit'),
      isOwner: false,
    });
    expect((await owner.get(`${api.lists}/${folder.id}`)).body).toMatchObject({ memberCount: 1, rev: 2 });
    expect(await mine(guest)).toEqual([]);
  });

  test('declining changes nothing else', async () => {
    const { body: invitation } = await send(owner, guest);

    const answer = await guest.post(`${api.invitations}/${invitation.id}/respond`, { status: 'declined' });

    expect(answer.body.status).toBe('declined');
    expect((await guest.get(`${api.lists}/${folder.id}`)).status).toBe(404);
    expect((await owner.get(`${api.lists}/${folder.id}`)).body).toMatchObject({ memberCount: 0, rev: 1 });
    expect(await mine(guest)).toEqual([]);
  });

  test('the same person cannot invite again to the same list for 30 days after it was declined', async () => {
    await shareWith(owner, folder.id, member, only('canShare'));
    const { body: invitation } = await send(owner, guest);
    await guest.post(`${api.invitations}/${invitation.id}/respond`, { status: 'declined' });
    const declineDaysAgo = (days: number) => {
      const respondedAt = new Date();
      respondedAt.setUTCDate(respondedAt.getUTCDate() - days);
      return InvitationModel.updateOne({ _id: invitation.id }, { $set: { respondedAt } });
    };

    const again = await send(owner, guest);
    expect([again.status, again.body.code]).toEqual([409, 'already_answered']);
    const until = new Date(Date.now() + limits.declinedInvitationDays * 24 * 60 * 60 * 1000);
    const day = until.toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });
    expect(again.body.error).toBe(
      `This person declined your invitation to this list. You can invite them again after ${day}.`,
    );
    const elsewhere = await createFolder(owner);
    expect((await inviteTo(owner, elsewhere.id, guest)).status).toBe('pending');
    expect((await inviteTo(member, folder.id, guest, only())).status).toBe('pending');

    await InvitationModel.deleteMany({ folderId: folder.id, status: 'pending' });
    await declineDaysAgo(29);
    expect((await send(owner, guest)).status).toBe(409);
    await declineDaysAgo(31);
    expect((await send(owner, guest)).status).toBe(201);
  });

  test.each(['accepted', 'declined'])('an invitation that is %s cannot be answered again', async (status) => {
    const { body: invitation } = await send(owner, guest);
    await guest.post(`${api.invitations}/${invitation.id}/respond`, { status });

    const answers = [
      await guest.post(`${api.invitations}/${invitation.id}/respond`, { status: 'accepted' }),
      await guest.post(`${api.invitations}/${invitation.id}/respond`, { status: 'declined' }),
      await owner.delete(`${api.invitations}/${invitation.id}`),
    ];

    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('already_answered'));
  });

  test('only the invitee may answer', async () => {
    const { body: invitation } = await send(owner, guest);

    for (const person of [owner, stranger]) {
      const answer = await person.post(`${api.invitations}/${invitation.id}/respond`, { status: 'accepted' });
      expect(answer.status).toBe(404);
    }
  });

  test.each([['pending'], ['ACCEPTED'], [true], [null], [undefined], [{ $ne: 'pending' }], [['accepted']]])(
    'the answer %p is refused',
    async (status) => {
      const { body: invitation } = await send(owner, guest);

      const answer = await guest.post(`${api.invitations}/${invitation.id}/respond`, { status });
      const others = await stranger.post(`${api.invitations}/${invitation.id}/respond`, { status });

      expect(answer.body.code).toBe('validation');
      expect(others.body.code).toBe('not_found');
    },
  );

  test.each(['x', 'f'.repeat(24), 'twelve chars'])('the id %p is not found', async (id) => {
    const path = `${api.invitations}/${encodeURIComponent(id)}`;

    expect((await owner.post(`${path}/respond`, { status: 'accepted' })).status).toBe(404);
    expect((await owner.delete(path)).status).toBe(404);
  });

  test('only its sender and the owner can withdraw it', async () => {
    const sharer = await signUp(server, 'Sue');
    await shareWith(owner, folder.id, sharer, allFlags);
    await shareWith(owner, folder.id, member, allFlags);
    const invited = await signUp(server, 'Ivo');
    const { body: first } = await send(sharer, guest);
    const { body: second } = await send(sharer, invited);

    const refused = [
      await member.delete(`${api.invitations}/${first.id}`),
      await guest.delete(`${api.invitations}/${first.id}`),
      await stranger.delete(`${api.invitations}/${first.id}`),
    ];
    const bySender = await sharer.delete(`${api.invitations}/${first.id}`);
    const byOwner = await owner.delete(`${api.invitations}/${second.id}`);

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 404]);
    expect([bySender.status, byOwner.status]).toEqual([204, 204]);
    expect(await mine(guest)).toEqual([]);
    expect((await guest.post(`${api.invitations}/${first.id}/respond`, { status: 'accepted' })).status).toBe(404);
    expect((await owner.delete(`${api.invitations}/${first.id}`)).status).toBe(404);
  });

  test('deleting a list deletes its pending invitations', async () => {
    const { body: invitation } = await send(owner, guest);
    await owner.delete(`${api.lists}/${folder.id}`);

    expect(await mine(guest)).toEqual([]);
    expect((await guest.post(`${api.invitations}/${invitation.id}/respond`, { status: 'accepted' })).status).toBe(404);
  });

  test('received invitations are returned newest first, those of a list oldest first', async () => {
    const person = await signUp(server);
    const other = await createFolder(owner, 'Other');
    const first = await inviteTo(owner, folder.id, person);
    const second = await inviteTo(owner, other.id, person);
    const third = await inviteTo(owner, folder.id, guest);

    const received = await person.get(api.invitations);
    const sent = await owner.get(`${api.lists}/${folder.id}/invitations`);

    expect(received.body.map(({ id }: Invitation) => id)).toEqual([second.id, first.id]);
    expect(sent.body.map(({ id }: Invitation) => id)).toEqual([first.id, third.id]);
  });
});
