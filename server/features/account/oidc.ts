import * as client from 'openid-client';
import type { OidcConfig } from '../../config.ts';
import { readBody } from '../../platform/answerBody.ts';
import { forbidden, invalid, Problem, upstreamAway } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { type Profile, profileOf } from './oidc.profile.ts';

/** What ties an answer of the issuer to the browser that was sent there. */
export interface Challenge {
  state: string;
  nonce: string;
  /** Of PKCE: who has the code alone gets nothing for it. */
  verifier: string;
  redirectUri: string;
}

/** Somebody whom the issuer has vouched for. */
export interface Visitor {
  /** Of the issuer and its own name for them, which no other issuer can give. */
  subject: string;
  /** Asked for where it is needed: at the first sign-in alone. */
  readProfile(): Promise<Profile>;
}

export interface Issuer {
  /** Where to send the browser; throws upstream while the issuer is away. */
  begin(redirectUri: string): Promise<{ url: URL; challenge: Challenge }>;
  /** Who came back with this query. Throws forbidden when they changed their mind, validation when it is too late. */
  finish(query: URLSearchParams, challenge: Challenge): Promise<Visitor>;
}

const TIMEOUT_S = 5;
const ANSWER_BYTES = 1_000_000;
/** Clocks of two machines may differ by so much. */
const CLOCK_TOLERANCE_S = 60;
const KNOWN_FOR_MS = 60 * 60 * 1000;

export const EXPIRED = 'That sign-in took too long or was used before. Please try again.';
const CANCELLED = 'The sign-in was cancelled. Nothing has changed.';
const AWAY = 'Single sign-on does not answer as it should. Please try again in a moment.';

/** An issuer of OpenID Connect; asked about itself when it is first needed, so that it may be away before that. */
export function createIssuer(config: OidcConfig): Issuer {
  const discover = rememberFor(KNOWN_FOR_MS, () => discoverIssuer(config));

  return {
    begin: (redirectUri) =>
      asProblems(async () => {
        const issuer = await discover();
        const challenge = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          redirectUri,
        };
        const url = client.buildAuthorizationUrl(issuer, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: challenge.state,
          nonce: challenge.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(challenge.verifier),
          code_challenge_method: 'S256',
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
        const claims = tokens.claims();
        if (!claims) throw new Error('The issuer sent no ID token');
        return {
          // An issuer's address has no fragment, so the two parts cannot run into each other.
          subject: `${claims.iss}#${claims.sub}`,
          readProfile: () =>
            asProblems(async () => {
              const isWhole = claims.email !== undefined && claims.email_verified !== undefined;
              if (isWhole || !issuer.serverMetadata().userinfo_endpoint) return profileOf(claims);
              const more = await client.fetchUserInfo(issuer, tokens.access_token, claims.sub);
              // Where the address is from, there it must be confirmed.
              return profileOf({ ...claims, email_verified: undefined, ...more });
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

/** By the Authorization header, as is usual, unless the issuer says that it takes the secret in the body alone. */
function authenticationWith(secret: string | undefined): client.ClientAuth {
  if (!secret) return client.None();
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (issuer, ...rest) => {
    const methods = issuer.token_endpoint_auth_methods_supported ?? [];
    const isBody = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (isBody ? inBody : inHeader)(issuer, ...rest);
  };
}

/** A body that drips is not waited for longer than any other answer. */
const fetchWhole: client.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const text = await readBody(response, ANSWER_BYTES, options.signal ?? AbortSignal.timeout(TIMEOUT_S * 1000));
  return new Response(text || null, response);
};

/** Looks anew after a while; keeps what it knows when that fails, and nothing that failed. One look at a time. */
function rememberFor<T>(milliseconds: number, look: () => Promise<T>): () => Promise<T> {
  let known: { value: T; until: number } | null = null;
  let looking: Promise<T> | null = null;
  return async () => {
    if (known && known.until > Date.now()) return known.value;
    looking ??= look().finally(() => {
      looking = null;
    });
    try {
      const value = await looking;
      known = { value, until: Date.now() + milliseconds };
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

/** Why, without what: beside their texts these errors carry tokens and what they say of somebody. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code, error: named } = error as { code?: unknown; error?: unknown };
  return [[error.message, code, named].filter(Boolean).join(' '), ...reasonsOf(error.cause)];
}
