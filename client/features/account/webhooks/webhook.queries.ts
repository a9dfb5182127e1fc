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
import { queryClient, queryOf } from '../../../lib/query.ts';
import { withFreshSignIn } from '../freshSignIn.store.ts';

/** All webhooks of the user. Those of one list are picked from them. */
export const webhooksQuery = queryOf(webhookApi.list);

export const deliveriesQuery = (id: string) => queryOf(webhookApi.deliveries, { params: { id } });

/** The list of a webhook. */
export interface WebhookList {
  id: string;
  family: FamilyKey;
}

/** The answer holds the secret of the new webhook, which is not kept. */
export async function createWebhook(body: CreateWebhookBody, list: WebhookList | null): Promise<NewWebhook> {
  const created = await withFreshSignIn(() =>
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
  const changed = await call(webhookApi.update, { params: { id }, body });
  change((webhooks) => webhooks.map((one) => (one.id === id ? changed : one)));
}

export async function deleteWebhook(id: string): Promise<void> {
  await call(webhookApi.remove, { params: { id } });
  change((webhooks) => webhooks.filter((one) => one.id !== id));
}

export async function renewSecret(id: string): Promise<string> {
  return (await call(webhookApi.rotate, { params: { id } })).secret;
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

/** The events as people choose them. */
export const eventGroups: readonly { label: string; events: readonly WebhookEvent[]; isOfAccount?: true }[] = [
  { label: 'A title is added', events: ['item:added'] },
  { label: 'A title is removed', events: ['item:removed'] },
  { label: 'A title is marked as watched', events: ['item:updated'] },
  { label: 'A note or the order changes', events: ['item:noted', 'item:moved'] },
  { label: 'Someone comments', events: ['comment:added'] },
  { label: 'A vote starts or is decided', events: ['poll:opened', 'poll:decided'] },
  { label: 'Someone joins or leaves a show', events: ['group:joined', 'group:left'] },
  {
    label: 'Members or their rights change',
    events: ['share:granted', 'share:permissions-changed', 'share:revoked', 'folder:handed-over'],
  },
  { label: 'The name or visibility changes', events: ['folder:renamed', 'folder:visibility-changed'] },
  { label: 'I record that I watched something', events: ['play:recorded'], isOfAccount: true },
];
