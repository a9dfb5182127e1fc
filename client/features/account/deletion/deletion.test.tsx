import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { failure, stubApi } from '../../../testing/api.ts';
import { renderAt } from '../../../testing/render.tsx';
import { ben, idOf, publicUser, sampleConfig } from '../../../testing/samples.ts';
import { useConfig } from '../../titles/config.store.ts';
import { DeleteAccountRow } from './DeleteAccountRow.tsx';

const plan = {
  sharedLists: [{ id: idOf(100), name: 'Friday', members: [publicUser(ben)] }],
  ownLists: 3,
  reviews: 1,
  plays: 0,
};

const methods = { hasPassword: true, isConnected: false, hasSecondFactor: false, recoveryCodes: 0, passkeys: 0 };

test('says what goes, asks for each shared list and for the password', async () => {
  const api = stubApi({ 'GET /api/user/deletion': { body: plan }, 'GET /api/user/single-sign-on': { body: methods } });
  api.on('DELETE /api/user', failure(403, 'forbidden'));
  renderAt(
    <>
      <DeleteAccountRow />
      <Toaster />
    </>,
  );

  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  expect(await screen.findByText(/^3 lists, 1 review, 0 diary entries, your picture/)).toBeTruthy();
  const download = screen.getByRole<HTMLAnchorElement>('link', { name: 'download your data' });
  expect([download.getAttribute('href'), download.hasAttribute('download')]).toEqual([
    '/api/export?format=marquee',
    true,
  ]);
  const submit = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
  expect(submit.disabled).toBe(true);
  await userEvent.selectOptions(screen.getByLabelText('Friday'), 'Delete it for everybody');
  await userEvent.type(screen.getByLabelText('Current password'), 'wrong');
  await userEvent.click(submit);

  expect(api.requests.at(-1)?.body).toEqual({
    lists: [{ listId: idOf(100), newOwnerId: null }],
    currentPassword: 'wrong',
  });
  expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
});

test('asks for no password where passwords open no account', async () => {
  const api = stubApi({ 'GET /api/user/deletion': { body: plan } });
  api.on('GET /api/user/single-sign-on', { body: { ...methods, isConnected: true } });
  api.on('DELETE /api/user', failure(503, 'unavailable'));
  useConfig.setState({ config: { ...sampleConfig, hasLocalAccounts: false, hasSingleSignOn: true } });
  renderAt(<DeleteAccountRow />);

  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  await screen.findByText(/^3 lists/);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete account' }));

  expect(api.requests.at(-1)?.body).toEqual({ lists: [{ listId: idOf(100), newOwnerId: ben.id }] });
  useConfig.setState(useConfig.getInitialState(), true);
});

test('offers to try again where it could not load what would go', async () => {
  const api = stubApi({ 'GET /api/user/deletion': failure(503, 'unavailable') });
  api.on('GET /api/user/single-sign-on', { body: methods });
  renderAt(<DeleteAccountRow />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  const again = await screen.findByRole('button', { name: 'Try again' });

  api.on('GET /api/user/deletion', { body: plan });
  await userEvent.click(again);

  expect(await screen.findByText(/^3 lists/)).toBeTruthy();
});

test('asks for a password only once it is known that there is one', async () => {
  const api = stubApi({ 'GET /api/user/deletion': { body: plan } });
  api.on('GET /api/user/single-sign-on', failure(503, 'unavailable'));
  renderAt(<DeleteAccountRow />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByLabelText('Current password')).toBeNull();

  api.on('GET /api/user/single-sign-on', { body: { ...methods, hasPassword: false, isConnected: true } });
  await userEvent.click(again);

  await screen.findByText(/^3 lists/);
  expect(screen.queryByLabelText('Current password')).toBeNull();
});
