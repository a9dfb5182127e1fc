import { Router } from 'express';
import { accountApi, settingsApi } from '../../../../common/api/account.ts';
import { serve } from '../../../platform/requests/request.ts';
import {
  confirmEmailByLink,
  type MailParts,
  resetPasswordByLink,
  sendEmailLink,
  sendResetLink,
} from './mail.service.ts';

/** A forgotten password, and the confirmation of an address, by links in mails. */
export function mailRouter(parts: MailParts): Router {
  const router = Router();
  serve(router, accountApi.forgotPassword, ({ body }, { req }) => sendResetLink(parts, req, body.email));
  serve(router, accountApi.resetPassword, ({ body }, { req }) => resetPasswordByLink(parts, req, body));
  serve(router, accountApi.confirmEmail, ({ body }, { req }) => confirmEmailByLink(req, body.token));
  serve(router, settingsApi.sendEmailLink, (_input, { userId }) => sendEmailLink(parts, userId));
  return router;
}
