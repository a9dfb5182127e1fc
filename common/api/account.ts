import { z } from 'zod';
import { accountEndpoints, settingsEndpoints } from '../endpoints.ts';
import { deleteAccountBody, deletionPlanSchema } from '../schemas/account/deletion.ts';
import { loginCodeBody } from '../schemas/account/freshSignIn.ts';
import { passkeyLoginBody, requestOptionsSchema } from '../schemas/account/passkey.ts';
import { privacyBody, privacySchema } from '../schemas/account/privacy.ts';
import { accountExportSchema, exportQuery } from '../schemas/export/account.ts';
import { emailBody, passwordBody, personNamesBody, usernameBody } from '../schemas/forms.ts';
import { noContentSchema, textSchema } from '../schemas/primitives.ts';
import {
  connectBody,
  loginBody,
  ownUserSchema,
  registerBody,
  signInMethodsSchema,
  userSchema,
} from '../schemas/user.ts';
import { call } from './call.ts';

export const accountApi = {
  currentUser: call(accountEndpoints.currentUser, { answer: ownUserSchema }),
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
  setEmail: call(settingsEndpoints.setEmail, {
    body: emailBody,
    answer: userSchema,
    errors: ['fresh_sign_in_required', 'taken', 'conflict'],
  }),
  /** Needs a fresh sign-in while the second factor is on. */
  setPassword: call(settingsEndpoints.setPassword, {
    body: passwordBody,
    answer: noContentSchema,
    status: 204,
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
  disconnect: call(settingsEndpoints.disconnect, {
    answer: noContentSchema,
    status: 204,
    errors: ['fresh_sign_in_required', 'conflict'],
  }),
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
    errors: ['forbidden', 'conflict'],
  }),
  deletionPlan: call(settingsEndpoints.deletionPlan, { answer: deletionPlanSchema }),
  deleteAccount: call(settingsEndpoints.deleteAccount, {
    body: deleteAccountBody,
    answer: noContentSchema,
    status: 204,
    errors: ['forbidden', 'fresh_sign_in_required', 'conflict'],
  }),
  privacy: call(settingsEndpoints.privacy, { answer: privacySchema }),
  setPrivacy: call(settingsEndpoints.setPrivacy, { body: privacyBody, answer: privacySchema }),
} as const;
