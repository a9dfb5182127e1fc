import { beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAccount, row } from '../../testing/accountScreen.tsx';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { toastText } from '../../testing/render.tsx';

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
});

const choice = () => row('Spoilers').getByRole<HTMLSelectElement>('combobox', { name: 'Episodes that I haven’t seen' });

test('what is hidden of unseen episodes is chosen at once', async () => {
  api.on('PUT /api/user/spoilers', { body: { spoilers: 'hide-names' } });
  openAccount();
  expect(choice().value).toBe('hide');

  await userEvent.selectOptions(choice(), 'Hide names too');

  await waitFor(() => expect(api.requests.map(({ body }) => body)).toEqual([{ spoilers: 'hide-names' }]));
  expect(choice().value).toBe('hide-names');
});

test('a choice that cannot be saved is taken back, with a toast', async () => {
  api.on('PUT /api/user/spoilers', { status: 500 });
  openAccount();

  await userEvent.selectOptions(choice(), 'Show everything');

  await waitFor(() => expect(toastText()).toBe('ErrorCouldn’t save your choice. Try again.'));
  expect(choice().value).toBe('hide');
});
