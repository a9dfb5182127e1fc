import { beforeEach, describe, expect, test } from '@jest/globals';
import mongoose, { Types } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { families, familyKeys } from '../../../common/families.ts';
import { allFlags } from '../../../common/permissions.ts';
import type { Change } from '../../../common/schemas/changes.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Share } from '../../../common/schemas/share.ts';
import {
  addItem,
  createFolder,
  inviteTo,
  only,
  PASSWORD,
  type Person,
  shareWith,
  signUp,
} from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { FolderModel } from './model/folder.model.ts';

const server = setUpServer();
let owner: Person;
let member: Person;
let viewer: Person;
let folder: Folder;
let itemId: string;

beforeEach(async () => {
  [owner, member, viewer] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Max'), signUp(server, 'Vera')]);
  folder = await createFolder(owner, 'Noir');
  await shareWith(owner, folder.id, member, allFlags);
  await shareWith(owner, folder.id, viewer, only());
  itemId = (await addItem(member, folder.id)).id;
});

const path = (rest = '') => `/api/folders/${folder.id}${rest}`;
const restore = (who = owner) => who.post(path('/restore'), {});
const deletedOf = async (who: Person) => (await who.get('/api/deleted-folders')).body;

describe.each(familyKeys)('a deleted %s', (key) => {
  const { lists, deleted } = families[key].api;

  test('can be restored by its owner for 30 days', async () => {
    await owner.delete(`${lists}/${folder.id}`);

    const [kept, ...others] = (await owner.get(deleted)).body;
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ id: folder.id, name: 'Noir', itemCount: 1, memberCount: 2 });
    const days = (Date.parse(kept.expiresAt) - Date.parse(kept.deletedAt)) / (24 * 60 * 60 * 1000);
    expect(days).toBe(30);
    const answer = await owner.post(`${lists}/${folder.id}/restore`, {});

    expect(answer.status).toBe(200);
    const { memberIds: _ids, ...now } = (await owner.get(`${lists}/${folder.id}`)).body;
    expect(answer.body).toEqual(now);
    expect(answer.body).toMatchObject({ id: folder.id, name: 'Noir', createdAt: folder.createdAt, memberCount: 2 });
    expect((await owner.get(deleted)).body).toEqual([]);
  });
});

describe('a restored list', () => {
  test('has its titles, members with their rights, and its log without a gap (P2)', async () => {
    const sharesBefore = (await owner.get(path('/shares'))).body;
    const itemsBefore = (await owner.get(path('/items'))).body;
    await owner.delete(path());

    await restore();

    expect((await owner.get(path('/shares'))).body).toEqual(sharesBefore);
    expect((await viewer.get(path('/items'))).body).toEqual(itemsBefore);
    expect((await viewer.get(path('/permissions'))).body).toEqual({ ...only(), isOwner: false });
    const { changes } = (await owner.get(path('/changes?since=0'))).body as { changes: Change[] };
    expect(changes.map(({ rev }) => rev)).toEqual(changes.map((_, index) => index + 1));
    expect(changes.slice(-2).map(({ type }) => type)).toEqual(['folder:deleted', 'folder:restored']);
    expect((await addItem(member, folder.id)).folderId).toBe(folder.id);
  });

  test('is announced to everyone who has it again, and changes are live (P8)', async () => {
    const stranger = await signUp(server);
    const [own, members, strangers] = await Promise.all([owner, member, stranger].map((who) => openTab(server, who)));
    await owner.delete(path());
    expect((await members?.next('folder:gone'))?.reason).toBe('deleted');

    await restore();

    expect((await own?.next('folder:available'))?.folder).toMatchObject({ id: folder.id, memberCount: 2 });
    expect((await members?.next('folder:available'))?.folder).toMatchObject({ id: folder.id, permissions: allFlags });
    await addItem(owner, folder.id);
    expect((await members?.next('folder:changes'))?.changes.at(-1)?.type).toBe('folder:restored');
    expect((await members?.next('folder:changes'))?.changes.at(-1)?.type).toBe('item:added');
    const lost = await strangers?.sync();
    expect(lost?.folders.map(({ id }) => id)).not.toContain(folder.id);
    for (const tab of [own, members, strangers]) tab?.close();
  });

  test('is in the sync of a tab that was away (P17)', async () => {
    const tab = await openTab(server, member);
    const { rev } = (await member.get(path())).body;
    await owner.delete(path());
    expect((await tab.sync({ folders: { [folder.id]: rev }, userRev: 0 })).gone).toEqual([folder.id]);

    await restore();

    const answer = await tab.sync({ folders: { [folder.id]: rev }, userRev: 0 });
    expect(answer.gone).toEqual([]);
    expect(answer.folders.map(({ id }) => id)).toContain(folder.id);
    tab.close();
  });

  test('brings the new names of its members to a tab that was away (P20)', async () => {
    const tab = await openTab(server, viewer);
    const { rev, peopleRev = 0 } = (await viewer.get(path())).body;
    await owner.delete(path());
    await member.put('/api/user/name', { firstName: 'Maximilian', lastName: null });

    await restore();

    const answer = await tab.sync({
      folders: { [folder.id]: rev },
      peopleRevs: { [folder.id]: peopleRev },
      userRev: 0,
    });
    expect(answer.people?.map(({ firstName }) => firstName)).toContain('Maximilian');
    tab.close();
  });

  test('has no member whose account was deleted meanwhile', async () => {
    await owner.delete(path());
    await member.delete('/api/user', { currentPassword: PASSWORD, lists: [] }).expect(204);

    expect((await deletedOf(owner))[0]).toMatchObject({ memberCount: 1 });
    expect((await restore()).body).toMatchObject({ memberCount: 1 });
    const shares: Share[] = (await owner.get(path('/shares'))).body;
    expect(shares.map(({ sharedWithUserId }) => sharedWithUserId)).toEqual([viewer.user.id]);
  });

  test('can be deleted and restored again', async () => {
    for (let round = 0; round < 2; round += 1) {
      expect((await owner.delete(path())).status).toBe(204);
      expect((await restore()).status).toBe(200);
    }
    expect((await member.get(path('/items'))).body).toHaveLength(1);
  });

  test('is restored once: the same key gets the same answer, another request finds nothing', async () => {
    await owner.delete(path());
    const key = '0b5c9f3e-3f0f-4a34-8f0e-6d1c1f1f2a02';

    const first = await restore().set('Idempotency-Key', key);
    const again = await restore().set('Idempotency-Key', key);
    const other = await restore();

    expect([first.status, again.status, other.status]).toEqual([200, 200, 404]);
    expect(again.body).toEqual(first.body);
  });

  test('needs room among the lists of its owner', async () => {
    await owner.delete(path());
    const userId = new Types.ObjectId(owner.user.id);
    const others = Array.from({ length: limits.listsPerPerson }, () => ({
      name: 'x',
      userId,
      kind: 'normal' as const,
    }));
    await FolderModel.insertMany(others);

    const refused = await restore();
    await FolderModel.deleteOne({ userId, name: 'x' });
    const answer = await restore();

    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
    expect(answer.status).toBe(200);
  });
});

