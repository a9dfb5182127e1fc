import { webhookMessageSchema } from '../../common/schemas/webhook.ts';
import { type WebhookEvent, webhookEvents } from '../../common/webhooks.ts';
import type { JsonSchema, SchemaBook } from './openapi.schemas.ts';
import { webhookEventTexts } from './texts/webhooks.texts.ts';

/** Of Standard Webhooks. */
const headers = [
  ['webhook-id', 'The id of the message, the same for each attempt. Ignore a message whose id you know.', 'msg_1'],
  ['webhook-timestamp', 'When this attempt was sent, in seconds since 1970.', '1767225600'],
  [
    'webhook-signature',
    '`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`, by the secret of the webhook.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
].map(([name, description, example]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
}));

const responses = {
  '2XX': { description: 'The message has arrived. The body is not read.' },
  410: { description: 'No message is wanted any more: the webhook is turned off.' },
  default: { description: 'The message is sent again later. Redirects are not followed.' },
};

/** What generic webhooks send, by event. */
export function webhooksOf(schemas: SchemaBook): Record<string, JsonSchema> {
  const events = [...webhookEvents, 'test'] as const;
  return Object.fromEntries(events.map((event) => [event, { post: operationOf(event, schemas) }]));
}

function operationOf(event: WebhookEvent | 'test', schemas: SchemaBook): JsonSchema {
  const message = webhookMessageSchema.options.find(({ shape }) => shape.type.safeParse(event).success);
  if (!message) throw new Error(`No message has the type ${event}`);
  return {
    summary: webhookEventTexts[event],
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': { schema: schemas.write(message, 'answer') } } },
    responses,
  };
}
