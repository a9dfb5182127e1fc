/** Where a webhook sends to, which decides what the message looks like. `generic` is the format of Standard Webhooks. */
export const webhookKinds = ['generic', 'discord', 'slack', 'ntfy', 'gotify'] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** Whether a webhook can be for a change of a list. A change that is not here does not compile, see `schemas/webhook.ts`. */
export const isForWebhooks = {
  'item:added': true,
  'item:updated': true,
  'item:noted': true,
  'item:moved': true,
  'item:removed': true,
  'comment:added': true,
  'poll:opened': true,
  'poll:decided': true,
  'group:joined': true,
  'group:left': true,
  'share:granted': true,
  'share:permissions-changed': true,
  'share:revoked': true,
  'folder:renamed': true,
  'folder:visibility-changed': true,
  'folder:handed-over': true,
  /** The titles of an import are sent as `item:added`. */
  'items:added': false,
  'folder:created': false,
  'folder:deleted': false,
  'folder:restored': false,
  'item:refreshed': false,
} as const;

type Listed = keyof typeof isForWebhooks;
type ListWebhookEvent = { [T in Listed]: (typeof isForWebhooks)[T] extends true ? T : never }[Listed];

/** What a webhook of a list can be for. */
export const listWebhookEvents = (Object.keys(isForWebhooks) as Listed[]).filter(
  (type): type is ListWebhookEvent => isForWebhooks[type],
);

/** What a webhook of an account can be for: the same in all lists that its user manages, and the user's own plays. */
export const webhookEvents = [...listWebhookEvents, 'play:recorded'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
