import { z } from 'zod';
import { limits } from '../../constants.ts';
import { textSchema } from '../primitives.ts';
import { assertionSchema } from './passkey.ts';

/** A code of an authenticator app, or a recovery code. */
const codeSchema = textSchema.trim().regex(/\S/, 'Enter the code').max(40, 'That is not a code');

export const loginCodeBody = z.object({
  /** From the answer second_factor_required. */
  ticket: textSchema.max(2000),
  code: codeSchema,
});

/** How users confirm that it is they who use their session. */
export const freshSignInBody = z
  .discriminatedUnion('method', [
    z.object({
      method: z.literal('password'),
      password: textSchema.min(1, 'Enter your password').max(limits.password.max),
      /** Needed while the second factor is on. */
      code: codeSchema.optional(),
    }),
    z.object({ method: z.literal('passkey'), credential: assertionSchema }),
  ])
  .meta({ id: 'FreshSignInBody', examples: [{ method: 'password', password: 'correct horse battery' }] });
export type FreshSignInBody = z.infer<typeof freshSignInBody>;

/** Where the browser returns to after single sign-on: a path of this site. */
export const freshSingleSignOnBody = z.object({ returnTo: textSchema.max(1000).default('/account') });

export const newSecondFactorSchema = z.object({
  /** For people who cannot scan the QR code. */
  secret: z.string(),
  /** The content of the QR code. */
  uri: z.string(),
  /** To be sent back with the first code. */
  ticket: z.string(),
});
export type NewSecondFactor = z.infer<typeof newSecondFactorSchema>;

export const turnOnSecondFactorBody = z.object({ ticket: textSchema.max(2000), code: codeSchema });

/** Shown to the user once. Each signs in once, in place of a code. */
export const recoveryCodesSchema = z
  .object({ recoveryCodes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes', description: 'Recovery codes, which are shown only once.' });
