import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allFlags, type Flags } from '../../../../common/permissions.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { type ApiStub, failure, stubApi } from '../../../testing/api.ts';
import { bensFolder } from '../../../testing/lists.ts';
import { renderAt, toastText } from '../../../testing/render.tsx';
import { ana, itemChange, sampleItem } from '../../../testing/samples.ts';
import { useUsers } from '../../users/users.store.ts';
import { useFolders } from '../state/folder.store.ts';
import { ItemNote } from './ItemNote.tsx';

const folder = bensFolder({ itemCount: 1 });
const film = sampleItem(1, { folderId: folder.id, categoryId: folder.id });
const route = `PATCH /api/watchlist/${film.id}/note`;
let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

async function show(note: string | null, permissions: Flags = allFlags) {
  useFolders.getState().applyFolders([{ ...folder, permissions }]);
  api.on(`GET /api/folders/${folder.id}/items`, { body: [{ ...film, note }], headers: { 'Folder-Rev': '1' } });
  await useFolders.getState().loadItems(folder.id, 'folder');
  return renderAt(
    <>
      <ItemNote folderId={folder.id} title={film} />
      <Toaster />
    </>,
  );
}

const button = (name: string) => screen.getByRole('button', { name });

test('is written, and shown before the server answers', async () => {
  await show(null);
  api.on(route, { body: { ...film, note: 'For Friday' } });

  await userEvent.click(button('Add a note'));
  const field = screen.getByRole('textbox', { name: 'Note' });
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('Everyone in the list sees it.')).toBeTruthy();
  await userEvent.type(field, 'For Friday ');
  expect(screen.getByText('269 characters left')).toBeTruthy();
  await userEvent.click(button('Save note'));

  expect(screen.getByText('For Friday')).toBeTruthy();
  expect(api.requests.at(-1)?.body).toEqual({ note: 'For Friday' });
});

test('is removed by emptying it', async () => {
  await show('Old reason');
  api.on(route, { body: film });

  await userEvent.click(button('Edit note'));
  await userEvent.clear(screen.getByRole('textbox', { name: 'Note' }));
  await userEvent.click(button('Save note'));

  expect(api.requests.at(-1)?.body).toEqual({ note: null });
  expect(screen.queryByText('Old reason')).toBeNull();
});

test('stays as it was when it is cancelled or refused, and the form keeps what was typed', async () => {
  await show('Old reason');
  api.on(route, failure(403, 'forbidden'));

  await userEvent.click(button('Edit note'));
  await userEvent.click(button('Cancel'));
  expect(screen.getByText('Old reason')).toBeTruthy();

  await userEvent.click(button('Edit note'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), ', and a new one');
  await userEvent.click(button('Save note'));
  await waitFor(() => expect(toastText()).toContain('forbidden'));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Old reason, and a new one');

  await userEvent.click(button('Cancel'));
  expect(screen.getByText('Old reason')).toBeTruthy();
});

test('can only be read by those who may not add titles, and changes live', async () => {
  await show('Old reason', { ...allFlags, canAdd: false });
  expect(screen.queryByRole('button')).toBeNull();

  const changed = itemChange(2, 'item:noted', { ...film, note: 'New reason' });
  act(() => useFolders.getState().applyChangeBatch({ folderId: folder.id, changes: [changed] }));

  expect(screen.getByText('New reason')).toBeTruthy();
});

test('is not lost without a question when the page is left before it is saved', async () => {
  const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
  await show('Old reason');
  await userEvent.click(button('Edit note'));
  expect(isAsked()).toBe(false);

  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), ', and a new one');
  expect(isAsked()).toBe(true);

  await userEvent.click(button('Cancel'));
  expect(isAsked()).toBe(false);
});

test('keeps what was typed when its dialog is closed, until it is saved or cancelled', async () => {
  const dialog = await show('Old reason');
  await userEvent.click(button('Edit note'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), ', and a new one');

  dialog.unmount();
  const again = await show('Old reason');

  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  expect(field.value).toBe('Old reason, and a new one');
  await userEvent.click(button('Cancel'));
  again.unmount();
  await show('Old reason');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('takes its error away when it is saved after all, and gives the focus back', async () => {
  await show('Old reason');
  api.on(route, failure(403, 'forbidden'));
  await userEvent.click(button('Edit note'));
  await userEvent.click(button('Save note'));
  await waitFor(() => expect(toastText()).toContain('forbidden'));
  api.on(route, { body: { ...film, note: 'Old reason' } });

  await userEvent.click(button('Save note'));

  expect(toastText()).toBe('');
  expect(document.activeElement).toBe(button('Edit note'));
});
