import { type RequestHandler, Router } from 'express';
import multer, { MulterError } from 'multer';
import { settingsApi } from '../../../common/api.ts';
import { limits as productLimits } from '../../../common/constants.ts';
import { usernameSchema } from '../../../common/user.ts';
import { conflict, forbidden, invalid, Problem } from '../../platform/errors.ts';
import type { Limits } from '../../platform/limits.ts';
import { currentUserId, serve } from '../../platform/request.ts';
import { ALREADY_CONNECTED, findKeys } from '../users/key.service.ts';
import { isOwnPassword, isUsernameFree } from '../users/user.service.ts';
import { callbackOf, type OidcParts, required } from './oidc.routes.ts';
import { disconnect, setPassword, setPicture, setUsername } from './settings.service.ts';

type SettingsParts = Pick<OidcParts, 'config' | 'singleSignOn' | 'limits'>;

/** What people change about their own account. */
export function settingsRouter({ config, singleSignOn, limits }: SettingsParts): Router {
  const router = Router();
  serve(router, settingsApi.setUsername, ({ body }, actor) => setUsername(actor, body.username));
  serve(router, settingsApi.isUsernameAvailable, async ({ params }, { userId }) => ({
    available: usernameSchema.safeParse(params.username).success && (await isUsernameFree(userId, params.username)),
  }));
  serve(router, settingsApi.setPassword, async ({ body }, { req, ...actor }) => {
    if (!config.hasLocalAccounts || !(await findKeys(actor.userId)).hasPassword) throw forbidden(NO_PASSWORD);
    // Guessing at the current password is signing in by another door.
    const isSet = await limits.tryPassword({ account: actor.userId }, () => setPassword(actor, body, req.sessionID));
    if (!isSet) throw forbidden(WRONG_PASSWORD);
  });
  serveKeys(router, { config, singleSignOn, limits });
  router.use(settingsApi.uploadPicture.path, limitUploads(limits), receivePicture);
  serve(router, settingsApi.uploadPicture, (_input, { req, ...actor }) => {
    if (!req.file) throw invalid([{ path: 'profileImage', message: 'Please select an image to upload.' }]);
    return setPicture(actor, req.file.buffer);
  });
  return router;
}

const WRONG_PASSWORD = 'The current password is not right';
const NO_PASSWORD = 'You sign in by single sign-on, without a password';

function serveKeys(router: Router, { config, singleSignOn, limits }: SettingsParts): void {
  serve(router, settingsApi.keys, (_input, { userId }) => findKeys(userId));
  serve(
    router,
    settingsApi.connect,
    async ({ body }, { req, res, userId }) => {
      const { issuer, flows } = required(singleSignOn);
      if ((await findKeys(userId)).isConnected) throw conflict('conflict', ALREADY_CONNECTED);
      // A second key is given to whoever has the first: not to who finds a tab open, nor to a page that leads here.
      const isRight = await limits.tryPassword({ account: userId }, async () =>
        (await isOwnPassword(userId, body.currentPassword)) ? true : null,
      );
      if (!isRight) throw forbidden(WRONG_PASSWORD);
      const { url, challenge } = await issuer.begin(callbackOf(req, config));
      flows.keep(req, res, { ...challenge, returnTo: '/account', userId });
      return { url: url.href };
    },
    { access: async () => required(singleSignOn) },
  );
  serve(router, settingsApi.disconnect, (_input, { req, ...actor }) => disconnect(actor, req.sessionID));
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
