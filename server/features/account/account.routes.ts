import { Router } from 'express';
import { accountApi } from '../../../common/api.ts';
import { loginBody, registerBody } from '../../../common/user.ts';
import type { Config } from '../../config.ts';
import { unauthorized } from '../../platform/errors.ts';
import { addressOf, type Limits } from '../../platform/limits.ts';
import { writeSessionEnded } from '../../platform/outbox.ts';
import { serve } from '../../platform/request.ts';
import { endSession, SESSION_COOKIE } from '../../platform/session.ts';
import { findUser, findUserByPassword } from '../users/user.service.ts';
import { register } from './account.service.ts';
import { OIDC_PATH } from './oidc.flow.ts';
import { localPath, type SignInForms, screenBefore } from './sign-in.forms.ts';

const WRONG = 'Wrong email address or password';

/** Signing up, in and out, as JSON calls and as plain forms. */
export function accountRouter(limits: Limits, forms: SignInForms, config: Pick<Config, 'hasLocalAccounts'>): Router {
  const router = Router();

  serve(router, accountApi.currentUser, async (_input, { userId }) => {
    const user = await findUser(userId);
    if (!user) throw unauthorized();
    return user;
  });

  router.post(
    accountApi.register.path,
    ...forms.answer('register', 201, registerBody, async (body, req) => {
      await limits.registrationPerAddress.take(addressOf(req));
      return register(body);
    }),
  );

  router.post(
    accountApi.login.path,
    ...forms.answer('login', 200, loginBody, async ({ email, password }, req) => {
      const user = await limits.tryPassword({ account: email, address: addressOf(req) }, () =>
        findUserByPassword(email, password),
      );
      if (!user) throw unauthorized(WRONG);
      return user;
    }),
  );

  router.get('/api/login', async (req, res) => {
    if (req.session.userId) {
      res.redirect(localPath(req.query.returnTo));
      return;
    }
    const returnTo = req.query.returnTo === undefined ? screenBefore(req) : localPath(req.query.returnTo);
    if (config.hasLocalAccounts) await forms.show(res, { returnTo });
    else res.redirect(`${OIDC_PATH}?${new URLSearchParams({ returnTo })}`);
  });

  router.get('/api/logout', async (req, res) => {
    const ended = await endSession(req);
    if (ended) await writeSessionEnded(ended.userId, ended.sessionId);
    res.clearCookie(SESSION_COOKIE).redirect('/');
  });

  return router;
}
