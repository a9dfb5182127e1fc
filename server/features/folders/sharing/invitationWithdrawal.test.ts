import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { allFlags, type Flags } from '../../../../common/permissions.ts';
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

describe('an invitation of a member', () => {
  const change = async (flags: Flags) => {
    const shares = (await owner.get(`/api/folders/${folder.id}/shares`)).body;
    const share = shares.find((one: { sharedWithUserId: string }) => one.sharedWithUserId === member.user.id);
    return owner.put(`/api/folder-shares/${share.id}/permissions`, flags);
  };
  const pending = async () =>
    (await owner.get(`/api/folders/${folder.id}/invitations`)).body.map(
      ({ invitedUserId }: Invitation) => invitedUserId,
    );

  beforeEach(async () => {
    await shareWith(owner, folder.id, member, allFlags);
    await inviteTo(member, folder.id, guest, only('canEdit'));
    await inviteTo(member, folder.id, stranger, only());
  });

  test('is withdrawn when the member loses a flag that it grants', async () => {
    await change({ ...allFlags, canEdit: false });

    expect(await pending()).toEqual([stranger.user.id]);
  });

  test('is withdrawn when the member may no longer share', async () => {
    await change({ ...allFlags, canShare: false });

    expect(await pending()).toEqual([]);
  });

  test('stays when the member loses other flags', async () => {
    await change({ ...allFlags, canRemove: false, canAdd: false });

    expect(await pending()).toEqual([guest.user.id, stranger.user.id]);
  });

  test('is withdrawn when the member leaves', async () => {
    await member.delete(`/api/folders/${folder.id}/leave`);

    expect(await pending()).toEqual([]);
  });

  test('is withdrawn when the member is removed; those of others stay', async () => {
    const invited = await signUp(server);
    await inviteTo(owner, folder.id, invited);
    const [share] = (await owner.get(`/api/folders/${folder.id}/shares`)).body;
    await owner.delete(`/api/folder-shares/${share.id}`);

    expect(await pending()).toEqual([invited.user.id]);
  });
});

describe('parallel requests', () => {
  test('that invite the same user create one invitation', async () => {
    await shareWith(owner, folder.id, member, allFlags);

    const answers = await Promise.all(
      [owner, member, owner, member].map((person) =>
        person.post('/api/folder-invitations', { folderId: folder.id, invitedUserId: guest.user.id }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('that accept and withdraw an invitation never both succeed', async () => {
    const invitation = await inviteTo(owner, folder.id, guest);

    const [accepted, withdrawn] = await Promise.all([
      guest.post(`/api/folder-invitations/${invitation.id}/respond`, { status: 'accepted' }),
      owner.delete(`/api/folder-invitations/${invitation.id}`),
    ]);

    expect([accepted!.status, withdrawn!.status].sort()).toEqual(accepted!.status === 200 ? [200, 409] : [204, 404]);
    const read = await guest.get(`/api/folders/${folder.id}`);
    expect(read.status).toBe(accepted!.status === 200 ? 200 : 404);
  });
});
