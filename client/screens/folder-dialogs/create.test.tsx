import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { stubApi } from '../../testing/api.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana, sampleFolder } from '../../testing/samples.ts';
import { CreateFolderDialog } from './CreateFolderDialog.tsx';

test('creating a list closes the dialog by itself', async () => {
  const api = stubApi();
  useUsers.getState().applyViewer(ana);
  api.on('POST /api/categories', { status: 201, body: sampleFolder({ name: 'Heists' }) });
  renderAt(<CreateFolderDialog />, { at: '/my-list?create=category' });
  expect(screen.getByRole('button', { name: 'Create List' }).hasAttribute('disabled')).toBe(true);

  await userEvent.type(await screen.findByRole('textbox', { name: 'List name' }), 'Heists{Enter}');

  await waitFor(() => expect(addressOf()).toBe('/my-list'), { timeout: 3000 });
  expect(useFolders.getState().entries[sampleFolder().id]?.replica?.folder.name).toBe('Heists');
});
