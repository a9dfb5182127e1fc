import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../../common/families.ts';
import { allFlags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { type Cast, gatherCast } from '../../../testing/cast.ts';
import { createFolder, inviteTo, only, type Person, shareWith } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';

const server = setUpServer();
let owner: Person;
let member: Person;
let adder: Person;
let guest: Person;
let audience: Cast['audience'];
let folder: Folder;

beforeAll(async () => {
  ({ owner, member, adder, guest, audience } = await gatherCast(server));
});
afterAll(() => {
  audience.close();
});
beforeEach(async () => {
  folder = await createFolder(owner, 'Weekend');
  await shareWith(owner, folder.id, member, allFlags);
});

const onlyNotShare = { ...allFlags, canShare: false };
const toReaders = (event: string) => ({ owner: [event], 'owner elsewhere': [event], member: [event] });

describe.each(familyKeys)('delivered for writes in the %s family:', (key) => {
  const { api, idName } = families[key];
  const path = () => `${api.lists}/${folder.id}`;

  test('an invitation, to the invitee and to those who may read it: the owner and members who may share', async () => {
    await shareWith(owner, folder.id, adder, onlyNotShare);
    const send = () => owner.post(api.invitations, { [idName]: folder.id, invitedUserId: guest.user.id });

    const { body } = await audience.hears(send, { ...toReaders('invitation:sent'), guest: ['invitation:received'] });

    expect(audience.payloads('guest', 'invitation:received')).toEqual([{ invitation: body }]);
    expect(audience.payloads('member', 'invitation:sent')).toEqual([{ invitation: body }]);
  });

  test('an invitation with default flags by a member, to the same users', async () => {
    await shareWith(owner, folder.id, adder, onlyNotShare);
    const send = () => member.post(`${path()}/invite`, { invitedUserId: guest.user.id });

    await audience.hears(send, { ...toReaders('invitation:sent'), guest: ['invitation:received'] });
  });

  test('a declined invitation, to the invitee and to those who may read it', async () => {
    await shareWith(owner, folder.id, adder, onlyNotShare);
    const { id } = await inviteTo(owner, folder.id, guest);
    const decline = () => guest.post(`${api.invitations}/${id}/respond`, { status: 'declined' });

    await audience.hears(decline, { ...toReaders('invitation:answered'), guest: ['invitation:answered'] });

    expect(audience.payloads('member', 'invitation:answered')).toMatchObject([{ invitation: { status: 'declined' } }]);
  });

  test('a withdrawn invitation, to the invitee and to those who may read it', async () => {
    await shareWith(owner, folder.id, adder, onlyNotShare);
    const { id } = await inviteTo(member, folder.id, guest);
    const withdraw = () => owner.delete(`${api.invitations}/${id}`);

    await audience.hears(withdraw, { ...toReaders('invitation:withdrawn'), guest: ['invitation:withdrawn'] });

    expect(audience.payloads('guest', 'invitation:withdrawn')).toMatchObject([{ invitation: { id } }]);
    expect(audience.payloads('member', 'invitation:withdrawn')).toMatchObject([{ invitation: { id } }]);
  });

  test('invitations, to a member only while they may share', async () => {
    const [share] = (await owner.get(`${path()}/shares`)).body;
    await owner.put(`${api.shares}/${share.id}/permissions`, onlyNotShare);
    const ofOwner = { owner: ['invitation:sent'], 'owner elsewhere': ['invitation:sent'] };

    await audience.hears(() => inviteTo(owner, folder.id, guest), { ...ofOwner, guest: ['invitation:received'] });
    await owner.put(`${api.shares}/${share.id}/permissions`, only('canShare'));

    await audience.hears(() => inviteTo(owner, folder.id, adder), {
      ...toReaders('invitation:sent'),
      adder: ['invitation:received'],
    });
  });
});
