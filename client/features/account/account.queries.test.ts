import { beforeEach, expect, test } from '@jest/globals';
import type { QueryOptions } from '@tanstack/react-query';
import type { CreateWebhookBody, Webhook, WebhookDelivery } from '../../../common/schemas/webhook.ts';
import { queryClient } from '../../lib/query.ts';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { idOf, sampleWebhook } from '../../testing/samples.ts';
import {
  addPerson,
  answerPart,
  createPlayer,
  endPart,
  forgetTitle,
  playersQuery,
  recognise,
  removePlayer,
  renewAddress,
  unrecognisedQuery,
  updatePlayer,
  watchingQuery,
} from './players/player.queries.ts';
import { createFeed, feedsQuery, revokeFeed } from './security/feeds/feed.queries.ts';
import { passkeysQuery, removePasskey, renamePasskey } from './security/passkeys/passkey.queries.ts';
import { endOtherSessions, endSession, sessionsQuery } from './security/security.queries.ts';
import { createToken, revokeToken, tokensQuery } from './security/tokens/token.queries.ts';
import { disconnectSingleSignOn, signInMethodsQuery } from './settings/signInMethods.queries.ts';
import {
  createWebhook,
  deleteWebhook,
  deliveriesQuery,
  sendAgain,
  sendTest,
  updateWebhook,
  webhooksQuery,
} from './webhooks/webhook.queries.ts';

const at = '2026-01-01T00:00:00.000Z';
const [one, two] = [idOf(1), idOf(2)];
let api: ApiStub;

beforeEach(() => {
  queryClient.clear();
  api = stubApi();
});

/** The last request, as the server gets it. */
const sent = () => api.requests.at(-1)?.body;

/** Keeps what the server answered to a query before. */
function known({ queryKey, meta }: Pick<QueryOptions, 'meta'> & { queryKey: readonly unknown[] }, ...data: object[]) {
  queryClient.setQueryDefaults(queryKey, { meta });
  queryClient.setQueryData<unknown>(queryKey, data);
}
const shown = ({ queryKey }: { queryKey: readonly unknown[] }) => queryClient.getQueryData<unknown>(queryKey);
/** It is asked for again where it is shown, and otherwise when it is shown next. */
const isStale = ({ queryKey }: { queryKey: readonly unknown[] }) => queryClient.getQueryState(queryKey)?.isInvalidated;

test('what players show is asked for again after each change', async () => {
  const queries = [playersQuery, unrecognisedQuery, watchingQuery].map(({ queryKey, meta }) => ({ queryKey, meta }));
  const person = { role: 'account', userId: two, name: 'ben' } as const;
  const title = { mediaType: 'movie', tmdbId: 603 } as const;
  const changes: [route: string, body: unknown, change: () => Promise<unknown>][] = [
    ['POST /api/players', { kind: 'plex', name: 'Sofa' }, () => createPlayer({ kind: 'plex', name: 'Sofa' })],
    [`POST /api/players/${one}/address`, undefined, () => renewAddress(one)],
    [`PATCH /api/players/${one}`, { name: 'Bed' }, () => updatePlayer(one, { name: 'Bed' })],
    [`DELETE /api/players/${one}`, undefined, () => removePlayer(one)],
    [`POST /api/players/${one}/people`, person, () => addPerson(one, person)],
    [`POST /api/players/people/${one}/respond`, { status: 'declined' }, () => answerPart(one, 'declined')],
    [`DELETE /api/players/people/${one}`, undefined, () => endPart(one)],
    [`PUT /api/scrobbles/unrecognised/${one}/title`, title, () => recognise(one, title)],
    [`DELETE /api/scrobbles/unrecognised/${one}`, undefined, () => forgetTitle(one)],
  ];

  for (const [route, body, change] of changes) {
    for (const query of queries) known(query);
    api.on(route, { body: { is: 'the answer' } });
    expect(await change()).toEqual({ is: 'the answer' });
    expect([api.calls.at(-1), sent()]).toEqual([route, body]);
    expect(queries.map(isStale)).toEqual([true, true, true]);
  }
});

test('a new feed is the first, without its address, and an ended one is gone', async () => {
  const feed = { id: one, kind: 'calendar', createdAt: at, lastUsedAt: at };
  known(feedsQuery, feed);
  const created = { id: two, kind: 'additions', createdAt: at, url: 'https://secret' };
  api.on('POST /api/feeds', { body: created });
  api.on(`DELETE /api/feeds/${one}`, { status: 204 });

  expect(await createFeed('additions')).toEqual(created);
  expect(sent()).toEqual({ kind: 'additions' });
  const added = { id: two, kind: 'additions', createdAt: at, lastUsedAt: null };
  expect(shown(feedsQuery)).toEqual([added, feed]);

  await revokeFeed(one);
  expect(shown(feedsQuery)).toEqual([added]);
});

