import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { InstanceLink } from '../../../common/schemas/invitationLink.ts';
import { storeInstance } from '../../platform/instance/instance.model.ts';
import { createFolder, only, PASSWORD, type Person, shareWith, signUp, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { signUpOperator } from '../../testing/stage.ts';
import { openTab } from '../../testing/tabs.ts';
import { LinkModel } from '../folders/model/link.model.ts';
import { createInstanceLink } from '../folders/sharing/links/instanceLink.service.ts';

const server = setUpServer({ env: { REGISTRATION: '' } });
/** Keeps the role. */
let operator: Person;
/** An operator who loses it. */
let ana: Person;
let folder: Folder;

beforeAll(async () => {
  operator = await signUp(server, 'Olga');
});
beforeEach(async () => {
  await storeInstance({ registration: 'open', canMembersInvite: false });
  ana = await signUpOperator(server);
  folder = await createFolder(ana, 'Friday nights');
  await storeInstance({ registration: 'invite' });
});

const linkBy = async (person: Person, body: object = {}): Promise<InstanceLink & { token: string }> =>
  (await person.post('/api/admin/invitation-links', { maxUses: 5, ...body })).body;
const register = async (invitation: string) =>
  (
    await visitor(server).post('/api/auth/register', {
      email: `${randomUUID()}@example.com`,
      password: PASSWORD,
      invitation,
    })
  ).status;
const offer = async (token: string) => (await visitor(server).get(`/api/invitation-links/${token}/offer`)).status;
const account = (what = '') => `/api/admin/accounts/${ana.user.id}${what}`;
const takeRole = () => operator.delete(account('/operator'));
const giveRole = () => operator.put(account('/operator'));

describe('an operator’s links end with the role', () => {
  test.each([
    ['taken', () => takeRole()],
    ['lost with a disabled account', () => operator.post(account('/disable'))],
    ['lost with a deleted account', () => operator.delete(account())],
  ])('that is %s', async (_how, lose) => {
    const [plain, carrying, other] = [
      await linkBy(ana),
      await linkBy(ana, { listId: folder.id }),
      await linkBy(operator),
    ];

    expect((await lose()).status).toBe(204);

    expect(await Promise.all([plain, carrying, other].map(({ token }) => register(token)))).toEqual([403, 403, 201]);
    expect(await Promise.all([plain, carrying].map(({ token }) => offer(token)))).toEqual([404, 404]);
    expect(await LinkModel.countDocuments({ createdByUserId: ana.user.id })).toBe(0);
    await operator.delete(`/api/admin/invitation-links/${other.id}`);
  });

  test('for good, also when the person becomes an operator again', async () => {
    const { token } = await linkBy(ana);

    await takeRole();
    await giveRole();

    expect([await offer(token), await register(token)]).toEqual([404, 403]);
  });

  test('and the links to lists that they made as members stay', async () => {
    const link = (await ana.post(`/api/folders/${folder.id}/invitation-links`, only())).body;

    await takeRole();

    expect(await offer(link.token)).toBe(200);
  });

  test('in open tabs of the list too', async () => {
    await storeInstance({ registration: 'open' });
    const ben = await signUp(server, 'Ben');
    await shareWith(ana, folder.id, ben, only('canShare'));
    await linkBy(ana, { listId: folder.id });
    const tab = await openTab(server, ben);

    await takeRole();

    expect(await tab.next('invitation-links:changed')).toEqual({ folderId: folder.id, links: [] });
    tab.close();
  });

  test.each([
    ['with a list', () => folder.id],
    ['without one', () => null],
  ])('and none is made %s at the moment at which the role is taken', async (_kind, listId) => {
    await takeRole();

    // The check before the transaction has passed already.
    const made = createInstanceLink({ userId: ana.user.id }, { listId: listId(), maxUses: 1, validDays: 1 });

    await expect(made).rejects.toMatchObject({ code: 'forbidden' });
  });
});

test('an operator’s link into a list is shown to other operators without what opens it', async () => {
  const [plain, carrying] = [await linkBy(ana), await linkBy(ana, { listId: folder.id })];
  const tokensFor = async (person: Person) => {
    const links: InstanceLink[] = (await person.get('/api/admin/invitation-links')).body;
    return [plain, carrying].map(({ id }) => links.find((link) => link.id === id)?.token);
  };

  expect(await tokensFor(ana)).toEqual([plain.token, carrying.token]);
  expect(await tokensFor(operator)).toEqual([plain.token, null]);
  expect((await operator.delete(`/api/admin/invitation-links/${carrying.id}`)).status).toBe(204);
});
