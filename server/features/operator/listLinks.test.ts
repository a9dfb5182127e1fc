import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { InvitationLink, ListLink } from '../../../common/schemas/invitationLink.ts';
import { SessionModel } from '../../platform/session/session.ts';
import { confirm, createFolder, only, type Person, shareWith, signUp, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';

const server = setUpServer();
let operator: Person;
/** Owns the list. */
let ana: Person;
/** A member who may invite. */
let ben: Person;
let folder: Folder;

beforeAll(async () => {
  operator = await signUp(server, 'Olga');
});
beforeEach(async () => {
  [ana, ben] = (await Promise.all([signUp(server), signUp(server, 'Ben')])) as [Person, Person];
  folder = await createFolder(ana, 'Friday nights');
  await shareWith(ana, folder.id, ben, only('canShare'));
});

const linkBy = async (person: Person): Promise<InvitationLink> =>
  (await person.post(`/api/folders/${folder.id}/invitation-links`, { ...only(), maxUses: null })).body;
const listed = async (): Promise<ListLink[]> => (await operator.get('/api/admin/list-links')).body;
const end = (id: string) => operator.delete(`/api/admin/list-links/${id}`);
const hide = () => ana.put(`/api/folders/${folder.id}/visibility`, { visibility: 'nobody' });

describe('operators see the links of all lists', () => {
  test('with who made them, for how many and until when, and without what opens the list', async () => {
    const link = await linkBy(ben);

    const [shown] = await listed();

    expect(shown).toEqual({
      id: link.id,
      maxUses: null,
      uses: 0,
      createdAt: link.createdAt,
      expiresAt: link.expiresAt,
      createdBy: expect.objectContaining({ id: ben.user.id }),
      list: { id: folder.id, name: 'Friday nights' },
      state: 'active',
    });
    expect(JSON.stringify(shown)).not.toContain(link.token);
  });

  test('with the name of a list only where they may see the list', async () => {
    await linkBy(ben);
    await hide();
    expect((await listed())[0]?.list).toEqual({ id: folder.id, name: null });

    await shareWith(ana, folder.id, operator);
    expect((await listed())[0]?.list).toEqual({ id: folder.id, name: 'Friday nights' });
  });

  test('the latest first, in pages, and neither ended ones nor those of operators', async () => {
    const [first, second, third] = [await linkBy(ana), await linkBy(ben), await linkBy(ben)];
    await ben.delete(`/api/invitation-links/${second.id}`);
    await operator.post('/api/admin/invitation-links', {});

    const page = await operator.get('/api/admin/list-links?limit=1');
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.link ?? '')?.[1] ?? '';

    expect(page.body.map(({ id }: ListLink) => id)).toEqual([third.id]);
    expect((await operator.get(next)).body.map(({ id }: ListLink) => id)).toEqual([first.id]);
  });

  test('and which of them are suspended', async () => {
    const link = await linkBy(ben);
    const state = async () => (await listed()).find(({ id }) => id === link.id)?.state;

    await operator.post(`/api/admin/accounts/${ana.user.id}/disable`);
    expect(await state()).toBe('suspended');

    await operator.post(`/api/admin/accounts/${ana.user.id}/enable`);
    expect(await state()).toBe('active');
  });
});

describe('an operator ends the link of a list', () => {
  test('at once, in open tabs too, and its maker reads that in the security log', async () => {
    const link = await linkBy(ben);
    await hide();
    const tab = await openTab(server, ana);

    expect((await end(link.id)).status).toBe(204);

    expect(await tab.next('invitation-links:changed')).toEqual({ folderId: folder.id, links: [] });
    expect((await visitor(server).get(`/api/invitation-links/${link.token}/offer`)).status).toBe(404);
    expect((await ben.get('/api/user/security-events')).body[0]).toMatchObject({
      type: 'list-link-ended',
      isByOther: true,
      detail: null,
    });
    expect((await end(link.id)).status).toBe(404);
    tab.close();
  });

  test('only with a fresh sign-in', async () => {
    const link = await linkBy(ben);
    const ownSessions = { 'session.userId': operator.user.id };
    await SessionModel.updateMany(ownSessions, { $set: { 'session.startedAt': Date.now() - 11 * 60_000 } });

    expect((await end(link.id)).body.code).toBe('fresh_sign_in_required');

    operator = await confirm(server, operator);
    expect((await end(link.id)).status).toBe(204);
  });

  test('but no operator’s link by this call', async () => {
    const { id } = (await operator.post('/api/admin/invitation-links', { listId: null })).body;

    expect((await end(id)).status).toBe(404);
    expect((await operator.delete(`/api/admin/invitation-links/${id}`)).status).toBe(204);
  });
});
