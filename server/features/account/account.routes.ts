import { type Request, type Response, Router } from 'express';
import { accountApi } from '../../../common/api/account.ts';
import { loginBody, registerBody } from '../../../common/schemas/user.ts';
import type { Config } from '../../config.ts';
import { writeSessionEnded } from '../../platform/database/outbox.ts';
import { addressOf } from '../../platform/http/address.ts';
import { unauthorized } from '../../platform/http/errors.ts';
import { isOwnNavigation } from '../../platform/http/origin.ts';
import { serve } from '../../platform/http/request.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { clearSessionCookie, endSession } from '../../platform/session/session.ts';
import { findUser } from '../users/user.service.ts';
import { register, verifyLogin } from './account.service.ts';
import { OIDC_PATH } from './oidc/oidc.flow.ts';
import { localPath, screenBefore } from './returnTo.ts';
import type { SignInForms } from './signInForms.ts';

const WRONG = 'Wrong email address or password';

/** Registration, sign-in and sign-out, for JSON clients and plain forms. */
export function accountRouter(
  limits: Limits,
  forms: SignInForms,
  config: Pick<Config, 'hasLocalAccounts' | 'publicUrl'>,
): Router {
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
    ...forms.answer('login', 200, loginBody, async (body, req) => {
      const verified = await limits.tryPassword(req, body.email, () => verifyLogin(body));
      if (!verified) throw unauthorized(WRONG);
      return verified;
    }),
  );

  router.get('/api/login', async (req, res) => {
    if (req.session.userId) {
      res.redirect(localPath(req.query.returnTo));
      return;
    }
    const returnTo = req.query.returnTo === undefined ? screenBefore(req, config) : localPath(req.query.returnTo);
    if (config.hasLocalAccounts)
      await forms.show(res, { returnTo, form: req.query.form === 'register' ? 'register' : 'login' });
    else res.redirect(`${OIDC_PATH}?${new URLSearchParams({ returnTo })}`);
  });

  router.get('/api/logout', async (req, res) => {
    if (req.session.userId && !isOwnNavigation(req)) {
      await forms.showSignOut(res);
      return;
    }
    // Without a session nothing is cleared: a request from another site has no cookie even if the user is signed in.
    if (req.session.userId) await signOut(req, res, config);
    res.redirect('/');
  });

  // The origin was checked by middleware before.
  router.post('/api/logout', async (req, res) => {
    await signOut(req, res, config);
    res.redirect(303, '/');
  });

  return router;
}

async function signOut(req: Request, res: Response, config: Pick<Config, 'publicUrl'>): Promise<void> {
  const ended = await endSession(req);
  if (ended) await writeSessionEnded(ended.userId, ended.sessionId);
  clearSessionCookie(res, config);
  // Clears cached pages and pictures of members. "cookies" would also clear those of sibling sites.
  res.set('Clear-Site-Data', '"cache"');
}
