import { beforeAll, describe, expect, test } from '@jest/globals';
import mongoose, { Types } from 'mongoose';
import type { z } from 'zod';
import { allFlags } from '../../../common/permissions.ts';
import type { Change, ChangeType } from '../../../common/schemas/changes.ts';
import { folderCoreSchema } from '../../../common/schemas/folder.ts';
import { invitationSchema } from '../../../common/schemas/invitation.ts';
import { type AddedItem, addItemBody, type Item, itemSchema, type TitleFacts } from '../../../common/schemas/item.ts';
import { reviewSchema } from '../../../common/schemas/review.ts';
import { publicShareSchema, shareSchema } from '../../../common/schemas/share.ts';
import { userSchema } from '../../../common/schemas/user.ts';
import { OutboxModel } from '../../platform/database/outbox.ts';
import { addItem, createFolder, inviteTo, type Person, shareWith, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { updateProfile } from '../users/user.service.ts';
import { FolderModel, ShareModel } from './model/folder.model.ts';
import { InvitationModel } from './model/invitation.model.ts';
import { type ItemDoc, ItemModel, insertItems, type StoredItemState } from './model/item.model.ts';
import { changeFolder } from './writing/changeFolder.ts';

// These tests cover every field of the contract, also fields that are added later.

const server = setUpServer();
let ana: Person;
let ben: Person;
beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(server), signUp(server, 'Ben')]);
});

/** A title with a value in every field. */
const facts: TitleFacts = {
  tmdbId: 949,
  mediaType: 'movie',
  title: 'Heat',
  overview: 'A thief and a detective.',
  posterPath: '/heat.jpg',
  backdropPath: '/street.jpg',
  releaseDate: '1995-12-15',
  voteAverage: 79,
  genres: [28, 80],
  runtime: 170,
};

/** Each field that a request may set, with a value that is not its default. */
const settable: Required<AddedItem> = { ...facts, watched: true };

/** Each field that members change, with a value that is not its default. */
const changedState: Required<StoredItemState> = {
  watched: true,
  watchedByUserId: new Types.ObjectId(),
  userRating: 8,
  note: 'For Friday',
  rank: '8',
};

/** The fields that all stored items have. Items and log entries of earlier versions lack fields that were added later. */
const oldFields = [...Object.keys(facts), 'watched', 'userRating'];

/** The same for lists. */
const oldListFields = ['_id', 'name', 'userId', 'kind', 'itemCount', 'memberCount', 'rev', 'membersRev', 'createdAt'];

const fieldsOf = (schema: z.ZodObject) => Object.keys(schema.shape).sort();

/** The fields that have a value that is not null or empty. */
function filledFields(value: object): string[] {
  const isFilled = (one: unknown) => one !== null && one !== undefined && one !== '' && !isEmptyList(one);
  return Object.entries(value)
    .filter(([, one]) => isFilled(one))
    .map(([name]) => name)
    .sort();
}

/** The update that removes these fields, as if an earlier version had stored the document. */
const without = (names: string[], prefix = '') => ({
  $unset: Object.fromEntries(names.map((name) => [prefix + name, 1])),
});

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

async function lastChange<T extends ChangeType>(folderId: string, type: T): Promise<Extract<Change, { type: T }>> {
  const { body } = await ana.get(`/api/folders/${folderId}/changes?since=0`);
  return (body.changes as Change[]).findLast((change) => change.type === type) as Extract<Change, { type: T }>;
}

