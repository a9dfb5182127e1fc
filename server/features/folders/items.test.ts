import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../common/families.ts';
import type { Folder } from '../../../common/folder.ts';
import type { Item } from '../../../common/item.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp, titleFacts } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let owner: Person;
let member: Person;
let stranger: Person;
let folder: Folder;

beforeAll(async () => {
  server = await startTestServer();
  [owner, member, stranger] = await Promise.all([
    signUp(server, 'Olga'),
    signUp(server, 'Mia'),
    signUp(server, 'Sten'),
  ]);
});
afterAll(() => server.stop());
beforeEach(async () => {
  folder = await createFolder(owner);
});

const titlesOf = (items: Item[]) => items.map(({ title }) => title);

describe.each(familyKeys)('items under the %s family', (key) => {
  const { idName, api } = families[key];
  const add = (person: Person, facts: object = {}) =>
    person.post('/api/watchlist', { [idName]: folder.id, ...titleFacts(), ...facts });

  test('an added title is answered whole, with who added it, and is there', async () => {
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

  test('a title needs no more than its number, kind and name', async () => {
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

  test('the same title is refused the second time, in the words the client looks for', async () => {
    const facts = titleFacts();
    await add(owner, facts);

    const answer = await add(owner, { ...facts, title: 'Another name' });

    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ error: 'This title already exists in this folder', code: 'already_in_folder' });
    expect((await owner.get(`${api.lists}/${folder.id}`)).body).toMatchObject({ itemCount: 1, rev: 2 });
  });

  test('the same number as film and as show are two titles, and another list may hold it too', async () => {
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

  test('nobody adds to Reviewed', async () => {
    const own = (await owner.get(api.lists)).body as Folder[];
    const reviewed = own.find(({ isReviewed }) => isReviewed);

    const answer = await add(owner, { [idName]: reviewed?.id });

    expect(answer.body.code).toBe('forbidden');
  });

  test('that nobody adds to Reviewed is told before what is wrong with the title', async () => {
    const own = (await owner.get(api.lists)).body as Folder[];
    const reviewed = own.find(({ isReviewed }) => isReviewed);

    const answer = await add(owner, { [idName]: reviewed?.id, tmdbId: 'none' });

    expect(answer.body.code).toBe('forbidden');
  });

  test('what is not a fact of a title is not kept', async () => {
    const answer = await add(owner, { userRating: 10, userId: stranger.user.id, id: 'mine', $set: { watched: true } });

    expect(answer.body).toMatchObject({ userRating: null, userId: owner.user.id });
  });

  test('the rewatch flag is set, taken back, and may be set twice', async () => {
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

  test('a removed title is gone, and gone the second time', async () => {
    const { body: item } = await add(owner);

    const first = await owner.delete(`/api/watchlist/${item.id}`);
    const second = await owner.delete(`/api/watchlist/${item.id}`);

    expect([first.status, second.status]).toEqual([204, 404]);
    expect((await owner.get(`${api.lists}/${folder.id}/items`)).body).toEqual([]);
    expect((await owner.get(`${api.lists}/${folder.id}`)).body).toMatchObject({ itemCount: 0, rev: 3 });
  });

  test.each(['x', 'twelve chars', 'f'.repeat(24), '%00'])('the id %p is nobody’s item', async (id) => {
    const path = `/api/watchlist/${encodeURIComponent(id)}`;

    expect((await owner.patch(`${path}/watched`, { watched: true })).status).toBe(404);
    expect((await owner.patch(`${path}/watched`, { watched: 'nonsense' })).status).toBe(404);
    expect((await owner.delete(path)).status).toBe(404);
  });

  test('an item of a list one cannot see is answered like one that is nowhere', async () => {
    const item = await addItem(owner, folder.id);
    const nowhere = 'f'.repeat(24);

    const there = await stranger.delete(`/api/watchlist/${item.id}`);
    const missing = await stranger.delete(`/api/watchlist/${nowhere}`);

    expect(there.status).toBe(404);
    expect(there.body).toEqual(missing.body);
  });

  test('who added an item stays named when somebody else changes it', async () => {
    await shareWith(owner, folder.id, member, only('canAdd'));
    const { body: item } = await add(member);

    const answer = await owner.patch(`/api/watchlist/${item.id}/watched`, { watched: true });

    expect(answer.body.addedBy.id).toBe(member.user.id);
  });
});

describe.each(familyKeys)('reading items under the %s family', (key) => {
  const { idName, api } = families[key];

  async function fill(): Promise<Item[]> {
    const items: Item[] = [];
    for (const mediaType of ['movie', 'tv', 'movie', 'tv', 'movie'] as const) {
      items.push(await addItem(owner, folder.id, { mediaType }));
    }
    return items;
  }

  test.each([['/items'], ['watchlist']])(
    '%s tells the items oldest first, with their number and the rev',
    async (way) => {
      const items = await fill();
      const path = way === '/items' ? `${api.lists}/${folder.id}/items` : `/api/watchlist?${idName}=${folder.id}`;

      const answer = await owner.get(path);

      expect(answer.body).toEqual(items);
      expect(answer.headers['x-total-count']).toBe('5');
      expect(answer.headers['folder-rev']).toBe('6');
    },
  );

  test('pages follow on each other without a gap', async () => {
    const items = await fill();

    const first = await owner.get(`${api.lists}/${folder.id}/items?limit=2`);
    const second = await owner.get(`${api.lists}/${folder.id}/items?limit=2&after=${first.body[1].id}`);
    const third = await owner.get(`${api.lists}/${folder.id}/items?limit=2&after=${second.body[1].id}`);

    expect([...first.body, ...second.body, ...third.body]).toEqual(items);
    expect(third.headers['x-total-count']).toBe('5');
  });

  test('the page after an item that was removed meanwhile goes on where it was', async () => {
    const items = await fill();
    await owner.delete(`/api/watchlist/${items[1]!.id}`);

    const answer = await owner.get(`${api.lists}/${folder.id}/items?after=${items[1]!.id}`);

    expect(titlesOf(answer.body)).toEqual(titlesOf(items.slice(2)));
  });

  test.each([
    ['movies', 3],
    ['tv', 2],
  ])('the filter %s shows and counts that kind alone', async (filter, count) => {
    await fill();

    const answer = await owner.get(`${api.lists}/${folder.id}/items?filter=${filter}&limit=1`);

    expect(answer.body).toHaveLength(1);
    expect(answer.headers['x-total-count']).toBe(String(count));
  });

  test.each([
    ['limit=0'],
    ['limit=201'],
    ['limit=-1'],
    ['limit=1.5'],
    ['limit=many'],
    ['after=x'],
    ['filter=films'],
    ['limit=1&limit=2'],
    ['filter=tv&filter=movies'],
  ])('the query %s is refused', async (query) => {
    for (const path of [`${api.lists}/${folder.id}/items?`, `/api/watchlist?${idName}=${folder.id}&`]) {
      expect((await owner.get(`${path}${query}`)).body.code).toBe('validation');
      expect((await stranger.get(`${path}${query}`)).body.code).toBe('not_found');
    }
  });

  test('an unchanged list is answered 304, a changed one and another page whole', async () => {
    const [item] = await fill();
    const path = `${api.lists}/${folder.id}/items`;
    const { headers } = await owner.get(path);
    const ask = (person: Person, query = '') => person.get(`${path}${query}`).set('If-None-Match', headers.etag!);

    const unchanged = await ask(owner);
    const page = await ask(owner, '?limit=2');
    await owner.delete(`/api/watchlist/${item!.id}`);
    const changed = await ask(owner);

    expect(unchanged.status).toBe(304);
    expect(unchanged.text).toBe('');
    expect(page.status).toBe(200);
    expect(changed.status).toBe(200);
    expect(changed.body).toHaveLength(4);
  });

  // Fetch in Node sends no-cache with each If-None-Match: it tells caches to ask, and here is who they ask.
  test.each(['no-cache', 'max-age=0'])(
    'an unchanged list is answered 304 to who asks with %s',
    async (cacheControl) => {
      const path = `${api.lists}/${folder.id}/items`;
      const { headers } = await owner.get(path);

      const answer = await owner.get(path).set({ 'If-None-Match': headers.etag!, 'Cache-Control': cacheControl });

      expect(answer.status).toBe(304);
    },
  );

  test('who cannot see the list gets no 304 either', async () => {
    const { headers } = await owner.get(`${api.lists}/${folder.id}/items`);

    const answer = await stranger.get(`${api.lists}/${folder.id}/items`).set('If-None-Match', headers.etag!);

    expect(answer.status).toBe(404);
  });

  test('the bare watchlist tells the items of all lists one owns, and of no other', async () => {
    const person = await signUp(server);
    const [one, two] = [await createFolder(person), await createFolder(person)];
    await shareWith(owner, folder.id, person);
    const items = [await addItem(person, one.id), await addItem(person, two.id), await addItem(person, one.id)];
    await addItem(person, folder.id);
    const deleted = await createFolder(person);
    await addItem(person, deleted.id);
    await person.delete(`${api.lists}/${deleted.id}`);

    const answer = await person.get('/api/watchlist');

    expect(answer.body).toEqual(items);
    expect(answer.headers['x-total-count']).toBe('3');
  });

  test.each(['x', '', 'f'.repeat(24)])('the watchlist of the list %p is not found', async (id) => {
    expect((await owner.get(`/api/watchlist?${idName}=${id}`)).status).toBe(404);
  });
});

describe('which list an item goes to', () => {
  test('must be named once: neither not at all nor twice', async () => {
    const none = await owner.post('/api/watchlist', titleFacts());
    const both = await owner.post('/api/watchlist', { folderId: folder.id, categoryId: folder.id, ...titleFacts() });

    expect(none.body.code).toBe('validation');
    expect(both.body.code).toBe('validation');
  });

  test('is asked for by one name too', async () => {
    const answer = await owner.get(`/api/watchlist?folderId=${folder.id}&categoryId=${folder.id}`);

    expect(answer.body.code).toBe('validation');
  });

  test.each([[null], [1], [[]], [{ $ne: null }]])('is refused as %p', async (folderId) => {
    expect((await owner.post('/api/watchlist', { folderId, ...titleFacts() })).body.code).toBe('validation');
  });

  test('is not told to strangers, whatever they send', async () => {
    const wellFormed = await stranger.post('/api/watchlist', { folderId: folder.id, ...titleFacts() });
    const nonsense = await stranger.post('/api/watchlist', { folderId: folder.id, tmdbId: 'x' });
    const missing = await stranger.post('/api/watchlist', { folderId: 'f'.repeat(24), tmdbId: 'x' });

    expect([wellFormed.body, nonsense.body]).toEqual([missing.body, missing.body]);
    expect(missing.status).toBe(404);
  });
});

describe('the facts of a title', () => {
  test('are kept composed and without hidden characters', async () => {
    const texts = { title: '\u202eAme\u0301lie\u200b', overview: 'One.\r\n\u2066Two\u2069.' };

    const answer = await owner.post('/api/watchlist', { folderId: folder.id, ...titleFacts(), ...texts });

    expect(answer.body).toMatchObject({ title: 'Amélie', overview: 'One. Two.' });
    const items = await owner.get(`/api/folders/${folder.id}/items`);
    expect(items.body).toEqual([answer.body]);
  });

  test.each([
    ['tmdbId', 0],
    ['tmdbId', -1],
    ['tmdbId', 1.5],
    ['tmdbId', '12'],
    ['tmdbId', 2 ** 60],
    ['tmdbId', null],
    ['tmdbId', { $gt: 0 }],
    ['mediaType', 'person'],
    ['mediaType', ['movie']],
    ['mediaType', undefined],
    ['title', ''],
    ['title', '  '],
    ['title', '\u202e\u200b'],
    ['title', 'x'.repeat(501)],
    ['title', { $ne: '' }],
    ['overview', 'x'.repeat(5001)],
    ['overview', 7],
    ['posterPath', {}],
    ['posterPath', 'x'.repeat(501)],
    ['backdropPath', []],
    ['releaseDate', 1995],
    ['releaseDate', '1995-12-15T00:00'],
    ['voteAverage', 8.3],
    ['voteAverage', 101],
    ['voteAverage', -1],
    ['genres', '28'],
    ['genres', ['drama']],
    ['genres', [1.5]],
    ['genres', Array(51).fill(1)],
    ['runtime', -1],
    ['runtime', '90'],
    ['watched', 'true'],
    ['watched', 1],
    ['watched', null],
  ])('a title whose %s is %p is refused with the field named', async (field, value) => {
    const answer = await owner.post('/api/watchlist', { folderId: folder.id, ...titleFacts(), [field]: value });

    expect(answer.status).toBe(400);
    expect(answer.body.issues[0].path.split('.')[0]).toBe(field);
  });
});
