import { listWebhookApi, webhookApi } from '../../../common/api/webhooks.ts';
import { families, familyKeys } from '../../../common/families.ts';
import { describeGroup, type TextEntry, text } from './operationText.ts';

export const webhooksTexts: TextEntry[] = [
  ...familyKeys.flatMap((key) => {
    const { noun, Noun } = families[key];
    return describeGroup('Webhooks', listWebhookApi[key], {
      list: text(`list${Noun}Webhooks`, `List your webhooks of a ${noun}`, 'Returns them without their secrets.'),
      create: text(
        `create${Noun}Webhook`,
        `Create a webhook of a ${noun}`,
        `Sends the chosen changes of the ${noun} to an address, for as long as you may manage it. Returns the secret, which is not shown again. Needs a fresh sign-in.`,
      ),
    });
  }),
  ...describeGroup('Webhooks', webhookApi, {
    list: text('listWebhooks', 'List your webhooks', 'Returns all of them, of lists too, without their secrets.'),
    create: text(
      'createWebhook',
      'Create a webhook of your account',
      'Sends the chosen changes of all lists that you manage, and your plays, to an address. Returns the secret, which is not shown again. Needs a fresh sign-in.',
    ),
    update: text('updateWebhook', 'Change a webhook', 'Sets its name, its events, or whether it is on.'),
    remove: text('deleteWebhook', 'Delete a webhook', 'Nothing more is sent, not even what waits.'),
    rotate: text('rotateWebhookSecret', 'Renew the secret', 'Returns a new secret. The one before ends at once.'),
    deliveries: text('listWebhookDeliveries', 'List deliveries', 'Returns the last 50, the newest first.'),
    resend: text('resendWebhookDelivery', 'Send a delivery again', 'Sends it with the same id as before.'),
    test: text('testWebhook', 'Send a test', 'Sends a message of the type `test`.'),
  }),
];