describe('while it is deleted, a list', () => {
  test('is not found by anyone, in any way', async () => {
    const link = (await owner.post(path('/invitation-links'), { maxUses: null })).body;
    const invited = await signUp(server);
    const invitation = await inviteTo(owner, folder.id, invited);
    await owner.delete(path());

    for (const who of [owner, member, viewer]) {
      for (const rest of ['', '/items', '/permissions', '/changes', '/shares', '/invitations', '/owner']) {
        expect([rest, (await who.get(path(rest))).status]).toEqual([rest, 404]);
      }
      const seen = [...(await who.get('/api/folders')).body, ...(await who.get('/api/shared-folders')).body];
      expect(seen.map(({ id }: Folder) => id)).not.toContain(folder.id);
      expect((await who.get('/api/watchlist')).body).toEqual([]);
      expect((await who.get(`/api/users/${owner.user.id}/folders`)).body).toEqual([]);
      expect((await who.patch(`/api/watchlist/${itemId}/watched`, { watched: true })).status).toBe(404);
      expect((await who.put(path(), { name: 'New' })).status).toBe(404);
    }
    expect((await invited.get('/api/folder-invitations')).body).toEqual([]);
    const respond = `/api/folder-invitations/${invitation.id}/respond`;
    expect((await invited.post(respond, { status: 'accepted' })).status).toBe(404);
    await restore();
    expect((await invited.get(`/api/invitation-links/${link.token}/offer`)).status).toBe(404);
    expect((await invited.post(respond, { status: 'accepted' })).status).toBe(404);
  });

  test('is listed for and restored by its owner alone', async () => {
    await owner.delete(path());

    expect(await deletedOf(member)).toEqual([]);
    expect((await restore(member)).status).toBe(404);
    expect((await owner.post('/api/folders/nope/restore', {})).status).toBe(404);
    expect(await deletedOf(owner)).toHaveLength(1);
  });

  test('cannot be restored once its time is over', async () => {
    await owner.delete(path());
    const filter = { _id: new Types.ObjectId(folder.id) };
    const past = new Date('2020-01-01');
    await mongoose.connection.collection('deletedfolders').updateOne(filter, { $set: { expiresAt: past } });
    await mongoose.connection.collection('sweeps').updateOne(filter, { $set: { dueAt: past } });

    expect(await deletedOf(owner)).toEqual([]);
    expect((await restore()).status).toBe(404);
  });

  test('makes room for later ones when too many are kept', async () => {
    await owner.delete(path());
    for (let count = 0; count < limits.deletedListsPerPerson; count += 1) {
      const { id } = await createFolder(owner);
      await owner.delete(`/api/folders/${id}`);
    }

    const kept: { id: string }[] = await deletedOf(owner);

    expect(kept).toHaveLength(limits.deletedListsPerPerson);
    expect(kept.map(({ id }) => id)).not.toContain(folder.id);
    expect((await restore()).status).toBe(404);
  });
});
