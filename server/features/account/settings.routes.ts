import { type RequestHandler, Router } from 'express';
import multer, { MulterError } from 'multer';
import { settingsApi } from '../../../common/api.ts';
import { limits as productLimits } from '../../../common/constants.ts';
import { usernameSchema } from '../../../common/user.ts';
import { forbidden, invalid, Problem } from '../../platform/errors.ts';
import type { Limits } from '../../platform/limits.ts';
import { currentUserId, serve } from '../../platform/request.ts';
import { isUsernameFree } from '../users/user.service.ts';
import { setPassword, setPicture, setUsername } from './settings.service.ts';

/** What people change about their own account. */
export function settingsRouter(limits: Limits): Router {
  const router = Router();
  serve(router, settingsApi.setUsername, ({ body }, actor) => setUsername(actor, body.username));
  serve(router, settingsApi.isUsernameAvailable, async ({ params }, { userId }) => ({
    available: usernameSchema.safeParse(params.username).success && (await isUsernameFree(userId, params.username)),
  }));
  serve(router, settingsApi.setPassword, async ({ body }, { req, ...actor }) => {
    // Guessing at the current password is signing in by another door.
    const isSet = await limits.tryPassword({ account: actor.userId }, () => setPassword(actor, body, req.sessionID));
    if (!isSet) throw forbidden('The current password is not right');
  });
  router.use(settingsApi.uploadPicture.path, limitUploads(limits), receivePicture);
  serve(router, settingsApi.uploadPicture, (_input, { req, ...actor }) => {
    if (!req.file) throw invalid([{ path: 'profileImage', message: 'Please select an image to upload.' }]);
    return setPicture(actor, req.file.buffer);
  });
  return router;
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