async function undoLast(folderId: string): Promise<Change> {
  const { body: folder } = await ana.get(`/api/folders/${folderId}`);
  const answer = await ana.post(`/api/folders/${folderId}/changes/${folder.rev}/undo`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const itemsOf = async (folderId: string): Promise<Item[]> => (await ana.get(`/api/folders/${folderId}/items`)).body;

describe('every field of an item', () => {
  test('is stored, logged and returned', async () => {
    await ana.post('/api/reviews', { ...facts, rating: 4 });
    const { body: folders } = await ana.get('/api/folders');
    const { id } = folders.find(({ isReviewed }: { isReviewed: boolean }) => isReviewed);
    const [reviewed] = await itemsOf(id);
    await ana.patch(`/api/watchlist/${reviewed!.id}/note`, { note: 'For Friday' });
    await ana.patch(`/api/watchlist/${reviewed!.id}/place`, { afterId: reviewed!.id, beforeId: null });

    const [item] = await itemsOf(id);

    expect(filledFields(item!)).toEqual(fieldsOf(itemSchema));
    expect(item).toMatchObject(facts);
    expect((await lastChange(id, 'item:moved')).item).toEqual(item);
  });

  test('is stored as the request sets it', async () => {
    const folder = await createFolder(ana);
    const defaults: Record<string, unknown> = addItemBody.parse({
      folderId: folder.id,
      tmdbId: 1,
      mediaType: 'tv',
      title: 'Default',
    });
    expect(fieldsOf(addItemBody)).toEqual([...Object.keys(settable), 'categoryId', 'folderId'].sort());
    for (const [name, value] of Object.entries(settable))
      expect({ [name]: value }).not.toEqual({ [name]: defaults[name] });

    const added = await addItem(ana, folder.id, settable);

    expect(added).toMatchObject(settable);
    expect(await itemsOf(folder.id)).toEqual([added]);
  });

  test('has its default where an earlier version stored the item', async () => {
    const folder = await createFolder(ana);
    const added = await addItem(ana, folder.id, facts);
    const newer = [...Object.keys(facts), ...Object.keys(changedState)].filter((name) => !oldFields.includes(name));
    const ofFolder = { folderId: new Types.ObjectId(folder.id) };
    await ItemModel.collection.updateOne(ofFolder, without(newer));
    await OutboxModel.collection.updateOne({ ...ofFolder, type: 'item:added' }, without(newer, 'after.'));

    expect(await itemsOf(folder.id)).toEqual([added]);
    expect((await lastChange(folder.id, 'item:added')).item).toEqual(added);
  });

  test('is restored when its removal is undone', async () => {
    const folder = await createFolder(ana);
    const added = await addItem(ana, folder.id, { ...facts, watched: true });
    const stored = await ItemModel.collection.findOne({ folderId: new Types.ObjectId(folder.id) });

    await ana.delete(`/api/watchlist/${added.id}`);
    const undone = await undoLast(folder.id);

    expect(undone).toMatchObject({ type: 'item:added', item: added });
    expect(await itemsOf(folder.id)).toEqual([added]);
    expect(await ItemModel.collection.findOne({ folderId: new Types.ObjectId(folder.id) })).toEqual(stored);
  });

  test('is restored when its change is undone, if members can change it', async () => {
    const folder = await createFolder(ana);
    const added = await addItem(ana, folder.id, facts);
    const read = () => ItemModel.findById(added.id).lean<ItemDoc>();
    const stored = await read();
    const change = {
      actor: { userId: ana.user.id },
      folderId: folder.id,
      action: 'item:watch',
      itemIds: [added.id],
    } as const;
    await changeFolder(change, async ({ items, record }) => {
      const before = (await items.find(added.id))!;
      record({ type: 'item:updated', item: items.set(before, changedState), before });
    });
    expect(await read()).toEqual({ ...stored, ...changedState });

    const undone = await undoLast(folder.id);

    expect(undone).toMatchObject({ type: 'item:updated', item: added });
    expect(await itemsOf(folder.id)).toEqual([added]);
    expect(await read()).toEqual(stored);
  });

  test('is stored unchanged, alone and in a batch', async () => {
    const draft = (tmdbId: number): ItemDoc => ({
      ...facts,
      ...changedState,
      tmdbId,
      _id: new Types.ObjectId(),
      folderId: new Types.ObjectId(),
      userId: new Types.ObjectId(),
      fetchedAt: new Date(0),
      createdAt: new Date(1),
    });
    const drafts = [draft(1), draft(2), draft(3)];

    await insertItems(drafts.slice(0, 1));
    await insertItems(drafts.slice(1));

    const stored = await ItemModel.collection.find({ _id: { $in: drafts.map(({ _id }) => _id) } }).toArray();
    expect(stored).toEqual(drafts);
    expect(fieldsOfModel(ItemModel)).toEqual(filledFields(drafts[0]!));
  });
});

const fieldsOfModel = (model: { schema: { paths: object } }) => Object.keys(model.schema.paths).sort();

describe('every field of', () => {
  test('a list is stored, logged and returned', async () => {
    const folder = await createFolder(ana, 'Before');
    await addItem(ana, folder.id, facts);
    await shareWith(ana, folder.id, ben, allFlags);

    await ana.put(`/api/folders/${folder.id}/visibility`, { visibility: 'nobody' });
    await ana.put(`/api/folders/${folder.id}`, { name: 'After' });

    const { body: read } = await ana.get(`/api/folders/${folder.id}`);
    const renamed = await lastChange(folder.id, 'folder:renamed');
    expect(filledFields(renamed.folder)).toEqual(fieldsOf(folderCoreSchema));
    expect(read).toMatchObject(renamed.folder);
    const undone = await undoLast(folder.id);
    expect(undone).toMatchObject({ folder: { ...renamed.folder, name: 'Before', rev: renamed.rev + 1 } });
    await ana.put('/api/user/username', { username: 'ana_1' });
    await ana.put(`/api/folders/${folder.id}/seen-consent`, { shows: true });
    await ana.put(`/api/folders/${folder.id}/public-links/setting`, { isAllowed: false });
    const stored = await FolderModel.findById(folder.id).lean();
    expect(filledFields(stored!)).toEqual(fieldsOfModel(FolderModel));
  });

  test('a list has its default where an earlier version stored the list', async () => {
    const { id } = await createFolder(ana);
    const { folder } = await lastChange(id, 'folder:created');
    const newer = fieldsOfModel(FolderModel).filter((name) => !oldListFields.includes(name));
    const _id = new Types.ObjectId(id);
    await FolderModel.collection.updateOne({ _id }, without(newer));
    await OutboxModel.collection.updateOne({ folderId: _id, type: 'folder:created' }, without(newer, 'folder.'));

    expect((await ana.get(`/api/folders/${id}`)).body).toMatchObject(folder);
    expect((await lastChange(id, 'folder:created')).folder).toEqual(folder);
  });

  test('a share is stored, logged and returned', async () => {
    const folder = await createFolder(ana);
    await shareWith(ana, folder.id, ben, { ...allFlags, canManage: false });

    const [share] = (await ana.get(`/api/folders/${folder.id}/shares`)).body;

    const granted = await lastChange(folder.id, 'share:granted');
    expect(filledFields(share)).toEqual(fieldsOf(shareSchema));
    expect(filledFields(granted.share)).toEqual(fieldsOf(publicShareSchema));
    expect(share).toMatchObject({ ...allFlags, canManage: false });
    expect(share).toMatchObject(granted.share);
    const stored = await ShareModel.findById(share.id).lean();
    expect(filledFields(stored!)).toEqual(fieldsOfModel(ShareModel));
  });

  test('an invitation is stored and returned', async () => {
    const folder = await createFolder(ana);
    const sent = await inviteTo(ana, folder.id, ben, allFlags);
    const [listed] = (await ben.get('/api/folder-invitations')).body;
    expect(listed).toEqual(sent);

    const { body: answered } = await ben.post(`/api/folder-invitations/${sent.id}/respond`, { status: 'declined' });

    expect(filledFields(answered)).toEqual(fieldsOf(invitationSchema));
    const stored = await InvitationModel.findById(sent.id).lean();
    expect(filledFields(stored!)).toEqual(fieldsOfModel(InvitationModel));
  });

  test('a review is stored and returned', async () => {
    const { body: review } = await ben.post('/api/reviews', { ...facts, rating: 4, comment: 'Long.' });
    // Only an import sets these.
    const imported = { imported: { value: 7.5, of: 10 }, isPrivate: true };
    const reviews = mongoose.connection.collection('reviews');
    await reviews.updateOne({ _id: new Types.ObjectId(review.id as string) }, { $set: imported });

    const { body: read } = await ben.get(`/api/reviews/my-review/movie/${facts.tmdbId}`);

    expect(filledFields(read)).toEqual(fieldsOf(reviewSchema));
    expect(read).toEqual({ ...review, ...imported });
  });

  test('a user is stored and returned', async () => {
    const cleo = await signUp(server, 'Cleo');
    await cleo.put('/api/user/username', { username: 'cleo' });
    await updateProfile(cleo.user.id, { profileImageUrl: '/api/users/pictures/1' });

    const { body: user } = await cleo.get(`/api/users/${cleo.user.id}`);

    expect(filledFields(user)).toEqual(fieldsOf(userSchema));
  });
});
