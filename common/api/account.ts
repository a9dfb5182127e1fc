import { z } from 'zod';
import { accountEndpoints, settingsEndpoints } from '../endpoints.ts';
import { passwordBody, personNamesBody, usernameBody } from '../schemas/forms.ts';
import { noContentSchema } from '../schemas/primitives.ts';
import { connectBody, loginBody, registerBody, signInMethodsSchema, userSchema } from '../schemas/user.ts';
import { call } from './call.ts';

export const accountApi = {
  currentUser: call(accountEndpoints.currentUser, { answer: userSchema }),
  register: call(accountEndpoints.register, {
    body: registerBody,
    answer: userSchema,
    status: 201,
    errors: ['taken', 'forbidden'],
    isPublic: true,
  }),
  login: call(accountEndpoints.login, {
    body: loginBody,
    answer: userSchema,
    errors: ['unauthorized', 'forbidden', 'password_change_required', 'conflict'],
    isPublic: true,
  }),
} as const;

export const settingsApi = {
  setNames: call(settingsEndpoints.setNames, { body: personNamesBody, answer: userSchema }),
  setUsername: call(settingsEndpoints.setUsername, { body: usernameBody, answer: userSchema, errors: ['taken'] }),
  isUsernameAvailable: call(settingsEndpoints.isUsernameAvailable, {
    params: z.object({ username: z.string() }),
    answer: z.object({ available: z.boolean() }),
  }),
  setPassword: call(settingsEndpoints.setPassword, {
    body: passwordBody,
    answer: noContentSchema,
    status: 204,
    errors: ['forbidden'],
  }),
  signInMethods: call(settingsEndpoints.signInMethods, { answer: signInMethodsSchema }),
  /** The answer holds the address to open; that page returns the browser to Account Settings. */
  connect: call(settingsEndpoints.connect, {
    body: connectBody,
    answer: z.object({ url: z.string() }),
    errors: ['not_found', 'forbidden', 'conflict', 'upstream'],
  }),
  disconnect: call(settingsEndpoints.disconnect, {
    answer: noContentSchema,
    status: 204,
    errors: ['conflict'],
  }),
  /** Multipart, with the picture in the field `profileImage`. */
  uploadPicture: call(settingsEndpoints.uploadPicture, {
    answer: userSchema,
    errors: ['too_large', 'unsupported_media_type'],
  }),
  removePicture: call(settingsEndpoints.removePicture, { answer: userSchema }),
} as const;
