import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Record<string, unknown>;

/** Something that the issuer does wrong: from now on, until it is told otherwise. */
export interface Bend {
  /** Claims of the ID token in place of the right ones; undefined leaves one out. */
  token?: Claims;
  /** The same of what it says at its userinfo endpoint. */
  userinfo?: Claims;
  /** Signs with a key that it has not published. */
  isForged?: boolean;
  /** Answers nothing but this status, at that endpoint. */
  fails?: { path: string; status: number };
  /** Says of itself what is not so. */
  metadata?: Claims;
}

export interface TestIssuer {
  /** http://127.0.0.1:port/realm */
  url: string;
  /** The variables that make a server sign people in here. */
  env: Record<string, string>;
  /** Paths that were asked for so far. */
  requests: string[];
  bend(bend: Bend): void;
  /** Somebody who was sent here signs in: answers where the browser is led back to. */
  approve(authorization: string, claims: Claims): string;
  /** The browser is led back with an error instead. */
  refuse(authorization: string, error: string): string;
  /** Nobody answers at its address. */
  stop(): Promise<void>;
  /** It is there again, at the same address. */
  resume(): Promise<void>;
}

const [CLIENT, SECRET] = ['marquee', 'a secret: with/signs'];

/** One red dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** How the app shows who it is, or nothing when it does not. */
function methodOf(req: IncomingMessage, form: URLSearchParams): string | null {
  const credentials = `${CLIENT}:${new URLSearchParams({ '': SECRET }).toString().slice(1)}`;
  const { authorization } = req.headers;
  if (authorization === `Basic ${Buffer.from(credentials).toString('base64')}`) return 'client_secret_basic';
  if (authorization !== undefined || form.get('client_id') !== CLIENT) return null;
  if (form.get('client_secret') === SECRET) return 'client_secret_post';
  return form.has('client_secret') ? null : 'none';
}

/** A small issuer of OpenID Connect on this machine, strict about what it is sent, that can be made to go wrong. */
export async function startIssuer(): Promise<TestIssuer> {
  const [key, otherKey] = [newKey(), newKey()];
  const codes = new Map<string, { claims: Claims; request: URLSearchParams }>();
  const tokens = new Map<string, Claims>();
  const requests: string[] = [];
  let bent: Bend = {};

  function sealToken(claims: Claims): string {
    const payload = `${base64({ alg: 'ES256', kid: 'one', typ: 'JWT' })}.${base64(claims)}`;
    const { privateKey } = bent.isForged ? otherKey : key;
    const signature = sign('sha256', Buffer.from(payload), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${payload}.${signature.toString('base64url')}`;
  }

  function redeem(req: IncomingMessage, form: URLSearchParams): [number, unknown] {
    const given = codes.get(form.get('code') ?? '');
    // A code is good for one try.
    codes.delete(form.get('code') ?? '');
    const [wanted = 'client_secret_basic'] = (bent.metadata?.token_endpoint_auth_methods_supported ?? []) as string[];
    if (methodOf(req, form) !== wanted) return [401, { error: 'invalid_client' }];
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (
      !given ||
      given.request.get('redirect_uri') !== form.get('redirect_uri') ||
      given.request.get('code_challenge') !== challenge
    ) {
      return [400, { error: 'invalid_grant' }];
    }
    const now = Math.floor(Date.now() / 1000);
    const own = { iss: issuerUrl(), aud: CLIENT, iat: now, exp: now + 300, nonce: given.request.get('nonce') };
    const accessToken = randomUUID();
    tokens.set(accessToken, { sub: given.claims.sub, ...given.claims, ...bent.userinfo });
    const { sub } = given.claims;
    return [
      200,
      {
        access_token: accessToken,
        token_type: 'Bearer',
        id_token: sealToken({ ...own, sub, ...bent.token }),
      },
    ];
  }

  async function answer(req: IncomingMessage): Promise<[number, unknown]> {
    const { pathname } = new URL(req.url ?? '/', 'http://local');
    const path = pathname.replace('/realm', '');
    requests.push(path);
    if (bent.fails?.path === path) return [bent.fails.status, {}];
    if (path === '/.well-known/openid-configuration') return [200, { ...metadata(), ...bent.metadata }];
    if (path === '/jwks') {
      return [200, { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'ES256' }] }];
    }
    if (path === '/token') return redeem(req, new URLSearchParams(await text(req)));
    if (path === '/picture') return [200, PICTURE];
    const claims = tokens.get((req.headers.authorization ?? '').replace('Bearer ', ''));
    return path === '/userinfo' && claims ? [200, claims] : [404, {}];
  }

  const metadata = () => ({
    issuer: issuerUrl(),
    authorization_endpoint: `${issuerUrl()}/authorize`,
    token_endpoint: `${issuerUrl()}/token`,
    userinfo_endpoint: `${issuerUrl()}/userinfo`,
    jwks_uri: `${issuerUrl()}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  });

  const server = createServer(async (req, res) => {
    const [status, body] = await answer(req);
    if (Buffer.isBuffer(body)) res.writeHead(status, { 'Content-Type': 'image/png' }).end(body);
    else res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const listen = (on: number) =>
    new Promise<void>((resolve) => {
      server.listen(on, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuerUrl = () => `http://127.0.0.1:${port}/realm`;

  function leadBack(authorization: string, answers: Record<string, string>): string {
    const request = new URL(authorization).searchParams;
    const back = new URL(request.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ ...answers, state: request.get('state') ?? '' }).toString();
    return back.href;
  }

  return {
    url: issuerUrl(),
    env: { OIDC_ISSUER: issuerUrl(), OIDC_CLIENT_ID: CLIENT, OIDC_CLIENT_SECRET: SECRET },
    requests,
    bend(bend) {
      bent = bend;
    },
    approve(authorization, claims) {
      const request = new URL(authorization).searchParams;
      const isWhole = request.get('client_id') === CLIENT && request.get('response_type') === 'code';
      if (!isWhole || request.get('code_challenge_method') !== 'S256') throw new Error(`Not a request: ${request}`);
      const code = randomUUID();
      codes.set(code, { claims, request });
      return leadBack(authorization, { code });
    },
    refuse: (authorization, error) => leadBack(authorization, { error, error_description: 'They <b>said</b> no' }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    resume: () => listen(port),
  };
}

function newKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}
