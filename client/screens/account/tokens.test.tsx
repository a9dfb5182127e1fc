import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AccessToken } from '../../../common/schemas/account/token.ts';
import { openAccount, press, row } from '../../testing/accountScreen.tsx';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { toastText } from '../../testing/render.tsx';
import { idOf } from '../../testing/samples.ts';

const at = '2026-11-21T10:05:00.000Z';

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
});

const script: AccessToken = {
  id: idOf(1),
  name: 'Backup script',
  scopes: ['read'],
  createdAt: at,
  expiresAt: null,
  lastUsedAt: null,
  lastAddress: null,
};

async function show(...tokens: AccessToken[]) {
  api.on('GET /api/tokens', { body: tokens });
  api.on('GET /api/folders', { body: [] });
  api.on('GET /api/folders/shared', { body: [] });
  openAccount();
  await press('Show access tokens');
}

test('says what each token may do, when it ends and when it was last used', async () => {
  await show(script, {
    ...script,
    id: idOf(2),
    name: 'Film night bot',
    scopes: ['read', 'write', `list:${idOf(9)}`],
    expiresAt: '2020-01-31T10:00:00.000Z',
    lastUsedAt: at,
    lastAddress: '192.0.2.7',
  });

  const [first, second] = within(await screen.findByRole('list', { name: 'Access tokens' })).getAllByRole('listitem');
  expect(first?.textContent).toContain('May read everything you can · does not expire · never used');
  expect(second?.textContent).toMatch(/May read and change one list · expired .*2020 · last used .* from 192\.0\.2\.7/);
});

test('makes a token, whose secret is shown until one is done', async () => {
  await show();
  const created = { id: idOf(3), name: 'Bot', scopes: ['read', 'write'], expiresAt: null, token: 'mq_secret' };
  api.on('POST /api/tokens', { status: 201, body: created });
  await press('New access token');

  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Bot');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ends' }), 'When I revoke it');
  await userEvent.click(screen.getByRole('switch', { name: 'It may change things too' }));
  await press('Make the token');

  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'New access token' })).value).toBe('mq_secret');
  expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Bot',
    scopes: ['read', 'write'],
    expiresInDays: null,
  });
  expect(row('Access tokens').getByRole('button', { name: 'Revoke Bot' })).toBeTruthy();
  await press('Done');
  expect(screen.queryByDisplayValue('mq_secret')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide access tokens' }));
});

test('shows a token that was made although the answer was lost, so that it can be revoked', async () => {
  await show();
  api.on('POST /api/tokens', { status: 502 });
  api.on('GET /api/tokens', { body: [script] });
  await press('New access token');

  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Backup script');
  await press('Make the token');

  expect(await row('Access tokens').findByRole('button', { name: 'Revoke Backup script' })).toBeTruthy();
});

test('the focus stays in the row when the form is closed', async () => {
  await show();
  await press('New access token');

  await press('Cancel');

  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide access tokens' }));
});

test('revokes a token after asking', async () => {
  await show(script);
  api.on(`DELETE /api/tokens/${script.id}`, async () => {
    // Longer than the screen waits for a control that has lost the focus.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { status: 204 };
  });

  await press('Revoke Backup script');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));

  await waitFor(() => expect(toastText()).toContain('Access token revoked'));
  expect(row('Access tokens').queryByText('Backup script')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide access tokens' }));
});
