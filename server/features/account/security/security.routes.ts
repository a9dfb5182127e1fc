import { type Request, Router } from 'express';
import { accountApi, securityApi } from '../../../../common/api/account.ts';
import type { FreshSignInBody } from '../../../../common/schemas/account/freshSignIn.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import type { Config } from '../../../config/config.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { conflict, forbidden, notFound, Problem, unauthorized } from '../../../platform/http/errors.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { inOperation } from '../../../platform/requests/operations.ts';
import { serve } from '../../../platform/requests/request.ts';
import { listSecurityEvents, recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { endAllOtherSessions, endSessionOf, listSessions } from '../../../platform/session/ownSessions.ts';
import {
  endOtherSessions,
  noteFreshSignIn,
  ownSessionOf,
  requireFreshSignIn,
} from '../../../platform/session/session.ts';
import { requirePasskeySite } from '../../users/passkeys/challenge.service.ts';
import {
  addPasskey,
  checkAssertion,
  listPasskeys,
  prepareAssertion,
  prepareNewPasskey,
  renamePasskey,
} from '../../users/passkeys/passkey.service.ts';
import { createTotpSecret, hasSecondFactor, renewRecoveryCodes, spendCode } from '../../users/secondFactor.service.ts';
import { findSignInMethods, removePasskey } from '../../users/signInMethods.service.ts';
import { getUser, isOwnPassword, loadUser } from '../../users/user.service.ts';
import type { SignIn } from '../account.service.ts';
import type { KeepDevice } from '../keepDevice.ts';
import { callbackOf, type OidcParts, required } from '../oidc/oidc.routes.ts';
import { localPath } from '../returnTo.ts';
import { type SecondFactor, turnOff, turnOn } from '../secondFactor/secondFactor.service.ts';
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

const NO_PASSWORD = 'This protects sign-ins by password, and your account has none';
const EXPIRED = 'That took too long. Please start again.';

/** Users turn their second factor on and off, and renew the recovery codes. */
export function secondFactorRouter({ vault, setups }: SecondFactor, keepDevice: KeepDevice): Router {
  const router = Router();

  serve(router, securityApi.prepareSecondFactor, async (_input, { req, userId }) => {
    requireFreshSignIn(req);
    const { hasPassword, hasSecondFactor } = await findSignInMethods(userId);
    if (!hasPassword) throw forbidden(NO_PASSWORD);
    if (hasSecondFactor) throw conflict('conflict', 'It is turned on already');
    const { secret, uri } = createTotpSecret((await getUser(userId)).email);
    return { secret, uri, ticket: setups.issue({ userId, secret }) };
  });

  serve(router, securityApi.turnOnSecondFactor, async ({ body }, { req, ...actor }) => {
    requireFreshSignIn(req);
    const setup = setups.read(body.ticket);
    if (setup?.userId !== actor.userId) throw conflict('conflict', EXPIRED);
    const recoveryCodes = await turnOn(actor, ownSessionOf(req), { secret: setup.secret, code: body.code, vault });
    await keepDevice(req, actor.userId);
    await recordSecurityEvent(req, { type: 'second-factor-on', userId: actor.userId });
    return { recoveryCodes };
  });

  serve(router, securityApi.turnOffSecondFactor, async (_input, { req, ...actor }) => {
    requireFreshSignIn(req);
    await turnOff(actor, ownSessionOf(req));
    await keepDevice(req, actor.userId);
    await recordSecurityEvent(req, { type: 'second-factor-off', userId: actor.userId });
  });

  serve(router, securityApi.renewRecoveryCodes, async (_input, { req, userId }) => {
    requireFreshSignIn(req);
    const recoveryCodes = await renewRecoveryCodes(userId);
    await recordSecurityEvent(req, { type: 'recovery-codes-renewed', userId });
    return { recoveryCodes };
  });

  return router;
}

interface PasskeyParts {
  config: Pick<Config, 'publicUrl' | 'hasLocalAccounts' | 'oidc'>;
  limits: Pick<Limits, 'signInPerAddress' | 'challengePerAddress'>;
  signIn: SignIn;
  keepDevice: KeepDevice;
}

const REFUSED = 'This passkey does not open an account here. Please try again, or sign in another way.';

/** Sign-in by passkey, and the user's own passkeys. */
export function passkeyRouter(parts: PasskeyParts): Router {
  const router = Router();
  serveSignIn(router, parts);
  serveOwnPasskeys(router, parts);
  return router;
}

function serveSignIn(router: Router, { config, limits, signIn }: PasskeyParts): void {
  serve(router, accountApi.passkeyOptions, async (_input, { req }) => {
    const site = requirePasskeySite(req, config);
    await limits.challengePerAddress.take(addressOf(req));
    return prepareAssertion('sign-in', null, site);
  });

  serve(router, accountApi.passkeyLogin, async ({ body }, { req }) => {
    const site = requirePasskeySite(req, config);
    const address = addressOf(req);
    await limits.signInPerAddress.take(address);
    const found = await checkAssertion('sign-in', null, site, body.credential);
    if (!found) throw unauthorized(REFUSED);
    await limits.signInPerAddress.giveBack(address);
    await signIn(req, found.verified, { by: `Passkey ${found.name}` });
    return found.verified.user;
  });
}

function serveOwnPasskeys(router: Router, { config, keepDevice }: PasskeyParts): void {
  serve(router, securityApi.passkeys, (_input, { userId }) => listPasskeys(userId));

  serve(router, securityApi.newPasskeyOptions, async (_input, { req, userId }) => {
    requireFreshSignIn(req);
    return prepareNewPasskey(await getUser(userId), requirePasskeySite(req, config));
  });

  serve(router, securityApi.addPasskey, async ({ body }, { req, userId }) => {
    requireFreshSignIn(req);
    const { credentialsRev } = ownSessionOf(req);
    const passkey = await addPasskey({ userId, credentialsRev }, requirePasskeySite(req, config), body);
    await recordSecurityEvent(req, { type: 'passkey-added', userId, detail: passkey.name });
    return passkey;
  });

  serve(router, securityApi.renamePasskey, ({ params, body }, { userId }) =>
    renamePasskey(userId, params.id, body.name),
  );

  serve(router, securityApi.removePasskey, async ({ params }, { req, ...actor }) => {
    requireFreshSignIn(req);
    const { userId } = actor;
    const session = ownSessionOf(req);
    const name = await inOperation(actor, async () => {
      const removed = await removePasskey(userId, session.credentialsRev, params.id, config);
      await endOtherSessions(userId, removed.credentialsRev, session.id);
      return removed.name;
    });
    await keepDevice(req, userId);
    await recordSecurityEvent(req, { type: 'passkey-removed', userId, detail: name });
  });
}
