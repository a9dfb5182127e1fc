import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defaultFlags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useTitles } from '../../features/titles/title.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { addressOf, renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, idOf, sampleFolder, sampleItem } from '../../testing/samples.ts';
import { matrix, serveTitle } from '../../testing/titles.ts';
import { AddToFolderDialog } from './AddToFolderDialog.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  serve([]);
  serveTitle(api, matrix);
  useUsers.getState().applyViewer(ana);
});

function serve(own: Folder[], shared: Folder[] = []) {
  api.on('GET /api/folders', { body: own });
  api.on('GET /api/shared-folders', { body: shared });
}

function open(search = '?add=movie-603') {
  return renderAt(
    <>
      <AddToFolderDialog />
      <Toaster />
    </>,
    { at: `/${search}` },
  );
}

const namesIn = async (group: string) =>
  within(await screen.findByRole('list', { name: group }))
    .getAllByRole('button')
    .map((button) => button.textContent);
const choice = (name: RegExp) => screen.findByRole('button', { name });
const added = () => api.requestsTo('POST /api/watchlist')[0]?.body;

test('offers own lists, and lists that are shared in a second group, without Reviewed', async () => {
  const own = [
    sampleFolder(),
    sampleFolder({ id: idOf(101), name: 'Reviewed', isReviewed: true }),
    sampleFolder({ id: idOf(102), name: 'Ours', isSharedByMe: true, sharedWithUsers: [ben] }),
  ];
  const others = [
    sampleFolder({ id: idOf(103), name: 'Noir', userId: ben.id, sharedByUser: ben, permissions: defaultFlags }),
    sampleFolder({ id: idOf(104), name: 'Look only', userId: ben.id, permissions: { ...defaultFlags, canAdd: false } }),
  ];
  serve(own, others);

  open();

  expect(await namesIn('Lists')).toEqual(['Friday0 items']);
  expect(await namesIn('Lists you share')).toEqual(['Ours0 items', 'Noir0 items · Ben']);
});

test.each([
  ['?add=movie-603', 'Add to List'],
  ['?add=movie-603&rewatch=1', 'Add to List'],
])('the tab has the title of the dialog at %s', async (search, title) => {
  serve([]);

  open(search);

  await screen.findByRole('dialog', { name: title });
  await waitFor(() => expect(document.title).toBe(`${title} · Marquee`));
});

test('an owner whose only list is shared adds to it with one press', async () => {
  serve([sampleFolder({ isSharedByMe: true, sharedWithUsers: [ben] })]);
  api.on('POST /api/watchlist', { status: 201, body: sampleItem(1, { tmdbId: 603 }) });
  open();
  await screen.findByText('The Matrix');

  await userEvent.click(await choice(/^Friday/));

  await waitFor(() => expect(added()).toMatchObject({ folderId: sampleFolder().id, tmdbId: 603 }));
  expect(screen.queryByText('No lists yet')).toBeNull();
});

test('a list that contains the title is marked and disabled', async () => {
  serve([sampleFolder({ itemCount: 1 })]);
  api.on(`GET /api/folders/${sampleFolder().id}/items`, {
    body: [sampleItem(1, { tmdbId: 603 })],
    headers: { 'Folder-Rev': '1' },
  });

  open();

  await screen.findByText('Already added');
  expect((await choice(/^Friday/)).hasAttribute('disabled')).toBe(true);
});

test('adds the title, shows a toast and closes', async () => {
  serve([sampleFolder()]);
  api.on('POST /api/watchlist', { status: 201, body: sampleItem(1, { tmdbId: 603 }) });
  open();
  await screen.findByText('The Matrix');

  await userEvent.click(await choice(/^Friday/));

  await waitFor(() => expect(toastText()).toContain('Added to "Friday"'));
  expect(added()).toMatchObject({ folderId: sampleFolder().id, tmdbId: 603, watched: false, voteAverage: 82 });
  await waitFor(() => expect(addressOf()).toBe('/'));
});

test('a new folder gets the title immediately', async () => {
  api.on('POST /api/folders', { status: 201, body: sampleFolder({ name: 'Fresh' }) });
  api.on('POST /api/watchlist', { status: 201, body: sampleItem(1, { tmdbId: 603 }) });
  open();
  await screen.findByText('No lists yet');
  await screen.findByText('The Matrix');

  await userEvent.click(screen.getByRole('button', { name: 'New List' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'List name' }), 'Fresh');
  await userEvent.click(screen.getByRole('button', { name: 'Create and Add' }));

  await waitFor(() => expect(added()).toMatchObject({ folderId: sampleFolder().id, tmdbId: 603 }));
});

test('the name of a new list can be typed at once, and Cancel leads back to the button', async () => {
  open();
  await screen.findByText('No lists yet');

  await userEvent.click(screen.getByRole('button', { name: 'New List' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'List name' }));

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New List' }));
});

