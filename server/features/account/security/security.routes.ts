import { type Request, Router } from 'express';
import { securityApi } from '../../../../common/api/account.ts';
import type { FreshSignInBody } from '../../../../common/schemas/account/freshSignIn.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import { forbidden, notFound, Problem } from '../../../platform/http/errors.ts';
import { serve } from '../../../platform/requests/request.ts';
import { listSecurityEvents, recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { noteFreshSignIn } from '../../../platform/session/freshSignIn.ts';
import { endAllOtherSessions, endSessionOf, listSessions } from '../../../platform/session/ownSessions.ts';
import { ownSessionOf } from '../../../platform/session/session.ts';
import { requirePasskeySite } from '../../users/passkeys/challenge.service.ts';
import { checkAssertion, prepareAssertion } from '../../users/passkeys/passkey.service.ts';
import { hasSecondFactor, spendCode } from '../../users/secondFactor.service.ts';
import { findSignInMethods } from '../../users/signInMethods.service.ts';
import { isOwnPassword, loadUser } from '../../users/user.service.ts';
import { callbackOf, type OidcParts, required } from '../oidc/oidc.routes.ts';
import { localPath } from '../returnTo.ts';
import type { SecondFactor } from '../secondFactor/secondFactor.service.ts';
import { createRecordedTry } from '../signInFailures.ts';

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

interface FreshSignInParts extends Pick<OidcParts, 'config' | 'singleSignOn' | 'limits'> {
  secondFactor: SecondFactor;
}

const wrong: Record<FreshSignInBody['method'], string> = {
  password: 'The password is not right',
  passkey: 'This passkey is not one of yours. Please try again.',
};
const WRONG_CODE = 'That code is not right. Use the newest one that your app shows, or a recovery code.';

/** Users confirm that it is they who use their session, before they change how they sign in. */
export function freshSignInRouter(parts: FreshSignInParts): Router {
  const { config, singleSignOn, limits, secondFactor } = parts;
  const router = Router();
  const tryPassword = createRecordedTry(limits);

  serve(router, securityApi.confirm, async ({ body }, { req, userId }) => {
    const { email } = await loadUser(userId);
    const isRight = await tryPassword(req, email, async () => ((await isUser(parts, req, userId, body)) ? true : null));
    if (!isRight) throw forbidden(wrong[body.method]);
    if (body.method === 'password' && (await hasSecondFactor(userId)))
      await confirmByCode(req, userId, email, body.code);
    await noteFreshSignIn(req);
    await recordSecurityEvent(req, { type: 'fresh-sign-in', userId });
  });

  /** As at the sign-in, the password is not enough for who has a second factor. */
  async function confirmByCode(req: Request, userId: string, email: string, code: string | undefined): Promise<void> {
    if (code === undefined) throw new Problem('second_factor_required', 'Enter a code too: two-step sign-in is on');
    const kind = await tryPassword(req, email, () => spendCode(userId, code, secondFactor.vault));
    if (!kind) throw new Problem('forbidden', WRONG_CODE, { issues: [{ path: 'code', message: WRONG_CODE }] });
    if (kind === 'recovery-code') await recordSecurityEvent(req, { type: 'recovery-code-used', userId });
  }

  serve(router, securityApi.confirmOptions, (_input, { req, userId }) =>
    prepareAssertion('confirm', userId, requirePasskeySite(req, config)),
  );

  serve(router, securityApi.confirmSingleSignOn, async ({ body }, { req, res, userId }) => {
    const { issuer, flows } = required(singleSignOn);
    if (!(await findSignInMethods(userId)).isConnected) throw notFound('Your account has no single sign-on');
    const { url, challenge } = await issuer.begin(callbackOf(req, config), { isFresh: true });
    const { credentialsRev } = ownSessionOf(req);
    flows.keep(res, { ...challenge, returnTo: localPath(body.returnTo), userId, credentialsRev, isFresh: true });
    return { url: url.href };
  });

  return router;
}

async function isUser(
  { config }: FreshSignInParts,
  req: Request,
  userId: string,
  body: FreshSignInBody,
): Promise<boolean> {
  switch (body.method) {
    case 'password':
      return config.hasLocalAccounts && isOwnPassword(userId, body.password);
    case 'passkey':
      return (await checkAssertion('confirm', userId, requirePasskeySite(req, config), body.credential)) !== null;
    default:
      return unreachable(body);
  }
}
