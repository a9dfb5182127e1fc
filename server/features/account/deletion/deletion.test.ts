import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { allFlags } from '../../../../common/permissions.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import {
  addItem,
  createFolder,
  inviteTo,
  PASSWORD,
  type Person,
  shareWith,
  signUp,
  titleFacts,
} from '../../../testing/people.ts';
import { recordPlay } from '../../../testing/plays.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { countCleanups, startCleanup } from '../../folders/cleanup.ts';
import { FolderModel } from '../../folders/model/folder.model.ts';
import { UserModel } from '../../users/user.model.ts';
import { beginDeletion, disableAccount } from '../accountChanges.service.ts';
import { deleteAccount, resumeDeletions, startResumingDeletions } from './deletion.service.ts';

const server = setUpServer();
let eve: Person;
let ben: Person;

beforeAll(async () => {
  // The first account is the operator's, and stays.
  await signUp(server, 'Operator');
});
beforeEach(async () => {
  [eve, ben] = await Promise.all([signUp(server, 'Evelina', 'Untold'), signUp(server, 'Ben')]);
});

const deleteEve = (lists: object[] = []) =>
  eve.delete('/api/user', { currentPassword: PASSWORD, lists }).then(({ status }) => expect(status).toBe(204));

/** All entries that are still stored, as text. */
async function storedEntries(): Promise<string> {
  return JSON.stringify(await OutboxModel.collection.find().toArray());
}

