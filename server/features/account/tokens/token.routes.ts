import { Router } from 'express';
import { tokenApi } from '../../../../common/api/account.ts';
import { serve } from '../../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { ownSessionOf, requireFreshSignIn } from '../../../platform/session/session.ts';
import { createToken, listTokens, revokeToken } from './token.service.ts';

/** Users make and revoke the tokens with which programs act for them. */
export function tokenRouter(): Router {
  const router = Router();

  serve(router, tokenApi.list, (_input, { userId }) => listTokens(userId));

  serve(router, tokenApi.create, async ({ body }, { req, userId }) => {
    requireFreshSignIn(req);
    const { credentialsRev } = ownSessionOf(req);
    const created = await createToken({ userId, credentialsRev }, body);
    await recordSecurityEvent(req, { type: 'token-created', userId, detail: created.name });
    return created;
  });

  serve(router, tokenApi.revoke, async ({ params }, { req, userId }) => {
    const name = await revokeToken(userId, params.id);
    await recordSecurityEvent(req, { type: 'token-revoked', userId, detail: name });
  });

  return router;
}
