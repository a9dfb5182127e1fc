import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { families, familyKeys } from '../../../common/families.ts';
import { createReplica } from '../../../common/replica/replica.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, sampleFolder } from '../../testing/samples.ts';
import { VisibilityDialog } from './VisibilityDialog.tsx';

const folder = sampleFolder({ visibility: 'shared' });

let api: ApiStub;
let isClosed: boolean;
beforeEach(() => {
  api = stubApi();
  isClosed = false;
  useUsers.getState().applyViewer(ana);
  useFolders.getState().applyFolders([folder]);
});

const open = (key: (typeof familyKeys)[number]) =>
  renderAt(
    <>
      <VisibilityDialog
        replica={createReplica(folder, ana.id)}
        family={families[key]}
        onClose={() => {
          isClosed = true;
        }}
      />
      <Toaster />
    </>,
    { at: '/' },
  );
const option = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test.each(familyKeys)('an owner chooses who can see the %s', async (key) => {
  const path = `${families[key].api.lists}/${folder.id}/visibility`;
  api.on(`PUT ${path}`, { body: { ...folder, visibility: 'nobody', rev: folder.rev + 1 } });
  open(key);
  expect(option(/People I share a list with/).checked).toBe(true);

  await userEvent.click(option(/Only the people of this list/));
  await save();

  await waitFor(() => expect(isClosed).toBe(true));
  expect(api.requests[0]?.body).toEqual({ visibility: 'nobody' });
  expect(useFolders.getState().entries[folder.id]?.replica?.folder.visibility).toBe('nobody');
});

test('a list can follow the account again', async () => {
  api.on(`PUT /api/folders/${folder.id}/visibility`, { body: { ...folder, visibility: null } });
  open('folder');

  await userEvent.click(option(/Same as my other lists/));
  await save();

  await waitFor(() => expect(api.requests[0]?.body).toEqual({ visibility: null }));
});

test('a choice that cannot be saved stays, with a toast', async () => {
  api.on(`PUT /api/folders/${folder.id}/visibility`, { status: 500 });
  open('folder');

  await userEvent.click(option(/Everyone here/));
  await save();

  await waitFor(() => expect(toastText()).toBe('ErrorCouldn’t change who can see the list. Try again.'));
  expect([isClosed, option(/Everyone here/).checked]).toEqual([false, true]);
});
