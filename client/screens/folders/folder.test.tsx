import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families, familyKeys } from '../../../common/families.ts';
import { defaultFlags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { wholeText } from '../../testing/dom.ts';
import { bensFolder, serveLists } from '../../testing/lists.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana, ben, idOf, sampleFolder } from '../../testing/samples.ts';
import { FolderScreen } from './FolderScreen.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

describe.each(familyKeys)('as a %s', (key) => {
  const family = families[key];
  const { lists } = family.api;
  const serve = (own: Folder[], others: Folder[] = []) => serveLists(api, family, own, others);

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

    expect(await screen.findByText('This list is empty')).toBeTruthy();
  });

  function openList(folder: Folder, options: { isLaidOut?: boolean } = {}) {
    const at = `${family.screenPath}/${folder.id}`;
    serve(folder.userId === ana.id ? [folder] : [], folder.userId === ana.id ? [] : [folder]);
    return renderAt(
      <>
        <Routes>
          <Route path={`${family.screenPath}/:id`} element={<FolderScreen family={family} />} />
          <Route path={family.overviewPath} element={<h1>Overview</h1>} />
        </Routes>
        <Toaster />
      </>,
      { at, ...options },
    );
  }
  const headActions = () =>
    [...screen.getByRole('banner').querySelectorAll('a, button')].map(
      (action) => action.getAttribute('aria-label') ?? action.textContent,
    );
  const openMenu = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await screen.findByRole('menu');
    return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  };

  test('what suits everyone is asked for when the end of the list comes near', async () => {
    const shared = bensFolder({ memberCount: 1 });
    const asked = () => api.calls.some((call) => call.endsWith('/recommendations'));
    openList(shared);
    await screen.findByText('This list is empty');
    expect(asked()).toBe(false);
    cleanup();

    openList(shared, { isLaidOut: true });

    await waitFor(() => expect(asked()).toBe(true));
  });

  test('a new user whose invitation led into the list is greeted once', async () => {
    const { id, name } = bensFolder();
    serve([], [bensFolder()]);
    renderAt(
      <>
        <Routes>
          <Route path={`${family.screenPath}/:id`} element={<FolderScreen family={family} />} />
        </Routes>
        <Toaster />
      </>,
      { at: `${family.screenPath}/${id}?joined` },
    );

    expect(await screen.findByText(wholeText(`You are in ${name}`), { selector: 'p' })).toBeTruthy();
    await waitFor(() => expect(addressOf()).toBe(`${family.screenPath}/${id}`));
  });

  test('the owner can add titles and share from the head of the list; the rest is in a menu', async () => {
    openList(sampleFolder());

    const add = await screen.findByRole('link', { name: 'Add titles' });
    expect(add.getAttribute('href')).toBe(`${family.screenPath}/${sampleFolder().id}/editor`);
    expect(await openMenu()).toEqual([
      `Edit ${family.Noun}`,
      'Who can see it',
      'Notifications',
      'Copy link',
      'Public link',
      'Download',
      'Webhooks',
      'Manage',
      'Delete List',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(addressOf()).toBe(`${family.screenPath}/${sampleFolder().id}?share=${sampleFolder().id}`);
  });

  test.each([
    [
      'who may only view',
      { canAdd: false },
      ['Activity', 'More actions'],
      ['Notifications', 'Copy link', 'Download', 'Report', 'Leave List'],
    ],
    [
      'who may add',
      {},
      ['Activity', 'Add titles', 'More actions'],
      ['Notifications', 'Copy link', 'Download', 'Manage', 'Report', 'Leave List'],
    ],
    [
      'who may share',
      { canAdd: false, canShare: true },
      ['Activity', 'Share', 'More actions'],
      ['Notifications', 'Copy link', 'Public link', 'Download', 'Manage', 'Report', 'Leave List'],
    ],
  ])('a member %s gets the actions of these rights', async (_who, flags, actions, entries) => {
    openList(bensFolder({ permissions: { ...defaultFlags, ...flags } }));

    await screen.findByText(wholeText('Shared by Ben'));
    expect(headActions()).toEqual(actions);
    expect(await openMenu()).toEqual(entries);
  });

  test('a list of one person offers an invitation by link', async () => {
    openList(sampleFolder());
    await screen.findByText('Only you');

    await userEvent.click(await screen.findByRole('button', { name: 'Invite by link' }));

    const { id } = sampleFolder();
    expect(addressOf()).toBe(`${family.screenPath}/${id}?share=${id}&by=link`);
  });

  test.each([
    [
      'the owner',
      () => sampleFolder({ memberCount: 6, isSharedByMe: true, sharedWithUsers: [ben] }),
      'You and 6 others',
      '+5',
    ],
    ['a member', () => bensFolder({ memberCount: 3 }), 'Shared by Ben', '+2'],
  ])('%s sees who is in the list', async (_who, folder, text, rest) => {
    openList(folder());

    await screen.findByText(wholeText(text));
    expect(screen.getByRole('img', { name: 'Ben' })).toBeTruthy();
    expect(screen.getByText(rest)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Invite by link' })).toBeNull();
  });

  test('renaming starts in the menu', async () => {
    openList(sampleFolder());
    await openMenu();

    await userEvent.click(screen.getByRole('menuitem', { name: `Edit ${family.Noun}` }));

    expect(await screen.findByRole('dialog', { name: 'Edit List Name' })).toBeTruthy();
  });

  test('leaving a list leads to the overview', async () => {
    openList(bensFolder());
    api.on(`DELETE ${lists}/${idOf(101)}/leave`, { status: 204 });
    await openMenu();

    await userEvent.click(screen.getByRole('menuitem', { name: 'Leave List' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));

    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeTruthy();
  });

  test('the address of a list of another user leads to their profile', async () => {
    const id = idOf(101);
    api.on(`GET ${lists}/${id}`, failure(404, 'not_found'));
    api.on(`GET ${lists}/${id}/items`, failure(404, 'not_found'));
    api.on(`GET ${lists}/${id}/owner`, { body: { userId: ben.id } });
    renderAt(
      <Routes>
        <Route path={`${family.screenPath}/:id`} element={<FolderScreen family={family} />} />
        <Route path="/users/*" element={<h1>The list</h1>} />
      </Routes>,
      { at: `${family.screenPath}/${id}?filter=tv` },
    );

    expect(await screen.findByRole('heading', { name: 'The list' })).toBeTruthy();
    expect(addressOf()).toBe(`/users/${ben.id}/${family.nouns}/${id}?filter=tv`);
  });

  test('the menu copies the link of the list', async () => {
    userEvent.setup();
    openList(sampleFolder());
    await openMenu();

    await userEvent.click(screen.getByRole('menuitem', { name: 'Copy link' }));

    expect(await screen.findByText('Link copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(
      `${window.location.origin}${family.screenPath}/${sampleFolder().id}`,
    );
  });

  test('without a clipboard the menu shows the link', async () => {
    openList(sampleFolder());
    await openMenu();
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });

    await userEvent.click(screen.getByRole('menuitem', { name: 'Copy link' }), { pointerEventsCheck: 0 });

    expect(await screen.findByText('Copy this link')).toBeTruthy();
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
});
