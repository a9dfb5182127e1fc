import { type Following, followChanges } from '../../platform/database/followChanges.ts';
import type { Outbound } from '../../platform/http/outbound.ts';
import { createVault } from '../../platform/vault.ts';
import type { LogEntry } from '../folders/log/folderEntry.ts';
import { createQueue } from './webhook.queue.ts';
import { createSender } from './webhook.sender.ts';
import { WEBHOOKS, type WebhookParts } from './webhook.service.ts';

export interface Webhooks {
  parts: WebhookParts;
  /** One node queues and sends for all. Nothing runs before the first webhook is made. */
  start(): Following;
}

export function createWebhooks(outbound: Outbound, secret: string): Webhooks {
  const vault = createVault(secret, 'webhooks');
  const sender = createSender({ outbound, vault });
  return {
    parts: { outbound, vault, wake: sender.wake },
    start: () => followChanges<LogEntry>(WEBHOOKS, createQueue(sender.wake), { work: sender.run }),
  };
}
