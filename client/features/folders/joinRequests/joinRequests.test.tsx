import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families } from '../../../../common/families.ts';
import { defaultFlags } from '../../../../common/permissions.ts';
import { createReplica } from '../../../../common/replica/replica.ts';
import type { JoinRequest, JoinStatus } from '../../../../common/schemas/joinRequest.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { type ApiStub, failure, stubApi } from '../../../testing/api.ts';
import { bensFolder } from '../../../testing/lists.ts';
import { addressOf, renderAt, toastText } from '../../../testing/render.tsx';
import { ana, ben, publicUser, sampleInvitation, sampleUser } from '../../../testing/samples.ts';
import { useUsers } from '../../users/users.store.ts';
import { SentInvitations } from '../sharing/SentInvitations.tsx';
import { liveSentInvitations } from '../state/invitation.store.ts';
import { AskToJoin } from './AskToJoin.tsx';
import { liveJoinRequests, liveJoinStatus } from './joinRequest.store.ts';

const folder = bensFolder({ permissions: { ...defaultFlags, canShare: true } });
const path = `/api/folders/${folder.id}/join-requests`;
let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

describe('asking to join', () => {
  const state = (status: JoinStatus) => ({ folderId: folder.id, categoryId: folder.id, status });
  const hear = (status: JoinStatus) => act(() => liveJoinStatus.apply(folder.id, () => status));

  function open(status: JoinStatus) {
    api.on(`GET ${path}/me`, { body: state(status) });
    renderAt(
      <>
        <Routes>
          <Route
            path="/users/:id"
            element={<AskToJoin listId={folder.id} listName="Noir" family={families.folder} />}
          />
          <Route path="/folder/:id" element={<h1>The list</h1>} />
        </Routes>
        <Toaster />
      </>,
      { at: `/users/${ben.id}` },
    );
  }

  test('shows that the request waits, and the list opens once it is accepted', async () => {
    open('none');
    api.on(`POST ${path}/me`, { body: state('pending') });
    await userEvent.click(await screen.findByRole('button', { name: 'Ask to join' }));
    expect(await screen.findByText('Asked to join')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ask to join' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Withdraw request' }));

    hear('member');

    expect(await screen.findByText('The list')).toBeTruthy();
    expect(addressOf()).toBe(`/folder/${folder.id}`);
    expect(toastText()).toContain('You are in Noir');
  });

  test('can be withdrawn', async () => {
    open('pending');
    api.on(`DELETE ${path}/me`, { status: 204 });

    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw request' }));

    expect(await screen.findByRole('button', { name: 'Ask to join' })).toBeTruthy();
  });

  test.each([
    ['none', 'Ask to join', `POST ${path}/me`],
    ['pending', 'Withdraw request', `DELETE ${path}/me`],
  ] as const)('that fails while the status is %s says so and changes nothing', async (status, name, route) => {
    open(status);
    api.on(route, failure(409, 'limit_reached'));

    await userEvent.click(await screen.findByRole('button', { name }));

    await waitFor(() => expect(toastText()).toContain('Error'));
    expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  test('is shown as declined, live', async () => {
    open('pending');
    await screen.findByText('Asked to join');

    hear('declined');

    expect(screen.getByText('Your request was declined')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('is not offered to a member, who can open the list', async () => {
    open('member');

    const link = await screen.findByRole('link', { name: 'Open list' });
    expect(link.getAttribute('href')).toBe(`/folder/${folder.id}`);
  });

  test('an answer that was missed opens the list at the next connection', async () => {
    open('pending');
    await screen.findByText('Asked to join');
    api.on(`GET ${path}/me`, { body: state('member') });

    await act(() => liveJoinStatus.refresh());

    expect(await screen.findByText('The list')).toBeTruthy();
  });
});

describe('requests to join', () => {
  const cleo = sampleUser(3, 'Cleo');
  const request = (user = cleo): JoinRequest => ({
    folderId: folder.id,
    categoryId: folder.id,
    userId: user.id,
    user: publicUser(user),
    createdAt: '2026-01-01T00:00:00.000Z',
  });

  function showPanel(requests: JoinRequest[]) {
    api.on(`GET /api/folders/${folder.id}/invitations`, { body: [] });
    api.on(`GET /api/folders/${folder.id}/invitation-links`, { body: [] });
    api.on(`GET ${path}`, { body: requests });
    return renderAt(
      <>
        <SentInvitations replica={createReplica(folder, ana.id)} family={families.folder} />
        <Toaster />
      </>,
    );
  }

  test('appear live among those who wait for an answer', async () => {
    showPanel([request()]);
    expect(await screen.findByRole('heading', { name: 'Waiting for an answer' })).toBeTruthy();
    expect(screen.getByText('Asks to join')).toBeTruthy();
    act(() => liveSentInvitations.apply(folder.id, () => [sampleInvitation({ folderId: folder.id })]));
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Asks to join'),
      expect.stringContaining('Invited: can view and add'),
    ]);
    act(() => liveSentInvitations.apply(folder.id, () => []));

    const dan = sampleUser(4, 'Dan');
    act(() => liveJoinRequests.apply(folder.id, () => [request(), request(dan)]));

    expect(screen.getByText('Dan')).toBeTruthy();
    act(() => liveJoinRequests.apply(folder.id, () => []));
    expect(screen.queryByText('Waiting for an answer')).toBeNull();
  });

  test.each([
    ['Accept', 'accepted', 'Cleo is in the list now'],
    ['Decline', 'declined', 'Request declined'],
  ])('are answered with %s', async (button, status, title) => {
    showPanel([request()]);
    api.on(`POST ${path}/${cleo.id}/respond`, { status: 204 });

    await userEvent.click(await screen.findByRole('button', { name: `${button} request of Cleo` }));

    await waitFor(() => expect(toastText()).toContain(title));
    expect(api.requests.at(-1)?.body).toEqual({ status });
    expect(screen.queryByText('Asks to join')).toBeNull();
  });

  test.each([
    ['stays when answering fails', 503, 'unavailable', 1],
    ['goes when it was answered by others or withdrawn', 404, 'not_found', 0],
  ] as const)('one %s', async (_case, status, code, left) => {
    showPanel([request()]);
    api.on(`POST ${path}/${cleo.id}/respond`, failure(status, code));

    await userEvent.click(await screen.findByRole('button', { name: 'Accept request of Cleo' }));

    await waitFor(() => expect(toastText()).toContain('Error'));
    expect(screen.queryAllByText('Asks to join')).toHaveLength(left);
  });

  test('an event is newer than the answer to a load that was running', async () => {
    let loads = 0;
    api.on(`GET ${path}`, () => {
      loads += 1;
      if (loads === 1) liveJoinRequests.apply(folder.id, () => []);
      return { body: loads === 1 ? [request()] : [] };
    });

    await liveJoinRequests.load(folder.id);

    expect(liveJoinRequests.get(folder.id)).toEqual([]);
  });

  test.each([
    [503, 'unavailable', [request()]],
    [403, 'forbidden', undefined],
  ] as const)(
    'after %s (%s) to a refresh, requests stay unless they may no longer be seen',
    async (status, code, left) => {
      liveJoinRequests.apply(folder.id, () => [request()]);
      api.on(`GET ${path}`, failure(status, code));

      await liveJoinRequests.refresh();

      expect(liveJoinRequests.get(folder.id)).toEqual(left);
    },
  );
});
