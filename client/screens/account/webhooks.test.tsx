import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Webhook, WebhookDelivery } from '../../../common/schemas/webhook.ts';
import { useFreshSignIn } from '../../features/account/freshSignIn.store.ts';
import { webhooksQuery } from '../../features/account/webhooks/webhook.queries.ts';
import { queryClient } from '../../lib/query.ts';
import { openAccount, press, row } from '../../testing/accountScreen.tsx';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { openLiveTab } from '../../testing/liveTab.ts';
import { toastText } from '../../testing/render.tsx';
import { idOf, sampleWebhook } from '../../testing/samples.ts';

const at = '2026-11-21T10:05:00.000Z';

const chat = sampleWebhook();

const delivery: WebhookDelivery = {
  id: idOf(5),
  messageId: 'msg_5',
  event: 'item:added',
  state: 'failed',
  attempts: 9,
  status: 500,
  problem: 'The answer was 500',
  createdAt: at,
  attemptedAt: at,
};

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
});

async function open(...webhooks: Webhook[]) {
  api.on('GET /api/webhooks', { body: webhooks });
  queryClient.setQueryData(webhooksQuery.queryKey, webhooks);
  openAccount();
  await press('Open webhooks');
  return within(await screen.findByRole('dialog', { name: 'Webhooks' }));
}

test('makes a webhook, whose secret is shown until one is done', async () => {
  const dialog = await open();
  api.on('POST /api/webhooks', { status: 500, body: {} });
  await userEvent.click(dialog.getByRole('button', { name: 'New webhook' }));

  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Name' }));
  await userEvent.keyboard('Our chat');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Sends to' }), 'Discord');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Address' }), 'https://chat.example/1');
  await userEvent.click(dialog.getByRole('switch', { name: 'I record that I watched something' }));
  const make = dialog.getByRole('button', { name: 'Make the webhook' });
  await userEvent.click(make);
  await waitFor(() => expect(toastText()).toContain('Couldn’t make the webhook. Try again.'));
  api.on('POST /api/webhooks', { status: 201, body: { ...chat, secret: 'whsec_secret' } });
  await userEvent.click(make);

  expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Secret' })).value).toBe('whsec_secret');
  expect(api.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Our chat',
    kind: 'discord',
    address: 'https://chat.example/1',
    events: ['item:added', 'play:recorded'],
  });
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Copy' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(screen.queryByDisplayValue('whsec_secret')).toBeNull();
  expect(document.activeElement).toBe(dialog.getByRole('switch', { name: 'Our chat is on' }));
  expect(dialog.getByText('chat.example', { exact: false })).toBeTruthy();
});

test('shows what was sent, sends again and tests, and says when nothing arrives', async () => {
  const dialog = await open({ ...chat, failingSince: at });
  api.on(`GET /api/webhooks/${chat.id}/deliveries`, { body: [delivery] });
  api.on(`POST /api/webhooks/${chat.id}/deliveries/${delivery.id}/resend`, { body: { ...delivery, state: 'sent' } });
  api.on(`POST /api/webhooks/${chat.id}/test`, {
    status: 201,
    body: { ...delivery, id: idOf(6), event: 'test', state: 'sent' },
  });
  expect(dialog.getByText(/Nothing has arrived since/)).toBeTruthy();

  await userEvent.click(dialog.getByRole('button', { name: 'Details of Our chat' }));
  const list = within(await dialog.findByRole('list', { name: 'Deliveries of Our chat' }));
  expect(list.getByRole('listitem').textContent).toMatch(
    /Not arrived · A title is added.*9 attempts · The answer was 500/,
  );
  await userEvent.click(list.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(list.getByRole('listitem').textContent).toContain('Arrived'));
  await userEvent.click(dialog.getByRole('button', { name: 'Send a test' }));

  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
});

test('is turned off and on, and deleted after asking', async () => {
  const dialog = await open(chat);
  api.on(`PATCH /api/webhooks/${chat.id}`, { body: { ...chat, isOn: false } });
  api.on(`GET /api/webhooks/${chat.id}/deliveries`, { body: [] });
  api.on(`DELETE /api/webhooks/${chat.id}`, { status: 204 });

  await userEvent.click(dialog.getByRole('switch', { name: 'Our chat is on' }));
  await waitFor(() =>
    expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'Our chat is on' }).checked).toBe(false),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Details of Our chat' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete this webhook?' }));
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(toastText()).toContain('Webhook deleted'));
  expect(dialog.queryByText('Our chat')).toBeNull();
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'New webhook' }));
});

