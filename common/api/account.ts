import { z } from 'zod';
import { limits } from '../constants.ts';
import { accountEndpoints, securityEndpoints, settingsEndpoints, tokenEndpoints } from '../endpoints.ts';
import { deleteAccountBody, deletionPlanSchema } from '../schemas/account/deletion.ts';
import {
  freshSignInBody,
  freshSingleSignOnBody,
  loginCodeBody,
  newSecondFactorSchema,
  recoveryCodesSchema,
  turnOnSecondFactorBody,
} from '../schemas/account/freshSignIn.ts';
import {
  addPasskeyBody,
  creationOptionsSchema,
  passkeyLoginBody,
  passkeyNameBody,
  passkeySchema,
  requestOptionsSchema,
} from '../schemas/account/passkey.ts';
import { privacyBody, privacySchema } from '../schemas/account/privacy.ts';
import { listedSessionSchema } from '../schemas/account/session.ts';
import { accessTokenSchema, createTokenBody, newAccessTokenSchema } from '../schemas/account/token.ts';
import { accountExportSchema, exportQuery } from '../schemas/export/export.ts';
import { emailBody, passwordBody, personNamesBody, usernameBody } from '../schemas/forms.ts';
import { securityEventSchema } from '../schemas/operator/securityEvent.ts';
import { idPageQuery, textSchema } from '../schemas/primitives.ts';
import {
  confirmEmailBody,
  connectBody,
  loginBody,
  ownUserSchema,
  registerBody,
  resetPasswordBody,
  signInMethodsSchema,
  userSchema,
} from '../schemas/user.ts';
import { call, done, idParams, seen } from './call.ts';

export const accountApi = {
  currentUser: call(accountEndpoints.currentUser, { scope: 'read', answer: ownUserSchema }),
  register: call(accountEndpoints.register, {
    body: registerBody,
    answer: userSchema,
    status: 201,
    errors: ['taken', 'forbidden', 'registration_closed', 'invitation_required'],
    isPublic: true,
  }),
  login: call(accountEndpoints.login, {
    body: loginBody,
    answer: userSchema,
    errors: [
      'unauthorized',
      'forbidden',
      'password_change_required',
      'second_factor_required',
      'account_disabled',
      'conflict',
    ],
    isPublic: true,
  }),
  /** The second step of `login`, after second_factor_required. */
  loginCode: call(accountEndpoints.loginCode, {
    body: loginCodeBody,
    answer: userSchema,
    errors: ['unauthorized', 'forbidden', 'account_disabled'],
    isPublic: true,
  }),
  /** Answers the same whether the address has an account or not. */
  forgotPassword: call(accountEndpoints.forgotPassword, {
    ...done,
    body: emailBody.meta({ id: 'EmailBody', examples: [{ email: 'ana@example.com' }] }),
    errors: ['not_found'],
    isPublic: true,
  }),
  resetPassword: call(accountEndpoints.resetPassword, {
    ...done,
    body: resetPasswordBody,
    errors: ['not_found'],
    isPublic: true,
  }),
  confirmEmail: call(accountEndpoints.confirmEmail, {
    ...done,
    body: confirmEmailBody,
    errors: ['not_found'],
    isPublic: true,
  }),
  passkeyOptions: call(accountEndpoints.passkeyOptions, {
    answer: requestOptionsSchema,
    errors: ['not_found'],
    isPublic: true,
  }),
  passkeyLogin: call(accountEndpoints.passkeyLogin, {
    body: passkeyLoginBody,
    answer: userSchema,
    errors: ['unauthorized', 'not_found', 'account_disabled'],
    isPublic: true,
  }),
} as const;

