import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { families, familyKeys } from '../../../common/families.ts';
import { createReplica } from '../../../common/replica/replica.ts';
import type { DeletedFolder } from '../../../common/schemas/folder.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { RecentlyDeletedButton } from '../../features/folders/lists/RecentlyDeletedButton.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { addressOf, renderAt, toastText } from '../../testing/render.tsx';
import { ana, idOf, sampleFolder } from '../../testing/samples.ts';
import { DeletedListsDialog } from './DeletedListsDialog.tsx';
import { DeleteFolderDialog } from './DeleteFolderDialog.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;
const folder = sampleFolder({ name: 'Noir', memberCount: 2 });

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

function deletedList(): DeletedFolder {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 29 * DAY_MS - 1000).toISOString();
  return { id: folder.id, name: 'Noir', itemCount: 1, memberCount: 2, deletedAt: now.toISOString(), expiresAt };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const isKnown = () => useFolders.getState().entries[folder.id]?.replica?.folder.name === 'Noir';

describe.each(familyKeys)('deleted lists, as a %s', (key) => {
  const { lists, deleted } = families[key].api;
  const RESTORE = `POST ${lists}/${folder.id}/restore`;

  const open = () =>
    renderAt(
      <>
        <DeletedListsDialog />
        <Toaster />
      </>,
      { at: `/?deleted=${key}` },
    );

  test('are listed with what they hold and how long they are kept, and restored', async () => {
    api.on(`GET ${deleted}`, { body: [deletedList(), { ...deletedList(), id: idOf(99), name: 'Westerns' }] });
    api.on(RESTORE, { body: folder });
    open();

    expect(await screen.findAllByText('1 item · 2 members · 29 days left')).toHaveLength(2);
    await press('Restore Noir');

    await waitFor(() => expect(toastText()).toBe('"Noir" is backEveryone it was shared with can see it again.'));
    await waitFor(() => expect(screen.queryByText('Noir')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Restore Westerns' }));
    expect(isKnown()).toBe(true);
  });

  test('stay in the dialog if they cannot be restored', async () => {
    api.on(`GET ${deleted}`, { body: [deletedList()] });
    api.on(RESTORE, { status: 500 });
    open();

    await press('Restore Noir');

    await waitFor(() => expect(toastText()).toBe('ErrorCouldn’t restore the list. Try again.'));
    expect(screen.getByText('Noir')).toBeTruthy();
  });

  test('that do not load can be loaded again', async () => {
    api.on(`GET ${deleted}`, { status: 500 });
    open();
    expect(await screen.findByText('Couldn’t load your deleted lists.')).toBeTruthy();

    api.on(`GET ${deleted}`, { body: [] });
    await press('Try again');

    expect(await screen.findByText('No deleted lists')).toBeTruthy();
  });

  test('are restored by Undo, right after deleting', async () => {
    api.on(`DELETE ${lists}/${folder.id}`, { status: 204 });
    api.on(RESTORE, { body: folder });
    const replica = createReplica(folder, ana.id);
    useFolders.getState().applyFolders([folder]);
    renderAt(
      <>
        <DeleteFolderDialog replica={replica} family={families[key]} onClose={() => undefined} />
        <Toaster />
      </>,
    );
    expect(screen.getByText(/You can restore it for 30 days\./)).toBeTruthy();

    await press('Delete');
    await waitFor(() => expect(isKnown()).toBe(false));
    await press('Undo');

    await waitFor(() => expect(isKnown()).toBe(true));
  });

  test('are opened by a button', async () => {
    renderAt(<RecentlyDeletedButton family={families[key]} />);

    await press('Recently deleted');

    expect(addressOf()).toBe(`/?deleted=${key}`);
  });
});
