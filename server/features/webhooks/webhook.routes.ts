import { Router } from 'express';
import { listWebhookApi, webhookApi } from '../../../common/api/webhooks.ts';
import { type FamilyKey, familyKeys } from '../../../common/families.ts';
import { serve } from '../../platform/requests/request.ts';
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
    ({ params, body }, { req, userId }) => {
      requireFreshSignIn(req);
      return createWebhook(parts, userId, params.id, body);
    },
    { access: ({ params }, userId) => loadFolderFor(userId, params.id, 'webhook:manage') },
  );
  return router.use(wordErrorsFor(() => key));
}

function webhookRouter(parts: WebhookParts): Router {
  const router = Router();
  serve(router, webhookApi.list, (_input, { userId }) => listWebhooks(userId));
  serve(router, webhookApi.create, ({ body }, { req, userId }) => {
    requireFreshSignIn(req);
    return createWebhook(parts, userId, null, body);
  });
  serve(router, webhookApi.update, ({ params, body }, { userId }) => updateWebhook(userId, params.id, body), {
    access: ({ params }, userId) => loadOwnWebhook(userId, params.id),
  });
  serve(router, webhookApi.remove, ({ params }, { userId }) => deleteWebhook(userId, params.id));
  serve(router, webhookApi.rotate, ({ params }, { userId }) => rotateSecret(parts, userId, params.id));
  serve(router, webhookApi.deliveries, ({ params }, { userId }) => listDeliveries(userId, params.id));
  serve(router, webhookApi.resend, ({ params }, { userId }) => resendDelivery(parts, userId, params));
  serve(router, webhookApi.test, ({ params }, { userId }) => sendTest(parts, userId, params.id));
  return router;
}
