import { randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../common/constants.ts';
import type {
  createWebhookBody,
  NewWebhook,
  UpdateWebhookBody,
  Webhook,
  WebhookDelivery,
} from '../../../common/schemas/webhook.ts';
import { listWebhookEvents } from '../../../common/webhooks.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { beginFollowing } from '../../platform/database/followChanges.ts';
import { conflict, invalid, limitReached, notFound } from '../../platform/http/errors.ts';
import type { Outbound } from '../../platform/http/outbound.ts';
import type { Vault } from '../../platform/vault.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { lockQuotas } from '../users/user.service.ts';
import { type WebhookDeliveryDoc, WebhookDeliveryModel, type WebhookDoc, WebhookModel } from './webhook.model.ts';
import { endWebhooks, newDelivery, withdrawOffNotice } from './webhook.queue.ts';
import { dropWaiting, messageIdOf } from './webhook.sender.ts';

/** The name under which the log is followed for webhooks. */
export const WEBHOOKS = 'webhooks';

/** What the calls need besides the database. */
export interface WebhookParts {
  outbound: Pick<Outbound, 'check'>;
  vault: Vault;
  /** Sends what waits, if this node does so. */
  wake(): void;
}

const webhookNotFound = () => notFound('This webhook has been deleted');

/** The user's webhooks, the newest first: of one list, or all of them. Throws not_found and forbidden. */
export async function listWebhooks(userId: string, folderId?: string): Promise<Webhook[]> {
  if (folderId !== undefined) await loadFolderFor(userId, folderId, 'webhook:manage');
  const filter = { userId, ...(folderId !== undefined && { folderId }) };
  return (await WebhookModel.find(filter).sort({ _id: -1 }).lean<WebhookDoc[]>()).map(toWebhook);
}

/**
 * Makes a webhook of a list, or of the account when `folderId` is null. Throws not_found and forbidden for a list that the user
 * may not manage, validation for an address to which nothing is sent, and limit_reached.
 */
export async function createWebhook(
  { outbound, vault }: WebhookParts,
  userId: string,
  folderId: string | null,
  { name, kind, address, events }: z.output<typeof createWebhookBody>,
): Promise<NewWebhook> {
  if (folderId !== null) await loadFolderFor(userId, folderId, 'webhook:manage');
  const url = new URL(address);
  outbound.check(url, 'address');
  const secret = newSecret();
  const hook: WebhookDoc = {
    _id: new Types.ObjectId(),
    userId: new Types.ObjectId(userId),
    folderId: folderId === null ? null : new Types.ObjectId(folderId),
    name,
    kind,
    host: url.host,
    address: vault.seal(url.href),
    secret: vault.seal(secret),
    events: [...new Set(events)],
    isOn: true,
    offBecause: null,
    failingSince: null,
    createdAt: new Date(),
  };
  // Before the webhook is stored, so that no later change is missed.
  await beginFollowing(WEBHOOKS);
  await inTransaction(async () => {
    await lockQuotas(userId);
    await requireRoom(userId, folderId);
    await WebhookModel.insertMany([hook], { lean: true });
  });
  return { ...toWebhook(hook), secret };
}

async function requireRoom(userId: string, folderId: string | null): Promise<void> {
  if ((await WebhookModel.countDocuments({ userId })) >= limits.webhooksPerPerson) {
    throw limitReached(`You can have ${limits.webhooksPerPerson} webhooks at most. Delete one that you no longer use.`);
  }
  if (folderId !== null && (await WebhookModel.countDocuments({ userId, folderId })) >= limits.webhooksPerList) {
    throw limitReached(`You can have ${limits.webhooksPerList} webhooks of a list at most. Delete one first.`);
  }
}

/** Sets the name, the events, or whether it is on. Throws not_found. */
export async function updateWebhook(userId: string, id: string, body: UpdateWebhookBody): Promise<Webhook> {
  const { name, events, isOn } = body;
  const hook = await loadOwnWebhook(userId, id);
  const known: readonly string[] = listWebhookEvents;
  if (hook.folderId && events?.some((event) => !known.includes(event))) {
    throw invalid([{ path: 'events', message: 'A webhook of a list is for changes of the list only' }]);
  }
  const set = {
    ...(name !== undefined && { name }),
    ...(events && { events: [...new Set(events)] }),
    ...(isOn !== undefined && { isOn, offBecause: null, failingSince: null }),
  };
  const changed = await WebhookModel.findOneAndUpdate(
    { _id: hook._id, userId },
    { $set: set, ...(isOn === false && { $unset: { nextAt: 1 } }) },
  )
    .setOptions({ returnDocument: 'after' })
    .lean<WebhookDoc>();
  if (!changed) throw webhookNotFound();
  if (isOn !== undefined) await withdrawOffNotice(hook);
  if (isOn === false) await dropWaiting(hook._id);
  return toWebhook(changed);
}

/** Throws not_found. */
export async function deleteWebhook(userId: string, id: string): Promise<Webhook> {
  const hook = await loadOwnWebhook(userId, id);
  await endWebhooks([hook]);
  return toWebhook(hook);
}

/** Throws not_found. */
export async function rotateSecret({ vault }: WebhookParts, userId: string, id: string): Promise<NewWebhook> {
  const secret = newSecret();
  const hook = await WebhookModel.findOneAndUpdate(
    { _id: id, userId },
    { $set: { secret: vault.seal(secret) } },
  ).lean<WebhookDoc>();
  if (!hook) throw webhookNotFound();
  return { ...toWebhook(hook), secret };
}

/** The last deliveries, the newest first. Throws not_found. */
export async function listDeliveries(userId: string, id: string): Promise<WebhookDelivery[]> {
  const { _id } = await loadOwnWebhook(userId, id);
  const found = await WebhookDeliveryModel.find({ hookId: _id })
    .sort({ _id: -1 })
    .limit(limits.webhookDeliveries)
    .lean<WebhookDeliveryDoc[]>();
  return found.map(toDelivery);
}

/** Sends a delivery again, with the same id. Throws not_found, and conflict while the webhook is off. */
export async function resendDelivery(
  { wake }: WebhookParts,
  userId: string,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const { _id: hookId } = await loadOn(userId, id);
  const delivery = await WebhookDeliveryModel.findOneAndUpdate(
    { _id: deliveryId, hookId },
    { $set: { state: 'pending', since: new Date(), problem: null } },
  )
    .setOptions({ returnDocument: 'after' })
    .lean<WebhookDeliveryDoc>();
  if (!delivery) throw notFound('This delivery is no longer stored');
  await sendNow(hookId, wake);
  return toDelivery(delivery);
}

/** Throws not_found, and conflict while the webhook is off. */
export async function sendTest({ wake }: WebhookParts, userId: string, id: string): Promise<WebhookDelivery> {
  const { _id: hookId } = await loadOn(userId, id);
  const delivery = newDelivery(hookId, 'test');
  await WebhookDeliveryModel.insertMany([delivery], { lean: true });
  await sendNow(hookId, wake);
  return toDelivery(delivery);
}

/** The user waits for it, so a message that waits for another attempt is tried now. */
async function sendNow(hookId: Types.ObjectId, wake: () => void): Promise<void> {
  await WebhookModel.updateOne({ _id: hookId }, { $set: { nextAt: new Date() } });
  wake();
}

export async function deleteWebhooksOf(userId: string): Promise<void> {
  await endWebhooks(await WebhookModel.find({ userId }, { userId: 1 }).lean());
}

/** Throws not_found for a webhook of somebody else. */
export async function loadOwnWebhook(userId: string, id: string): Promise<WebhookDoc> {
  const hook = await WebhookModel.findOne({ _id: id, userId }).lean<WebhookDoc>();
  if (!hook) throw webhookNotFound();
  return hook;
}

async function loadOn(userId: string, id: string): Promise<WebhookDoc> {
  const hook = await loadOwnWebhook(userId, id);
  if (!hook.isOn) throw conflict('conflict', 'This webhook is off. Turn it on first.');
  return hook;
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

function toWebhook(hook: WebhookDoc): Webhook {
  return {
    id: hook._id.toHexString(),
    name: hook.name,
    kind: hook.kind,
    host: hook.host,
    events: hook.events,
    isOn: hook.isOn,
    offBecause: hook.offBecause,
    failingSince: hook.failingSince?.toISOString() ?? null,
    listId: hook.folderId?.toHexString() ?? null,
    createdAt: hook.createdAt.toISOString(),
  };
}

function toDelivery(delivery: WebhookDeliveryDoc): WebhookDelivery {
  return {
    id: delivery._id.toHexString(),
    messageId: messageIdOf(delivery),
    event: delivery.event,
    state: delivery.state,
    attempts: delivery.attempts,
    status: delivery.status,
    problem: delivery.problem,
    createdAt: delivery.createdAt.toISOString(),
    attemptedAt: delivery.attemptedAt?.toISOString() ?? null,
  };
}
