import { Router } from 'express';
import { securityApi } from '../../../../common/api/security.ts';
import { serve } from '../../../platform/requests/request.ts';
import { listSecurityEvents, recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { endAllOtherSessions, endSessionOf, listSessions } from '../../../platform/session/ownSessions.ts';
import { ownSessionOf } from '../../../platform/session/session.ts';

/** Users see what happened to the safety of their account, and where they are signed in. */
export function securityRouter(): Router {
  const router = Router();
  serve(router, securityApi.events, ({ query }, { userId }) => listSecurityEvents(userId, query));
  serve(router, securityApi.sessions, (_input, { req, userId }) => listSessions(userId, ownSessionOf(req)));
  serve(router, securityApi.endSession, async ({ params }, { req, userId }) => {
    const device = await endSessionOf(userId, ownSessionOf(req), params.id);
    await recordSecurityEvent(req, { type: 'session-ended', userId, ...(device && { detail: device }) });
  });
  serve(router, securityApi.endOtherSessions, async (_input, { req, userId }) => {
    await endAllOtherSessions(userId, req.sessionID);
    await recordSecurityEvent(req, { type: 'other-sessions-ended', userId });
  });
  return router;
}
