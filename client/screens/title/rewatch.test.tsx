import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allFlags, defaultFlags, type Flags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { addressOf, renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, idOf, sampleFolder, sampleItem } from '../../testing/samples.ts';
import { matrix, serveTitle } from '../../testing/titles.ts';
import { AddToFolderDialog } from '../folder-dialogs/AddToFolderDialog.tsx';
import { MediaDialog } from './MediaDialog.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  serve([]);
  serveTitle(api, matrix);
  useUsers.getState().applyViewer(ana);
});

type Filled = Folder & { items: Item[] };

/** An own list of the viewer, with The Matrix as `item`. */
function list(n: number, item: Partial<Item> | null, over: Partial<Folder> = {}): Filled {
  const id = idOf(100 + n);
  const inside = item && sampleItem(n, { tmdbId: 603, folderId: id, categoryId: id, ...item });
  return {
    ...sampleFolder({ id, name: `List ${n}`, itemCount: inside ? 1 : 0, ...over }),
    items: inside ? [inside] : [],
  };
}

const bens = (n: number, permissions: Flags) => list(n, {}, { userId: ben.id, permissions, sharedByUser: { ...ben } });

function serve(own: Filled[], shared: Filled[] = []) {
  api.on('GET /api/folders', { body: own });
  api.on('GET /api/shared-folders', { body: shared });
  for (const folder of [...own, ...shared]) {
    api.on(`GET /api/folders/${folder.id}/items`, { body: folder.items, headers: { 'Folder-Rev': '1' } });
  }
}

function open(search = '?title=movie-603') {
  return renderAt(
    <>
      <MediaDialog />
      <Toaster />
    </>,
    { at: `/${search}` },
  );
}

const rewatch = async () => {
  const button = await screen.findByRole('button', { name: 'Rewatch' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  return button;
};
const isOn = (button: HTMLElement) => button.getAttribute('aria-pressed') === 'true';
const patched = () => api.calls.filter((call) => call.startsWith('PATCH'));
const patchOf = (folder: Filled) => `PATCH /api/watchlist/${folder.items[0]?.id}/watched`;

test('turns on and off immediately, with a toast after the server’s answer', async () => {
  const own = list(1, {});
  const answer = deferred<StubAnswer>();
  serve([own]);
  api.on(patchOf(own), () => answer.promise);
  open();
  const button = await rewatch();

  await userEvent.click(button);
  expect(isOn(button)).toBe(true);
  expect(toastText()).toBe('');
  answer.resolve({ body: { ...own.items[0], watched: true } });
  await waitFor(() => expect(toastText()).toBe('Added to rewatch list'));

  api.on(patchOf(own), { body: { ...own.items[0], watched: false } });
  await userEvent.click(button);

  await waitFor(() => expect(toastText()).toBe('Removed from rewatch list'));
  expect(isOn(button)).toBe(false);
});

test.each([
  ['what the server says', failure(403, 'forbidden', 'You may not do that'), 'ErrorYou may not do that'],
  ['the fallback', { status: 500 }, 'ErrorFailed to update rewatch status'],
])('goes back when the server refuses, with %s', async (_words, refusal, text) => {
  const own = list(1, {});
  serve([own]);
  api.on(patchOf(own), refusal);
  open();
  const button = await rewatch();

  await userEvent.click(button);

  await waitFor(() => expect(toastText()).toBe(text));
  expect(isOn(button)).toBe(false);
});

describe('the item that it changes', () => {
  test('is the one in the list that the dialog was opened from, with the right to edit', async () => {
    const own = list(1, {});
    const shared = bens(2, allFlags);
    serve([own], [shared]);
    api.on(`GET /api/folders/${shared.id}`, { body: shared });
    api.on(patchOf(shared), { body: { ...shared.items[0], watched: true } });
    const { useFolders } = await import('../../features/folders/state/folder.store.ts');
    await useFolders.getState().loadItems(shared.id);
    open(`?title=movie-603&folder=${shared.id}`);

    await userEvent.click(await rewatch());

    expect(patched()).toEqual([patchOf(shared)]);
  });

  test('is known, also if the other lists cannot be loaded', async () => {
    const own = list(1, {});
    serve([own]);
    api.on(`GET /api/folders/${own.id}`, { body: own });
    api.on('GET /api/folders', { status: 500 });
    api.on(patchOf(own), { body: { ...own.items[0], watched: true } });
    const { useFolders } = await import('../../features/folders/state/folder.store.ts');
    await useFolders.getState().loadItems(own.id);
    open(`?title=movie-603&folder=${own.id}`);

    await userEvent.click(await rewatch());

    expect(patched()).toEqual([patchOf(own)]);
  });

  test('else is the oldest in the viewer’s own lists', async () => {
    const later = list(1, { createdAt: '2026-02-01T00:00:00.000Z' });
    const older = list(2, { createdAt: '2026-01-01T00:00:00.000Z' });
    const shared = bens(3, { ...defaultFlags, canAdd: false });
    serve([later, older], [shared]);
    api.on(patchOf(older), { body: { ...older.items[0], watched: true } });
    open(`?title=movie-603&folder=${shared.id}`);

    await userEvent.click(await rewatch());

    expect(patched()).toEqual([patchOf(older)]);
  });

  test('is missing in all lists: opens Add to List', async () => {
    serve([list(1, null)]);
    open();

    await userEvent.click(await rewatch());

    expect(addressOf()).toBe('/?add=movie-603&rewatch=1');
    expect(patched()).toEqual([]);
  });
});

test('Add to List adds the title as watched', async () => {
  const own = list(1, null);
  serve([own]);
  api.on('POST /api/watchlist', { status: 201, body: sampleItem(1, { tmdbId: 603, folderId: own.id, watched: true }) });
  renderAt(
    <>
      <AddToFolderDialog />
      <Toaster />
    </>,
    { at: '/?add=movie-603&rewatch=1' },
  );
  expect(await screen.findByRole('heading', { name: 'Add to List' })).toBeTruthy();
  await screen.findByText('The Matrix');

  await userEvent.click(await screen.findByRole('button', { name: /^List 1/ }));

  await waitFor(() => expect(toastText()).toBe('Added to rewatch list'));
  expect(api.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    folderId: own.id,
    tmdbId: 603,
    watched: true,
    runtime: 136,
  });
  await waitFor(() => expect(addressOf()).toBe('/'));
});
