import { z } from 'zod';
import { limits } from '../constants.ts';
import { securityEndpoints } from '../endpoints.ts';
import {
  freshSignInBody,
  freshSingleSignOnBody,
  newSecondFactorSchema,
  recoveryCodesSchema,
  turnOnSecondFactorBody,
} from '../schemas/account/freshSignIn.ts';
import {
  addPasskeyBody,
  creationOptionsSchema,
  passkeyNameBody,
  passkeySchema,
  requestOptionsSchema,
} from '../schemas/account/passkey.ts';
import { listedSessionSchema } from '../schemas/account/session.ts';
import { securityEventSchema } from '../schemas/operator/securityEvent.ts';
import { idPageQuery, noContentSchema, textSchema } from '../schemas/primitives.ts';
import { call, idParams, seen } from './call.ts';

/** Answered to calls that need a fresh sign-in, which `confirm` gives for ten minutes. */
const fresh = ['fresh_sign_in_required'] as const;

export const securityApi = {
  confirm: call(securityEndpoints.confirm, {
    body: freshSignInBody,
    answer: noContentSchema,
    status: 204,
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
  turnOffSecondFactor: call(securityEndpoints.turnOffSecondFactor, {
    answer: noContentSchema,
    status: 204,
    errors: [...fresh, 'conflict'],
  }),
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
    params: idParams,
    answer: noContentSchema,
    status: 204,
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
    params: z.object({ id: textSchema }),
    answer: noContentSchema,
    status: 204,
    errors: ['not_found', 'conflict'],
  }),
  endOtherSessions: call(securityEndpoints.endOtherSessions, { answer: noContentSchema, status: 204 }),
} as const;
