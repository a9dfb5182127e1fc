import type { FamilyKey } from '../../../../common/families.ts';
import type {
  CreateWebhookBody,
  NewWebhook,
  UpdateWebhookBody,
  Webhook,
  WebhookDelivery,
} from '../../../../common/schemas/webhook.ts';
import { listWebhookEvents, type WebhookEvent } from '../../../../common/webhooks.ts';
import { listWebhookApi, webhookApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { about, queryClient, queryOf } from '../../../lib/query.ts';
import { writeFresh } from '../freshSignIn.store.ts';

/** All webhooks of the user. Those of one list are picked from them. */
export const webhooksQuery = { ...queryOf(webhookApi.list), ...about('webhooks') };

export const deliveriesQuery = (id: string) => ({
  ...queryOf(webhookApi.deliveries, { params: { id } }),
  ...about('webhooks'),
});

/** Makes a write of a webhook, which may need a fresh sign-in. */
const write = <T>(work: () => Promise<T>): Promise<T> => writeFresh(webhookApi.list, work);

export interface WebhookList {
  id: string;
  family: FamilyKey;
}

/** The answer holds the secret of the new webhook, which is not kept. */
export async function createWebhook(body: CreateWebhookBody, list: WebhookList | null): Promise<NewWebhook> {
  const created = await write(() =>
    list
      ? call(listWebhookApi[list.family].create, {
          params: { id: list.id },
          body: { ...body, events: listWebhookEvents.filter((event) => body.events.includes(event)) },
        })
      : call(webhookApi.create, { body }),
  );
  const { secret: _secret, ...shown } = created;
  change((webhooks) => [shown, ...webhooks]);
  return created;
}

export async function updateWebhook(id: string, body: UpdateWebhookBody): Promise<void> {
  const changed = await write(() => call(webhookApi.update, { params: { id }, body }));
  change((webhooks) => webhooks.map((one) => (one.id === id ? changed : one)));
}

export async function deleteWebhook(id: string): Promise<void> {
  await write(() => call(webhookApi.remove, { params: { id } }));
  change((webhooks) => webhooks.filter((one) => one.id !== id));
}

export async function renewSecret(id: string): Promise<string> {
  return (await write(() => call(webhookApi.rotate, { params: { id } }))).secret;
}

export async function sendTest(id: string): Promise<void> {
  const sent = await call(webhookApi.test, { params: { id } });
  queryClient.setQueryData(deliveriesQuery(id).queryKey, (deliveries = []) => [sent, ...deliveries]);
}

export async function sendAgain(id: string, deliveryId: string): Promise<void> {
  const sent: WebhookDelivery = await call(webhookApi.resend, { params: { id, deliveryId } });
  queryClient.setQueryData(deliveriesQuery(id).queryKey, (deliveries = []) =>
    deliveries.map((one) => (one.id === deliveryId ? sent : one)),
  );
}

function change(changed: (webhooks: readonly Webhook[]) => Webhook[]): void {
  queryClient.setQueryData(webhooksQuery.queryKey, (webhooks = []) => changed(webhooks));
}

/** The events as people choose them: those with the same words are one choice. An event without words does not compile. */
export const eventWords: Record<WebhookEvent, string> = {
  'item:added': 'A title is added',
  'item:removed': 'A title is removed',
  'item:updated': 'A title is marked as watched',
  'item:noted': 'A note or the order changes',
  'item:moved': 'A note or the order changes',
  'comment:added': 'Someone comments',
  'poll:opened': 'A vote starts or is decided',
  'poll:decided': 'A vote starts or is decided',
  'group:joined': 'Someone joins or leaves a show',
  'group:left': 'Someone joins or leaves a show',
  'share:granted': 'Members or their rights change',
  'share:permissions-changed': 'Members or their rights change',
  'share:revoked': 'Members or their rights change',
  'folder:handed-over': 'Members or their rights change',
  'folder:renamed': 'The name or visibility changes',
  'folder:visibility-changed': 'The name or visibility changes',
  'play:recorded': 'I record that I watched something',
};
