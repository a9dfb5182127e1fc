import { beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../../../common/constants.ts';
import { allFlags } from '../../../../../common/permissions.ts';
import type { Folder } from '../../../../../common/schemas/folder.ts';
import type { InvitationLink } from '../../../../../common/schemas/invitationLink.ts';
import {
  addItem,
  createFolder,
  inviteTo,
  only,
  type Person,
  shareWith,
  signUp,
  visitor,
} from '../../../../testing/people.ts';
import { setUpServer } from '../../../../testing/server.ts';
import { openTab } from '../../../../testing/tabs.ts';
import { ShareModel } from '../../model/folder.model.ts';
import { LinkModel } from '../../model/link.model.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let cleo: Person;
let folder: Folder;

beforeEach(async () => {
  [ana, ben, cleo] = await Promise.all([signUp(server), signUp(server, 'Ben'), signUp(server, 'Cleo')]);
  folder = await createFolder(ana, 'Friday nights');
});

const create = (person: Person, body: object = {}) => person.post(`/api/folders/${folder.id}/invitation-links`, body);
const linkBy = async (person: Person, body: object = {}): Promise<InvitationLink> => (await create(person, body)).body;
const join = (person: Person, { token }: Pick<InvitationLink, 'token'>) =>
  person.post(`/api/invitation-links/${token}/join`);
const linksOf = async (person: Person): Promise<InvitationLink[]> =>
  (await person.get(`/api/folders/${folder.id}/invitation-links`)).body;
const listsOf = async (person: Person): Promise<Folder[]> => (await person.get('/api/shared-folders')).body;
const shareIdOf = async (person: Person) =>
  (await ana.get(`/api/folders/${folder.id}/shares`)).body.find(
    ({ sharedWithUserId }: { sharedWithUserId: string }) => sharedWithUserId === person.user.id,
  ).id;

describe('an invitation link', () => {
  test('says what it offers to anyone who has it, also without an account', async () => {
    const { token, expiresAt } = await linkBy(ana, only('canAdd'));

    const { status, body } = await visitor(server).get(`/api/invitation-links/${token}/offer`);

    const { email: _email, createdAt: _createdAt, ...createdBy } = ana.user;
    expect(status).toBe(200);
    expect(body).toEqual({
      ...only('canAdd'),
      instanceName: 'Marquee',
      admitsNewcomers: true,
      listName: 'Friday nights',
      itemCount: 0,
      memberCount: 0,
      posters: [],
      createdBy: expect.objectContaining({ id: createdBy.id }),
      expiresAt,
    });
  });

  test('shows the first posters of the list, and nothing that members wrote', async () => {
    await addItem(ana, folder.id, { title: 'Without a poster', posterPath: null });
    const first = await addItem(ana, folder.id, { title: 'Film 0' });
    for (let added = 1; added < limits.offeredPosters; added += 1)
      await addItem(ana, folder.id, { title: `Film ${added}` });
    await addItem(ana, folder.id, { title: 'One more' });
    await ana.patch(`/api/watchlist/${first.id}/note`, { note: 'For Ben’s birthday' });
    const { token } = await linkBy(ana);

    const { body } = await visitor(server).get(`/api/invitation-links/${token}/offer`);

    expect(body.posters.map(({ title }: { title: string }) => title)).toEqual([
      'Film 0',
      'Film 1',
      'Film 2',
      'Film 3',
      'Film 4',
    ]);
    expect(Object.keys(body.posters[0]).sort()).toEqual(['mediaType', 'posterPath', 'title', 'tmdbId']);
    expect(JSON.stringify(body)).not.toContain('birthday');
  });

  test.each(['x', '%00', 'a%20b', 'Zm9yIGZyaWRheSBuaWdodB'])(
    'is not found for a visitor with the token %s',
    async (token) => {
      expect((await visitor(server).get(`/api/invitation-links/${token}/offer`)).status).toBe(404);
    },
  );

  test('makes who uses it a member with its flags, live', async () => {
    const link = await linkBy(ana, only('canAdd', 'canEdit'));
    const tab = await openTab(server, ben);

    const answer = await join(ben, link);

    expect(answer.body).toEqual({ folderId: folder.id, categoryId: folder.id });
    expect((await tab.next('folder:available')).folder).toMatchObject({
      id: folder.id,
      permissions: only('canAdd', 'canEdit'),
      sharedByUser: { id: ana.user.id },
    });
    const { body } = await ana.get(`/api/folders/${folder.id}/changes`);
    expect(body.changes.at(-1)).toMatchObject({ type: 'share:granted', by: { id: ben.user.id } });
    tab.close();
  });

  test('for one person ends with its first use', async () => {
    const link = await linkBy(ana);

    const answers = await Promise.all([join(ben, link), join(cleo, link)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await linksOf(ana)).toEqual([]);
    expect((await visitor(server).get(`/api/invitation-links/${link.token}/offer`)).status).toBe(404);
  });

  test('for any number of people counts them, and members only once', async () => {
    const link = await linkBy(ana, { maxUses: null });

    expect((await join(ben, link)).status).toBe(200);
    expect((await join(ben, link)).status).toBe(200);
    expect((await join(ana, link)).status).toBe(200);
    expect((await join(cleo, link)).status).toBe(200);

    expect(await linksOf(ana)).toMatchObject([{ id: link.id, uses: 2 }]);
  });

  test('is not valid after its time', async () => {
    const link = await linkBy(ana);
    await LinkModel.updateOne({ _id: link.id }, { $set: { expiresAt: new Date(Date.now() - 1) } });

    expect((await join(ben, link)).status).toBe(404);
    expect(await linksOf(ana)).toEqual([]);
    expect(await listsOf(ben)).toEqual([]);
  });

  test('settles an invitation that waits for an answer', async () => {
    const invitation = await inviteTo(ana, folder.id, ben);

    await join(ben, await linkBy(ana));

    expect((await ben.get('/api/folder-invitations')).body).toEqual([]);
    expect((await ben.post(`/api/folder-invitations/${invitation.id}/respond`, { status: 'accepted' })).status).toBe(
      404,
    );
    expect(await listsOf(ben)).toHaveLength(1);
  });

  test('is shown live to those who may invite, and to nobody else', async () => {
    await shareWith(ana, folder.id, ben, only('canShare', 'canAdd'));
    await shareWith(ana, folder.id, cleo, only('canAdd'));
    const [bens, cleos] = [await openTab(server, ben), await openTab(server, cleo)];

    const link = await linkBy(ana, { maxUses: null });

    expect(await bens.next('invitation-links:changed')).toEqual({ folderId: folder.id, links: [link] });
    expect((await ana.delete(`/api/invitation-links/${link.id}`)).status).toBe(204);
    expect((await bens.next('invitation-links:changed', ({ links }) => links.length === 0)).links).toEqual([]);
    expect(cleos.heard.filter(({ event }) => event === 'invitation-links:changed')).toEqual([]);
    bens.close();
    cleos.close();
  });
});

describe('making and ending links', () => {
  test('cannot give more than its maker has', async () => {
    await shareWith(ana, folder.id, ben, only('canShare'));

    expect((await create(ben, allFlags)).status).toBe(403);
    expect((await create(ben, only('canShare'))).status).toBe(201);
  });

  test('shows a member only links that give no more than the member has, also live', async () => {
    await shareWith(ana, folder.id, ben, only('canShare', 'canAdd'));
    const tab = await openTab(server, ben);
    const narrow = await linkBy(ana, only('canAdd'));
    await tab.next('invitation-links:changed');
    const wide = await linkBy(ana, only('canAdd', 'canManage'));

    expect((await tab.next('invitation-links:changed')).links).toEqual([narrow]);
    expect(await linksOf(ben)).toEqual([narrow]);
    expect((await linksOf(ana)).map(({ id }) => id)).toEqual([narrow.id, wide.id]);
    tab.close();
  });

  test.each([
    ['no one', { maxUses: 0 }],
    ['a fraction of a day', { validDays: 0.5 }],
    ['longer than the limit', { validDays: limits.linkDays + 1 }],
    ['people who cannot view', { canView: false }],
  ])('refuses a link for %s', async (_case, body) => {
    expect((await create(ana, body)).status).toBe(400);
  });

  test('stops at the limit of a list', async () => {
    for (let made = 0; made < limits.linksPerList; made += 1) await create(ana);

    expect((await create(ana)).body.code).toBe('limit_reached');
  });

  test('is refused for Reviewed', async () => {
    await ana.post('/api/reviews', { tmdbId: 949, mediaType: 'movie', title: 'Heat', rating: 4 });
    const { body: lists } = await ana.get('/api/folders');
    const reviewed = lists.find(({ isReviewed }: Folder) => isReviewed);

    expect((await ana.post(`/api/folders/${reviewed.id}/invitation-links`, {})).status).toBe(409);
  });

  test('ends a member’s links with the right that they need', async () => {
    await shareWith(ana, folder.id, ben, only('canShare', 'canAdd'));
    const [wide, narrow] = [await linkBy(ben, only('canAdd')), await linkBy(ben, only())];

    await ana.put(`/api/folder-shares/${await shareIdOf(ben)}/permissions`, only('canShare'));
    expect((await linksOf(ana)).map(({ id }) => id)).toEqual([narrow.id]);
    expect((await join(cleo, wide)).status).toBe(404);

    await ben.delete(`/api/folders/${folder.id}/leave`);
    expect(await linksOf(ana)).toEqual([]);
    expect((await join(cleo, narrow)).status).toBe(404);
  });

  test('opens nothing for a link that is stored without the rights of its maker', async () => {
    await shareWith(ana, folder.id, ben, only('canShare', 'canAdd'));
    const link = await linkBy(ben, only('canAdd'));
    const store = (flags: object) => ShareModel.updateOne({ folderId: folder.id, userId: ben.user.id }, flags);

    await store({ canShare: false });
    expect((await join(cleo, link)).status).toBe(404);
    await store({ canShare: true, canAdd: false });
    expect((await join(cleo, link)).status).toBe(404);
    await ShareModel.deleteOne({ folderId: folder.id, userId: ben.user.id });
    expect((await join(cleo, link)).status).toBe(404);
    expect(await listsOf(cleo)).toEqual([]);
  });

  test('ends every link with the list', async () => {
    const link = await linkBy(ana);

    await ana.delete(`/api/folders/${folder.id}`);

    expect((await join(ben, link)).status).toBe(404);
    expect(await LinkModel.countDocuments({ token: link.token })).toBe(0);
  });
});
