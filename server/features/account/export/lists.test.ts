import { beforeAll, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import type { AccountExport } from '../../../../common/schemas/export/export.ts';
import { titleFactsSchema } from '../../../../common/schemas/item.ts';
import { createFolder, type Person, shareWith, signUp, titleFacts } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { FolderModel } from '../../folders/model/folder.model.ts';
import { insertItems, newItem } from '../../folders/model/item.model.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
});

const LARGE = 1100;

/** A list of Ana with Ben and this many titles. One added by Ben follows each added by Ana, and the last title comes first. */
async function makeList(name: string, count: number): Promise<void> {
  const { id } = await createFolder(ana, name);
  await shareWith(ana, id, ben);
  const titles = Array.from({ length: count }, (_, index) => {
    const userId = new Types.ObjectId(index % 2 ? ben.user.id : ana.user.id);
    const given = titleFactsSchema.parse(titleFacts({ tmdbId: index + 1 }));
    const rank = index === count - 1 && name.endsWith('moved') ? '0' : null;
    return newItem({ ...given, rank }, { userId, folderId: new Types.ObjectId(id) });
  });
  await insertItems(titles);
  await FolderModel.updateOne({ _id: id }, { $set: { itemCount: count } });
}

const read = async (person: Person): Promise<AccountExport> => (await person.get('/api/export?format=marquee')).body;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('every list has its own titles in its order, whether it is read with others or alone', async () => {
  const lists: [name: string, count: number][] = [
    ['two', 2],
    ['none', 0],
    ['three, moved', 3],
    ['large', LARGE],
    ['large, moved', LARGE],
    ['four', 4],
  ];
  for (const [name, count] of lists) await makeList(name, count);

  const [anas, bens] = [await read(ana), await read(ben)];

  const shown = (list: { name: string; items: { tmdbId: number }[] }) => [
    list.name,
    list.items.map((one) => one.tmdbId),
  ];
  const inOrder = (name: string, count: number) => (name.endsWith('moved') ? [count, ...upTo(count - 1)] : upTo(count));
  expect(anas.lists.filter(({ kind }) => kind === 'normal').map(shown)).toEqual(
    lists.map(([name, count]) => [name, inOrder(name, count)]),
  );
  expect(anas.lists.every(({ kind, members }) => members.length === (kind === 'normal' ? 1 : 0))).toBe(true);
  expect(bens.memberships.map(shown)).toEqual(
    lists.map(([name, count]) => [name, upTo(count).filter((tmdbId) => tmdbId % 2 === 0)]),
  );
});
