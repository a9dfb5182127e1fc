import { beforeAll, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import type { GroupRecommendation } from '../../../common/schemas/recommendation.ts';
import { createFolder, type Person, shareWith, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { findListedTitles, findSeenLists } from '../folders/items/listed.service.ts';
import { FolderModel } from '../folders/model/folder.model.ts';
import { ItemModel } from '../folders/model/item.model.ts';
import { createCatalogueSource } from '../titles/catalogue/catalogue.source.ts';

const server = setUpServer();
let ana: Person;
beforeAll(async () => {
  ana = await signUp(server, 'Ana');
});

/** Inserts items with these film ids directly into a list. */
async function fill(owner: Person, folderId: string, tmdbIds: readonly number[]): Promise<void> {
  const userId = new Types.ObjectId(owner.user.id);
  await ItemModel.insertMany(
    tmdbIds.map((tmdbId) => ({
      folderId: new Types.ObjectId(folderId),
      userId,
      tmdbId,
      mediaType: 'movie' as const,
      title: `Film ${tmdbId}`,
    })),
  );
  await FolderModel.updateOne({ _id: folderId }, { $inc: { itemCount: tmdbIds.length } });
}

const numbers = (count: number, from: number) => Array.from({ length: count }, (_, index) => from + index);

test('with very many listed titles, own lists are read first, and small lists before large ones', async () => {
  const [ben, cleo] = await Promise.all([signUp(server, 'Ben'), signUp(server, 'Cleo')]);
  const [large, small, shared] = [await createFolder(ben), await createFolder(ben), await createFolder(cleo)];
  await shareWith(cleo, shared.id, ben);
  await fill(ben, large.id, numbers(50, 1000));
  await fill(ben, small.id, numbers(10, 2000));
  await fill(cleo, shared.id, numbers(10, 3000));

  const read = async (most: number) => {
    const titles = await findListedTitles(ben.user.id, await findSeenLists(ben.user.id, 100), most);
    return [1000, 2000, 3000].map(
      (from) => titles.filter(({ tmdbId }) => Math.floor(tmdbId / 1000) * 1000 === from).length,
    );
  };

  expect(await read(100)).toEqual([50, 10, 10]);
  expect(await read(65)).toEqual([50, 10, 5]);
  expect(await read(30)).toEqual([20, 10, 0]);
});

describe('group recommendations', () => {
  const forList = async (person: Person, id: string): Promise<GroupRecommendation[]> =>
    (await person.get(`/api/folders/${id}/recommendations`)).body.results;

  test('consider six people at most: the caller and the members who joined first', async () => {
    const list = await createFolder(ana);
    const members: Person[] = [];
    for (let index = 0; index < 8; index += 1) {
      const member = await signUp(server, `M${index}`);
      await shareWith(ana, list.id, member);
      members.push(member);
    }
    const last = members.at(-1) as Person;

    const [first] = await forList(last, list.id);

    const asked = [last, ana, ...members.slice(0, 4)];
    expect(first?.reasons.map(({ user }) => user.id)).toEqual(asked.map(({ user }) => user.id));
  });

  test('exclude titles in the list, even if it is very long', async () => {
    const list = await createFolder(ana);
    const films = (await createCatalogueSource().candidates()).filter(({ mediaType }) => mediaType === 'movie');
    const popular = [...films]
      .sort((a, b) => b.popularity - a.popularity)
      .slice(0, 10)
      .map(({ id }) => id);
    // The oldest item of a list that is not read completely.
    await fill(ana, list.id, popular);
    await fill(ana, list.id, numbers(2100, 9_000_000));

    const results = await forList(ana, list.id);

    expect(results.length).toBeGreaterThan(0);
    expect(results.filter(({ tmdbId, mediaType }) => mediaType === 'movie' && popular.includes(tmdbId))).toEqual([]);
  });
});

test('personal recommendations exclude titles in any list of the user, even if there are very many', async () => {
  const dora = await signUp(server, 'Dora');
  const list = await createFolder(dora);
  const picks = async () => (await dora.get('/api/recommendations?mediaType=movie&limit=20')).body.results;
  const first = (await picks()).map(({ tmdbId }: { tmdbId: number }) => tmdbId);
  // More titles than are read, with the picks at the end.
  await fill(dora, list.id, numbers(4100, 9_000_000));
  await fill(dora, list.id, first);
  await FolderModel.updateOne({ _id: list.id }, { $inc: { rev: 1 } });

  const second = (await picks()).map(({ tmdbId }: { tmdbId: number }) => tmdbId);

  expect(first).toHaveLength(20);
  expect(second).toHaveLength(20);
  expect(second.filter((id: number) => first.includes(id))).toEqual([]);
});
