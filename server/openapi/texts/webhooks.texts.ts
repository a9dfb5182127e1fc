import { listWebhookApi, webhookApi } from '../../../common/api/webhooks.ts';
import { families, familyKeys } from '../../../common/families.ts';
import type { WebhookEvent } from '../../../common/webhooks.ts';
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

/** When a webhook sends what. An event without a text does not compile. */
export const webhookEventTexts: Record<WebhookEvent | 'test', string> = {
  'item:added': 'A title was added. Titles of an import come as one change of the type `items:added`',
  'item:updated': 'A title was marked as watched or to watch',
  'item:noted': 'The note of a title changed',
  'item:moved': 'The place of a title in the order changed',
  'item:removed': 'A title was removed',
  'comment:added': 'Someone commented on a title. The text is not sent',
  'poll:opened': 'A vote started',
  'poll:decided': 'A vote was decided. The ballots are not sent',
  'group:joined': 'A member joined those who watch a show together',
  'group:left': 'A member left those who watch a show together',
  'share:granted': 'Someone became a member',
  'share:permissions-changed': 'The rights of a member changed',
  'share:revoked': 'A member left or was removed',
  'folder:renamed': 'The list has a new name',
  'folder:visibility-changed': 'Who can see the list changed',
  'folder:handed-over': 'The list has a new owner',
  'play:recorded': 'You recorded that you watched something. Your companions are not sent',
  test: 'You pressed ‘Send a test’',
};
