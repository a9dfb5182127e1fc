import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families, familyKeys } from '../../../common/families.ts';
import { defaultFlags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { revAt } from '../../../common/testing/replicas.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { usePolls } from '../../features/folders/polls/poll.store.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { resetStores } from '../../lib/createStore.ts';
import { announceReachable } from '../../lib/http/reachable.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { wholeText } from '../../testing/dom.ts';
import { bensFolder, serveLists } from '../../testing/lists.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import {
  ana,
  ben,
  idOf,
  sampleFolder,
  sampleInvitation,
  samplePoll,
  sampleShare,
  sampleUser,
} from '../../testing/samples.ts';
import { FolderDetailsScreen } from './FolderDetailsScreen.tsx';
import { FolderScreen } from './FolderScreen.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

describe.each(familyKeys)('as a %s', (key) => {
  const family = families[key];
  const { lists, invitations } = family.api;
  const serve = (own: Folder[], others: Folder[] = []) => serveLists(api, family, own, others);

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

  test('management shows a vote that is on, and the way to join, open or read it', async () => {
    serve([sampleFolder()]);
    openDetails();
    act(() => usePolls.getState().applyPoll(samplePoll()));

    const banner = within(await screen.findByRole('complementary', { name: 'Tonight' }));
    banner.getByText('The vote on tonight’s title is on.');
    expect(banner.getByRole('link', { name: 'Join' }).getAttribute('href')).toBe(
      `${family.screenPath}/${sampleFolder().id}/tonight`,
    );

    const participants = [{ id: ana.id, kind: 'member' as const, name: 'Ana', face: null, isReady: false }];
    act(() => usePolls.getState().applyPoll(samplePoll({ rev: 2, participants })));
    expect(banner.getByRole('link', { name: 'Open' })).toBeTruthy();

    act(() => usePolls.getState().applyPoll(samplePoll({ rev: 3, participants, state: 'revealed' })));
    banner.getByText('Tonight’s title is chosen.');
    expect(banner.getByRole('link', { name: 'See the result' })).toBeTruthy();
  });

  test('management shows the owner pending invitations and can withdraw them', async () => {
    serve([sampleFolder()]);
    api.on(`GET ${lists}/${sampleFolder().id}/shares`, { body: [] });
    const cleos = sampleInvitation({ id: idOf(701), invitedUserId: idOf(3), invitedUser: sampleUser(3, 'Cleo') });
    api.on(`GET ${lists}/${sampleFolder().id}/invitations`, { body: [sampleInvitation(), cleos] });
    const answer = deferred<StubAnswer>();
    const route = `DELETE ${invitations}/${sampleInvitation().id}`;
    api.on(route, () => answer.promise);
    api.on(`DELETE ${invitations}/${cleos.id}`, { status: 204 });
    openDetails();
    await userEvent.click(await screen.findByRole('tab', { name: 'Permissions' }));

    await screen.findAllByText('Invited: can view and add');
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Withdraw invitation of Ben' }));
    answer.resolve({ status: 204 });

    expect(api.requestsTo(route)).toHaveLength(1);
    expect(await screen.findByText('Invitation withdrawn')).toBeTruthy();
    const withdraw = screen.getByRole('button', { name: 'Withdraw invitation of Cleo' });
    expect(document.activeElement).toBe(withdraw);
    await userEvent.click(withdraw);
    await waitFor(() => expect(withdraw.isConnected).toBe(false));
    expect(screen.queryByText('Waiting for an answer')).toBeNull();
  });

  test.each([
    ['can try again', () => userEvent.click(screen.getByRole('button', { name: 'Try again' }))],
    ['loads when the connection is back', async () => act(announceReachable)],
  ])('management shows a failure and %s', async (_what, tryAgain) => {
    serve([], [bensFolder()]);
    api.on(`GET ${lists}/${idOf(101)}`, { status: 500 });
    openDetails(idOf(101));
    await screen.findByRole('heading', { name: `Failed to fetch ${family.nouns}` });

    serve([], [bensFolder()]);
    await tryAgain();

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
        changes: [
          { ...revAt(2), at: share.createdAt, by: ben, type: 'share:permissions-changed', share, folder: core },
        ],
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
    expect(screen.getByText(wholeText('"Noir" is no longer shared with you'), { selector: 'p' })).toBeTruthy();
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
});
