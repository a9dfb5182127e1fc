import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { families, familyKeys } from '../../../common/families.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useInvitations } from '../../features/folders/state/invitation.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { announceReachable } from '../../lib/http/reachable.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { wholeText } from '../../testing/dom.ts';
import { tooltipOf } from '../../testing/hover.ts';
import { bensFolder, serveLists } from '../../testing/lists.ts';
import { addressOf, renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, idOf, sampleFolder, sampleInvitation, sampleItem } from '../../testing/samples.ts';
import { pageOf, sampleMovie } from '../../testing/titles.ts';
import { FolderSidebar } from './FolderSidebar.tsx';
import { FoldersScreen } from './FoldersScreen.tsx';
import { MyListScreen } from './MyListScreen.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

describe.each(familyKeys)('as a %s', (key) => {
  const family = families[key];
  const { lists, shared, invitations } = family.api;
  const serve = (own: Folder[], others: Folder[] = []) => serveLists(api, family, own, others);

  function openOverview(search = '') {
    return renderAt(
      <>
        <FoldersScreen family={family} />
        <Toaster />
      </>,
      { at: family.overviewPath + search, isLaidOut: search !== '' },
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
    expect(within(others).getByText('Noir').closest('article')?.textContent).toContain('Shared by Ben');
    expect(within(others).getByRole('button', { name: 'Leave Noir' })).toBeTruthy();
    expect(screen.queryByText('Reviewed')).toBeNull();
  });

  test('the overview shows when there are no lists or no matches', async () => {
    serve([]);
    const { unmount } = openOverview();
    expect(await screen.findByText(`No ${family.nouns} yet`)).toBeTruthy();
    unmount();

    useFolders.getState().applyFolders([sampleFolder()]);
    for (const kind of ['movies', 'tv', 'person']) api.on(`GET /api/${kind}/search`, { body: pageOf([]) });
    openOverview('?q=zebra');

    expect(screen.getByText(`No ${family.nouns} found for "zebra"`)).toBeTruthy();
  });

  test('a search shows the matching lists, and the titles below them', async () => {
    serve([sampleFolder({ id: idOf(7), name: 'Heat' }), sampleFolder()]);
    for (const kind of ['tv', 'person']) api.on(`GET /api/${kind}/search`, { body: pageOf([]) });
    api.on('GET /api/movies/search', { body: pageOf([sampleMovie(949, { title: 'Heat' })]) });

    openOverview('?q=heat');

    expect(await screen.findByRole('link', { name: 'Heat (1999)' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Movies (1)', selected: true })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Heat' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Friday' })).toBeNull();
  });

  test('a list from an event shows without a request', async () => {
    serve([]);
    openOverview();
    await screen.findByText(`No ${family.nouns} yet`);

    act(() => useFolders.getState().applyAvailable(bensFolder()));

    expect(screen.getByRole('link', { name: 'Noir' })).toBeTruthy();
  });

  test.each([
    ['can be loaded again with a button', () => userEvent.click(screen.getByRole('button', { name: 'Try again' }))],
    ['load when the connection is back', async () => act(announceReachable)],
  ])('lists that fail to load %s', async (_what, tryAgain) => {
    serve([]);
    api.on(`GET ${lists}`, failure(503, 'unavailable'));
    openOverview();
    await screen.findByText(`Failed to fetch ${family.nouns}`);
    expect(screen.getByText('Your lists are safe. Something went wrong on our side. Please try again.')).toBeTruthy();

    serve([sampleFolder()]);
    await tryAgain();

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
    expect(screen.getByText(wholeText('You left "Noir"'), { selector: 'p' })).toBeTruthy();
  });

  test('a list that is lost while a dialog is about it closes the dialog, and a toast says why', async () => {
    serve([], [bensFolder()]);
    openOverview();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave Noir' }));
    await screen.findByRole('dialog', { name: 'Leave List' });

    act(() => useFolders.getState().applyGone(idOf(101), 'deleted'));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toastText()).toBe('"Noir" was deleted');
  });

  test('renaming needs a name, shows it immediately and reports a failure', async () => {
    serve([sampleFolder()]);
    api.on(`PUT ${lists}/${sampleFolder().id}`, failure(409, 'reserved_name', 'That name is reserved'));
    openOverview();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit name of Friday' }));
    const field = await screen.findByRole('textbox', { name: 'List name' });

    await userEvent.clear(field);
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
    await userEvent.type(field, 'Reviewed{Enter}');

    await waitFor(() => expect(screen.getAllByText('That name is reserved').length).toBeGreaterThan(0));
    expect(toastText()).toContain('Error');
  });

  test('an error about a name disappears when the name changes', async () => {
    serve([sampleFolder()]);
    api.on(`PUT ${lists}/${sampleFolder().id}`, failure(409, 'reserved_name', 'That name is reserved'));
    openOverview();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit name of Friday' }));
    const field = await screen.findByRole('textbox', { name: 'List name' });
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
    await userEvent.type(await screen.findByRole('textbox', { name: 'List name' }), 's{Enter}');
    await waitFor(() => expect(screen.getAllByText('Try again soon')).toHaveLength(2));

    await userEvent.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toastText()).toBe('');
  });

  test('accepting an invitation in the overview opens the list', async () => {
    serve([]);
    const invitation = sampleInvitation({ invitedByUser: ben, invitedUserId: ana.id });
    api.on(`GET ${invitations}`, { body: [invitation] });
    api.on(`POST ${invitations}/${invitation.id}/respond`, { body: { ...invitation, status: 'accepted' } });
    openOverview();

    await userEvent.click(await screen.findByRole('button', { name: 'Accept invitation to Friday' }));

    expect(await screen.findByText('Invitation accepted')).toBeTruthy();
    expect(useInvitations.getState().invitations).toEqual([]);
    expect(api.requests.at(-1)?.body).toEqual({ status: 'accepted' });
    await waitFor(() => expect(addressOf()).toBe(`${family.screenPath}/${invitation.folderId}`));
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
    ['My List', <MyListScreen key="list" />, 'Invite to Friday'],
    ['My List', <MyListScreen key="list" />, 'Leave Noir'],
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

describe('My List', () => {
  const openMyList = (own: Folder[], others: Folder[]) => {
    serveLists(api, families.category, own, others);
    return renderAt(<MyListScreen />, { at: '/my-list', isLaidOut: true });
  };

  test('welcomes users without a category', async () => {
    openMyList([sampleFolder({ name: 'Reviewed', isReviewed: true })], []);

    expect(await screen.findByText('Welcome to your list')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create Category' })).toBeTruthy();
    expect(screen.queryByText('Reviewed')).toBeNull();
  });

  test('shows the lists of others below the own ones', async () => {
    openMyList([sampleFolder()], [bensFolder()]);

    const shared = await screen.findByRole('region', { name: 'Shared with you' });
    expect(within(shared).getByRole('link', { name: 'Noir (0)' }).getAttribute('href')).toBe(`/category/${idOf(101)}`);
    expect(within(shared).getByText('Ben')).toBeTruthy();
    expect(within(shared).queryByText('Friday')).toBeNull();
    expect(screen.getByRole('link', { name: 'Friday (0)' })).toBeTruthy();
  });

  test('has a dot on the posters with new comments', async () => {
    const noir = bensFolder({ itemCount: 1, memberCount: 1 });
    openMyList([], [noir]);
    const heat = { title: 'Heat', releaseDate: '1995-12-15', posterPath: '/heat.jpg' };
    const item = sampleItem(1, { folderId: noir.id, categoryId: noir.id, ...heat });
    api.on(`GET /api/categories/${noir.id}/items`, { body: [item], headers: { 'Folder-Rev': String(noir.rev) } });
    api.on(`GET /api/folders/${noir.id}/unread-comments`, { body: { itemIds: [item.id] } });

    expect(await screen.findByRole('link', { name: /^Heat .*new comments$/ })).toBeTruthy();
  });

  test('offers a list of their own to users who only see lists of others', async () => {
    openMyList([], [bensFolder()]);

    expect(await screen.findByRole('link', { name: 'Noir (0)' })).toBeTruthy();
    expect(screen.queryByText('Welcome to your list')).toBeNull();
    expect(screen.getByText('Want a list of your own?')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create Category' })).toBeTruthy();
  });
});
