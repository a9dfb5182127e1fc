import { Router } from 'express';
import { settingsApi } from '../../../../common/api/account.ts';
import type { CookieConfig } from '../../../platform/http/cookies.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { serve } from '../../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { requireFreshSignIn } from '../../../platform/session/freshSignIn.ts';
import { clearSessionCookie } from '../../../platform/session/session.ts';
import { findSignInMethods } from '../../users/signInMethods.service.ts';
import { isOwnPassword, loadUser } from '../../users/user.service.ts';
import { deleteAccount, planDeletion } from './deletion.service.ts';

/** Users see what deleting their account would do, and delete it. */
export function deletionRouter(config: CookieConfig, limits: Limits): Router {
  const router = Router();
  serve(router, settingsApi.deletionPlan, (_input, { userId }) => planDeletion(userId));
  serve(router, settingsApi.deleteAccount, async ({ body }, { req, res, userId }) => {
    const { email } = await loadUser(userId);
    const { hasPassword, hasSecondFactor } = await findSignInMethods(userId);
    if (!hasPassword || hasSecondFactor) requireFreshSignIn(req);
    if (hasPassword) {
      // Guessing the password counts as a sign-in attempt.
      const isRight = await limits.tryPassword(req, email, async () =>
        (await isOwnPassword(userId, body.currentPassword ?? '')) ? true : null,
      );
      if (!isRight) throw forbidden("That's not your current password");
    }
    await deleteAccount(userId, body.lists);
    await recordSecurityEvent(req, { type: 'account-deleted', userId: null, detail: userId });
    clearSessionCookie(res, config);
    res.set('Clear-Site-Data', '"cache"');
  });
  return router;
}
