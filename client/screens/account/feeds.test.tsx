import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAccount, press } from '../../testing/accountScreen.tsx';
import { failure, stubApi } from '../../testing/api.ts';
import { toastText } from '../../testing/render.tsx';
import { idOf } from '../../testing/samples.ts';

const at = '2026-11-21T10:05:00.000Z';

test('secret addresses are made, shown once, and revoked', async () => {
  const api = stubApi();
  const url = 'https://films.example/feeds/Zm9yIGZyaWRheSBuaWdodA.rss';
  const calendar = { id: idOf(1), kind: 'calendar', createdAt: at, lastUsedAt: null };
  api.on('GET /api/feeds', { body: [calendar] });
  api.on('POST /api/feeds', { status: 201, body: { id: idOf(2), kind: 'additions', createdAt: at, url } });
  openAccount();
  await press('Show calendar and feeds');
  const list = within(await screen.findByRole('list', { name: 'Secret addresses' }));
  expect(list.getByRole('listitem').textContent).toMatch(/My calendar.*never used/);

  await press('New feed of additions');

  const field = await screen.findByRole('textbox', { name: 'New secret address' });
  expect(field.getAttribute('value')).toBe(url);
  expect(api.requests.at(-1)?.body).toEqual({ kind: 'additions' });
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  await press('Done');
  expect(screen.queryByRole('textbox', { name: 'New secret address' })).toBeNull();

  const revoke = async () => {
    await press('Revoke My calendar');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  };
  api.on('GET /api/feeds', { body: [{ ...calendar, id: idOf(2), kind: 'additions' }, calendar] });
  api.on(`DELETE /api/feeds/${idOf(1)}`, failure(503, 'unavailable', 'Not now'));
  await revoke();
  await waitFor(() => expect(toastText()).toContain('Not now'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  api.on(`DELETE /api/feeds/${idOf(1)}`, { status: 204 });
  await revoke();
  await waitFor(() => expect(toastText()).toContain('Address revoked'));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
});
