import { type RequestHandler, Router } from 'express';
import multer, { MulterError } from 'multer';
import { settingsApi } from '../../../../common/api/account.ts';
import { limits as productLimits } from '../../../../common/constants.ts';
import { usernameSchema } from '../../../../common/schemas/forms.ts';
import type { CookieConfig } from '../../../platform/http/cookies.ts';
import { conflict, forbidden, invalid, Problem } from '../../../platform/http/errors.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { currentUserId, serve } from '../../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { clearSessionCookie, ownSessionOf, requireFreshSignIn } from '../../../platform/session/session.ts';
import { getPrivacy, setPrivacy } from '../../users/privacy/privacy.service.ts';
import { ALREADY_CONNECTED, findSignInMethods, type SignInConfig } from '../../users/signInMethods.service.ts';
import { isOwnPassword, isUsernameFree, loadUser } from '../../users/user.service.ts';
import { deleteAccount, planDeletion } from '../deletion/deletion.service.ts';
import type { KeepDevice } from '../keepDevice.ts';
import { callbackOf, type OidcParts, required } from '../oidc/oidc.routes.ts';
import {
  disconnect,
  removePicture,
  setEmail,
  setNames,
  setPassword,
  setPicture,
  setUsername,
} from '../settings.service.ts';

interface SettingsParts extends Pick<OidcParts, 'singleSignOn' | 'limits'> {
  config: OidcParts['config'] & SignInConfig;
  keepDevice: KeepDevice;
}

/** Users change their own account. */
export function settingsRouter(parts: SettingsParts): Router {
  const { config, limits, keepDevice } = parts;
  const router = Router();
  serve(router, settingsApi.setNames, ({ body }, actor) => setNames(actor, body));
  serve(router, settingsApi.setUsername, ({ body }, actor) => setUsername(actor, body.username));
  serve(router, settingsApi.isUsernameAvailable, async ({ params }, { userId }) => ({
    available: usernameSchema.safeParse(params.username).success && (await isUsernameFree(userId, params.username)),
  }));
  serve(router, settingsApi.setEmail, async ({ body }, { req, ...actor }) => {
    requireFreshSignIn(req);
    const user = await setEmail(actor, body.email, ownSessionOf(req));
    await keepDevice(req, actor.userId);
    await recordSecurityEvent(req, { type: 'email-changed', userId: actor.userId, detail: user.email });
    return user;
  });
  serve(router, settingsApi.setPassword, async ({ body }, { req, ...actor }) => {
    const { hasPassword, hasSecondFactor } = await findSignInMethods(actor.userId);
    if (!config.hasLocalAccounts || !hasPassword) throw forbidden(NO_PASSWORD);
    if (hasSecondFactor) requireFreshSignIn(req);
    // Guessing the current password counts as a sign-in attempt.
    const { email } = await loadUser(actor.userId);
    const isSet = await limits.tryPassword(req, email, () => setPassword(actor, body, ownSessionOf(req)));
    if (!isSet) throw forbidden(WRONG_PASSWORD);
    await keepDevice(req, actor.userId);
    await recordSecurityEvent(req, { type: 'password-changed', userId: actor.userId });
  });
  serveSignInMethods(router, parts);
  router.use(settingsApi.uploadPicture.path, limitUploads(limits), receivePicture);
  serve(router, settingsApi.uploadPicture, (_input, { req, ...actor }) => {
    if (!req.file) throw invalid([{ path: 'profileImage', message: 'Please select an image to upload.' }]);
    return setPicture(actor, req.file.buffer);
  });
  serve(router, settingsApi.removePicture, (_input, actor) => removePicture(actor));
  serve(router, settingsApi.privacy, (_input, { userId }) => getPrivacy(userId));
  serve(router, settingsApi.setPrivacy, ({ body }, actor) => setPrivacy(actor, body));
  return router;
}

const WRONG_PASSWORD = "That's not your current password";
const NO_PASSWORD = 'You sign in by single sign-on, without a password';

function serveSignInMethods(router: Router, { config, singleSignOn, limits, keepDevice }: SettingsParts): void {
  serve(router, settingsApi.signInMethods, (_input, { userId }) => findSignInMethods(userId));
  serve(
    router,
    settingsApi.connect,
    async ({ body }, { req, res, userId }) => {
      const { issuer, flows } = required(singleSignOn);
      const { isConnected, hasSecondFactor } = await findSignInMethods(userId);
      if (isConnected) throw conflict('conflict', ALREADY_CONNECTED);
      if (hasSecondFactor) requireFreshSignIn(req);
      // Adding a sign-in method requires the password, so that an unlocked browser or another site cannot do it.
      const { email } = await loadUser(userId);
      const isRight = await limits.tryPassword(req, email, async () =>
        (await isOwnPassword(userId, body.currentPassword)) ? true : null,
      );
      if (!isRight) throw forbidden(WRONG_PASSWORD);
      const { url, challenge } = await issuer.begin(callbackOf(req, config));
      const { credentialsRev } = ownSessionOf(req);
      flows.keep(res, { ...challenge, returnTo: '/account', userId, credentialsRev });
      return { url: url.href };
    },
    { access: async () => required(singleSignOn) },
  );
  serve(router, settingsApi.disconnect, async (_input, { req, ...actor }) => {
    requireFreshSignIn(req);
    await disconnect(actor, ownSessionOf(req), config);
    await keepDevice(req, actor.userId);
    await recordSecurityEvent(req, { type: 'single-sign-on-disconnected', userId: actor.userId });
  });
}

function limitUploads(limits: Limits): RequestHandler {
  return async (req, _res, next) => {
    await limits.uploadPerUser.take(currentUserId(req));
    next();
  };
}

const upload = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: productLimits.pictureBytes, files: 1, fields: 10 },
}).single('profileImage');

const receivePicture: RequestHandler = (req, res, next) => {
  upload(req, res, (error: unknown) => {
    if (!(error instanceof Error)) next();
    else if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') {
      next(new Problem('too_large', 'Please select an image smaller than 5MB.'));
    } else next(invalid([{ path: 'profileImage', message: 'Send the image as multipart form data' }]));
  });
};

/** Users see what deleting their account would do, and delete it. */
export function deletionRouter(config: CookieConfig & Pick<SignInConfig, 'hasLocalAccounts'>, limits: Limits): Router {
  const router = Router();
  serve(router, settingsApi.deletionPlan, (_input, { userId }) => planDeletion(userId));
  serve(router, settingsApi.deleteAccount, async ({ body }, { req, res, userId }) => {
    const { email } = await loadUser(userId);
    const { hasPassword, hasSecondFactor } = await findSignInMethods(userId);
    const needsPassword = hasPassword && config.hasLocalAccounts;
    if (!needsPassword || hasSecondFactor) requireFreshSignIn(req);
    if (needsPassword) {
      // Guessing the password counts as a sign-in attempt.
      const isRight = await limits.tryPassword(req, email, async () =>
        (await isOwnPassword(userId, body.currentPassword ?? '')) ? true : null,
      );
      if (!isRight) throw forbidden("That's not your current password");
    }
    await deleteAccount(userId, { choices: body.lists });
    await recordSecurityEvent(req, { type: 'account-deleted', userId: null, detail: userId });
    clearSessionCookie(res, config);
    res.set('Clear-Site-Data', '"cache"');
  });
  return router;
}
