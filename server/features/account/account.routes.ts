import { type Request, type Response, Router } from 'express';
import { accountApi } from '../../../common/api/account.ts';
import { loginCodeBody } from '../../../common/schemas/account/freshSignIn.ts';
import { loginBody, registerBody } from '../../../common/schemas/user.ts';
import type { Config } from '../../config/config.ts';
import { writeSessionEnded } from '../../platform/database/outbox.ts';
import { addressOf } from '../../platform/http/address.ts';
import type { CookieConfig } from '../../platform/http/cookies.ts';
import { conflict, unauthorized } from '../../platform/http/errors.ts';
import { isOwnNavigation } from '../../platform/http/origin.ts';
import type { Instance } from '../../platform/instance/instance.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { serve } from '../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../platform/securityLog/securityLog.ts';
import { clearSessionCookie, endSession } from '../../platform/session/session.ts';
import { type KeyCheck, recordKey } from '../titles/keyCheck.ts';
import { findUser } from '../users/user.service.ts';
import { completeLogin, register, verifyLogin } from './account.service.ts';
import { OIDC_PATH } from './oidc/oidc.flow.ts';
import { joinedPath, localPath, screenBefore } from './returnTo.ts';
import { type SecondFactor, spendSecondStep } from './secondFactor/secondFactor.service.ts';
import { createRecordedTry } from './signInFailures.ts';
import type { SignInForms } from './signInForms.ts';

const WRONG = 'Wrong email address or password';
const WRONG_CODE = 'That code is not right. Use the newest one that your app shows, or a recovery code.';
const EXPIRED = 'That took too long. Please sign in again.';

interface AccountParts {
  limits: Limits;
  forms: SignInForms;
  config: CookieConfig & Pick<Config, 'hasLocalAccounts'>;
  instance: Instance;
  keyCheck: KeyCheck;
  secondFactor: SecondFactor;
}

/** Registration, sign-in and sign-out, for JSON clients and plain forms. */
export function accountRouter({ limits, forms, config, instance, keyCheck, secondFactor }: AccountParts): Router {
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
      const { folderId, keysSet, ...registered } = await register(body, {
        instance,
        keyCheck,
        neededCode: instance.neededSetupCode(req),
      });
      const { id: userId } = registered.user;
      await recordSecurityEvent(req, { type: 'account-created', userId });
      for (const service of keysSet) await recordKey(req, userId, service, 'set');
      return { ...registered, ...(folderId && { leadsTo: joinedPath(folderId) }) };
    }),
  );

  serveLogin(router, limits, forms, secondFactor);

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

/** Sign-in by password, with a code as the second step. */
function serveLogin(router: Router, limits: Limits, forms: SignInForms, secondFactor: SecondFactor): void {
  const tryPassword = createRecordedTry(limits);

  router.post(
    accountApi.login.path,
    ...forms.answer('login', 200, loginBody, async (body, req) => {
      const verified = await tryPassword(req, body.email, () => verifyLogin(body, secondFactor));
      if (!verified) throw unauthorized(WRONG);
      return verified;
    }),
  );

  router.post(
    accountApi.loginCode.path,
    ...forms.answer('code', 200, loginCodeBody, async ({ ticket, code }, req) => {
      const login = secondFactor.logins.read(ticket);
      if (!login) throw conflict('conflict', EXPIRED);
      const { userId, email } = login;
      const kind = await tryPassword(req, email, () => spendSecondStep(login, code, secondFactor.vault));
      if (!kind) throw unauthorized(WRONG_CODE);
      if (kind === 'recovery-code') await recordSecurityEvent(req, { type: 'recovery-code-used', userId });
      return completeLogin(login);
    }),
  );
}

async function signOut(req: Request, res: Response, config: CookieConfig): Promise<void> {
  const { sessionID: sessionId } = req;
  await endSession(req, async (userId) => {
    await writeSessionEnded(userId, sessionId);
    await recordSecurityEvent(req, { type: 'sign-out', userId });
  });
  clearSessionCookie(res, config);
  // Clears cached pages and pictures of members. "cookies" would also clear those of sibling sites.
  res.set('Clear-Site-Data', '"cache"');
}
