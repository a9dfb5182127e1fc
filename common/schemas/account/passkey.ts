import { z } from 'zod';
import { limits } from '../../constants.ts';
import { nameSchema } from '../forms.ts';
import { dateSchema, idSchema, textSchema } from '../primitives.ts';

export const passkeySchema = z
  .object({
    id: idSchema,
    name: z.string(),
    createdAt: dateSchema,
    lastUsedAt: dateSchema.nullable(),
    /** Whether the user's other devices may have it too, for example through a password manager. */
    isBackedUp: z.boolean(),
  })
  .meta({ id: 'Passkey', description: 'A passkey of your account.' });
export type Passkey = z.infer<typeof passkeySchema>;

const passkeyNameSchema = nameSchema(limits.passkeyName.max);

export const passkeyNameBody = z.object({ name: passkeyNameSchema });

/** Bytes in base64url. */
const bytesSchema = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/, 'Must be base64url');

/** The longest id of a credential, in bytes: https://www.w3.org/TR/webauthn-3/#credential-id */
const CREDENTIAL_ID_MAX = 1023;

const credentialIdSchema = bytesSchema.max(Math.ceil((CREDENTIAL_ID_MAX * 4) / 3));

const credentialShape = { id: credentialIdSchema, rawId: credentialIdSchema, type: z.literal('public-key') };

/** The answer of the browser's navigator.credentials.create, as its toJSON gives it. */
const registrationSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: bytesSchema,
    attestationObject: bytesSchema,
    transports: z.array(textSchema.max(20)).max(10).optional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof registrationSchema>;

export const assertionSchema = z
  .object({
    ...credentialShape,
    response: z.object({
      clientDataJSON: bytesSchema,
      authenticatorData: bytesSchema,
      signature: bytesSchema,
      userHandle: bytesSchema.nullish(),
    }),
  })
  .meta({ id: 'Assertion', description: 'The answer of navigator.credentials.get.' });
export type Assertion = z.infer<typeof assertionSchema>;

export const addPasskeyBody = z.object({ name: passkeyNameSchema, credential: registrationSchema });
export const passkeyLoginBody = z.object({ credential: assertionSchema });

const descriptorsSchema = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() }),
);

/** The options for navigator.credentials.create, in their JSON form. */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: descriptorsSchema,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type CreationOptions = z.infer<typeof creationOptionsSchema>;

export const requestOptionsSchema = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    allowCredentials: descriptorsSchema,
  })
  .meta({ id: 'RequestOptions', description: 'Options for navigator.credentials.get.' });
export type RequestOptions = z.infer<typeof requestOptionsSchema>;
