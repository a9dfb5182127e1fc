import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families, familyKeys } from '../../../common/families.ts';
import { defaultFlags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { Toaster } from '../../components/feedback/Toaster.tsx';
import { useInvitations } from '../../features/folders/sharing/invitation.store.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { resetStores } from '../../lib/createStore.ts';
import { useSearchText } from '../../lib/page/searchText.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { tooltipOf } from '../../testing/hover.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana, ben, idOf, sampleFolder, sampleInvitation, sampleShare } from '../../testing/samples.ts';
import { FolderDetailsScreen } from './FolderDetailsScreen.tsx';
import { FolderScreen } from './FolderScreen.tsx';
import { FolderSidebar } from './FolderSidebar.tsx';
import { FoldersScreen } from './FoldersScreen.tsx';
import { MyListScreen } from './MyListScreen.tsx';

let api: ApiStub;
const bensFolder = (over: Partial<Folder> = {}) =>
  sampleFolder({
    id: idOf(101),
    name: 'Noir',
    userId: ben.id,
    sharedByUser: { ...ben },
    permissions: defaultFlags,
    ...over,
  });

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

describe.each(familyKeys)('as a %s', (key) => {
  const family = families[key];
  const { lists, shared, invitations } = family.api;

  function serve(own: Folder[], others: Folder[] = []) {
    api.on(`GET ${lists}`, { body: own });
    api.on(`GET ${shared}`, { body: others });
    api.on(`GET ${invitations}`, { body: [] });
    for (const folder of [...own, ...others]) {
      api.on(`GET ${lists}/${folder.id}`, { body: folder });
      api.on(`GET ${lists}/${folder.id}/invitations`, { body: [] });
      api.on(`GET ${lists}/${folder.id}/items`, { body: [], headers: { 'Folder-Rev': String(folder.rev) } });
    }
  }

  function openOverview() {
    return renderAt(
      <>
        <FoldersScreen family={family} />
        <Toaster />
      </>,
      { at: family.overviewPath },
    );
  }

  function openDetails(id = sampleFolder().id, search = '') {
    return renderAt(
      <>
        <Routes>
          <Route
            path={`${family.screenPath}/:${family.idName}/details`}
            element={<FolderDetailsScreen family={family} />}
          />
          <Route path={family.overviewPath} element={<h1>Overview</h1>} />
        </Routes>
        <Toaster />
      </>,
      { at: `${family.screenPath}/${id}/details${search}` },
    );
  }

  test('the overview separates own and shared lists and hides Reviewed', async () => {
    const reviewed = sampleFolder({ id: idOf(102), name: 'Reviewed', isReviewed: true });
    const sharedByMe = sampleFolder({ id: idOf(103), name: 'Ours', isSharedByMe: true, sharedWithUsers: [ben] });
    serve([sampleFolder(), reviewed, sharedByMe], [bensFolder(), sharedByMe]);

    openOverview();

    const own = await screen.findByRole('list', { name: `My ${family.Nouns}` });
    const others = screen.getByRole('list', { name: `All Shared ${family.Nouns}` });
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Your lists',
      `All Shared ${family.Nouns}`,
    ]);
    expect(within(own).getAllByRole('link', { name: 'Friday' })).toHaveLength(1);
    expect(within(own).queryByText('Ours')).toBeNull();
    expect(within(others).getByText('Ours')).toBeTruthy();
    expect(within(others).getByText(/Shared by Ben/)).toBeTruthy();
    expect(within(others).getByRole('button', { name: 'Leave Noir' })).toBeTruthy();
    expect(screen.queryByText('Reviewed')).toBeNull();
  });

  test('the overview shows when there are no lists or no matches', async () => {
    serve([]);
    const { unmount } = openOverview();
    expect(await screen.findByText(`No ${family.nouns} yet`)).toBeTruthy();
    unmount();

    useFolders.getState().applyFolders([sampleFolder()]);
    useSearchText.getState().setText('zebra');
    openOverview();

    expect(screen.getByText(`No ${family.nouns} found for "zebra"`)).toBeTruthy();
  });

  test('a list from an event shows without a request', async () => {
    serve([]);
    openOverview();
    await screen.findByText(`No ${family.nouns} yet`);

    act(() => useFolders.getState().applyAvailable(bensFolder()));

    expect(screen.getByRole('link', { name: 'Noir' })).toBeTruthy();
  });

  test('lists that fail to load can be loaded again with a button', async () => {
    serve([]);
    api.on(`GET ${lists}`, failure(503, 'unavailable'));
    openOverview();
    await screen.findByText(`Failed to fetch ${family.nouns}`);

    serve([sampleFolder()]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('link', { name: 'Friday' })).toBeTruthy();
  });

  test('known lists show below an error line if loading failed', async () => {
    serve([]);
    api.on(`GET ${lists}`, failure(503, 'unavailable'));
    openOverview();
    await screen.findByText(`Failed to fetch ${family.nouns}`);

    act(() => useFolders.getState().applyAvailable(bensFolder()));

    expect(screen.getByRole('link', { name: 'Noir' })).toBeTruthy();
    expect(screen.getByText(`Failed to fetch ${family.nouns}: some may be missing here.`)).toBeTruthy();
  });

  test('own lists show if only the shared ones failed, which is said', async () => {
    serve([sampleFolder()]);
    api.on(`GET ${shared}`, failure(503, 'unavailable'));
    openOverview();

    expect(await screen.findByRole('link', { name: 'Friday' })).toBeTruthy();
    expect(screen.getByText(`Failed to fetch shared ${family.nouns}: some may be missing here.`)).toBeTruthy();
  });

  test('leaving asks first, then removes the list', async () => {
    serve([], [bensFolder()]);
    api.on(`DELETE ${lists}/${idOf(101)}/leave`, { status: 204 });
    openOverview();

    await userEvent.click(await screen.findByRole('button', { name: 'Leave Noir' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));

    await waitFor(() => expect(screen.queryByRole('link', { name: 'Noir' })).toBeNull());
    expect(screen.getByText('You left "Noir"')).toBeTruthy();
  });

  test('renaming needs a name, shows it immediately and reports a failure', async () => {
    serve([sampleFolder()]);
    api.on(`PUT ${lists}/${sampleFolder().id}`, failure(409, 'reserved_name', 'That name is reserved'));
    openOverview();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit name of Friday' }));
    const field = await screen.findByRole('textbox', { name: `${family.Noun} name` });

    await userEvent.clear(field);
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
    await userEvent.type(field, 'Reviewed{Enter}');

    await waitFor(() => expect(screen.getAllByText('That name is reserved').length).toBeGreaterThan(0));
    expect(screen.getByRole('region', { name: 'Notification' }).textContent).toContain('Error');
  });

  test('an error about a name disappears when the name changes', async () => {
    serve([sampleFolder()]);
    api.on(`PUT ${lists}/${sampleFolder().id}`, failure(409, 'reserved_name', 'That name is reserved'));
    openOverview();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit name of Friday' }));
    const field = await screen.findByRole('textbox', { name: `${family.Noun} name` });
    await userEvent.type(field, 's{Enter}');
    await waitFor(() => expect(screen.getAllByText('That name is reserved')).toHaveLength(2));

    await userEvent.type(field, 't');

    expect(screen.queryByText('That name is reserved')).toBeNull();
  });

  test('a rename that succeeds on the second attempt leaves no error toast', async () => {
    serve([sampleFolder()]);
    const answers = [failure(503, 'unavailable', 'Try again soon'), { body: sampleFolder({ name: 'Fridays' }) }];
    api.on(`PUT ${lists}/${sampleFolder().id}`, () => answers.shift() ?? { status: 500 });
    openOverview();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit name of Friday' }));
    await userEvent.type(await screen.findByRole('textbox', { name: `${family.Noun} name` }), 's{Enter}');
    await waitFor(() => expect(screen.getAllByText('Try again soon')).toHaveLength(2));

    await userEvent.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('region', { name: 'Notification' }).textContent).toBe('');
  });

  test('management shows the owner counts and both buttons', async () => {
    serve([sampleFolder({ itemCount: 1, memberCount: 2, isSharedByMe: true })]);

    openDetails();
    expect(screen.getByText(`Loading ${family.noun} details...`)).toBeTruthy();

    expect(await screen.findByText('1 item')).toBeTruthy();
    expect(screen.getByText('2 shared users')).toBeTruthy();
    expect(screen.getByRole('button', { name: `Edit ${family.Noun}` })).toBeTruthy();
    expect(screen.getByRole('button', { name: `Share ${family.Noun}` })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add Items' })).toBeTruthy();
  });

  test('management shows the owner pending invitations and can withdraw them', async () => {
    serve([sampleFolder()]);
    api.on(`GET ${lists}/${sampleFolder().id}/shares`, { body: [] });
    api.on(`GET ${lists}/${sampleFolder().id}/invitations`, { body: [sampleInvitation()] });
    api.on(`DELETE ${invitations}/${sampleInvitation().id}`, { status: 204 });
    openDetails();
    await userEvent.click(await screen.findByRole('tab', { name: 'Permissions' }));

    await screen.findByText('Invited: can view and add');
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw invitation of Ben' }));

    expect(await screen.findByText('Invitation withdrawn')).toBeTruthy();
    expect(screen.queryByText('Waiting for an answer')).toBeNull();
  });

  test('management shows a failure and can try again', async () => {
    serve([], [bensFolder()]);
    api.on(`GET ${lists}/${idOf(101)}`, { status: 500 });
    openDetails(idOf(101));
    await screen.findByRole('heading', { name: `Failed to fetch ${family.nouns}` });

    serve([], [bensFolder()]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText(`Shared by ${ben.id}`)).toBeTruthy();
  });

  test('management keeps the permissions tab on a reload', async () => {
    serve([], [bensFolder()]);

    openDetails(idOf(101), '?tab=permissions');

    expect(await screen.findByText(`Only the ${family.noun} owner can manage permissions.`)).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: `${family.Noun} Content` }));
    expect(addressOf()).not.toContain('tab');
  });

  test('management shows a member the owner and only the allowed actions', async () => {
    serve([], [bensFolder({ permissions: { ...defaultFlags, canAdd: false, canRemove: true } })]);

    openDetails(idOf(101));

    expect(await screen.findByText(`Shared by ${ben.id}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: `Edit ${family.Noun}` })).toBeNull();
    expect(screen.queryByRole('button', { name: `Share ${family.Noun}` })).toBeNull();
    expect(screen.getByRole('link', { name: 'Edit Items' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Permissions' }));
    expect(screen.getByText(`Only the ${family.noun} owner can manage permissions.`)).toBeTruthy();
  });

  test('a control is enabled with one toast when its flag is granted', async () => {
    serve([], [bensFolder()]);
    openDetails(idOf(101));
    await screen.findByText(`Shared by ${ben.id}`);
    const share = sampleShare({ folderId: idOf(101), sharedWithUserId: ana.id, canEdit: true });
    const { permissions: _p, isReviewed: _r, isSharedByMe: _s, sharedByUser: _u, ...core } = bensFolder({ rev: 2 });

    act(() =>
      useFolders.getState().applyChangeBatch({
        folderId: idOf(101),
        changes: [{ rev: 2, at: share.createdAt, by: ben, type: 'share:permissions-changed', share, folder: core }],
      }),
    );

    expect(screen.getByRole('button', { name: `Edit ${family.Noun}` })).toBeTruthy();
    expect(await screen.findByText('You can now edit the details.')).toBeTruthy();
  });

  test('losing the open list leaves the screen with one toast', async () => {
    serve([], [bensFolder()]);
    openDetails(idOf(101));
    await screen.findByText(`Shared by ${ben.id}`);

    act(() => useFolders.getState().applyGone(idOf(101), 'removed'));

    expect(await screen.findByText('Overview')).toBeTruthy();
    expect(addressOf()).toBe(family.overviewPath);
    expect(screen.getByText('"Noir" is no longer shared with you')).toBeTruthy();
  });

  test('unknown lists show not found in both views', async () => {
    api.on(`GET ${lists}/nope`, failure(404, 'not_found'));
    api.on(`GET ${lists}/nope/items`, failure(404, 'not_found'));
    const { unmount } = openDetails('nope');
    expect(await screen.findByText(`${family.Noun} not found`)).toBeTruthy();
    expect(screen.getByRole('link', { name: `Back to ${family.Nouns}` })).toBeTruthy();
    unmount();
    resetStores();

    renderAt(
      <Routes>
        <Route path={`${family.screenPath}/:id`} element={<FolderScreen family={family} />} />
      </Routes>,
      { at: `${family.screenPath}/nope` },
    );

    expect(await screen.findByText(`${family.Noun} Not Found`)).toBeTruthy();
    expect(screen.getByText(`The ${family.noun} you're looking for doesn't exist.`)).toBeTruthy();
  });

  test('a missing list opens when it is shared', async () => {
    api.on(`GET ${lists}/${idOf(101)}`, failure(404, 'not_found'));
    api.on(`GET ${lists}/${idOf(101)}/items`, failure(404, 'not_found'));
    renderAt(
      <Routes>
        <Route path={`${family.screenPath}/:id`} element={<FolderScreen family={family} />} />
      </Routes>,
      { at: `${family.screenPath}/${idOf(101)}` },
    );
    await screen.findByText(`${family.Noun} Not Found`);

    serve([], [bensFolder()]);
    act(() => useFolders.getState().applyAvailable(bensFolder()));

    expect(await screen.findByText(`This ${family.noun} is empty`)).toBeTruthy();
  });

  test('an empty list links to Discover and a filtered one shows the total', async () => {
    serve([sampleFolder({ itemCount: 0 })]);
    const at = `${family.screenPath}/${sampleFolder().id}`;
    const routes = (
      <Routes>
        <Route path={`${family.screenPath}/:id`} element={<FolderScreen family={family} />} />
      </Routes>
    );
    const { unmount } = renderAt(routes, { at });
    expect(await screen.findByRole('link', { name: 'Browse Content' })).toBeTruthy();
    unmount();
    renderAt(routes, { at: `${at}?filter=tv` });

    expect(screen.getByText('of 0 total')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'TV Shows' }).checked).toBe(true);
  });

  test('an invitation can be accepted in the overview', async () => {
    serve([]);
    const invitation = sampleInvitation({ invitedByUser: ben, invitedUserId: ana.id });
    api.on(`GET ${invitations}`, { body: [invitation] });
    api.on(`POST ${invitations}/${invitation.id}/respond`, { body: { ...invitation, status: 'accepted' } });
    openOverview();

    await userEvent.click(await screen.findByRole('button', { name: 'Accept invitation to Friday' }));

    expect(await screen.findByText('Invitation accepted')).toBeTruthy();
    expect(useInvitations.getState().invitations).toEqual([]);
    expect(api.requests.at(-1)?.body).toEqual({ status: 'accepted' });
  });
});

describe('an icon button has a tooltip:', () => {
  beforeEach(() => {
    for (const path of ['categories', 'folders']) api.on(`GET /api/${path}`, { body: [sampleFolder()] });
    for (const path of ['shared-categories', 'shared-folders']) api.on(`GET /api/${path}`, { body: [bensFolder()] });
    for (const path of ['category-invitations', 'folder-invitations']) api.on(`GET /api/${path}`, { body: [] });
  });

  test.each([
    ['My List', <MyListScreen key="list" />, 'Edit name of Friday'],
    ['My List', <MyListScreen key="list" />, 'Delete Friday'],
    ['the sidebar', <FolderSidebar key="sidebar" />, 'Edit name of Friday'],
    ['the sidebar', <FolderSidebar key="sidebar" />, 'Leave Noir'],
    ['My Folders', <FoldersScreen key="folders" family={families.folder} />, 'Leave Noir'],
  ])('%s', async (_where, element, name) => {
    renderAt(element, { isLaidOut: true });
    const button = await screen.findByRole('button', { name });

    expect(tooltipOf(button)).toBe(name);
    expect(button.hasAttribute('title')).toBe(false);
  });
});

test('My List welcomes users without a category', async () => {
  api.on('GET /api/categories', { body: [sampleFolder({ name: 'Reviewed', isReviewed: true })] });
  api.on('GET /api/shared-categories', { body: [bensFolder()] });
  api.on('GET /api/category-invitations', { body: [] });

  renderAt(<MyListScreen />, { at: '/my-list' });

  expect(await screen.findByRole('button', { name: 'Create Category' })).toBeTruthy();
  expect(screen.queryByText('Reviewed')).toBeNull();
});
