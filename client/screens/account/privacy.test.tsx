import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { privacyQuery } from '../../features/account/settings/privacy/privacy.queries.ts';
import { queryClient, refreshAbout } from '../../lib/query.ts';
import { openAccount, openPrivacy, row } from '../../testing/accountScreen.tsx';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { toastText } from '../../testing/render.tsx';

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
});

const choice = (name: string) => row('Privacy').getByRole<HTMLSelectElement>('combobox', { name });
const onOff = (name: string) => row('Privacy').getByRole<HTMLInputElement>('switch', { name });

test('a choice applies at once', async () => {
  api.on('PATCH /api/user/privacy', { body: { ...openPrivacy, listsFor: 'nobody' } });
  openAccount();

  await userEvent.selectOptions(choice('Who sees my lists'), 'Nobody');

  await waitFor(() => expect(api.requests.map(({ body }) => body)).toEqual([{ listsFor: 'nobody' }]));
  expect(choice('Who sees my lists').value).toBe('nobody');
});

test.each([
  ['Show me in the directory', 'isListed', false],
  ['Show when I am in a list', 'showsPresence', false],
  ['Show what I watch now', 'showsWatching', true],
])('%s can be switched', async (name, field, isOn) => {
  api.on('PATCH /api/user/privacy', { body: { ...openPrivacy, [field]: isOn } });
  openAccount();

  await userEvent.click(onOff(name));

  await waitFor(() => expect(api.requests[0]?.body).toEqual({ [field]: isOn }));
  expect(onOff(name).checked).toBe(isOn);
});

test('a choice that cannot be saved is taken back, with a toast', async () => {
  api.on('PATCH /api/user/privacy', { status: 500 });
  openAccount();

  await userEvent.selectOptions(choice('Who sees my email address'), 'People I share a list with');

  await waitFor(() => expect(toastText()).toBe('ErrorCouldn’t save your privacy settings. Try again.'));
  expect(choice('Who sees my email address').value).toBe('everyone');
});

test('an address that the server shows to fewer people cannot be shown to all', async () => {
  openAccount();

  await act(async () => {
    const instance = { ...openPrivacy.instance, emailFor: 'shared' as const };
    queryClient.setQueryData(privacyQuery.queryKey, { ...openPrivacy, emailFor: 'shared', instance });
  });

  await waitFor(() => expect(choice('Who sees my email address').disabled).toBe(true));
  expect(screen.getByText(/only people who share a list see each other’s address/)).toBeTruthy();
});

test('a change in another tab shows at once', async () => {
  api.on('GET /api/user/privacy', { body: { ...openPrivacy, isListed: false } });
  openAccount();

  await act(() => refreshAbout('people'));

  await waitFor(() => expect(onOff('Show me in the directory').checked).toBe(false));
});
