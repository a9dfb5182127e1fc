import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { families } from '../../../common/families.ts';
import { allFlags, defaultFlags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { Toaster } from '../../components/feedback/Toaster.tsx';
import { PermissionsPanel } from '../../features/folders/sharing/PermissionsPanel.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useFolder } from '../../features/folders/state/useFolder.ts';
import { useTitles } from '../../features/titles/title.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { tooltipOf } from '../../testing/hover.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import {
  ana,
  ben,
  idOf,
  sampleFolder,
  sampleInvitation,
  sampleItem,
  sampleShare,
  sampleUser,
} from '../../testing/samples.ts';
import { AddToFolderDialog } from './AddToFolderDialog.tsx';
import { CreateFolderDialog } from './CreateFolderDialog.tsx';
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
  async function openShare(folder: Folder = sampleFolder()) {
    api.on('GET /api/users', { body: [ben, cleo].map((user) => ({ ...user, isPinned: false })) });
    api.on(`GET /api/folders/${id}`, { body: folder });
    useFolders.getState().applyFolders([folder]);
    renderAt(
      <>
        <ShareDialog />
        <Toaster />
      </>,
      { at: `/folder/${id}/details?share=${id}` },
    );
    return screen.findByRole('dialog', { name: 'Share "Friday"' });
  }
  const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));
  const flag = (name: string) => screen.getByRole('switch', { name }) as HTMLInputElement;

  test('lists users without a share, filtered by name or email', async () => {
    await openShare(sampleFolder({ memberIds: [ana.id, ben.id] }));
    const list = await screen.findByRole('list', { name: 'Users' });
    expect(within(list).getByText('Cleo')).toBeTruthy();
    expect(within(list).queryByText('Ben')).toBeNull();

    await userEvent.type(screen.getByPlaceholderText('Search users by name or email...'), 'nobody');

    expect(screen.getByText('No users found matching your search.')).toBeTruthy();
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
    expect(flag("Remove items from folder You don't hold this yourself").disabled).toBe(true);
    expect(flag("Remove items from folder You don't hold this yourself").checked).toBe(false);
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

  test('opens one editor at a time and saves a chosen level', async () => {
    api.on(shares, { body: [sampleShare(), cleos] });
    api.on(`PUT /api/folder-shares/${sampleShare().id}/permissions`, { body: sampleShare(allFlags) });
    openPanel();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit permissions of Cleo' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit permissions of Ben' }));
    expect(screen.getAllByRole('button', { name: /^Cancel editing/ })).toHaveLength(1);

    await userEvent.click(screen.getByRole('radio', { name: /Collaborator/ }));

    expect(await screen.findByText('User permissions have been successfully updated.')).toBeTruthy();
    expect(api.requests.find((request) => request.method === 'PUT')?.body).toEqual(allFlags);
    expect(screen.queryByRole('button', { name: /^Cancel editing/ })).toBeNull();
  });
});

describe('adding to a list', () => {
  const matrix = sampleItem(603, { title: 'The Matrix' });
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
    useTitles.getState().applyFacts([matrix]);
    renderAt(
      <>
        <AddToFolderDialog />
        <Toaster />
      </>,
      { at },
    );
    return screen.findByRole('dialog');
  }

  test('offers own unshared lists and shared ones with the right to add', async () => {
    await openAdd();

    const lists = await screen.findByRole('list', { name: 'Lists' });
    expect(await within(lists).findByText('Friday')).toBeTruthy();
    expect(within(lists).getByText('Noir')).toBeTruthy();
    expect(within(lists).queryByText('Look only')).toBeNull();
    expect(within(lists).queryByText('Ours')).toBeNull();
    expect(screen.getByText(/Lists you share are edited in their own editor/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ours' }).getAttribute('href')).toBe(`/folder/${idOf(105)}/editor`);
  });

  test('marks a list that contains the title', async () => {
    api.on(`GET /api/folders/${id}/items`, { body: [matrix], headers: { 'Folder-Rev': '1' } });
    await openAdd('/?add=movie-603', [sampleFolder({ itemCount: 1 })]);

    await screen.findByText('Already added');

    expect(screen.getByRole('button', { name: /Friday/ }).hasAttribute('disabled')).toBe(true);
  });

  test('adds with one click and closes', async () => {
    api.on('POST /api/watchlist', { status: 201, body: matrix });
    await openAdd('/?add=movie-603&rewatch=1');

    await userEvent.click(await screen.findByRole('button', { name: /Friday/ }));

    expect(await screen.findByText('Added to rewatch list')).toBeTruthy();
    expect(api.requests.at(-1)?.body).toMatchObject({ folderId: id, tmdbId: 603, mediaType: 'movie', watched: true });
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

    expect(screen.getByRole('region', { name: 'Notification' }).textContent).toContain('No item selected');
    expect(api.calls.some((call) => call.startsWith('POST'))).toBe(false);
  });

  test('adds to a new list immediately', async () => {
    const fresh = sampleFolder({ id: idOf(106), name: 'Heists' });
    api.on('POST /api/folders', { status: 201, body: fresh });
    api.on('POST /api/watchlist', { status: 201, body: { ...matrix, folderId: fresh.id } });
    await openAdd();
    await userEvent.click(await screen.findByRole('button', { name: 'New Folder' }));

    await userEvent.type(screen.getByRole('textbox', { name: 'Folder name' }), '  Heists ');
    await userEvent.click(screen.getByRole('button', { name: 'Create and Add' }));

    await waitFor(() => expect(addressOf()).toBe('/'));
    const [create, add] = api.requests.filter((request) => request.method === 'POST');
    expect(create?.body).toEqual({ name: 'Heists' });
    expect(add?.body).toMatchObject({ folderId: fresh.id, tmdbId: 603 });
  });
});

test('creating a list closes the dialog by itself', async () => {
  api.on('POST /api/categories', { status: 201, body: sampleFolder({ name: 'Heists' }) });
  renderAt(<CreateFolderDialog />, { at: '/my-list?create=category' });
  expect(screen.getByRole('button', { name: 'Create Category' }).hasAttribute('disabled')).toBe(true);

  await userEvent.type(await screen.findByRole('textbox', { name: 'Category name' }), 'Heists{Enter}');

  await waitFor(() => expect(addressOf()).toBe('/my-list'), { timeout: 3000 });
  expect(useFolders.getState().entries[id]?.replica?.folder.name).toBe('Heists');
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

  expect(await screen.findByText('Invited')).toBeTruthy();
  expect(screen.queryByText('Cleo')).toBeNull();
  expect(api.requests.at(-1)?.body).toEqual({ invitedUserId: ben.id });
});
