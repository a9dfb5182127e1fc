import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { families } from '../../../common/families.ts';
import { allFlags, defaultFlags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { PermissionsPanel } from '../../features/folders/sharing/PermissionsPanel.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useFolder } from '../../features/folders/state/useFolder.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { wholeText } from '../../testing/dom.ts';
import { tooltipOf } from '../../testing/hover.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana, ben, idOf, sampleFolder, sampleInvitation, sampleShare, sampleUser } from '../../testing/samples.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { ShareDialog } from './ShareDialog.tsx';

const cleo = sampleUser(3, 'Cleo');
const id = sampleFolder().id;
let api: ApiStub;

function Panel() {
  const { replica } = useFolder(id, 'folder');
  return replica && <PermissionsPanel replica={replica} family={families.folder} />;
}

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

describe('the share dialog', () => {
  async function openShare(folder: Folder = sampleFolder(), search = `?share=${id}`, people = [ben, cleo]) {
    api.on('GET /api/users', { body: people.map((user) => ({ ...user, isPinned: false })) });
    api.on(`GET /api/folders/${id}`, { body: folder });
    useFolders.getState().applyFolders([folder]);
    renderAt(
      <>
        <ShareDialog />
        <Toaster />
      </>,
      { at: `/folder/${id}/details${search}` },
    );
    return screen.findByRole('dialog', { name: /^Share " ?Friday ?"$/ });
  }
  const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));
  const flag = (name: string) => screen.getByRole('switch', { name }) as HTMLInputElement;

  test('finds a person who is not in the directory by the whole email address', async () => {
    const una = { ...sampleUser(77, 'Una'), email: '' };
    api.on('GET /api/users/search', { body: [una] });
    await openShare(sampleFolder({ memberIds: [ana.id] }));
    await screen.findByRole('list', { name: 'Users' });

    await userEvent.type(screen.getByPlaceholderText('Search users by name or email...'), 'una@example.org');

    expect(await screen.findByRole('button', { name: /Una/ })).toBeTruthy();
  });

  test('closes at once for a list that is not there', async () => {
    const at = `/folder/${id}/details?share=${id}`;
    api.on(`GET /api/folders/${id}`, failure(404, 'not_found'));
    renderAt(<ShareDialog />, { at });

    await waitFor(() => expect(addressOf()).toBe(`/folder/${id}/details`));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('lists users without a share, filtered by name or email', async () => {
    await openShare(sampleFolder({ memberIds: [ana.id, ben.id] }));
    const list = await screen.findByRole('list', { name: 'Users' });
    expect(within(list).getByText('Cleo')).toBeTruthy();
    expect(within(list).queryByText('Ben')).toBeNull();

    await userEvent.type(screen.getByPlaceholderText('Search users by name or email...'), 'nobody');

    expect(screen.getByText('No users found matching your search.')).toBeTruthy();
  });

  test.each(['dora rivas', 'RIVAS  do', 'rivas dora@'])('finds a user by words in any order: %s', async (text) => {
    const dora = { ...sampleUser(4, 'Dora'), lastName: 'Rivas Mora' };
    const otherDora = { ...sampleUser(5, 'Dora'), lastName: 'Ruiz' };
    await openShare(sampleFolder(), `?share=${id}`, [dora, otherDora]);

    await userEvent.type(screen.getByPlaceholderText('Search users by name or email...'), text);

    expect(await screen.findByRole('button', { name: /Rivas/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Ruiz/ })).toBeNull();
  });

  test('is named in the title of the tab', async () => {
    await openShare();

    await waitFor(() => expect(document.title).toBe('Share "Friday" · Marquee'));
  });

  test('starts with the invitation by a link if the address says so', async () => {
    await openShare(sampleFolder(), `?share=${id}&by=link`);

    expect(screen.getByRole('button', { name: 'Create link' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByPlaceholderText('Search users by name or email...')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(addressOf()).toBe(`/folder/${id}/details`);
  });

  test('shows when there are no more users to share with', async () => {
    await openShare(sampleFolder({ memberIds: [ana.id, ben.id, cleo.id] }));

    expect(await screen.findByText('No more users available to share with.')).toBeTruthy();
  });

  test('shows invited users as disabled', async () => {
    api.on(`GET /api/folders/${id}/invitations`, { body: [sampleInvitation()] });
    await openShare();

    const bens = await screen.findByRole('button', { name: /Ben.*Invited/ });
    const cleos = screen.getByRole('button', { name: /Cleo/ });

    expect([bens, cleos].map((button) => button.hasAttribute('disabled'))).toEqual([true, false]);
  });

  test('starts at Collaborator with viewing fixed, and any switch makes it Custom', async () => {
    await openShare();
    await choose(/Ben/);
    expect((screen.getByRole('radio', { name: /Collaborator/ }) as HTMLInputElement).checked).toBe(true);
    expect(flag('View folder contents Required').disabled).toBe(true);
    expect(flag('View folder contents Required').checked).toBe(true);

    await userEvent.click(flag('Share folder with others'));

    expect(screen.getByText('Custom')).toBeTruthy();
    expect((screen.getByRole('radio', { name: /Collaborator/ }) as HTMLInputElement).checked).toBe(false);
  });

  test('goes back to the list with Change User', async () => {
    await openShare();
    await choose(/Ben/);

    await userEvent.click(screen.getByRole('button', { name: 'Change User' }));

    expect(await screen.findByRole('button', { name: /Cleo/ })).toBeTruthy();
  });

  test('sends the chosen permissions, shows a toast and resets', async () => {
    api.on('POST /api/folder-invitations', { status: 201, body: sampleInvitation() });
    await openShare();
    await choose(/Ben/);
    await userEvent.click(screen.getByRole('radio', { name: /View Only/ }));
    await userEvent.click(flag('Add items to folder'));

    await userEvent.click(screen.getByRole('button', { name: 'Send Invitation' }));

    expect(await screen.findByText('Folder invitation sent successfully with selected permissions.')).toBeTruthy();
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      folderId: id,
      invitedUserId: ben.id,
      ...defaultFlags,
    });
    await choose(/Cleo/);
    expect((screen.getByRole('radio', { name: /Collaborator/ }) as HTMLInputElement).checked).toBe(true);
  });

  test('shows the error on failure and keeps the choice', async () => {
    api.on('POST /api/folder-invitations', failure(409, 'already_invited', 'Ben is already invited'));
    await openShare();
    await choose(/Ben/);

    await userEvent.click(screen.getByRole('button', { name: 'Send Invitation' }));

    expect(await screen.findByText('Ben is already invited')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Change User' })).toBeTruthy();
  });

  test('keeps flags off that the member lacks', async () => {
    const held = { ...defaultFlags, canShare: true };
    await openShare(sampleFolder({ userId: ben.id, permissions: held }));
    await choose(/Cleo/);

    expect(screen.getByText('Custom')).toBeTruthy();
    expect(flag("Remove items from folder You don't have this permission yourself").disabled).toBe(true);
    expect(flag("Remove items from folder You don't have this permission yourself").checked).toBe(false);
    expect(flag('Add items to folder').checked).toBe(true);
  });
});

describe('the permissions panel', () => {
  const shares = `GET /api/folders/${id}/shares`;
  const viewOnly = { ...defaultFlags, canAdd: false };
  const cleos = sampleShare({
    ...allFlags,
    id: idOf(501),
    sharedWithUserId: cleo.id,
    sharedWithUser: cleo,
  });

  function openPanel() {
    api.on(`GET /api/folders/${id}`, { body: sampleFolder() });
    useFolders.getState().applyFolders([sampleFolder()]);
    renderAt(
      <>
        <Panel />
        <Toaster />
      </>,
    );
  }

  test('lists members with name, email and level', async () => {
    api.on(shares, { body: [sampleShare(viewOnly), cleos] });
    openPanel();
    expect(screen.getByText('Loading permissions...')).toBeTruthy();

    expect(await screen.findByText('ben@example.org')).toBeTruthy();
    expect(screen.getByText('View Only')).toBeTruthy();
    expect(screen.getByText('Collaborator')).toBeTruthy();
  });

  test('shows other combinations as Custom, with their rights', async () => {
    const partly = { ...viewOnly, canAdd: true, canShare: true };
    api.on(shares, { body: [sampleShare(partly)] });
    openPanel();
    const badge = await screen.findByText('Custom');
    const rights = 'View Only, and can also add and share';
    expect(within(badge).getByText(`: ${rights}`)).toBeTruthy();

    expect(tooltipOf(badge)).toBe(rights);
  });

  test('shows when there are no members, and when loading failed', async () => {
    api.on(shares, failure(500, 'internal'));
    openPanel();
    expect(await screen.findByText('Error loading permissions')).toBeTruthy();

    api.on(shares, { body: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('No users have been shared access to this folder yet.')).toBeTruthy();
  });

  test('opens one editor at a time and saves a chosen level with the button', async () => {
    api.on(shares, { body: [sampleShare(), cleos] });
    api.on(`PUT /api/folder-shares/${sampleShare().id}/permissions`, { body: sampleShare(allFlags) });
    openPanel();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit permissions of Cleo' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit permissions of Ben' }));
    expect(screen.getAllByRole('button', { name: /^Cancel editing/ })).toHaveLength(1);

    await userEvent.click(screen.getByRole('radio', { name: /Collaborator/ }));
    expect(api.requests.some((request) => request.method === 'PUT')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('User permissions have been successfully updated.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit permissions of Ben' }));
    expect(api.requests.find((request) => request.method === 'PUT')?.body).toEqual(allFlags);
    expect(screen.queryByRole('button', { name: /^Cancel editing/ })).toBeNull();
  });

  test('saves a level and a switch together', async () => {
    api.on(shares, { body: [sampleShare()] });
    api.on(`PUT /api/folder-shares/${sampleShare().id}/permissions`, { body: sampleShare(allFlags) });
    openPanel();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit permissions of Ben' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);

    await userEvent.click(screen.getByRole('radio', { name: /Collaborator/ }));
    await userEvent.click(screen.getByRole('switch', { name: 'Manage user permissions' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));

    await screen.findByText('User permissions have been successfully updated.');
    const saved = api.requests.filter((request) => request.method === 'PUT');
    expect(saved.map(({ body }) => body)).toEqual([{ ...allFlags, canManage: false }]);
  });

  test('asks before it removes the access of a member', async () => {
    const revoke = `DELETE /api/folder-shares/${sampleShare().id}`;
    api.on(shares, { body: [sampleShare()] });
    api.on(revoke, { status: 204 });
    openPanel();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit permissions of Ben' }));

    await userEvent.click(screen.getByRole('button', { name: 'Remove access' }));
    const question = await screen.findByRole('dialog', { name: 'Remove access?' });
    expect(question.textContent).toContain('Ben will no longer be a member of "Friday".');
    expect(api.calls).not.toContain(revoke);
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));

    expect(
      await screen.findByText(wholeText('Ben is no longer a member of "Friday".'), { selector: 'p' }),
    ).toBeTruthy();
    expect(api.calls).toContain(revoke);
  });
});

