import { z } from 'zod';
import { limits } from '../../../../common/constants.ts';
import { textSchema } from '../../../../common/schemas/primitives.ts';
import { registerBody } from '../../../../common/schemas/user.ts';
import { isVisible, plainText } from '../../../../common/text.ts';

/** The tolerated difference between the clocks of two machines. */
export const CLOCK_TOLERANCE_S = 60;
/** By OpenID Connect Core, section 2. */
const LONGEST_SUBJECT = 255;

/** Seconds since 1970. The library checks that they are not too long ago. */
const pastSchema = z.number().refine(
  // biome-ignore lint/plugin: compared with a date of the issuer
  (seconds) => seconds <= Date.now() / 1000 + CLOCK_TOLERANCE_S,
  'is in the future',
);
// Some issuers send booleans as text.
const booleanSchema = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const nameSchema = textSchema.transform(nameOf).nullish().catch(null);

/** What an issuer says about a user, in the ID token or the userinfo. Invalid claims count as absent. */
const profileSchema = z.object({
  email: registerBody.shape.email.nullish().catch(null),
  email_verified: booleanSchema.nullish().catch(false),
  given_name: nameSchema,
  family_name: nameSchema,
  name: nameSchema,
  picture: z
    .url()
    .transform((text) => new URL(text))
    .nullish()
    .catch(null),
});
type ProfileClaims = z.infer<typeof profileSchema>;

type IdToken = z.infer<ReturnType<typeof idTokenSchema>>;

/** What the library does not check in an ID token; issuer, audience, nonce and expiry it does. */
const idTokenSchema = (clientId: string) =>
  profileSchema.extend({
    iss: z.string(),
    sub: textSchema.min(1).max(LONGEST_SUBJECT),
    // OpenID Connect Core, 3.1.3.7, rule 5; the library follows it only if there are several audiences.
    azp: z.literal(clientId).optional(),
    iat: pastSchema,
    auth_time: pastSchema.optional(),
  });

/** Throws if the claims of an ID token are invalid. */
export function parseIdToken(claims: unknown, clientId: string): IdToken {
  const { data, error } = idTokenSchema(clientId).safeParse(claims);
  // Without the values, which are personal data.
  if (error) throw new Error(`The ID token has invalid claims: ${error.issues.map(({ path }) => path.join('.'))}`);
  return data;
}

export const parseUserinfo = (claims: unknown): ProfileClaims => profileSchema.parse(claims);

/** True if the ID token says whether its address is confirmed, so that the userinfo is not needed. */
export function isAddressComplete({ email, email_verified }: ProfileClaims): boolean {
  return typeof email === 'string' && typeof email_verified === 'boolean';
}

/** The claims of an issuer about a user that the app uses. */
export interface OidcProfile {
  /** Only if the issuer has verified it. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  picture: URL | null;
}

export function profileOf(token: ProfileClaims, userinfo?: ProfileClaims): OidcProfile {
  const claimOf = <K extends keyof ProfileClaims>(name: K) => userinfo?.[name] ?? token[name] ?? null;
  const lastName = claimOf('family_name');
  return {
    email: confirmedAddressOf(token, userinfo),
    firstName: claimOf('given_name') ?? (lastName ? null : claimOf('name')),
    lastName,
    picture: claimOf('picture'),
  };
}

/** The email and its verification must come from the same source. The userinfo, which is not signed, must not contradict. */
function confirmedAddressOf(token: ProfileClaims, userinfo?: ProfileClaims): string | null {
  const source = userinfo ?? token;
  const isContradicted = token.email_verified === false || (token.email && token.email !== source.email);
  return source.email_verified && !isContradicted ? (source.email ?? null) : null;
}

function nameOf(text: string): string | null {
  // By characters, so that no surrogate pair is split.
  const letters = [...plainText(text)];
  const name = plainText(letters.slice(0, limits.personName.max).join(''));
  return isVisible(name) ? name : null;
}
