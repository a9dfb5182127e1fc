import * as client from 'openid-client';
import { z } from 'zod';
import { limits } from '../../../../common/constants.ts';
import { textSchema } from '../../../../common/schemas/primitives.ts';
import { registerBody } from '../../../../common/schemas/user.ts';
import { isVisible, plainText } from '../../../../common/text.ts';
import type { OidcConfig } from '../../../config/config.ts';
import { readBody } from '../../../platform/http/answerBody.ts';
import { forbidden, invalid, Problem, upstreamAway } from '../../../platform/http/errors.ts';
import { log } from '../../../platform/log.ts';

/** Secrets that bind the callback to the browser that started the flow. */
export interface Challenge {
  state: string;
  nonce: string;
  /** The PKCE verifier: a stolen code is useless without it. */
  verifier: string;
  redirectUri: string;
  /** The issuer must have asked the user to sign in again. */
  isFresh?: boolean;
}

/** A user as identified by the issuer. */
export interface Visitor {
  /** The issuer's address and its subject, which together are unique. */
  subject: string;
  /** Fetched only at the first sign-in. */
  readProfile(): Promise<OidcProfile>;
}

export interface Issuer {
  /** The URL to redirect the browser to; throws upstream if the issuer is unavailable. */
  begin(redirectUri: string, options?: { isFresh: boolean }): Promise<{ url: URL; challenge: Challenge }>;
  /**
   * The user of a callback. Throws forbidden if they cancelled or did not sign in again as asked, validation if the code is
   * invalid or expired.
   */
  finish(query: URLSearchParams, challenge: Challenge): Promise<Visitor>;
}

const TIMEOUT_S = 5;
const ANSWER_BYTES = 1_000_000;
/** How long ago the user may have signed in at the issuer when they confirm who they are. */
const FRESH_WITHIN_S = 10 * 60;
const KNOWN_FOR_MS = 60 * 60 * 1000;

export const EXPIRED = 'That sign-in took too long or was used before. Please try again.';
const CANCELLED = 'The sign-in was cancelled. Nothing has changed.';
const NOT_FRESH =
  'Single sign-on did not ask you to sign in again, so nothing has changed. Log out here, sign in again and repeat the change.';
const AWAY = 'Single sign-on does not answer as it should. Please try again in a moment.';

/** An OpenID Connect issuer. Discovery runs at the first sign-in, so the issuer need not be available at start. */
export function createIssuer(config: OidcConfig): Issuer {
  const discover = rememberFor(KNOWN_FOR_MS, () => discoverIssuer(config));

  return {
    begin: (redirectUri, { isFresh } = { isFresh: false }) =>
      asProblems(async () => {
        const issuer = await discover();
        const challenge = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          redirectUri,
          ...(isFresh && { isFresh }),
        };
        const url = client.buildAuthorizationUrl(issuer, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: challenge.state,
          nonce: challenge.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(challenge.verifier),
          code_challenge_method: 'S256',
          ...(isFresh && { prompt: 'login', max_age: '0' }),
        });
        return { url, challenge };
      }),

    finish: (query, challenge) =>
      asProblems(async () => {
        const issuer = await discover();
        const answer = new URL(challenge.redirectUri);
        answer.search = query.toString();
        const tokens = await client.authorizationCodeGrant(issuer, answer, {
          expectedState: challenge.state,
          expectedNonce: challenge.nonce,
          pkceCodeVerifier: challenge.verifier,
        });
        const claims = parseIdToken(tokens.claims(), config.clientId);
        // Not checked by the library, because some issuers do not say when the user signed in, however often one tries again.
        if (challenge.isFresh && !isRecent(claims.auth_time)) throw forbidden(NOT_FRESH);
        return {
          // The address of an issuer has no fragment, so the separator is unambiguous.
          subject: `${claims.iss}#${claims.sub}`,
          readProfile: () =>
            asProblems(async () => {
              if (isAddressComplete(claims) || !issuer.serverMetadata().userinfo_endpoint) return profileOf(claims);
              const userinfo = await client.fetchUserInfo(issuer, tokens.access_token, claims.sub);
              return profileOf(claims, parseUserinfo(userinfo));
            }),
        };
      }),
  };
}

