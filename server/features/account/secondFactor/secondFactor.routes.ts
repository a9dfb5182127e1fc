import { Router } from 'express';
import { securityApi } from '../../../../common/api/account.ts';
import { conflict, forbidden } from '../../../platform/http/errors.ts';
import { serve } from '../../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { requireFreshSignIn } from '../../../platform/session/freshSignIn.ts';
import { ownSessionOf } from '../../../platform/session/session.ts';
import { createTotpSecret, renewRecoveryCodes } from '../../users/secondFactor.service.ts';
import { findSignInMethods } from '../../users/signInMethods.service.ts';
import { getUser } from '../../users/user.service.ts';
import type { KeepDevice } from '../keepDevice.ts';
import { type SecondFactor, turnOff, turnOn } from './secondFactor.service.ts';

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
