import { Router } from 'express';
import { accountApi, securityApi } from '../../../../common/api/account.ts';
import type { Config } from '../../../config/config.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { unauthorized } from '../../../platform/http/errors.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { inOperation } from '../../../platform/requests/operations.ts';
import { serve } from '../../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { requireFreshSignIn } from '../../../platform/session/freshSignIn.ts';
import { endOtherSessions, ownSessionOf } from '../../../platform/session/session.ts';
import { requirePasskeySite } from '../../users/passkeys/challenge.service.ts';
import {
  addPasskey,
  checkAssertion,
  listPasskeys,
  prepareAssertion,
  prepareNewPasskey,
  renamePasskey,
} from '../../users/passkeys/passkey.service.ts';
import { removePasskey } from '../../users/signInMethods.service.ts';
import { getUser } from '../../users/user.service.ts';
import type { SignIn } from '../account.service.ts';
import type { KeepDevice } from '../keepDevice.ts';

interface PasskeyParts {
  config: Pick<Config, 'publicUrl' | 'hasLocalAccounts'>;
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
      const removed = await removePasskey(userId, session.credentialsRev, params.id);
      await endOtherSessions(userId, removed.credentialsRev, session.id);
      return removed.name;
    });
    await keepDevice(req, userId);
    await recordSecurityEvent(req, { type: 'passkey-removed', userId, detail: name });
  });
}
