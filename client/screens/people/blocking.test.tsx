import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { blocksQuery } from '../../features/users/user.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { queryClient } from '../../lib/query.ts';
import { openAccount, row } from '../../testing/accountScreen.tsx';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, publicUser } from '../../testing/samples.ts';
import { ProfileScreen } from './ProfileScreen.tsx';

const PROFILE = `GET /api/users/${ben.id}`;
const BLOCK = `PUT /api/users/${ben.id}/block`;
const UNBLOCK = `DELETE /api/users/${ben.id}/block`;
const blockOfBen = { user: publicUser(ben), createdAt: '2026-01-01T00:00:00.000Z' };

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
  api.on('GET /api/users', { body: [{ ...ben, isPinned: false }] });
  api.on(PROFILE, { body: ben });
  api.on(`GET /api/users/${ben.id}/categories`, { body: [] });
});

const openProfile = () =>
  renderAt(
    <>
      <Routes>
        <Route path="/users/:userId" element={<ProfileScreen />} />
      </Routes>
      <Toaster />
    </>,
    { at: `/users/${ben.id}`, isLaidOut: true },
  );

async function chooseBlock() {
  openProfile();
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block' }));
  return within(await screen.findByRole('dialog', { name: /^Block Ben ?\?$/ }));
}

test('a person is blocked on their profile, after a question that says what stays, and unblocked there', async () => {
  api.on(BLOCK, { status: 204 });
  const dialog = await chooseBlock();
  expect(dialog.getByText(/Lists that you share stay shared/)).toBeTruthy();
  api.on('GET /api/user/blocks', { body: [blockOfBen] });
  api.on(PROFILE, failure(404, 'not_found'));

  await userEvent.click(dialog.getByRole('button', { name: 'Block' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'You blocked Ben' })).toBeTruthy();
  expect(toastText()).toBe('Ben is blockedYou can unblock them in Account Settings.');

  api.on(UNBLOCK, { status: 204 });
  api.on('GET /api/user/blocks', { body: [] });
  api.on(PROFILE, { body: ben });
  await userEvent.click(screen.getByRole('button', { name: 'Unblock' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Ben' })).toBeTruthy();
  expect(toastText()).toBe('Ben is unblocked');
});

test('a question that is closed gives the focus back to the button of its menu', async () => {
  await chooseBlock();

  await userEvent.keyboard('{Escape}');

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More actions' })));
});

test('a block that fails keeps the question, with a toast', async () => {
  api.on(BLOCK, { status: 500 });
  const dialog = await chooseBlock();

  await userEvent.click(dialog.getByRole('button', { name: 'Block' }));

  await waitFor(() => expect(toastText()).toBe('ErrorCouldn’t block this person. Try again.'));
  expect(screen.getByRole('dialog', { name: /^Block Ben ?\?$/ })).toBeTruthy();
});

async function chooseReport() {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report' }));
  return within(await screen.findByRole('dialog', { name: 'Report Ben' }));
}

test('what was typed into a report is there again after Escape, and gone after Cancel', async () => {
  openProfile();
  const comment = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What happened? (optional)' });
  await chooseReport();
  await userEvent.type(comment(), 'Rude');

  await userEvent.keyboard('{Escape}');
  const dialog = await chooseReport();
  expect(comment().value).toBe('Rude');

  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await chooseReport();
  expect(comment().value).toBe('');
});

test('a person is reported with a reason and a few words', async () => {
  openProfile();
  const dialog = await chooseReport();
  await userEvent.click(dialog.getByRole('radio', { name: 'Harassment or hate' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'What happened? (optional)' }), 'Rude');
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Send report' }));
  api.on('POST /api/reports', { status: 500 });

  await send();
  await waitFor(() => expect(toastText()).toBe('ErrorCouldn’t send the report. Try again.'));
  api.on('POST /api/reports', { status: 204 });
  await send();

  await waitFor(() => expect(toastText()).toBe('Report sentThe people who run this site will look at it.'));
  expect(api.requests.at(-1)?.body).toEqual({ kind: 'user', id: ben.id, reason: 'abuse', comment: 'Rude' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Account Settings lists blocked people, who can be unblocked', async () => {
  queryClient.setQueryData(blocksQuery.queryKey, [blockOfBen]);
  openAccount();
  api.on(UNBLOCK, { status: 500 });
  await userEvent.click(row('Privacy').getByRole('button', { name: 'Unblock Ben' }));
  await waitFor(() => expect(toastText()).toBe('ErrorCouldn’t unblock this person. Try again.'));

  api.on(UNBLOCK, { status: 204 });
  api.on('GET /api/user/blocks', { body: [] });
  await userEvent.click(row('Privacy').getByRole('button', { name: 'Unblock Ben' }));

  expect(
    await row('Privacy').findByText('You have not blocked anyone. You can do so on a person’s profile.'),
  ).toBeTruthy();
});
