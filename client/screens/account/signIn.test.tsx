import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SignInMethods } from '../../../common/schemas/user.ts';
import { useConfig } from '../../features/titles/config.store.ts';
import { openAccount, press, row } from '../../testing/accountScreen.tsx';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { toastText } from '../../testing/render.tsx';
import { sampleConfig } from '../../testing/samples.ts';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
});

describe('the password', () => {
  async function fill(current: string, next: string) {
    openAccount();
    await press('Edit password');
    if (current) await userEvent.type(screen.getByLabelText('Current password'), current);
    if (next) await userEvent.type(screen.getByLabelText('New password'), next);
  }
  const saveButton = () => row('Password').getByRole<HTMLButtonElement>('button', { name: 'Save' });

  test('is changed, with a toast', async () => {
    await fill('old password', 'new password');
    api.on('PUT /api/user/password', { status: 204 });

    await userEvent.click(saveButton());

    await waitFor(() => expect(toastText()).toBe('Password updatedYour other devices have been signed out.'));
    expect(api.requests[0]?.body).toEqual({ currentPassword: 'old password', newPassword: 'new password' });
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  test('cannot be saved while a field is empty', async () => {
    await fill('old password', '');

    expect(saveButton().disabled).toBe(true);
  });

  test('shows an error at its field if too short, and sends nothing', async () => {
    await fill('old password', 'too short');

    await userEvent.click(saveButton());

    expect(screen.getByText('Use at least 10 characters')).toBeTruthy();
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
    expect(api.calls).toEqual([]);
  });

  test('can be shown while it is typed', async () => {
    await fill('old password', 'new password');

    await userEvent.click(screen.getAllByRole('button', { name: 'Show password' })[1] as HTMLElement);

    expect(screen.getByLabelText('New password').getAttribute('type')).toBe('text');
    expect(screen.getByLabelText('Current password').getAttribute('type')).toBe('password');
  });

  test('shows an error at the current password if that is wrong', async () => {
    await fill('old password', 'new password');
    api.on('PUT /api/user/password', failure(403, 'forbidden', "That's not your current password"));

    await userEvent.click(saveButton());

    await waitFor(() => expect(toastText()).toBe("ErrorThat's not your current password"));
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('single sign-on', () => {
  const config = { ...sampleConfig, hasSingleSignOn: true };
  const noMethods: SignInMethods = {
    hasPassword: false,
    isConnected: false,
    hasSecondFactor: false,
    recoveryCodes: 0,
    passkeys: 0,
  };
  const openWith = (methods: Partial<SignInMethods>, over: Partial<typeof config> = {}) => {
    useConfig.setState({ config: { ...config, ...over } });
    api.on('GET /api/user/single-sign-on', { body: { ...noMethods, ...methods } });
    openAccount();
    return screen.findByRole('region', { name: 'Single sign-on' });
  };
  afterEach(() => {
    cleanup();
    useConfig.setState(useConfig.getInitialState(), true);
  });

  test('is hidden if the server has none', () => {
    useConfig.setState({ config: { ...config, hasSingleSignOn: false } });
    openAccount();

    expect(screen.queryByRole('region', { name: 'Single sign-on' })).toBeNull();
    expect(row('Password').getByRole('button')).toBeTruthy();
  });

  test('hides the password form for users without a password', async () => {
    await openWith({ hasPassword: false, isConnected: true });

    expect(row('Single sign-on').getByText('You sign in with it, without a password')).toBeTruthy();
    expect(row('Single sign-on').queryByRole('button')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull();
  });

  test('as the only method hides the password and the advice about it', async () => {
    await openWith({ hasPassword: true, isConnected: true }, { hasLocalAccounts: false });

    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull();
    expect(screen.queryByText('Keep your password to yourself')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Disconnect single sign-on' })).toBeNull();
  });

  test('is connected only with the right password', async () => {
    await openWith({ hasPassword: true, isConnected: false });
    api.on('POST /api/user/single-sign-on', failure(403, 'forbidden', "That's not your current password"));

    await press('Connect single sign-on');
    await userEvent.type(screen.getByLabelText('Current password'), 'wrong{Enter}');

    await waitFor(() => expect(toastText()).toBe("ErrorThat's not your current password"));
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
    expect(api.requests.at(-1)?.body).toEqual({ currentPassword: 'wrong' });
  });

  test('shows a failure of the identity provider', async () => {
    await openWith({ hasPassword: true, isConnected: false });
    api.on('POST /api/user/single-sign-on', failure(502, 'upstream', 'Single sign-on does not answer'));

    await press('Connect single sign-on');
    await userEvent.type(screen.getByLabelText('Current password'), 'right{Enter}');

    await waitFor(() => expect(toastText()).toBe('ErrorSingle sign-on does not answer'));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Connect single sign-on' }));
  });

  test('can be disconnected by users with a password', async () => {
    await openWith({ hasPassword: true, isConnected: true });
    api.on('DELETE /api/user/single-sign-on', { status: 204 });

    await press('Disconnect single sign-on');

    await waitFor(() =>
      expect(toastText()).toBe('Single sign-on disconnectedYour other devices have been signed out.'),
    );
    expect(row('Single sign-on').getByText('Not connected')).toBeTruthy();
  });
});
