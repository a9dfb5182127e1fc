import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { families } from '../../../../common/families.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { useInvitationNotice } from '../../../features/folders/sharing/useInvitationAnswer.ts';
import { applyAnswered, useInvitations } from '../../../features/folders/state/invitation.store.ts';
import { useUsers } from '../../../features/users/users.store.ts';
import { type ApiStub, stubApi } from '../../../testing/api.ts';
import { addressOf, renderAt, toastText } from '../../../testing/render.tsx';
import { ana, ben, idOf, sampleInvitation } from '../../../testing/samples.ts';
import { BottomBar } from '../BottomBar.tsx';
import { Dialogs } from '../Dialogs.tsx';
import { Header } from './Header.tsx';

const invitation = sampleInvitation({ invitedByUser: ben, invitedUserId: ana.id });
let api: ApiStub;

// Compiling the dialog can take longer than a query waits for it.
beforeAll(() => import('../../../screens/folder-dialogs/InvitationsDialog.tsx'));

beforeEach(() => {
  api = stubApi();
  api.on('GET /api/category-invitations', { body: [] });
  api.on(`POST /api/category-invitations/${invitation.id}/respond`, { body: { ...invitation, status: 'accepted' } });
  useUsers.getState().applyViewer(ana);
});

function Frame() {
  useInvitationNotice(families.category);
  return (
    <>
      <Header />
      <BottomBar />
      <Dialogs />
      <Toaster />
    </>
  );
}

const open = (at = '/') => renderAt(<Frame />, { at });
const arrive = () => act(() => useInvitations.getState().applyReceived(invitation));

describe('with a pending invitation', () => {
  beforeEach(() => useInvitations.getState().applyAll([invitation]));

  test('header and bottom bar show the number at My List', () => {
    open();

    expect(screen.getAllByRole('link', { name: /1 pending invitation.*My List/ })).toHaveLength(2);
  });

  test('the dialog has the list of invitations, where accepting opens the list', async () => {
    open('/users?invitations=1');

    await userEvent.click(await screen.findByRole('button', { name: 'Accept invitation to Friday' }));

    await waitFor(() => expect(addressOf()).toBe(`/category/${invitation.folderId}`));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toastText()).toContain('Invitation accepted');
  });

  test('after an answer, the next invitation has the focus', async () => {
    const next = { ...invitation, id: idOf(701), folder: { id: idOf(101), name: 'Noir' } };
    api.on(`POST /api/category-invitations/${invitation.id}/respond`, { body: { ...invitation, status: 'declined' } });
    act(() => useInvitations.getState().applyAll([invitation, next]));
    open('/users?invitations=1');

    await userEvent.click(await screen.findByRole('button', { name: 'Decline invitation to Friday' }));

    const decline = screen.getByRole('button', { name: 'Decline invitation to Noir' });
    await waitFor(() => expect(document.activeElement).toBe(decline));
    expect(screen.queryByText('Friday')).toBeNull();
  });

  test('has no toast', () => {
    open();

    expect(toastText()).toBe('');
  });
});

test('without invitations the dialog says so', async () => {
  open('/users?invitations=1');

  expect(await screen.findByText(/^No invitations right now/)).toBeTruthy();
  expect(screen.queryByText(/pending invitation/)).toBeNull();
});

describe('an invitation that arrives', () => {
  beforeEach(() => useInvitations.getState().applyAll([]));

  test('is accepted from its toast, which opens the list', async () => {
    open('/users');
    arrive();

    expect(toastText()).toContain('Ben invited you to "Friday"You can view and add');
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));

    await waitFor(() => expect(addressOf()).toBe(`/category/${invitation.folderId}`));
    expect(useInvitations.getState().invitations).toEqual([]);
  });

  test('has a toast only once', async () => {
    open();
    arrive();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));

    arrive();

    expect(toastText()).toBe('');
  });

  test('loses its toast when it is answered in another tab', async () => {
    open();
    arrive();

    act(() => applyAnswered(invitation));

    await waitFor(() => expect(toastText()).toBe(''));
  });

  test('is the newest one when several arrive with a sync', () => {
    open();
    const older = sampleInvitation({ id: idOf(701), invitedByUser: ben, folder: { id: idOf(102), name: 'Noir' } });

    act(() => useInvitations.getState().applyAll([{ ...older, createdAt: '2025-01-01T00:00:00.000Z' }, invitation]));

    expect(toastText()).toContain('invited you to "Friday"');
  });
});
