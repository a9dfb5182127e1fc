import { beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { families, familyKeys } from '../../../../common/families.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { createFolder, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';

const server = setUpServer();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server);
});

/** Writes lists of Ana's straight into the database; returns their ids. */
async function seed(count: number, fields: Partial<FolderDoc> = {}): Promise<string[]> {
  const lists = Array.from({ length: count }, (_, index) => ({
    name: `List ${index}`,
    userId: new Types.ObjectId(ana.user.id),
    kind: 'normal' as const,
    rev: 1,
    ...fields,
  }));
  return (await FolderModel.insertMany(lists)).map(({ _id }) => _id.toHexString());
}

/** Reads all pages by their links; returns the lengths of the pages and all ids. */
async function readPages(person: Person, first: string): Promise<{ lengths: number[]; ids: string[] }> {
  const lengths: number[] = [];
  const ids: string[] = [];
  for (let path: string | undefined = first; path; ) {
    const answer: { body: { id: string }[]; headers: Record<string, string> } = await person.get(path);
    lengths.push(answer.body.length);
    ids.push(...answer.body.map(({ id }) => id));
    path = /^<(.*)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1];
  }
  return { lengths, ids };
}

describe.each(familyKeys)('own lists under the %s family', (key) => {
  const path = families[key].api.lists;

  test('come in pages, newest first, each once', async () => {
    const seeded = await seed(limits.foldersPage + 10);

    const { lengths, ids } = await readPages(ana, path);

    expect(lengths).toEqual([limits.foldersPage, 11]);
    expect(ids.slice(0, -1)).toEqual(seeded.reverse());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('come in pages of the requested size, and the last page has no link', async () => {
    await seed(4);

    expect((await readPages(ana, `${path}?limit=2`)).lengths).toEqual([2, 2, 1]);
    expect((await ana.get(path)).headers.link).toBeUndefined();
  });

  test('come in shorter pages when they have very many members', async () => {
    await seed(3, { memberCount: limits.foldersPageMembers - 1 });

    expect((await readPages(ana, path)).lengths).toEqual([1, 1, 2]);
  });

  test.each(['limit=0', 'limit=201', 'limit=x', 'after=x'])('are refused with %s', async (query) => {
    expect((await ana.get(`${path}?${query}`)).body.code).toBe('validation');
  });
});

test('shared lists come in pages, own lists and those of others together, newest first', async () => {
  const ben = await signUp(server, 'Ben');
  const ids: string[] = [];
  for (const [owner, member] of [
    [ana, ben],
    [ben, ana],
    [ana, ben],
    [ben, ana],
    [ana, ben],
  ] as const) {
    const folder = await createFolder(owner);
    await shareWith(owner, folder.id, member);
    ids.push(folder.id);
  }
  await createFolder(ana, 'Not shared');

  expect(await readPages(ana, '/api/shared-folders?limit=2')).toEqual({ lengths: [2, 2, 1], ids: [...ids].reverse() });
});

describe('sync', () => {
  const holding = (folders: readonly Pick<Folder, 'id' | 'rev'>[]) =>
    Object.fromEntries(folders.map(({ id, rev }) => [id, rev]));

  test('returns many lists in pages, in the order of their ids (P21)', async () => {
    await seed(limits.foldersPage + 10);
    const tab = await openTab(server, ana);

    const first = await tab.sync();
    const second = await tab.sync({ folders: {}, userRev: 0, after: first.next });
    tab.close();

    const ids = [...first.folders, ...second.folders].map(({ id }) => id);
    expect([first.folders.length, second.folders.length]).toEqual([limits.foldersPage, 11]);
    expect(first.next).toBe(first.folders.at(-1)?.id);
    expect(second.next).toBeUndefined();
    expect(ids).toEqual([...ids].sort());
  });

  test('makes shorter pages when members have new names', async () => {
    await seed(3, { memberCount: limits.foldersPageMembers / 5, peopleRev: 1 });
    const lists: Folder[] = (await ana.get('/api/folders')).body;
    const tab = await openTab(server, ana);

    const known = await tab.sync({
      folders: holding(lists),
      peopleRevs: Object.fromEntries(lists.map(({ id, peopleRev }) => [id, peopleRev ?? 0])),
      userRev: 0,
    });
    const first = await tab.sync({ folders: holding(lists), userRev: 0 });
    const second = await tab.sync({ folders: holding(lists), userRev: 0, after: first.next });
    tab.close();

    expect(known.folders).toEqual([]);
    expect([first.folders.length, second.folders.length, second.next]).toEqual([2, 1, undefined]);
  });

  test('lists a lost folder on the page that its id belongs to (P21)', async () => {
    await seed(limits.foldersPage + 10);
    const tab = await openTab(server, ana);
    const [early, late] = ['0'.repeat(24), 'f'.repeat(24)] as const;
    const folders = { [early]: 1, [late]: 1 };

    const first = await tab.sync({ folders, userRev: 0 });
    const second = await tab.sync({ folders, userRev: 0, after: first.next });
    tab.close();

    expect([first.gone, second.gone]).toEqual([[early], [late]]);
  });

  test('returns only the requested range, and where to continue', async () => {
    await seed(6);
    const all = ((await ana.get('/api/folders')).body as Folder[]).sort((a, b) => (a.id < b.id ? -1 : 1));
    const [, second, , fourth] = all.map(({ id }) => id);
    const tab = await openTab(server, ana);

    const part = await tab.sync({ folders: holding(all.slice(2, 3)), userRev: 0, after: second, upTo: fourth });
    tab.close();

    expect(part.folders.map(({ id }) => id)).toEqual([fourth]);
    expect([part.gone, part.next]).toEqual([[], fourth]);
  });
});
