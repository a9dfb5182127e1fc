import { beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAccount, press, row } from '../../testing/accountScreen.tsx';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { toastText } from '../../testing/render.tsx';
import { ana } from '../../testing/samples.ts';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  // jsdom has no object URLs.
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
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
    openAccount();
    await press('Edit profile picture');
    // A dropped file can have any type.
    if (files.length > 0) await userEvent.upload(input(), files, { applyAccept: false });
  }

  test('shows whether the user has set one', () => {
    const { unmount } = openAccount();
    expect(screen.getByText('No profile picture set')).toBeTruthy();
    unmount();

    openAccount({ ...ana, profileImageUrl: '/api/users/pictures/1' });
    expect(screen.getByText('Custom profile picture')).toBeTruthy();
  });

  test.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])('can be %s', async (type) => {
    await choose(file(type));

    expect(preview()?.getAttribute('src')).toBe('blob:chosen');
    expect(toastText()).toBe('');
  });

  test.each(['image/svg+xml', 'application/pdf', ''])('cannot be "%s"', async (type) => {
    await choose(file(type));

    expect(toastText()).toBe('Invalid file typePlease select a JPEG, PNG, WebP, or GIF image.');
    expect(preview()).toBeNull();
  });

  test('clears the error when a valid file is chosen', async () => {
    await choose(file('application/pdf'));
    expect(toastText()).toContain('Invalid file type');

    await userEvent.upload(input(), file('image/png'));

    expect(toastText()).toBe('');
  });

  test('can have up to five megabytes', async () => {
    await choose(file('image/png', 5 * 1024 * 1024));
    expect(preview()).toBeTruthy();
    cleanup();

    await choose(file('image/png', 5 * 1024 * 1024 + 1));
    expect(toastText()).toBe('File too largePlease select an image smaller than 5MB.');
    expect(preview()).toBeNull();
  });

  test('must be chosen before saving', async () => {
    await choose();
    expect(screen.getByRole('button', { name: 'Choose File' })).toBe(document.activeElement);

    await save();

    expect(toastText()).toBe('No file selectedPlease select an image to upload.');
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
      expect(toastText()).toBe('Profile picture updatedYour profile picture has been successfully updated.'),
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

    await waitFor(() => expect(toastText()).toBe(text));
    expect(preview()).toBeTruthy();
  });

  test('says that a connection is needed if a proxy answers the upload with a page', async () => {
    await choose(file('image/png'));
    api.on('POST /api/user/profile-image/upload', () => ({ body: undefined }));

    await save();

    await waitFor(() =>
      expect(toastText()).toBe('ErrorCouldn’t save this, it needs a connection. Try again when you’re back online.'),
    );
  });

  test('is removed after a question, and the focus returns to Edit', async () => {
    openAccount({ ...ana, profileImageUrl: '/api/users/pictures/1' });
    api.on('DELETE /api/user/profile-image', { body: ana });

    await press('Remove picture');
    expect(api.calls).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));

    await waitFor(() => expect(toastText()).toBe('Profile picture removedOthers see your initial again.'));
    expect(screen.getByText('No profile picture set')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit profile picture' })),
    );
  });

  test('stays if it cannot be removed', async () => {
    openAccount({ ...ana, profileImageUrl: '/api/users/pictures/1' });
    api.on('DELETE /api/user/profile-image', { status: 500 });

    await press('Remove picture');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));

    await waitFor(() => expect(toastText()).toBe('ErrorCouldn’t remove your picture. Try again.'));
    expect(screen.getByText('Custom profile picture')).toBeTruthy();
  });

  test('is discarded by Cancel', async () => {
    await choose(file('image/png'));

    await userEvent.click(row('Profile picture').getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('No profile picture set')).toBeTruthy();

    await press('Edit profile picture');
    expect(preview()).toBeNull();
  });
});