test('without a title it shows that no item is selected, and adds nothing', async () => {
  serve([sampleFolder()]);
  open('?add=nothing');

  expect(screen.getByText('No item selected')).toBeTruthy();
  await userEvent.click(await choice(/^Friday/));

  expect(toastText()).toContain('No item selected');
  expect(added()).toBeUndefined();
});

test.each([
  [
    'a duplicate',
    failure(409, 'already_in_folder', 'This title already exists in this folder'),
    'This item is already in the selected folder',
  ],
  ['what has no words', { status: 500 }, 'Failed to add item to folder'],
])('%s has its own text', async (_case, refusal, text) => {
  serve([sampleFolder()]);
  api.on('POST /api/watchlist', refusal);
  open();
  await screen.findByText('The Matrix');

  await userEvent.click(await choice(/^Friday/));

  await waitFor(() => expect(toastText()).toBe(`Error${text}`));
  expect((await choice(/^Friday/)).hasAttribute('disabled')).toBe(false);
});

describe('with a title that is already loaded', () => {
  const item = sampleItem(603, { title: 'The Matrix' });
  const noir = sampleFolder({
    id: idOf(101),
    name: 'Noir',
    userId: ben.id,
    sharedByUser: ben,
    permissions: defaultFlags,
  });
  const lookOnly = sampleFolder({
    id: idOf(104),
    name: 'Look only',
    userId: ben.id,
    permissions: { ...defaultFlags, canAdd: false },
  });
  const ours = sampleFolder({ id: idOf(105), name: 'Ours', isSharedByMe: true, sharedWithUsers: [ben] });

  function openAdd(at = '/?add=movie-603', own: Folder[] = [sampleFolder(), ours]) {
    api.on('GET /api/folders', { body: own });
    api.on('GET /api/shared-folders', { body: [noir, lookOnly] });
    useTitles.getState().applyFacts([item]);
    renderAt(
      <>
        <AddToFolderDialog />
        <Toaster />
      </>,
      { at },
    );
    return screen.findByRole('dialog');
  }

  test('marks a list that contains the title', async () => {
    api.on(`GET /api/folders/${sampleFolder().id}/items`, { body: [item], headers: { 'Folder-Rev': '1' } });
    await openAdd('/?add=movie-603', [sampleFolder({ itemCount: 1 })]);

    await screen.findByText('Already added');

    expect(screen.getByRole('button', { name: /Friday/ }).hasAttribute('disabled')).toBe(true);
  });

  test('adds with one click and closes', async () => {
    api.on('POST /api/watchlist', { status: 201, body: item });
    await openAdd('/?add=movie-603&rewatch=1');

    await userEvent.click(await screen.findByRole('button', { name: /Friday/ }));

    expect(await screen.findByText('Added to rewatch list')).toBeTruthy();
    expect(api.requests.at(-1)?.body).toMatchObject({
      folderId: sampleFolder().id,
      tmdbId: 603,
      mediaType: 'movie',
      watched: true,
    });
    await waitFor(() => expect(addressOf()).toBe('/'));
  });

  test('shows when another tab has already added it', async () => {
    api.on('POST /api/watchlist', failure(409, 'already_in_folder', 'This title already exists in this folder'));
    await openAdd();

    await userEvent.click(await screen.findByRole('button', { name: /Friday/ }));

    expect(await screen.findByText('This item is already in the selected folder')).toBeTruthy();
    expect(addressOf()).toBe('/?add=movie-603');
  });

  test('without a title is refused', async () => {
    await openAdd('/?add=nonsense');

    await userEvent.click(await screen.findByRole('button', { name: /Friday/ }));

    expect(toastText()).toContain('No item selected');
    expect(api.calls.some((call) => call.startsWith('POST'))).toBe(false);
  });

  test('adds to a new list immediately', async () => {
    const fresh = sampleFolder({ id: idOf(106), name: 'Heists' });
    api.on('POST /api/folders', { status: 201, body: fresh });
    api.on('POST /api/watchlist', { status: 201, body: { ...item, folderId: fresh.id } });
    await openAdd();
    await userEvent.click(await screen.findByRole('button', { name: 'New List' }));

    await userEvent.type(screen.getByRole('textbox', { name: 'List name' }), '  Heists ');
    await userEvent.click(screen.getByRole('button', { name: 'Create and Add' }));

    await waitFor(() => expect(addressOf()).toBe('/'));
    const [create, add] = api.requests.filter((request) => request.method === 'POST');
    expect(create?.body).toEqual({ name: 'Heists' });
    expect(add?.body).toMatchObject({ folderId: fresh.id, tmdbId: 603 });
  });
});
