import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../../common/constants.ts';
import { families, familyKeys } from '../../../../common/families.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp, titleFacts } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { FolderModel } from '../model/folder.model.ts';
import { ItemModel } from '../model/item.model.ts';

const server = setUpServer();
let owner: Person;
let member: Person;
let stranger: Person;
let folder: Folder;

beforeAll(async () => {
  [owner, member, stranger] = await Promise.all([
    signUp(server, 'Olga'),
    signUp(server, 'Mia'),
    signUp(server, 'Sten'),
  ]);
});
beforeEach(async () => {
  folder = await createFolder(owner);
});

describe.each(familyKeys)('items under the %s family', (key) => {
  const { idName, api } = families[key];
  const add = (person: Person, facts: object = {}) =>
    person.post('/api/watchlist', { [idName]: folder.id, ...titleFacts(), ...facts });

  test('an added title is returned in full, with the user who added it', async () => {
    const facts = titleFacts({ runtime: 170, watched: true });

    const answer = await owner.post('/api/watchlist', { [idName]: folder.id, ...facts });
    const items = await owner.get(`${api.lists}/${folder.id}/items`);

    const { email: _email, createdAt: _createdAt, ...addedBy } = owner.user;
    expect(answer.body).toMatchObject({
      ...facts,
      folderId: folder.id,
      categoryId: folder.id,
      userId: owner.user.id,
      userRating: null,
      addedBy,
    });
    expect(items.body).toEqual([answer.body]);
    expect((await owner.get(`${api.lists}/${folder.id}`)).body).toMatchObject({ itemCount: 1, rev: 2 });
  });

  test('a title that comes without its length gets it', async () => {
    const { body } = await add(owner, { tmdbId: 603, runtime: null });

    expect(body).toMatchObject({ tmdbId: 603, runtime: 136 });
  });

  test('a title needs only its id, media type and name', async () => {
    const answer = await owner.post('/api/watchlist', {
      [idName]: folder.id,
      tmdbId: 1,
      mediaType: 'tv',
      title: ' X ',
    });

    expect(answer.body).toMatchObject({
      title: 'X',
      overview: null,
      posterPath: null,
      backdropPath: null,
      releaseDate: null,
      voteAverage: null,
      genres: [],
      runtime: null,
      watched: false,
    });
  });

  test('a duplicate title is refused with the text that the client expects', async () => {
    const facts = titleFacts();
    await add(owner, facts);

    const answer = await add(owner, { ...facts, title: 'Another name' });

    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ error: 'This title already exists in this folder', code: 'already_in_folder' });
    expect((await owner.get(`${api.lists}/${folder.id}`)).body).toMatchObject({ itemCount: 1, rev: 2 });
  });

  test('the same id as movie and as TV show are two titles, and other lists may have them too', async () => {
    const facts = titleFacts();
    const other = await createFolder(owner);

    const answers = [
      await add(owner, facts),
      await add(owner, { ...facts, mediaType: 'tv' }),
      await add(owner, { ...facts, [idName]: other.id }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  test('a title that was removed can be added again', async () => {
    const facts = titleFacts();
    const first = await add(owner, facts);
    await owner.delete(`/api/watchlist/${first.body.id}`);

    expect((await add(owner, facts)).status).toBe(201);
  });

  test('titles cannot be added to Reviewed', async () => {
    const own = (await owner.get(api.lists)).body as Folder[];
    const reviewed = own.find(({ isReviewed }) => isReviewed);

    const answer = await add(owner, { [idName]: reviewed?.id });

    expect(answer.body.code).toBe('forbidden');
  });

  test('Reviewed is refused before the title is validated', async () => {
    const own = (await owner.get(api.lists)).body as Folder[];
    const reviewed = own.find(({ isReviewed }) => isReviewed);

    const answer = await add(owner, { [idName]: reviewed?.id, tmdbId: 'none' });

    expect(answer.body.code).toBe('forbidden');
  });

  test('unknown fields of a title are not stored', async () => {
    const answer = await add(owner, { userRating: 10, userId: stranger.user.id, id: 'mine', $set: { watched: true } });

    expect(answer.body).toMatchObject({ userRating: null, userId: owner.user.id });
  });

  test('an image path that is not TMDB’s or our own is refused', async () => {
    const answers = [
      await add(owner, { posterPath: '/api/logout' }),
      await add(owner, { backdropPath: '/api/logout' }),
    ];

    expect(answers.map(({ body }) => [body.code, body.issues[0].path])).toEqual([
      ['validation', 'posterPath'],
      ['validation', 'backdropPath'],
    ]);
  });

  test('an item stored with such a path is returned without it, in the list and in its changes', async () => {
    const { body: item } = await add(owner);
    const bad = { posterPath: '/api/logout', backdropPath: '/api/logout' };
    await ItemModel.updateOne({ _id: item.id }, { $set: bad });
    await OutboxModel.updateOne(
      { folderId: folder.id, type: 'item:added' },
      { $set: { 'after.posterPath': '/api/logout' } },
    );

    const items = await owner.get(`${api.lists}/${folder.id}/items`);
    const { changes } = (await owner.get(`${api.lists}/${folder.id}/changes`)).body;
    const watched = await owner.patch(`/api/watchlist/${item.id}/watched`, { watched: true });

    const none = { posterPath: null, backdropPath: null };
    expect([items.body[0], changes.at(-1).item, watched.body]).toMatchObject([none, none, none]);
  });

  test('the rewatch flag can be set, set again, and removed', async () => {
    const { body: item } = await add(owner);

    const answers = [];
    for (const watched of [true, true, false]) {
      answers.push((await owner.patch(`/api/watchlist/${item.id}/watched`, { watched })).body.watched);
    }

    expect(answers).toEqual([true, true, false]);
    expect((await owner.get(`${api.lists}/${folder.id}/items`)).body).toEqual([item]);
  });

  test.each([[{}], [{ watched: 'yes' }], [{ watched: null }], [{ watched: { $ne: false } }], [[]]])(
    'the rewatch flag %j is refused',
    async (body) => {
      const { body: item } = await add(owner);

      const answer = await owner.patch(`/api/watchlist/${item.id}/watched`, body);

      expect(answer.body.code).toBe('validation');
    },
  );

  test('a removed title is not found, and removing it again is not found', async () => {
    const { body: item } = await add(owner);

    const first = await owner.delete(`/api/watchlist/${item.id}`);
    const second = await owner.delete(`/api/watchlist/${item.id}`);

    expect([first.status, second.status]).toEqual([204, 404]);
    expect((await owner.get(`${api.lists}/${folder.id}/items`)).body).toEqual([]);
    expect((await owner.get(`${api.lists}/${folder.id}`)).body).toMatchObject({ itemCount: 0, rev: 3 });
  });

  test.each(['x', 'twelve chars', 'f'.repeat(24), '%00'])('the id %p is not found', async (id) => {
    const path = `/api/watchlist/${encodeURIComponent(id)}`;

    expect((await owner.patch(`${path}/watched`, { watched: true })).status).toBe(404);
    expect((await owner.patch(`${path}/watched`, { watched: 'nonsense' })).status).toBe(404);
    expect((await owner.delete(path)).status).toBe(404);
  });

  test('an item of a list that the user cannot see is answered like an unknown one', async () => {
    const item = await addItem(owner, folder.id);
    const nowhere = 'f'.repeat(24);

    const there = await stranger.delete(`/api/watchlist/${item.id}`);
    const missing = await stranger.delete(`/api/watchlist/${nowhere}`);

    expect(there.status).toBe(404);
    expect(there.body).toEqual(missing.body);
  });

  test('the user who added an item stays the same when another user changes it', async () => {
    await shareWith(owner, folder.id, member, only('canAdd'));
    const { body: item } = await add(member);

    const answer = await owner.patch(`/api/watchlist/${item.id}/watched`, { watched: true });

    expect(answer.body.addedBy.id).toBe(member.user.id);
  });
});

test('a list that is full takes no title, also by an undo, until one is removed', async () => {
  const full = await createFolder(owner, 'Full');
  const [first, second] = [await addItem(owner, full.id), await addItem(owner, full.id)];
  await owner.delete(`/api/watchlist/${second.id}`).expect(204);
  const { rev } = (await owner.get(`/api/folders/${full.id}`)).body;
  await FolderModel.updateOne({ _id: full.id }, { itemCount: limits.itemsPerList - 1 });
  const add = () => owner.post('/api/watchlist', { folderId: full.id, ...titleFacts() });

  expect((await add()).status).toBe(201);
  const isFull = { error: 'Full is full: a list can hold 10,000 titles.', code: 'limit_reached' };
  expect((await add()).body).toEqual(isFull);
  expect((await owner.post(`/api/folders/${full.id}/changes/${rev}/undo`)).body).toEqual(isFull);
  await owner.delete(`/api/watchlist/${first.id}`).expect(204);
  expect((await add()).status).toBe(201);
});
