import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InstanceSettings } from '../../../common/schemas/instance.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana } from '../../testing/samples.ts';
import { AdminScreen } from './AdminScreen.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
});

function openSettings() {
  useUsers.getState().applyViewer({ ...ana, isOperator: true });
  return renderAt(
    <>
      <AdminScreen />
      <Toaster />
    </>,
    { at: '/admin?tab=settings' },
  );
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('settings', () => {
  const settings: InstanceSettings = {
    name: 'Marquee',
    registration: 'invite',
    isRegistrationFixed: false,
    canMembersInvite: true,
    emailFor: 'everyone',
    listsFor: 'everyone',
    tmdbKey: 'none',
    omdbKey: 'none',
    region: 'US',
    language: 'en-US',
  };

  test('change who may create an account', async () => {
    api.on('GET /api/admin/settings', { body: settings });
    api.on('PATCH /api/admin/settings', { body: { ...settings, registration: 'closed' } });
    openSettings();

    await userEvent.click(await screen.findByRole('radio', { name: 'Nobody' }));

    await waitFor(() => expect(toastText()).toBe('Registration changed'));
    expect(api.requests.at(-1)?.body).toEqual({ registration: 'closed' });
  });

  test('send a name once while it is being saved', async () => {
    api.on('GET /api/admin/settings', { body: settings });
    const answer = deferred<StubAnswer>();
    api.on('PATCH /api/admin/settings', () => answer.promise);
    openSettings();

    await userEvent.type(await screen.findByRole('textbox', { name: 'Name of this site' }), ' club{Enter}{Enter}');
    answer.resolve({ body: { ...settings, name: 'Marquee club' } });

    await waitFor(() => expect(toastText()).toBe('Name saved'));
    expect(api.requestsTo('PATCH /api/admin/settings')).toHaveLength(1);
  });

  test('say when the environment decides', async () => {
    api.on('GET /api/admin/settings', { body: { ...settings, isRegistrationFixed: true } });
    openSettings();

    expect(await screen.findByText('The server’s environment variable REGISTRATION decides this.')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('store a key, which is not shown again, and remove it', async () => {
    api.on('GET /api/admin/settings', { body: settings });
    api.on('PUT /api/admin/keys/tmdb', { body: { isChecked: true } });
    api.on('DELETE /api/admin/keys/tmdb', { status: 204 });
    openSettings();
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'TMDB key or access token' });

    await userEvent.type(field, 'abc.def');
    await press('Save the TMDB key or access token');

    await waitFor(() => expect(toastText()).toContain('TMDB key saved'));
    expect(toastText()).toContain('Reload this page to see its pictures.');
    expect(api.requests.at(-1)?.body).toEqual({ key: 'abc.def' });
    expect(screen.getByText(/A key is set/)).toBeTruthy();
    expect(field.value).toBe('');
    await press('Remove the TMDB key or access token');
    await waitFor(() => expect(toastText()).toBe('TMDB key removed'));
    expect(screen.queryByText(/A key is set/)).toBeNull();
  });

  test('say what is wrong with a key, and when it could not be checked', async () => {
    api.on('GET /api/admin/settings', { body: settings });
    const issues = [{ path: 'key', message: 'OMDb refuses this key.' }];
    api.on('PUT /api/admin/keys/omdb', { status: 400, body: { error: 'x', code: 'validation', issues } });
    openSettings();
    await userEvent.type(await screen.findByRole('textbox', { name: 'OMDb key' }), 'abc');
    await press('Save the OMDb key');

    expect(await screen.findByText('OMDb refuses this key.')).toBeTruthy();
    api.on('PUT /api/admin/keys/omdb', { body: { isChecked: false } });
    await press('Save the OMDb key');

    await waitFor(() => expect(toastText()).toContain('OMDb did not answer, so the key is not checked yet.'));
    expect(screen.queryByText('OMDb refuses this key.')).toBeNull();
  });

  test('show keys of the environment as such, and ask again for those that cannot be read', async () => {
    api.on('GET /api/admin/settings', { body: { ...settings, tmdbKey: 'environment', omdbKey: 'unreadable' } });
    openSettings();

    const from = 'Set by TMDB_ACCESS_TOKEN or TMDB_API_KEY in the environment of the server.';
    expect(await screen.findByText(from)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'TMDB key or access token' })).toBeNull();
    expect(screen.getByText(/Enter the key again/)).toBeTruthy();
  });

  test('show a choice at once, and take it back if it cannot be saved', async () => {
    api.on('GET /api/admin/settings', { body: settings });
    const answer = deferred<StubAnswer>();
    api.on('PATCH /api/admin/settings', () => answer.promise);
    openSettings();
    const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' });
    await userEvent.clear(country);
    await userEvent.type(country, 'germ');

    await userEvent.click(await screen.findByRole('option', { name: 'Germany' }));

    await waitFor(() => expect(country.value).toBe('Germany'));
    answer.resolve(failure(503, 'unavailable', 'Not now'));
    await waitFor(() => expect(toastText()).toBe('ErrorNot now'));
    expect(country.value).toBe('United States');
  });

  test('choose the country by typing', async () => {
    api.on('GET /api/admin/settings', { body: settings });
    api.on('PATCH /api/admin/settings', { body: { ...settings, region: 'DE' } });
    openSettings();
    const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' });
    expect(country.value).toBe('United States');

    await userEvent.clear(country);
    await userEvent.type(country, 'germ');
    await userEvent.click(await screen.findByRole('option', { name: 'Germany' }));

    await waitFor(() => expect(toastText()).toBe('Country saved'));
    expect(api.requests.at(-1)?.body).toEqual({ region: 'DE' });
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' }).value).toBe('Germany');
  });
});