export const settingsApi = {
  setNames: call(settingsEndpoints.setNames, { body: personNamesBody, answer: userSchema }),
  setUsername: call(settingsEndpoints.setUsername, { body: usernameBody, answer: userSchema, errors: ['taken'] }),
  isUsernameAvailable: call(settingsEndpoints.isUsernameAvailable, {
    params: z.object({ username: textSchema }),
    answer: z.object({ available: z.boolean() }),
  }),
  /** Ends the user's other sessions. Needs a fresh sign-in. */
  sendEmailLink: call(settingsEndpoints.sendEmailLink, { ...done, errors: ['not_found', 'upstream'] }),
  setEmail: call(settingsEndpoints.setEmail, {
    body: emailBody,
    answer: userSchema,
    errors: ['fresh_sign_in_required', 'taken', 'conflict'],
  }),
  /** Needs a fresh sign-in while the second factor is on. */
  setPassword: call(settingsEndpoints.setPassword, {
    ...done,
    body: passwordBody,
    errors: ['forbidden', 'fresh_sign_in_required'],
  }),
  signInMethods: call(settingsEndpoints.signInMethods, { answer: signInMethodsSchema }),
  /**
   * The answer holds the address to open; that page returns the browser to Account Settings. Needs a fresh sign-in while the
   * second factor is on.
   */
  connect: call(settingsEndpoints.connect, {
    body: connectBody,
    answer: z.object({ url: z.string() }),
    errors: ['not_found', 'forbidden', 'fresh_sign_in_required', 'conflict', 'upstream'],
  }),
  /** Needs a fresh sign-in. */
  disconnect: call(settingsEndpoints.disconnect, { ...done, errors: ['fresh_sign_in_required', 'conflict'] }),
  /** Multipart, with the picture in the field `profileImage`. */
  uploadPicture: call(settingsEndpoints.uploadPicture, {
    answer: userSchema,
    errors: ['too_large', 'unsupported_media_type'],
  }),
  removePicture: call(settingsEndpoints.removePicture, { answer: userSchema }),
  /** One at a time for each user. */
  exportAccount: call(settingsEndpoints.exportAccount, {
    query: exportQuery,
    answer: accountExportSchema,
    files: ['text/csv', 'application/zip'],
    errors: ['forbidden', 'conflict'],
  }),
  deletionPlan: call(settingsEndpoints.deletionPlan, { answer: deletionPlanSchema }),
  deleteAccount: call(settingsEndpoints.deleteAccount, {
    ...done,
    body: deleteAccountBody,
    errors: ['forbidden', 'fresh_sign_in_required', 'conflict'],
  }),
  privacy: call(settingsEndpoints.privacy, { answer: privacySchema }),
  setPrivacy: call(settingsEndpoints.setPrivacy, { body: privacyBody, answer: privacySchema }),
} as const;

/** Answered to calls that need a fresh sign-in, which `confirm` gives for ten minutes. */
const fresh = ['fresh_sign_in_required'] as const;

export const securityApi = {
  confirm: call(securityEndpoints.confirm, {
    ...done,
    body: freshSignInBody,
    errors: ['forbidden', 'second_factor_required', 'not_found'],
  }),
  confirmOptions: call(securityEndpoints.confirmOptions, { answer: requestOptionsSchema, errors: ['not_found'] }),
  /** The answer holds the address to open; that page returns the browser to `returnTo`. */
  confirmSingleSignOn: call(securityEndpoints.confirmSingleSignOn, {
    body: freshSingleSignOnBody,
    answer: z.object({ url: z.string() }),
    errors: ['not_found', 'upstream'],
  }),
  prepareSecondFactor: call(securityEndpoints.prepareSecondFactor, {
    answer: newSecondFactorSchema,
    errors: [...fresh, 'forbidden', 'conflict'],
  }),
  turnOnSecondFactor: call(securityEndpoints.turnOnSecondFactor, {
    body: turnOnSecondFactorBody,
    answer: recoveryCodesSchema,
    errors: [...fresh, 'conflict'],
  }),
  turnOffSecondFactor: call(securityEndpoints.turnOffSecondFactor, { ...done, errors: [...fresh, 'conflict'] }),
  renewRecoveryCodes: call(securityEndpoints.renewRecoveryCodes, {
    answer: recoveryCodesSchema,
    errors: [...fresh, 'conflict'],
  }),
  passkeys: call(securityEndpoints.passkeys, { answer: z.array(passkeySchema) }),
  newPasskeyOptions: call(securityEndpoints.newPasskeyOptions, {
    answer: creationOptionsSchema,
    errors: [...fresh, 'not_found', 'limit_reached'],
  }),
  addPasskey: call(securityEndpoints.addPasskey, {
    body: addPasskeyBody,
    answer: passkeySchema,
    status: 201,
    errors: [...fresh, 'not_found', 'taken', 'limit_reached'],
  }),
  renamePasskey: call(securityEndpoints.renamePasskey, {
    params: idParams,
    body: passkeyNameBody,
    answer: passkeySchema,
    errors: seen,
  }),
  removePasskey: call(securityEndpoints.removePasskey, {
    ...done,
    params: idParams,
    errors: [...fresh, 'not_found', 'conflict'],
  }),
  /** The newest first. `after` is the id of the last one on the page before. */
  events: call(securityEndpoints.events, {
    query: idPageQuery(limits.securityEventsPage),
    answer: z.array(securityEventSchema),
    pagedBy: 'after',
  }),
  sessions: call(securityEndpoints.sessions, { answer: z.array(listedSessionSchema) }),
  endSession: call(securityEndpoints.endSession, {
    ...done,
    params: z.object({ id: textSchema }),
    errors: ['not_found', 'conflict'],
  }),
  endOtherSessions: call(securityEndpoints.endOtherSessions, { ...done }),
} as const;

/** Personal access tokens, with which programs act for a user. No token opens these calls. */
export const tokenApi = {
  list: call(tokenEndpoints.list, { answer: z.array(accessTokenSchema) }),
  /** Needs a fresh sign-in. */
  create: call(tokenEndpoints.create, {
    body: createTokenBody,
    answer: newAccessTokenSchema,
    status: 201,
    errors: [...fresh, 'not_found', 'limit_reached', 'conflict'],
  }),
  revoke: call(tokenEndpoints.revoke, { ...done, params: idParams, errors: seen }),
} as const;
