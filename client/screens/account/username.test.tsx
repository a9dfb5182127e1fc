import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '../../../common/schemas/user.ts';
import { openAccount, press, row } from '../../testing/accountScreen.tsx';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { toastText } from '../../testing/render.tsx';
import { ana } from '../../testing/samples.ts';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
});

describe('the username', () => {
  const ben = { ...ana, username: 'ben' };
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Username' });
  const saveButton = () => row('Username').getByRole<HTMLButtonElement>('button', { name: 'Save' });

  async function edit(viewer: User, text?: string) {
    openAccount(viewer);
    await press('Edit username');
    if (text === undefined) return;
    await userEvent.clear(field());
    await userEvent.type(field(), text);
  }

  test('shows the username, or that no username is set', () => {
    const { unmount } = openAccount(ana);
    expect(row('Username').getByText('No username set')).toBeTruthy();
    unmount();

    openAccount(ben);
    expect(row('Username').getByText('ben')).toBeTruthy();
  });

  test('is saved and reloaded, with a toast', async () => {
    await edit(ben, 'ana_1');
    api.on('PUT /api/user/username', { body: { ...ana, username: 'ana_1' } });
    api.on('GET /api/auth/user', { body: { ...ana, username: 'ana_1' } });

    await userEvent.type(field(), '{Enter}');

    await waitFor(() => expect(toastText()).toBe('Username updatedYour username has been successfully updated.'));
    expect(api.requests[0]?.body).toEqual({ username: 'ana_1' });
    expect(api.calls).toEqual(['PUT /api/user/username', 'GET /api/auth/user']);
    expect(row('Username').getByText('ana_1')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit username' }));
  });

  test('closes the form without a request if unchanged', async () => {
    await edit(ben);

    await userEvent.click(saveButton());

    expect(toastText()).toBe('No changesUsername is the same as your current username.');
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

    expect(toastText()).toBe(`Invalid username${rule}`);
    expect(field().value).toBe(name);
    expect(api.calls).toEqual([]);
  });

  test('an error goes when the form is cancelled', async () => {
    await edit(ben, 'ab');
    await userEvent.click(saveButton());

    await userEvent.click(row('Username').getByRole('button', { name: 'Cancel' }));

    await waitFor(() => expect(toastText()).toBe(''));
  });

  test('clears the error of a refused name when it changes', async () => {
    await edit(ben, 'ab');
    await userEvent.click(saveButton());
    expect(toastText()).toContain('Invalid username');

    await userEvent.type(field(), 'c');

    expect(toastText()).toBe('');
  });

  test.each(['abc', 'a'.repeat(20), 'A-z_9'])('%s is allowed', async (name) => {
    await edit(ben, name);
    api.on('PUT /api/user/username', { body: { ...ana, username: name } });
    api.on('GET /api/auth/user', { body: { ...ana, username: name } });

    await userEvent.click(saveButton());

    await waitFor(() => expect(toastText()).toContain('Username updated'));
  });

  test('is checked on blur, with Save disabled in the meantime', async () => {
    const answer = deferred<StubAnswer>();
    await edit(ben, 'taken');
    api.on('GET /api/user/username/available/taken', () => answer.promise);

    await userEvent.tab();
    expect(saveButton().disabled).toBe(true);
    // As browsers do with what is disabled.
    saveButton().blur();
    answer.resolve({ body: { available: false } });

    await waitFor(() => expect(toastText()).toBe('Username unavailableThis username is already taken'));
    expect(saveButton().disabled).toBe(false);
    expect(document.activeElement).toBe(saveButton());
  });

  test('shows that a name is free', async () => {
    await edit(ben, 'free');
    api.on('GET /api/user/username/available/free', { body: { available: true } });

    // As by a click beside the form.
    act(() => field().blur());

    expect(await screen.findByText('free is available')).toBeTruthy();
    expect(document.activeElement).toBe(document.body);
    expect(toastText()).toBe('');
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
    expect(toastText()).toBe('');
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
    await waitFor(() => expect(toastText()).toContain('Username updated'));
  });

  test.each([
    [failure(409, 'taken', 'This username is already taken'), 'ErrorThis username is already taken'],
    [{ status: 500 }, 'ErrorFailed to update username'],
  ])('that is refused by the server leaves the form open', async (answer, text) => {
    await edit(ben, 'taken');
    api.on('PUT /api/user/username', answer);

    await userEvent.click(saveButton());

    await waitFor(() => expect(toastText()).toBe(text));
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