test('is changed in its name and events, and the form stays if that fails', async () => {
  const dialog = await open({ ...chat, events: ['item:added', 'play:recorded'], listId: null });
  const UPDATE = `PATCH /api/webhooks/${chat.id}`;
  api.on(`GET /api/webhooks/${chat.id}/deliveries`, { body: [] });
  api.on(UPDATE, { status: 500, body: {} });
  await userEvent.click(dialog.getByRole('button', { name: 'Details of Our chat' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Edit' }));
  expect(dialog.queryByRole('textbox', { name: 'Address' })).toBeNull();
  const plays = dialog.getByRole<HTMLInputElement>('switch', { name: 'I record that I watched something' });
  expect(plays.checked).toBe(true);
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Name' }));
  expect(save.disabled).toBe(true);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Chat');
  await userEvent.click(dialog.getByRole('switch', { name: 'A title is added' }));
  await userEvent.click(plays);
  // Without an event it would never send anything.
  expect(save.disabled).toBe(true);
  await userEvent.click(plays);

  await userEvent.click(save);
  await waitFor(() => expect(toastText()).toContain('Couldn’t save the webhook. Try again.'));
  api.on(UPDATE, { body: { ...chat, name: 'Chat', events: ['play:recorded'] } });
  await userEvent.click(save);

  expect(await dialog.findByText('Chat')).toBeTruthy();
  expect(api.requests.findLast(({ method }) => method === 'PATCH')?.body).toEqual({
    name: 'Chat',
    events: ['play:recorded'],
  });
  expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('of one list sends no plays, which are of no list', async () => {
  const dialog = await open({ ...chat, listId: idOf(100) });
  api.on(`GET /api/webhooks/${chat.id}/deliveries`, { body: [] });
  await userEvent.click(dialog.getByRole('button', { name: 'Details of Our chat' }));
  expect(await dialog.findByText('Nothing sent yet.')).toBeTruthy();

  await userEvent.click(dialog.getByRole('button', { name: 'Edit' }));

  expect(dialog.getByRole('switch', { name: 'A title is added' })).toBeTruthy();
  expect(dialog.queryByRole('switch', { name: 'I record that I watched something' })).toBeNull();
});

test('of a program gets a new secret after a question and a fresh sign-in, that of a service has none', async () => {
  const dialog = await open(chat, { ...chat, id: idOf(2), name: 'Film club', kind: 'discord' });
  for (const id of [chat.id, idOf(2)]) api.on(`GET /api/webhooks/${id}/deliveries`, { body: [] });
  await userEvent.click(dialog.getByRole('button', { name: 'Details of Film club' }));
  expect(dialog.queryByRole('button', { name: 'New secret' })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Details of Our chat' }));
  api.on(
    `POST /api/webhooks/${chat.id}/secret`,
    failure(403, 'fresh_sign_in_required', 'Please confirm that it is you'),
  );

  await userEvent.click(dialog.getByRole('button', { name: 'New secret' }));
  const question = within(await screen.findByRole('dialog', { name: 'Make a new secret?' }));
  await userEvent.click(question.getByRole('button', { name: 'New secret' }));
  await waitFor(() => expect(useFreshSignIn.getState().waiting).not.toBeNull());
  api.on(`POST /api/webhooks/${chat.id}/secret`, { body: { ...chat, secret: 'whsec_new' } });
  act(() => useFreshSignIn.getState().applyConfirmed());

  expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Secret' })).value).toBe('whsec_new');
});

test.each<[RegExp, Partial<Webhook>]>([
  [/^Turned off: the receiver no longer wants messages\.$/, { isOn: false, offBecause: 'gone' }],
  [/^Turned off: nothing arrived for three days\.$/, { isOn: false, offBecause: 'failures', failingSince: at }],
])('that is off says why, and sends nothing: %s', async (text, over) => {
  const dialog = await open({ ...chat, ...over });
  const waiting = { ...delivery, id: idOf(6), state: 'sent' as const, attempts: 1, problem: null };
  api.on(`GET /api/webhooks/${chat.id}/deliveries`, { body: [delivery, waiting] });

  expect(dialog.getByText(text)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Details of Our chat' }));
  const again = await dialog.findAllByRole<HTMLButtonElement>('button', { name: 'Send again' });
  expect(again.map(({ disabled }) => disabled)).toEqual([true, true]);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send a test' }).disabled).toBe(true);
  expect(dialog.getByText('Arrived').closest('li')?.textContent).not.toContain('attempts');
});

test('what was sent can be loaded again after a failure', async () => {
  const dialog = await open(chat);
  api.on(`GET /api/webhooks/${chat.id}/deliveries`, { status: 503, body: {} });
  await userEvent.click(dialog.getByRole('button', { name: 'Details of Our chat' }));
  expect(await dialog.findByText('Couldn’t load what was sent.')).toBeTruthy();
  api.on(`GET /api/webhooks/${chat.id}/deliveries`, { body: [{ ...delivery, state: 'dropped' }] });

  await userEvent.click(dialog.getByRole('button', { name: /try again/i }));

  expect(await dialog.findByText('Not sent')).toBeTruthy();
});

test('shows that it was turned off as soon as there is a notice of that', async () => {
  const tab = openLiveTab();
  api = tab.api;
  const dialog = await open(chat);
  const deliveries = `GET /api/webhooks/${chat.id}/deliveries`;
  api.on(deliveries, { body: [{ ...delivery, state: 'sent', status: 200, problem: null }] });
  await userEvent.click(dialog.getByRole('button', { name: 'Details of Our chat' }));
  await dialog.findByText('Arrived');
  api.on('GET /api/webhooks', { body: [{ ...chat, isOn: false, offBecause: 'gone' }] });
  api.on(deliveries, { body: [{ ...delivery, status: 410 }] });
  api.on('GET /api/notices', { body: { notices: [], unread: 1 } });

  tab.socket.hear('notices:changed', {});

  expect(await dialog.findByText('Turned off: the receiver no longer wants messages.')).toBeTruthy();
  expect(await dialog.findByText('Not arrived')).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'Our chat is on' }).checked).toBe(false);
  tab.disconnect();
});

test('says for which list a webhook is', async () => {
  const dialog = await open(chat, { ...chat, id: idOf(2), name: 'Film club', listId: idOf(100) });

  expect(dialog.getAllByText(/All my lists/)).toHaveLength(1);
  expect(dialog.getAllByText(/One list/)).toHaveLength(1);
});

test('the row says that the server has turned one off', async () => {
  queryClient.setQueryData(webhooksQuery.queryKey, [{ ...chat, isOn: false, offBecause: 'failures' }]);
  openAccount();

  expect(row('Webhooks').getByText(/A webhook was turned off/)).toBeTruthy();
});
