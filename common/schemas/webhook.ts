import { z } from 'zod';
import { limits } from '../constants.ts';
import { isForWebhooks, listWebhookEvents, webhookEvents, webhookKinds } from '../webhooks.ts';
import { type ChangeType, changeSchema } from './changes.ts';
import { nameSchema } from './forms.ts';
import { playSchema } from './play.ts';
import { dateSchema, idSchema, textSchema } from './primitives.ts';

isForWebhooks satisfies Record<ChangeType, boolean>;

const eventSchema = z.enum(webhookEvents);

export const webhookSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    kind: z.enum(webhookKinds),
    /** Of the address. The rest of it is not shown again, because it often contains a password. */
    host: z.string(),
    events: z.array(eventSchema),
    isOn: z.boolean(),
    /** Why the server turned it off: three days of failures, or the receiver answered 410 Gone. Null if it did not. */
    offBecause: z.enum(['failures', 'gone']).nullable(),
    /** Since when every delivery has failed. Null if the last one succeeded. */
    failingSince: dateSchema.nullable(),
    /** Null if it is for all lists that its user manages, and for the user's plays. */
    listId: idSchema.nullable(),
    createdAt: dateSchema,
  })
  .meta({ id: 'Webhook', description: 'An address to which changes are sent. Its secret is not shown again.' });
export type Webhook = z.infer<typeof webhookSchema>;

const secretSchema = z.string().meta({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='] });

export const newWebhookSchema = webhookSchema
  .extend({
    /** With which the receiver checks signatures. This answer is the only place where it appears. */
    secret: secretSchema,
  })
  .meta({ id: 'NewWebhook', description: 'A new webhook, with its secret.' });
export type NewWebhook = z.infer<typeof newWebhookSchema>;

export const webhookSecretSchema = z
  .object({ secret: secretSchema })
  .meta({ id: 'WebhookSecret', description: 'The new secret of a webhook. It is not shown again.' });

const webhookAddress = textSchema
  .trim()
  .min(1, 'Enter an address')
  .max(limits.webhookAddress.max, `Use at most ${limits.webhookAddress.max} characters`)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'Enter an address that begins with https://');

const createShape = {
  name: nameSchema(limits.webhookName.max),
  kind: z.enum(webhookKinds).default('generic'),
  address: webhookAddress,
};

const choose = 'Choose at least one event';
const eventsOf = <E extends string>(events: readonly E[]) => z.array(z.enum(events)).min(1, choose).max(events.length);

const example = { name: 'Our chat', kind: 'discord', address: 'https://discord.com/api/webhooks/1/abc' } as const;

export const createListWebhookBody = z
  .object({ ...createShape, events: eventsOf(listWebhookEvents) })
  .meta({ id: 'CreateListWebhookBody', examples: [{ ...example, events: ['item:added'] }] });

export const createWebhookBody = z
  .object({ ...createShape, events: eventsOf(webhookEvents) })
  .meta({ id: 'CreateWebhookBody', examples: [{ ...example, events: ['play:recorded'] }] });
export type CreateWebhookBody = z.input<typeof createWebhookBody>;

export const updateWebhookBody = z
  .object({
    name: nameSchema(limits.webhookName.max).optional(),
    events: eventsOf(webhookEvents).optional(),
    isOn: z.boolean().optional(),
  })
  .meta({ id: 'UpdateWebhookBody', examples: [{ isOn: false }] });
export type UpdateWebhookBody = z.input<typeof updateWebhookBody>;

export const webhookDeliverySchema = z
  .object({
    id: idSchema,
    /** The header webhook-id, the same for each attempt. */
    messageId: z.string(),
    /** `test`: sent by 'Send a test'. */
    event: z.enum([...webhookEvents, 'test']),
    /** `dropped`: the right to see it was gone, or it is no longer stored. */
    state: z.enum(['pending', 'sent', 'failed', 'dropped']),
    attempts: z.int().min(0),
    /** The status of the last answer. Null if there was none. */
    status: z.int().nullable(),
    /** Why the last attempt failed, if it did. */
    problem: z.string().nullable(),
    createdAt: dateSchema,
    /** Of the last attempt. */
    attemptedAt: dateSchema.nullable(),
  })
  .meta({ id: 'WebhookDelivery', description: 'A message of a webhook, and what became of it.' });
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

const listRefSchema = z.object({ id: idSchema, name: z.string() });

/** Of an import, `item:added` has a change of the type `items:added`. */
const listMessageSchema = z
  .object({
    type: z.enum(listWebhookEvents),
    timestamp: dateSchema,
    data: z.object({ list: listRefSchema, change: changeSchema }),
  })
  .meta({ id: 'ListWebhookMessage', description: 'A change of a list, as a generic webhook sends it.' });

const playMessageSchema = z
  .object({
    type: z.literal('play:recorded'),
    timestamp: dateSchema,
    /** `count`: how many plays were recorded together. The play is the newest of them. */
    data: z.object({ play: playSchema.omit({ companions: true }), count: z.int().min(1) }),
  })
  .meta({ id: 'PlayWebhookMessage', description: 'A play that the user recorded, as a generic webhook sends it.' });

const testMessageSchema = z
  .object({ type: z.literal('test'), timestamp: dateSchema, data: z.object({ text: z.string() }) })
  .meta({ id: 'TestWebhookMessage', description: 'What ‘Send a test’ sends.' });

/** The body of a generic webhook. */
export const webhookMessageSchema = z.discriminatedUnion('type', [
  listMessageSchema,
  playMessageSchema,
  testMessageSchema,
]);
export type WebhookMessage = z.infer<typeof webhookMessageSchema>;
