import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Keys, User } from '../../../common/schemas/user.ts';
import { Toaster } from '../../components/feedback/Toaster.tsx';
import { useConfig } from '../../features/titles/config.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { ana } from '../../testing/samples.ts';
import { AccountScreen } from './AccountScreen.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  // jsdom has no object URLs.
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
});

const notification = () => screen.getByRole('region', { name: 'Notification' }).textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const row = (name: string) => within(screen.getByRole('region', { name }));

function open(viewer: User = ana) {
  useUsers.getState().applyViewer(viewer);
  return renderAt(
    <>
      <AccountScreen />
      <Toaster />
    </>,
    { at: '/account' },
  );
}

test('links home, shows the email read-only, and has guidelines and a sign-out', () => {
  open();

  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  expect(row('Email').getByText(ana.email)).toBeTruthy();
  expect(row('Email').queryByRole('button')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Account Guidelines' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/api/logout');
});

describe('the username', () => {
  const ben = { ...ana, username: 'ben' };
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Username' });
  const saveButton = () => row('Username').getByRole<HTMLButtonElement>('button', { name: 'Save' });

  async function edit(viewer: User, text?: string) {
    open(viewer);
    await press('Edit username');
    if (text === undefined) return;
    await userEvent.clear(field());
    await userEvent.type(field(), text);
  }

  test('shows the username, or that no username is set', () => {
    const { unmount } = open(ana);
    expect(row('Username').getByText('No username set')).toBeTruthy();
    unmount();

    open(ben);
    expect(row('Username').getByText('ben')).toBeTruthy();
  });

  test('is saved and reloaded, with a toast', async () => {
    await edit(ben, 'ana_1');
    api.on('PUT /api/user/username', { body: { ...ana, username: 'ana_1' } });
    api.on('GET /api/auth/user', { body: { ...ana, username: 'ana_1' } });

    await userEvent.type(field(), '{Enter}');

    await waitFor(() => expect(notification()).toBe('Username updatedYour username has been successfully updated.'));
    expect(api.requests[0]?.body).toEqual({ username: 'ana_1' });
    expect(api.calls).toEqual(['PUT /api/user/username', 'GET /api/auth/user']);
    expect(row('Username').getByText('ana_1')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit username' }));
  });

  test('closes the form without a request if unchanged', async () => {
    await edit(ben);

    await userEvent.click(saveButton());

    expect(notification()).toBe('No changesUsername is the same as your current username.');
    expect(row('Username').getByText('ben')).toBeTruthy();
    expect(api.calls).toEqual([]);
  });

  test.each([
    ['ab', 'Username must be at least 3 characters'],
    ['a'.repeat(21), 'Username must be at most 20 characters'],
    ['a b c', 'Username can only contain letters, numbers, underscores, and hyphens'],
    ['ünder', 'Username can only contain letters, numbers, underscores, and hyphens'],
  ])('%s is refused by the first rule that it breaks', async (name, rule) => {
    await edit(ben, name);

    await userEvent.click(saveButton());

    expect(notification()).toBe(`Invalid username${rule}`);
    expect(field().value).toBe(name);
    expect(api.calls).toEqual([]);
  });

  test('clears the error of a refused name when it changes', async () => {
    await edit(ben, 'ab');
    await userEvent.click(saveButton());
    expect(notification()).toContain('Invalid username');

    await userEvent.type(field(), 'c');

    expect(notification()).toBe('');
  });

  test.each(['abc', 'a'.repeat(20), 'A-z_9'])('%s is allowed', async (name) => {
    await edit(ben, name);
    api.on('PUT /api/user/username', { body: { ...ana, username: name } });
    api.on('GET /api/auth/user', { body: { ...ana, username: name } });

    await userEvent.click(saveButton());

    await waitFor(() => expect(notification()).toContain('Username updated'));
  });

  test('is checked on blur, with Save disabled in the meantime', async () => {
    const answer = deferred<StubAnswer>();
    await edit(ben, 'taken');
    api.on('GET /api/user/username/available/taken', () => answer.promise);

    await userEvent.tab();
    expect(saveButton().disabled).toBe(true);
    answer.resolve({ body: { available: false } });

    await waitFor(() => expect(notification()).toBe('Username unavailableThis username is already taken'));
    expect(saveButton().disabled).toBe(false);
  });

  test('shows that a name is free', async () => {
    await edit(ben, 'free');
    api.on('GET /api/user/username/available/free', { body: { available: true } });

    await userEvent.tab();

    expect(await screen.findByText('free is available')).toBeTruthy();
    expect(notification()).toBe('');
  });

  test.each(['ben', 'ab', ''])('%p is not checked', async (name) => {
    await edit(ben, name || ' ');

    await userEvent.tab();

    expect(api.calls).toEqual([]);
  });

  test('only logs a failed check', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await edit(ben, 'other');
    api.on('GET /api/user/username/available/other', failure(503, 'unavailable'));

    await userEvent.tab();

    await waitFor(() => expect(log).toHaveBeenCalled());
    await waitFor(() => expect(saveButton().disabled).toBe(false));
    expect(notification()).toBe('');
    log.mockRestore();
  });

  test('cannot be saved while blank or while saving', async () => {
    const answer = deferred<StubAnswer>();
    await edit(ben, '  ');
    expect(saveButton().disabled).toBe(true);
    api.on('PUT /api/user/username', () => answer.promise);

    await userEvent.type(field(), 'ana');
    expect(saveButton().disabled).toBe(false);
    await userEvent.click(saveButton());

    expect(saveButton().disabled).toBe(true);
    api.on('GET /api/auth/user', { body: ana });
    answer.resolve({ body: ana });
    await waitFor(() => expect(notification()).toContain('Username updated'));
  });

  test.each([
    [failure(409, 'taken', 'This username is already taken'), 'ErrorThis username is already taken'],
    [{ status: 500 }, 'ErrorFailed to update username'],
  ])('that is refused by the server leaves the form open', async (answer, text) => {
    await edit(ben, 'taken');
    api.on('PUT /api/user/username', answer);

    await userEvent.click(saveButton());

    await waitFor(() => expect(notification()).toBe(text));
    expect(field().value).toBe('taken');
  });

  test.each(['Cancel', 'Escape'])('is reset by %s', async (way) => {
    await edit(ben, 'other');

    if (way === 'Escape') await userEvent.keyboard('{Escape}');
    else await userEvent.click(row('Username').getByRole('button', { name: 'Cancel' }));

    expect(row('Username').getByText('ben')).toBeTruthy();
    expect(api.calls).toEqual([]);
    await press('Edit username');
    expect(field().value).toBe('ben');
  });
});