async function discoverIssuer({ issuer, clientId, clientSecret }: OidcConfig): Promise<client.Configuration> {
  const execute = [client.enableNonRepudiationChecks];
  if (issuer.protocol === 'http:') execute.push(client.allowInsecureRequests);
  return client.discovery(
    issuer,
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_S },
    authenticationWith(clientSecret),
    { execute, timeout: TIMEOUT_S, [client.customFetch]: fetchWhole },
  );
}

/** Uses the Authorization header unless the issuer supports only the secret in the body. */
function authenticationWith(secret: string | undefined): client.ClientAuth {
  if (!secret) return client.None();
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (issuer, ...rest) => {
    const methods = issuer.token_endpoint_auth_methods_supported ?? [];
    const isBody = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (isBody ? inBody : inHeader)(issuer, ...rest);
  };
}

/** Applies the time limit to the body too. */
const fetchWhole: client.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const text = await readBody(response, ANSWER_BYTES, options.signal ?? AbortSignal.timeout(TIMEOUT_S * 1000));
  return new Response(text || null, response);
};

/** Caches the discovery result and refreshes it after a while. A failed refresh keeps the old result. */
function rememberFor<T>(milliseconds: number, look: () => Promise<T>): () => Promise<T> {
  let known: { value: T; until: number } | null = null;
  let looking: Promise<T> | null = null;
  return async () => {
    if (known && known.until > performance.now()) return known.value;
    looking ??= look().finally(() => {
      looking = null;
    });
    try {
      const value = await looking;
      known = { value, until: performance.now() + milliseconds };
      return value;
    } catch (error) {
      if (!known) throw error;
      return known.value;
    }
  };
}

async function asProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied')
      throw forbidden(CANCELLED);
    if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') {
      throw invalid([{ path: 'code', message: EXPIRED }]);
    }
    log.warn({ reasons: reasonsOf(error) }, 'single sign-on failed');
    throw upstreamAway(AWAY);
  }
}

/** The reasons without details, because these errors contain tokens and personal data. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code, error: named } = error as { code?: unknown; error?: unknown };
  return [[error.message, code, named].filter(Boolean).join(' '), ...reasonsOf(error.cause)];
}

/** The tolerated difference between the clocks of two machines. */
const CLOCK_TOLERANCE_S = 60;
/** By OpenID Connect Core, section 2. */
const LONGEST_SUBJECT = 255;

/** Seconds since 1970. */
const pastSchema = z.number().refine(
  // biome-ignore lint/plugin: compared with a date of the issuer
  (seconds) => seconds <= Date.now() / 1000 + CLOCK_TOLERANCE_S,
  'is in the future',
);
/** Whether the user signed in at the issuer a short while ago, as far as the issuer says. */
function isRecent(authTime = 0): boolean {
  // biome-ignore lint/plugin: compared with a date of the issuer
  return authTime + FRESH_WITHIN_S + CLOCK_TOLERANCE_S >= Date.now() / 1000;
}

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
function parseIdToken(claims: unknown, clientId: string): IdToken {
  const { data, error } = idTokenSchema(clientId).safeParse(claims);
  // Without the values, which are personal data.
  if (error) throw new Error(`The ID token has invalid claims: ${error.issues.map(({ path }) => path.join('.'))}`);
  return data;
}

const parseUserinfo = (claims: unknown): ProfileClaims => profileSchema.parse(claims);

/** True if the ID token says whether its address is confirmed, so that the userinfo is not needed. */
function isAddressComplete({ email, email_verified }: ProfileClaims): boolean {
  return typeof email === 'string' && typeof email_verified === 'boolean';
}

/** The claims of an issuer about a user that the app uses. */
interface OidcProfile {
  /** Only if the issuer has verified it. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  picture: URL | null;
}

function profileOf(token: ProfileClaims, userinfo?: ProfileClaims): OidcProfile {
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
