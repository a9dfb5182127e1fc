import { Router } from 'express';
import { listWebhookApi, webhookApi } from '../../../common/api/webhooks.ts';
import { type FamilyKey, familyKeys } from '../../../common/families.ts';
import type { Webhook } from '../../../common/schemas/webhook.ts';
import { serve } from '../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../platform/securityLog/securityLog.ts';
import { requireFreshSignIn } from '../../platform/session/session.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { wordErrorsFor } from '../folders/access/familyErrors.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  loadOwnWebhook,
  resendDelivery,
  rotateSecret,
  sendTest,
  updateWebhook,
  type WebhookParts,
} from './webhook.service.ts';

/** In the security log. The host says where the messages go. */
const nameOf = ({ name, host }: Webhook) => `${name} (${host})`;

/** The calls on webhooks: of lists for both families, and by their ids. */
export function webhookRouters(parts: WebhookParts): Router[] {
  return [...familyKeys.map((key) => listWebhookRouter(parts, key)), webhookRouter(parts)];
}

function listWebhookRouter(parts: WebhookParts, key: FamilyKey): Router {
  const router = Router();
  const calls = listWebhookApi[key];
  serve(router, calls.list, ({ params }, { userId }) => listWebhooks(userId, params.id));
  serve(
    router,
    calls.create,
    async ({ params, body }, { req, userId }) => {
      requireFreshSignIn(req);
      const created = await createWebhook(parts, userId, params.id, body);
      await recordSecurityEvent(req, { type: 'webhook-created', userId, detail: nameOf(created) });
      return created;
    },
    { access: ({ params }, userId) => loadFolderFor(userId, params.id, 'webhook:manage') },
  );
  return router.use(wordErrorsFor(() => key));
}

function webhookRouter(parts: WebhookParts): Router {
  const router = Router();
  serve(router, webhookApi.list, (_input, { userId }) => listWebhooks(userId));
  serve(router, webhookApi.create, async ({ body }, { req, userId }) => {
    requireFreshSignIn(req);
    const created = await createWebhook(parts, userId, null, body);
    await recordSecurityEvent(req, { type: 'webhook-created', userId, detail: nameOf(created) });
    return created;
  });
  serve(router, webhookApi.update, ({ params, body }, { userId }) => updateWebhook(userId, params.id, body), {
    access: ({ params }, userId) => loadOwnWebhook(userId, params.id),
  });
  serve(router, webhookApi.remove, async ({ params }, { req, userId }) => {
    const deleted = await deleteWebhook(userId, params.id);
    await recordSecurityEvent(req, { type: 'webhook-deleted', userId, detail: nameOf(deleted) });
  });
  serve(router, webhookApi.rotate, async ({ params }, { req, userId }) => {
    requireFreshSignIn(req);
    const { secret, ...hook } = await rotateSecret(parts, userId, params.id);
    await recordSecurityEvent(req, { type: 'webhook-secret-renewed', userId, detail: nameOf(hook) });
    return { secret };
  });
  serve(router, webhookApi.deliveries, ({ params }, { userId }) => listDeliveries(userId, params.id));
  serve(router, webhookApi.resend, ({ params }, { userId }) => resendDelivery(parts, userId, params));
  serve(router, webhookApi.test, ({ params }, { userId }) => sendTest(parts, userId, params.id));
  return router;
}