describe('the profile picture', () => {
  const file = (type: string, size = 10) => {
    const made = new File(['x'], 'me.png', { type });
    Object.defineProperty(made, 'size', { value: size });
    return made;
  };
  const input = () => screen.getByLabelText<HTMLInputElement>('Profile picture', { selector: 'input' });
  const save = () => userEvent.click(row('Profile picture').getByRole('button', { name: 'Save' }));
  const preview = () => screen.queryByRole('img', { name: 'How others will see you' });

  async function choose(...files: File[]) {
    open();
    await press('Edit profile picture');
    // A dropped file can have any type.
    if (files.length > 0) await userEvent.upload(input(), files, { applyAccept: false });
  }

  test('shows whether there is one', () => {
    const { unmount } = open();
    expect(screen.getByText('No profile picture set')).toBeTruthy();
    unmount();

    open({ ...ana, profileImageUrl: '/api/users/pictures/1' });
    expect(screen.getByText('Custom profile picture')).toBeTruthy();
  });

  test.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])('can be %s', async (type) => {
    await choose(file(type));

    expect(preview()?.getAttribute('src')).toBe('blob:chosen');
    expect(notification()).toBe('');
  });

  test.each(['image/svg+xml', 'application/pdf', ''])('cannot be "%s"', async (type) => {
    await choose(file(type));

    expect(notification()).toBe('Invalid file typePlease select a JPEG, PNG, WebP, or GIF image.');
    expect(preview()).toBeNull();
  });

  test('clears the error when a valid file is chosen', async () => {
    await choose(file('application/pdf'));
    expect(notification()).toContain('Invalid file type');

    await userEvent.upload(input(), file('image/png'));

    expect(notification()).toBe('');
  });

  test('can have up to five megabytes', async () => {
    await choose(file('image/png', 5 * 1024 * 1024));
    expect(preview()).toBeTruthy();
    cleanup();

    await choose(file('image/png', 5 * 1024 * 1024 + 1));
    expect(notification()).toBe('File too largePlease select an image smaller than 5MB.');
    expect(preview()).toBeNull();
  });

  test('must be chosen before saving', async () => {
    await choose();
    expect(screen.getByRole('button', { name: 'Choose File' })).toBe(document.activeElement);

    await save();

    expect(notification()).toBe('No file selectedPlease select an image to upload.');
    expect(api.calls).toEqual([]);
  });

  test('is uploaded in the field profileImage and reloaded, with a toast', async () => {
    const picture = file('image/png');
    await choose(picture);
    const changed = { ...ana, profileImageUrl: '/api/users/pictures/1' };
    api.on('POST /api/user/profile-image/upload', { body: changed });
    api.on('GET /api/auth/user', { body: changed });

    await save();

    await waitFor(() =>
      expect(notification()).toBe('Profile picture updatedYour profile picture has been successfully updated.'),
    );
    expect(api.requests[0]?.form?.get('profileImage')).toBeInstanceOf(File);
    expect(api.requests[0]?.headers['Content-Type']).toBeUndefined();
    expect(api.calls).toEqual(['POST /api/user/profile-image/upload', 'GET /api/auth/user']);
    expect(screen.getByText('Custom profile picture')).toBeTruthy();
  });

  test.each([
    [failure(415, 'unsupported_media_type', 'That is no image'), 'ErrorThat is no image'],
    [{ status: 500 }, 'ErrorFailed to upload image'],
  ])('that is refused leaves the form open', async (answer, text) => {
    await choose(file('image/png'));
    api.on('POST /api/user/profile-image/upload', answer);

    await save();

    await waitFor(() => expect(notification()).toBe(text));
    expect(preview()).toBeTruthy();
  });

  test('shows our own text if the upload cannot be sent', async () => {
    await choose(file('image/png'));
    api.on('POST /api/user/profile-image/upload', () => ({ body: undefined }));

    await save();

    await waitFor(() => expect(notification()).toBe('ErrorFailed to update profile picture'));
  });

  test('is discarded by Cancel', async () => {
    await choose(file('image/png'));

    await userEvent.click(row('Profile picture').getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('No profile picture set')).toBeTruthy();

    await press('Edit profile picture');
    expect(preview()).toBeNull();
  });
});