test('inviting searches from two letters, excludes members and sends the default flags', async () => {
  api.on('GET /api/users/search', { body: [ben, cleo] });
  api.on(`POST /api/folders/${id}/invite`, { status: 201, body: sampleInvitation() });
  const folder = sampleFolder({ memberIds: [ana.id, cleo.id] });
  useFolders.getState().applyFolders([folder]);
  const replica = useFolders.getState().entries[id]?.replica;
  renderAt(replica ? <InviteDialog replica={replica} family={families.folder} onClose={() => undefined} /> : null);
  const search = await screen.findByPlaceholderText('Search by name, email or username');
  await userEvent.type(search, 'b');
  expect(screen.getByText('Type at least two letters')).toBeTruthy();

  await userEvent.type(search, 'e');
  await userEvent.click(await screen.findByRole('button', { name: 'Invite Ben' }));

  const invited = await screen.findByRole('button', { name: 'Invited' });
  await waitFor(() => expect(document.activeElement).toBe(invited));
  expect(screen.queryByText('Cleo')).toBeNull();
  expect(api.requests.at(-1)?.body).toEqual({ invitedUserId: ben.id });
});

test('the invitation dialog says when everyone found is already in the list', async () => {
  api.on('GET /api/users/search', { body: [cleo] });
  useFolders.getState().applyFolders([sampleFolder({ memberIds: [ana.id, cleo.id] })]);
  const replica = useFolders.getState().entries[id]?.replica;
  renderAt(replica ? <InviteDialog replica={replica} family={families.folder} onClose={() => undefined} /> : null);

  await userEvent.type(await screen.findByPlaceholderText('Search by name, email or username'), 'cleo');

  expect(await screen.findByText('Everyone who matches is already in this list.')).toBeTruthy();
});
