import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { families, familyKeys } from '../../../../common/families.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { FolderModel } from '../model/folder.model.ts';
import { ItemModel } from '../model/item.model.ts';

const server = setUpServer();
let owner: Person;
let stranger: Person;
let folder: Folder;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Sten')]);
});
beforeEach(async () => {
  folder = await createFolder(owner);
});

const titlesOf = (items: Item[]) => items.map(({ title }) => title);

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
    '%s returns the items oldest first, with their count and the rev',
    async (way) => {
      const items = await fill();
      const path = way === '/items' ? `${api.lists}/${folder.id}/items` : `/api/watchlist?${idName}=${folder.id}`;

      const answer = await owner.get(path);

      expect(answer.body).toEqual(items);
      expect(answer.headers['x-total-count']).toBe('5');
      expect(answer.headers['folder-rev']).toBe('6');
    },
  );

  test('pages continue without a gap', async () => {
    const items = await fill();

    const first = await owner.get(`${api.lists}/${folder.id}/items?limit=2`);
    const second = await owner.get(`${api.lists}/${folder.id}/items?limit=2&after=${first.body[1].id}`);
    const third = await owner.get(`${api.lists}/${folder.id}/items?limit=2&after=${second.body[1].id}`);

    expect([...first.body, ...second.body, ...third.body]).toEqual(items);
    expect(third.headers['x-total-count']).toBe('5');
  });

  test('the page after an item that has been removed continues at its place', async () => {
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

  test('an unchanged list is answered 304, a changed list or another page in full', async () => {
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

  test('a list whose rev another change has is answered in full (P36)', async () => {
    const path = `${api.lists}/${folder.id}/items`;
    const { headers } = await owner.get(path);

    await FolderModel.updateOne({ _id: folder.id }, { revId: folder.id });
    const answer = await owner.get(path).set('If-None-Match', headers.etag!);

    expect(answer.status).toBe(200);
  });

  // Fetch in Node sends no-cache with each If-None-Match. The directive is for caches, not for this server.
  test.each(['no-cache', 'max-age=0'])(
    'an unchanged list is answered 304 to a request with Cache-Control: %s',
    async (cacheControl) => {
      const path = `${api.lists}/${folder.id}/items`;
      const { headers } = await owner.get(path);

      const answer = await owner.get(path).set({ 'If-None-Match': headers.etag!, 'Cache-Control': cacheControl });

      expect(answer.status).toBe(304);
    },
  );

  test('a user who cannot see the list gets 404 rather than 304', async () => {
    const { headers } = await owner.get(`${api.lists}/${folder.id}/items`);

    const answer = await stranger.get(`${api.lists}/${folder.id}/items`).set('If-None-Match', headers.etag!);

    expect(answer.status).toBe(404);
  });

  test('the watchlist without a list returns the items of all own lists, and of no other', async () => {
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

  test('the watchlist without a list comes in pages across long and short lists, oldest first', async () => {
    const person = await signUp(server);
    const userId = new Types.ObjectId(person.user.id);
    const lists = [await createFolder(person), await createFolder(person), await createFolder(person)];
    const sizes = [600, 600, 3];
    const docs = sizes.flatMap((size, list) =>
      Array.from({ length: size }, (_, at) => ({
        folderId: new Types.ObjectId(lists[list]?.id),
        userId,
        tmdbId: at + 1,
        mediaType: at % 3 === 0 ? ('tv' as const) : ('movie' as const),
        title: `Film ${at}`,
      })),
    );
    // Inserted alternately, so that the ids of the lists are interleaved.
    docs.sort((a, b) => a.tmdbId - b.tmdbId);
    const ids = (await ItemModel.insertMany(docs)).map(({ _id }) => _id.toHexString());
    for (const [at, list] of lists.entries()) await FolderModel.updateOne({ _id: list.id }, { itemCount: sizes[at] });
    const shows = ids.filter((_, at) => docs[at]?.mediaType === 'tv');

    for (const [filter, expected] of [
      ['', ids],
      ['&filter=tv', shows],
    ] as const) {
      const seen: string[] = [];
      let page: Item[];
      do {
        const after = seen.length > 0 ? `&after=${seen.at(-1)}` : '';
        const answer = await person.get(`/api/watchlist?limit=200${after}${filter}`);
        expect(answer.headers['x-total-count']).toBe(String(expected.length));
        page = answer.body;
        seen.push(...page.map(({ id }) => id));
      } while (page.length > 0);
      expect(seen).toEqual(expected);
    }
  });

  test.each(['x', '', 'f'.repeat(24)])('the watchlist of the list %p is not found', async (id) => {
    expect((await owner.get(`/api/watchlist?${idName}=${id}`)).status).toBe(404);
  });
});
