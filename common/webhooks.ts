/** Where a webhook sends to, which decides what the message looks like. `generic` is the format of Standard Webhooks. */
export const webhookKinds = ['generic', 'discord', 'slack', 'ntfy', 'gotify'] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** What a webhook of a list can be for: changes of its log. Titles that an import added are sent as `item:added`. */
export const listWebhookEvents = [
  'item:added',
  'item:updated',
  'item:noted',
  'item:moved',
  'item:removed',
  'comment:added',
  'poll:opened',
  'poll:decided',
  'group:joined',
  'group:left',
  'share:granted',
  'share:permissions-changed',
  'share:revoked',
  'folder:renamed',
  'folder:visibility-changed',
  'folder:handed-over',
] as const;

/** What a webhook of an account can be for: the same in all lists that its user manages, and the user's own plays. */
export const webhookEvents = [...listWebhookEvents, 'play:recorded'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