/** Lets the background work of deletions end, as a node does within minutes. */
async function finishCleanup(): Promise<void> {
  const cleanup = startCleanup({ lookMs: 5, retryMs: 5 });
  while ((await countCleanups()) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await cleanup.stop();
}

async function makeList(name: string, note: string): Promise<string> {
  const list = await createFolder(eve, name);
  const item = await addItem(eve, list.id);
  await eve.patch(`/api/watchlist/${item.id}/note`, { note }).expect(200);
  return list.id;
}

test('a deleted account leaves no review, name, address or private list in the log', async () => {
  await makeList('Hidden plans', 'A private thought');
  const thrownAway = await makeList('Thrown away', 'An old thought');
  await eve.delete(`/api/folders/${thrownAway}`).expect(204);
  await eve.post('/api/reviews', { ...titleFacts(), rating: 5, comment: 'Words for myself' }).expect(201);
  await inviteTo(eve, (await createFolder(eve, 'An offer')).id, ben);
  const before = await storedEntries();

  await deleteEve();
  await finishCleanup();

  const after = await storedEntries();
  const texts = ['Words for myself', 'Untold', eve.user.email, 'Hidden plans', 'A private thought', 'Thrown away'];
  for (const text of [...texts, 'An old thought', 'An offer']) {
    expect(before).toContain(text);
    expect(after).not.toContain(text);
  }
});

test('the others still hear what the deletion changes for them', async () => {
  const dropped = await makeList('For two', 'A note');
  await shareWith(eve, dropped, ben, allFlags);
  const { id: offered } = await createFolder(eve, 'An offer');
  const tab = await openTab(server, ben);
  await inviteTo(eve, offered, ben);

  await deleteEve([{ listId: dropped, newOwnerId: null }]);
  await finishCleanup();

  expect(await tab.next('folder:gone')).toEqual({ folderId: dropped, reason: 'deleted' });
  expect((await tab.next('invitation:withdrawn')).invitation.folderId).toBe(offered);
  tab.close();
});

test('an account is deleted although the owner of a shared list deletes that list at the same time', async () => {
  const { id } = await createFolder(ben);
  await shareWith(ben, id, eve);
  // What the deletion finds between its two reads.
  await FolderModel.deleteOne({ _id: id });

  await deleteEve();
});

test('two nodes can finish the deletion of the same account', async () => {
  const choices = [];
  for (let n = 0; n < 8; n += 1) {
    const listId = await makeList(`List ${n}`, 'A note');
    if (n % 3 > 0) await shareWith(eve, listId, ben, allFlags);
    if (n % 3 === 2) choices.push({ listId, newOwnerId: null });
  }
  await beginDeletion(eve.user.id, { choices });

  await Promise.all([deleteAccount(eve.user.id), deleteAccount(eve.user.id)]);

  expect(await UserModel.findById(eve.user.id)).toBeNull();
  expect(await FolderModel.countDocuments({ userId: eve.user.id })).toBe(0);
});

describe('a list that is handed over', () => {
  const seenOf = async (viewer: Person, owner: Person): Promise<string[]> => {
    const { body } = await viewer.get(`/api/users/${owner.user.id}/folders`).expect(200);
    return body.map(({ name }: { name: string }) => name);
  };

  test.each(['nobody', 'shared'])(
    'is shown to the same people as before (%s), although its new owner shows lists to everyone',
    async (listsFor) => {
      const stranger = await signUp(server, 'Stranger');
      await shareWith(eve, await makeList('Private', 'A note'), ben, allFlags);
      await eve.patch('/api/user/privacy', { listsFor }).expect(200);

      await deleteEve();

      expect(await seenOf(ben, ben)).toEqual(['Private']);
      expect(await seenOf(stranger, ben)).toEqual([]);
    },
  );

  test('is shown to as few as its new owner shows lists to', async () => {
    const stranger = await signUp(server, 'Stranger');
    await shareWith(eve, await makeList('Open', 'A note'), ben, allFlags);
    await ben.patch('/api/user/privacy', { listsFor: 'nobody' }).expect(200);

    await deleteEve();

    expect(await seenOf(stranger, ben)).toEqual([]);
  });
});

test('the logs of lists that others keep still have what the person did there', async () => {
  const list = await createFolder(ben, 'Of Ben');
  await shareWith(ben, list.id, eve, allFlags);
  const { title } = await addItem(eve, list.id);

  await deleteEve();
  await finishCleanup();

  const { changes } = (await ben.get(`/api/folders/${list.id}/changes`).expect(200)).body;
  const added = changes.find(({ type }: { type: string }) => type === 'item:added');
  expect(added.item.title).toBe(title);
});

test('the answer says how many lists, reviews and plays would be deleted', async () => {
  const { id } = await createFolder(eve, 'For two');
  await shareWith(eve, id, ben);
  await createFolder(eve, 'Alone');
  await eve.post('/api/reviews', { tmdbId: 603, mediaType: 'movie', rating: 4 }).expect(201);
  await recordPlay(eve);

  expect((await eve.get('/api/user/deletion').expect(200)).body).toMatchObject({
    sharedLists: [{ id, name: 'For two', members: [{ id: ben.user.id }] }],
    ownLists: 3,
    reviews: 1,
    plays: 2,
  });
  const fresh = await signUp(server, 'Fay');
  expect((await fresh.get('/api/user/deletion')).body).toEqual({ sharedLists: [], ownLists: 1, reviews: 0, plays: 0 });
});

test('a deletion that was interrupted goes on at the next start, and hands lists over', async () => {
  const { id } = await createFolder(eve, 'For two');
  await shareWith(eve, id, ben);
  await beginDeletion(eve.user.id);
  expect((await eve.get('/api/auth/user')).status).toBe(401);

  await resumeDeletions();

  expect((await ben.get(`/api/folders/${id}`)).body.userId).toBe(ben.user.id);
  expect(await UserModel.exists({ _id: eve.user.id })).toBeNull();
});

test('a deletion that is interrupted while nodes run goes on without a start', async () => {
  const resuming = startResumingDeletions(5);
  await beginDeletion(eve.user.id);

  while (await UserModel.exists({ _id: eve.user.id })) await new Promise((resolve) => setTimeout(resolve, 5));

  await resuming.stop();
});

test('a deletion that was interrupted goes on with what its user has chosen for each list', async () => {
  const deleted = await createFolder(eve, 'To delete');
  const handedOver = await createFolder(eve, 'For Cleo');
  const cleo = await signUp(server, 'Cleo');
  for (const { id } of [deleted, handedOver]) {
    await shareWith(eve, id, ben, allFlags);
    await shareWith(eve, id, cleo);
  }
  const choices = [
    { listId: deleted.id, newOwnerId: null },
    { listId: handedOver.id, newOwnerId: cleo.user.id },
  ];
  await beginDeletion(eve.user.id, { choices });
  // As an operator would who tries to finish it.
  await beginDeletion(eve.user.id);

  await resumeDeletions();

  await ben.get(`/api/folders/${deleted.id}`).expect(404);
  expect((await ben.get(`/api/folders/${handedOver.id}`)).body.userId).toBe(cleo.user.id);
});

describe('a list is handed over to', () => {
  let listId: string;
  let cleo: Person;

  beforeEach(async () => {
    cleo = await signUp(server, 'Cleo');
    listId = (await createFolder(eve, 'For three')).id;
    await shareWith(eve, listId, ben, allFlags);
    await shareWith(eve, listId, cleo);
  });
  const ownerOf = async () => (await cleo.get(`/api/folders/${listId}`).expect(200)).body.userId;

  test('a member who can use it, before one with more rights whose account is disabled', async () => {
    await disableAccount(ben.user.id);
    expect((await eve.get('/api/user/deletion').expect(200)).body.sharedLists).toMatchObject([
      { members: [{ id: cleo.user.id }, { id: ben.user.id }] },
    ]);

    await deleteEve();

    expect(await ownerOf()).toBe(cleo.user.id);
  });

  test('another member if the chosen one deletes their account too', async () => {
    await beginDeletion(ben.user.id);

    await deleteEve([{ listId, newOwnerId: ben.user.id }]);

    expect(await ownerOf()).toBe(cleo.user.id);
  });

  test('a member whose account is disabled if there is no other', async () => {
    await disableAccount(ben.user.id);
    await cleo.delete(`/api/folders/${listId}/leave`).expect(204);

    await deleteEve();

    const folder = await FolderModel.findById(listId).lean();
    expect(String(folder?.userId)).toBe(ben.user.id);
  });
});