describe('the password', () => {
  async function fill(current: string, next: string) {
    open();
    await press('Edit password');
    if (current) await userEvent.type(screen.getByLabelText('Current password'), current);
    if (next) await userEvent.type(screen.getByLabelText('New password'), next);
  }
  const saveButton = () => row('Password').getByRole<HTMLButtonElement>('button', { name: 'Save' });

  test('is changed, with a toast', async () => {
    await fill('old password', 'new password');
    api.on('PUT /api/user/password', { status: 204 });

    await userEvent.click(saveButton());

    await waitFor(() => expect(notification()).toBe('Password updatedYour other devices have been signed out.'));
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

  test('shows an error at the current password if that is wrong', async () => {
    await fill('old password', 'new password');
    api.on('PUT /api/user/password', failure(403, 'forbidden', 'The current password is not right'));

    await userEvent.click(saveButton());

    await waitFor(() => expect(notification()).toBe('ErrorThe current password is not right'));
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('single sign-on', () => {
  const config = {
    imageBase: '',
    source: 'catalogue' as const,
    attribution: '',
    hasModel: false,
    hasLocalAccounts: true,
    hasSingleSignOn: true,
    build: 'test',
  };
  const openWith = (keys: Keys, over: Partial<typeof config> = {}) => {
    useConfig.setState({ config: { ...config, ...over } });
    api.on('GET /api/user/single-sign-on', { body: keys });
    open();
    return screen.findByRole('region', { name: 'Single sign-on' });
  };
  afterEach(() => {
    cleanup();
    useConfig.setState(useConfig.getInitialState(), true);
  });

  test('is hidden if the server has none', () => {
    useConfig.setState({ config: { ...config, hasSingleSignOn: false } });
    open();

    expect(screen.queryByRole('region', { name: 'Single sign-on' })).toBeNull();
    expect(row('Password').getByRole('button')).toBeTruthy();
    expect(api.calls).toEqual([]);
  });

  test('hides the password form for users without a password', async () => {
    await openWith({ hasPassword: false, isConnected: true });

    expect(row('Single sign-on').getByText('You sign in by it, without a password')).toBeTruthy();
    expect(row('Single sign-on').queryByRole('button')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull();
  });

  test('as the only method hides the password and the advice about it', async () => {
    await openWith({ hasPassword: true, isConnected: true }, { hasLocalAccounts: false });

    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull();
    expect(screen.queryByText('Keep your password to yourself')).toBeNull();
  });

  test('is connected only with the right password', async () => {
    await openWith({ hasPassword: true, isConnected: false });
    api.on('POST /api/user/single-sign-on', failure(403, 'forbidden', 'The current password is not right'));

    await press('Connect single sign-on');
    await userEvent.type(screen.getByLabelText('Current password'), 'wrong{Enter}');

    await waitFor(() => expect(notification()).toBe('ErrorThe current password is not right'));
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
    expect(api.requests.at(-1)?.body).toEqual({ currentPassword: 'wrong' });
  });

  test('shows a failure of the identity provider', async () => {
    await openWith({ hasPassword: true, isConnected: false });
    api.on('POST /api/user/single-sign-on', failure(502, 'upstream', 'Single sign-on does not answer'));

    await press('Connect single sign-on');
    await userEvent.type(screen.getByLabelText('Current password'), 'right{Enter}');

    await waitFor(() => expect(notification()).toBe('ErrorSingle sign-on does not answer'));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Connect single sign-on' }));
  });

  test('can be disconnected by users with a password', async () => {
    await openWith({ hasPassword: true, isConnected: true });
    api.on('DELETE /api/user/single-sign-on', { status: 204 });

    await press('Disconnect single sign-on');

    await waitFor(() =>
      expect(notification()).toBe('Single sign-on disconnectedYour other devices have been signed out.'),
    );
    expect(row('Single sign-on').getByText('Not connected')).toBeTruthy();
  });
});

test('the colour scheme is chosen here', async () => {
  open();

  await userEvent.click(screen.getByRole('radio', { name: 'Light' }));

  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Light' }).checked).toBe(true);
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light');
});
