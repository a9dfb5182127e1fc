import { beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { allFlags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { addItem, createFolder, inviteTo, type Person, signUp, titleFacts } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { FolderModel, ShareModel } from '../model/folder.model.ts';
import { InvitationModel } from '../model/invitation.model.ts';
import { ItemModel } from '../model/item.model.ts';

const server = setUpServer();
let ana: Person;
let folder: Folder;

// RATE_LIMIT is 0 here. Quotas still apply.
beforeEach(async () => {
  ana = await signUp(server);
  folder = await createFolder(ana);
});

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const idOf = (person: Person) => new Types.ObjectId(person.user.id);
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const refused = (what: RegExp) => ({ code: 'limit_reached', error: expect.stringMatching(what) });

describe('lists', () => {
  const fillUpTo = (count: number) =>
    FolderModel.insertMany(
      times(count - 1, (index) => ({ name: `List ${index}`, userId: idOf(ana), kind: 'normal' as const })),
    );

  test('are limited to 500 per user, Reviewed not counted', async () => {
    await fillUpTo(limits.listsPerPerson - 1);

    const last = await ana.post('/api/folders', { name: 'Last' });
    const over = await ana.post('/api/categories', { name: 'One too many' });

    expect(last.status).toBe(201);
    expect([over.status, over.body]).toEqual([409, refused(/You have 500 lists/)]);
    expect((await (await signUp(server, 'Ben')).post('/api/folders', { name: 'Of another' })).status).toBe(201);
  });

  test('reach exactly the limit when 200 requests come in parallel', async () => {
    await fillUpTo(limits.listsPerPerson - 10);

    const answers = await Promise.all(times(200, (index) => ana.post('/api/folders', { name: `New ${index}` })));

    expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([10, 190]);
    expect(await FolderModel.countDocuments({ userId: ana.user.id, kind: 'normal' })).toBe(limits.listsPerPerson);
  });

  test('can be created again after one is deleted', async () => {
    await fillUpTo(limits.listsPerPerson);
    await ana.delete(`/api/folders/${folder.id}`);

    expect((await ana.post('/api/folders', { name: 'Last' })).status).toBe(201);
  });
});

describe('titles', () => {
  const fillUpTo = (count: number, kind: 'normal' | 'reviewed' = 'normal') =>
    FolderModel.updateOne({ userId: idOf(ana), kind }, { $set: { itemCount: count } });
  const add = () => ana.post('/api/watchlist', { folderId: folder.id, ...titleFacts() });

  test('are limited to exactly 10,000 per list, even when 200 are added in parallel', async () => {
    await fillUpTo(limits.itemsPerList - 10);

    const answers = await Promise.all(times(200, add));

    expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([10, 190]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(refused(/Weekend is full.* 10,000 titles/));
    expect(await ItemModel.countDocuments({ folderId: folder.id })).toBe(10);
  });

  test('cannot be restored into a full list by undo', async () => {
    const item = await addItem(ana, folder.id);
    await ana.delete(`/api/watchlist/${item.id}`);
    const { rev } = (await ana.get(`/api/folders/${folder.id}`)).body;
    await fillUpTo(limits.itemsPerList);

    const answer = await ana.post(`/api/folders/${folder.id}/changes/${rev}/undo`);

    expect(answer.body).toEqual(refused(/is full/));
    expect(await ItemModel.countDocuments({ folderId: folder.id })).toBe(0);
  });

  test('cannot be reviewed when Reviewed is full, and no review is stored without its title', async () => {
    await fillUpTo(limits.itemsPerList, 'reviewed');
    const facts = titleFacts();

    const answer = await ana.post('/api/reviews', { ...facts, rating: 4 });

    expect(answer.body).toEqual(refused(/Reviewed is full/));
    expect((await ana.get(`/api/reviews/my-review/movie/${facts.tmdbId}`)).body).toBeNull();
  });
});

describe('pending invitations', () => {
  const fill = (count: number, who: { invitedUserId?: Types.ObjectId; invitedByUserId?: Types.ObjectId }) =>
    InvitationModel.insertMany(
      times(count, () => ({
        folderId: new Types.ObjectId(),
        invitedUserId: new Types.ObjectId(),
        invitedByUserId: new Types.ObjectId(),
        ...who,
        ...allFlags,
      })),
    );
  const invite = (inviter: Person, folderId: string, invitee: Person) =>
    inviter.post(`/api/folders/${folderId}/invite`, { invitedUserId: invitee.user.id });

  test('are limited to 50 per inviter across lists, even when sent in parallel', async () => {
    await fill(limits.pendingInvitationsPerInviter - 2, { invitedByUserId: idOf(ana) });
    const invitees = await Promise.all(times(8, () => signUp(server, 'Ben')));
    const folders = [folder, await createFolder(ana)];

    const answers = await Promise.all(
      invitees.map((invitee, index) => invite(ana, folders[index % 2]?.id ?? '', invitee)),
    );

    expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([2, 6]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(refused(/^50 of your invitations/));
  });

  test('are limited to 20 per invitee across senders, even when sent in parallel', async () => {
    const ben = await signUp(server, 'Ben');
    await fill(limits.pendingInvitationsPerInvitee - 2, { invitedUserId: idOf(ben) });
    const inviters = await Promise.all(times(8, () => signUp(server, 'Cleo')));
    const folders = await Promise.all(inviters.map((inviter) => createFolder(inviter)));

    const answers = await Promise.all(inviters.map((inviter, index) => invite(inviter, folders[index]?.id ?? '', ben)));

    expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([2, 6]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(refused(/^This person has 20 invitations/));
    const pending = await InvitationModel.countDocuments({ invitedUserId: idOf(ben), status: 'pending' });
    expect(pending).toBe(limits.pendingInvitationsPerInvitee);
  });

  test('that are duplicates are reported as duplicates, not as a full quota', async () => {
    const ben = await signUp(server, 'Ben');
    await inviteTo(ana, folder.id, ben);
    await fill(limits.pendingInvitationsPerInvitee - 1, { invitedUserId: idOf(ben) });

    expect((await invite(ana, folder.id, ben)).body.code).toBe('already_invited');
  });

  test('no longer count once they are answered', async () => {
    const ben = await signUp(server, 'Ben');
    const { id } = await inviteTo(ana, folder.id, ben);
    await fill(limits.pendingInvitationsPerInvitee - 1, { invitedUserId: idOf(ben) });
    await ben.post(`/api/folder-invitations/${id}/respond`, { status: 'declined' });

    expect((await invite(ana, (await createFolder(ana)).id, ben)).status).toBe(201);
  });
});

describe('memberships', () => {
  test('are limited to 1,000 per list', async () => {
    const ben = await signUp(server, 'Ben');
    const { id } = await inviteTo(ana, folder.id, ben);
    await FolderModel.updateOne({ _id: folder.id }, { $set: { memberCount: limits.membersPerList } });

    const answer = await ben.post(`/api/folder-invitations/${id}/respond`, { status: 'accepted' });

    expect(answer.body).toEqual(refused(/shared with 1,000 people/));
    expect((await ben.get('/api/folder-invitations')).body).toMatchObject([{ id, status: 'pending' }]);
  });

  test('are limited to 1,000 per user, even when invitations are accepted in parallel', async () => {
    const ben = await signUp(server, 'Ben');
    await ShareModel.insertMany(
      times(limits.sharedListsPerPerson - 1, () => ({
        folderId: new Types.ObjectId(),
        userId: idOf(ben),
        sharedByUserId: idOf(ana),
        ...allFlags,
      })),
    );
    const folders = [folder, ...(await Promise.all(times(3, () => createFolder(ana))))];
    const invitations = await Promise.all(folders.map(({ id }) => inviteTo(ana, id, ben)));

    const answers = await Promise.all(
      invitations.map(({ id }) => ben.post(`/api/folder-invitations/${id}/respond`, { status: 'accepted' })),
    );

    expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 3]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(refused(/^1,000 lists are shared with you/));
  });
});
