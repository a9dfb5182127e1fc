import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { allFlags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { setClock } from '../../../testing/clock.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab, type Tab } from '../../../testing/tabs.ts';

const TWO_HOURS_MS = 2 * 60 * 60 * 1000;

const server = setUpServer();
let owner: Person;
let member: Person;
let tab: Tab;
let folder: Folder;

beforeAll(async () => {
  [owner, member] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Mia')]);
  folder = await createFolder(owner);
  await shareWith(owner, folder.id, member, allFlags);
  tab = await openTab(server, member);
});
afterEach(() => {
  jest.useRealTimers();
});
afterAll(() => {
  tab.close();
});

test('a clock that is set back two hours delays neither changes nor a revocation', async () => {
  await addItem(owner, folder.id);
  const first = await tab.next('folder:changes', ({ changes }) => changes.some(({ type }) => type === 'item:added'));

  setClock(Date.now() - TWO_HOURS_MS, ['performance']);
  const added = [await addItem(owner, folder.id), await addItem(owner, folder.id)];
  const [share] = (await owner.get(`/api/folders/${folder.id}/shares`)).body;
  await owner.delete(`/api/folder-shares/${share.id}`);
  const gone = await tab.next('folder:gone');

  const before = first.changes.at(-1)?.rev ?? 0;
  const heard = tab.heard.flatMap(({ event, payload }) =>
    event === 'folder:changes' ? (payload as typeof first).changes.filter(({ rev }) => rev > before) : [],
  );
  expect(heard).toMatchObject(added.map((item, index) => ({ rev: before + 1 + index, item: { id: item.id } })));
  expect(gone).toEqual({ folderId: folder.id, reason: 'removed' });
});
