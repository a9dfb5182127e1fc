import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { type Family, families, familyKeys } from '../../common/families.ts';
import { allFlags } from '../../common/permissions.ts';
import { Header } from '../app/layout/header/Header.tsx';
import { Toaster } from '../components/toast/Toaster.tsx';
import { InvitationList } from '../features/folders/sharing/InvitationList.tsx';
import { PermissionsPanel } from '../features/folders/sharing/PermissionsPanel.tsx';
import { useFolders } from '../features/folders/state/folder.store.ts';
import { useInvitations } from '../features/folders/state/invitation.store.ts';
import { useFolder } from '../features/folders/state/useFolder.ts';
import { useUsers } from '../features/users/users.store.ts';
import { type ApiStub, deferred, type StubAnswer, stubApi } from '../testing/api.ts';
import { renderAt, toastText } from '../testing/render.tsx';
import { ana, ben, idOf, sampleFolder, sampleInvitation, sampleShare } from '../testing/samples.ts';
import { CreateFolderDialog } from './folder-dialogs/CreateFolderDialog.tsx';
import { DeleteFolderDialog, LeaveFolderDialog } from './folder-dialogs/DeleteFolderDialog.tsx';
import { InviteDialog } from './folder-dialogs/InviteDialog.tsx';
import { RenameFolderDialog } from './folder-dialogs/RenameFolderDialog.tsx';
import { ShareDialog } from './folder-dialogs/ShareDialog.tsx';

const id = sampleFolder().id;
const wordless: StubAnswer = { status: 500 };
let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

function Panel({ family }: { family: Family }) {
  const { replica } = useFolder(id, family.key);
  return replica && <PermissionsPanel replica={replica} family={family} />;
}

describe.each(familyKeys)('a failure without a server message, for a %s', (key) => {
  const family = families[key];
  const { lists, invitations, shares } = family.api;
  const close = () => undefined;

  beforeEach(() => {
    api.on(`GET ${lists}/${id}/invitations`, { body: [] });
    api.on('GET /api/users', { body: [{ ...ben, isPinned: false }] });
    api.on('GET /api/users/search', { body: [ben] });
    api.on(`GET ${lists}/${id}`, { body: sampleFolder() });
    useFolders.getState().applyFolders([sampleFolder(), sampleFolder({ id: idOf(101), userId: ben.id })]);
  });

  const replicaOf = (folderId: string) => {
    const replica = useFolders.getState().entries[folderId]?.replica;
    if (!replica) throw new Error('No such list');
    return replica;
  };
  const show = (dialog: ReactNode, at = '/') =>
    renderAt(
      <>
        {dialog}
        <Toaster />
      </>,
      { at },
    );

  test('when creating', async () => {
    api.on(`POST ${lists}`, wordless);
    show(<CreateFolderDialog />, `/?create=${key}`);

    await userEvent.type(await screen.findByRole('textbox', { name: 'List name' }), 'Noir{Enter}');

    await waitFor(() => expect(toastText()).toBe(`ErrorFailed to create ${family.noun}`));
  });

  test('when renaming', async () => {
    api.on(`PUT ${lists}/${id}`, wordless);
    show(<RenameFolderDialog replica={replicaOf(id)} family={family} onClose={close} />);

    await userEvent.type(await screen.findByRole('textbox', { name: 'List name' }), ' night{Enter}');

    await waitFor(() => expect(toastText()).toBe(`ErrorFailed to update ${family.noun} name`));
  });

  test('when deleting', async () => {
    api.on(`DELETE ${lists}/${id}`, wordless);
    show(<DeleteFolderDialog replica={replicaOf(id)} family={family} onClose={close} />);

    await press('Delete');

    await waitFor(() => expect(toastText()).toBe(`ErrorFailed to delete ${family.noun}`));
  });

  test('when leaving', async () => {
    api.on(`DELETE ${lists}/${idOf(101)}/leave`, wordless);
    show(<LeaveFolderDialog replica={replicaOf(idOf(101))} family={family} onClose={close} />);

    await press('Leave');

    await waitFor(() => expect(toastText()).toBe(`ErrorFailed to leave ${family.noun}`));
  });

  test('when inviting', async () => {
    api.on(`POST ${lists}/${id}/invite`, wordless);
    show(<InviteDialog replica={replicaOf(id)} family={family} onClose={close} />);
    await userEvent.type(await screen.findByPlaceholderText('Search by name, email or username'), 'ben');

    await press('Invite Ben');

    await waitFor(() => expect(toastText()).toBe('ErrorFailed to invite user'));
  });

  test('when sharing, which shows Sending... until then', async () => {
    const answer = deferred<StubAnswer>();
    api.on(`POST ${invitations}`, () => answer.promise);
    show(<ShareDialog />, `${family.screenPath}/${id}/details?share=${id}`);
    await press(/Ben/);

    await press('Send Invitation');
    expect(screen.getByRole('button', { name: 'Sending...' }).hasAttribute('disabled')).toBe(true);
    answer.resolve(wordless);

    await waitFor(() => expect(toastText()).toBe('ErrorFailed to send invitation'));
  });

  test('when answering an invitation, which returns', async () => {
    api.on(`POST ${invitations}/${sampleInvitation().id}/respond`, wordless);
    useInvitations.getState().applyAll([sampleInvitation()]);
    show(<InvitationList family={family} />);

    await press('Accept invitation to Friday');

    await waitFor(() => expect(toastText()).toBe('ErrorFailed to respond to invitation'));
    expect(screen.getByRole('button', { name: 'Accept invitation to Friday' })).toBeTruthy();
  });

  test('when changing permissions, which succeeds on the next attempt', async () => {
    api.on(`GET ${lists}/${id}/shares`, { body: [sampleShare()] });
    api.on(`PUT ${shares}/${sampleShare().id}/permissions`, wordless);
    show(<Panel family={family} />);
    await press('Edit permissions of Ben');

    await userEvent.click(screen.getByRole('radio', { name: /Collaborator/ }));
    await press('Save');
    await waitFor(() => expect(toastText()).toBe('ErrorFailed to update permissions'));
    api.on(`PUT ${shares}/${sampleShare().id}/permissions`, { body: sampleShare(allFlags) });
    await press('Save');

    await waitFor(() =>
      expect(toastText()).toBe('Permissions updatedUser permissions have been successfully updated.'),
    );
  });
});

test.each([
  [1440, 'Search movies & TV shows...'],
  [390, 'Search...'],
])('at %i px the header says %s', (width, placeholder) => {
  renderAt(<Header />, { width });

  expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe(placeholder);
});
