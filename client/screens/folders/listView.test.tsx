import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import { allFlags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { bensFolder, serveLists } from '../../testing/lists.ts';
import { addressOf, renderAt, toastText } from '../../testing/render.tsx';
import { ana, idOf, sampleFolder, sampleItem } from '../../testing/samples.ts';
import { FolderScreen } from './FolderScreen.tsx';

const family = families.folder;
let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

const inFolder = (n: number, title: string, folder: Folder): Item =>
  sampleItem(n, { title, folderId: folder.id, categoryId: folder.id });

function openList(folder: Folder, items: Item[]) {
  const listed = { ...folder, itemCount: items.length };
  serveLists(api, family, folder.userId === ana.id ? [listed] : [], folder.userId === ana.id ? [] : [listed]);
  api.on(`GET /api/folders/${folder.id}/items`, { body: items, headers: { 'Folder-Rev': '1' } });
  return renderAt(
    <>
      <Routes>
        <Route path="/folder/:id" element={<FolderScreen family={family} />} />
      </Routes>
      <Toaster />
    </>,
    { at: `/folder/${folder.id}`, isLaidOut: true },
  );
}

const folder = sampleFolder({ id: idOf(101) });
const films = ['Zodiac', 'Amélie', 'Heat'].map((title, index) => inFolder(index + 1, title, folder));
const posters = () =>
  screen
    .getAllByRole('link', { name: /Zodiac|Amélie|Heat/ })
    .map((link) => films.find(({ title }) => (link.ariaLabel ?? link.textContent)?.includes(title))?.title);

test('is searched by title, and says so where nothing matches', async () => {
  openList(folder, films);
  const find = await screen.findByRole('searchbox', { name: 'Find in this list' });

  await userEvent.type(find, 'amelie');
  await waitFor(() => expect(posters()).toEqual(['Amélie']));
  expect(screen.getByText('1 item')).toBeTruthy();
  expect(addressOf()).toContain('find=amelie');

  await userEvent.type(find, ' x');
  await screen.findByText('No titles match');
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(posters()).toEqual(['Zodiac', 'Amélie', 'Heat']));
});

test('is sorted by a choice, which the address keeps', async () => {
  openList(folder, films);
  await screen.findByRole('searchbox', { name: 'Find in this list' });

  await userEvent.click(screen.getByRole('button', { name: 'Sort' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'A to Z' }));

  await waitFor(() => expect(posters()).toEqual(['Amélie', 'Heat', 'Zodiac']));
  expect(addressOf()).toContain('sort=title');
  expect(screen.queryByRole('button', { name: 'Change order' })).toBeNull();
});

test('a list of one title has nothing to sort', async () => {
  openList(folder, films.slice(0, 1));
  await screen.findByRole('link', { name: /Zodiac/ });

  expect(screen.queryByRole('searchbox', { name: 'Find in this list' })).toBeNull();
});

test('gets another order step by step: shown at once, and back as it was if the server refuses', async () => {
  openList(folder, films);
  await userEvent.click(await screen.findByRole('button', { name: 'Change order' }));
  const dialog = await screen.findByRole('dialog', { name: /^Change the order of " ?Friday ?"$/ });
  expect(within(dialog).getByText('Everyone in the list sees the order as “My order”.')).toBeTruthy();
  const rows = () =>
    within(dialog)
      .getAllByRole('listitem')
      .map((row) => /Zodiac|Amélie|Heat/.exec(row.textContent)?.[0]);
  const route = `PATCH /api/watchlist/${films[2]?.id}/place`;
  const refusal = deferred<StubAnswer>();

  api.on(route, { body: { ...films[2], rank: '8' } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move Heat up' }));
  expect(rows()).toEqual(['Zodiac', 'Heat', 'Amélie']);
  expect(api.requests.at(-1)?.body).toEqual({ afterId: films[0]?.id, beforeId: films[1]?.id });

  api.on(route, () => refusal.promise);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move Heat up' }));
  expect(rows()).toEqual(['Heat', 'Zodiac', 'Amélie']);
  refusal.resolve(failure(403, 'forbidden'));
  await waitFor(() => expect(toastText()).toContain('forbidden'));
  await waitFor(() => expect(rows()).toEqual(['Zodiac', 'Heat', 'Amélie']));
});

test('the dialog for the order closes when the right to edit is taken away', async () => {
  openList(bensFolder({ permissions: allFlags }), films);
  await userEvent.click(await screen.findByRole('button', { name: 'Change order' }));
  await screen.findByRole('dialog', { name: /^Change the order/ });

  act(() => useFolders.getState().applyFolders([bensFolder({ permissions: { ...allFlags, canEdit: false } })]));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('its order is for those who may edit it', async () => {
  openList(bensFolder({ permissions: { ...allFlags, canEdit: false } }), films);
  await screen.findByRole('searchbox', { name: 'Find in this list' });

  expect(screen.queryByRole('button', { name: 'Change order' })).toBeNull();
});