test('a new token is the first, without its secret, and an ended one is gone', async () => {
  const body = { name: 'Script', scopes: ['read' as const], expiresInDays: null };
  const shape = { name: 'Script', scopes: ['read'], expiresAt: null };
  const token = { ...shape, id: one, createdAt: at, lastUsedAt: at, lastAddress: '192.0.2.1' };
  known(tokensQuery, token);
  api.on('POST /api/tokens', { body: { ...shape, id: two, token: 'mq_secret' } });
  api.on(`DELETE /api/tokens/${one}`, { status: 204 });

  expect((await createToken(body)).token).toBe('mq_secret');
  expect(sent()).toEqual(body);
  const added = { ...shape, id: two, createdAt: expect.any(String), lastUsedAt: null, lastAddress: null };
  expect(shown(tokensQuery)).toEqual([added, token]);

  await revokeToken(one);
  expect(shown(tokensQuery)).toEqual([added]);
});

test('a passkey has its new name, a removed one is gone, and the sign-in methods are asked for again', async () => {
  const passkey = (id: string, name: string) => ({ id, name, createdAt: at, lastUsedAt: null, isBackedUp: false });
  known(passkeysQuery, passkey(one, 'Phone'), passkey(two, 'Key'));
  known(signInMethodsQuery);
  const refreshed = () => new Promise((resolve) => setTimeout(resolve, 0));
  api.on(`PATCH /api/user/passkeys/${two}`, { body: passkey(two, 'Blue key') });
  api.on(`DELETE /api/user/passkeys/${one}`, { status: 204 });

  await renamePasskey(two, 'Blue key');
  expect(sent()).toEqual({ name: 'Blue key' });
  expect(shown(passkeysQuery)).toEqual([passkey(one, 'Phone'), passkey(two, 'Blue key')]);

  await removePasskey(one);
  expect(shown(passkeysQuery)).toEqual([passkey(two, 'Blue key')]);
  await refreshed();
  expect(isStale(signInMethodsQuery)).toBe(true);
});

test('sessions that end are gone: one of them, or all others', async () => {
  const session = (n: number) => ({ id: idOf(n), isCurrent: n === 2 });
  known(sessionsQuery, session(1), session(2), session(3), session(4));
  api.on(`DELETE /api/user/sessions/${idOf(3)}`, { status: 204 });
  api.on('DELETE /api/user/sessions', { status: 204 });

  await endSession(idOf(3));
  expect(shown(sessionsQuery)).toEqual([session(1), session(2), session(4)]);

  await endOtherSessions();
  expect(shown(sessionsQuery)).toEqual([session(2)]);
});

test('single sign-on is no longer connected once it is disconnected', async () => {
  const methods = { isConnected: true, hasPassword: true, passkeys: 1 };
  queryClient.setQueryData<unknown>(signInMethodsQuery.queryKey, methods);
  api.on('DELETE /api/user/single-sign-on', { status: 204 });

  await disconnectSingleSignOn();

  expect(shown(signInMethodsQuery)).toEqual({ ...methods, isConnected: false });
});

const webhook = (id: string, over: Partial<Webhook> = {}) => sampleWebhook({ id, ...over });

test('a new webhook is the first, without its secret, a changed one stays in its place, and a deleted one is gone', async () => {
  known(webhooksQuery, webhook(one), webhook(two));
  const [three, four] = [idOf(3), idOf(4)];
  const body: CreateWebhookBody = {
    name: 'Chat',
    address: 'https://example.org',
    events: ['item:added', 'play:recorded'],
  };
  api.on('POST /api/webhooks', { body: { ...webhook(three), secret: 'whsec' } });
  api.on(`POST /api/categories/${idOf(9)}/webhooks`, { body: { ...webhook(four), secret: 'whsec' } });
  api.on(`PATCH /api/webhooks/${one}`, { body: webhook(one, { isOn: false }) });
  api.on(`DELETE /api/webhooks/${two}`, { status: 204 });

  expect((await createWebhook(body, null)).secret).toBe('whsec');
  expect(sent()).toEqual(body);
  expect(shown(webhooksQuery)).toEqual([webhook(three), webhook(one), webhook(two)]);

  await createWebhook(body, { id: idOf(9), family: 'category' });
  // Plays belong to no list.
  expect(sent()).toEqual({ ...body, events: ['item:added'] });

  await updateWebhook(one, { isOn: false });
  await deleteWebhook(two);
  expect(shown(webhooksQuery)).toEqual([webhook(four), webhook(three), webhook(one, { isOn: false })]);
});

test('a test is the first of the messages, and one that is sent again stays in its place', async () => {
  const delivery = (id: string, state: WebhookDelivery['state']) => ({ id, state });
  const messages = deliveriesQuery(idOf(9));
  known(messages, delivery(one, 'failed'), delivery(two, 'failed'));
  api.on(`POST /api/webhooks/${idOf(9)}/test`, { body: delivery(idOf(3), 'pending') });
  api.on(`POST /api/webhooks/${idOf(9)}/deliveries/${two}/resend`, { body: delivery(two, 'pending') });

  await sendTest(idOf(9));
  await sendAgain(idOf(9), two);

  expect(shown(messages)).toEqual([delivery(idOf(3), 'pending'), delivery(one, 'failed'), delivery(two, 'pending')]);
});
