import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Record<string, unknown>;
type Answer = [status: number, body: unknown];

/** What the issuer does wrong. */
export interface IssuerFaults {
  /** Claims of the ID token in place of the right ones; undefined leaves one out. */
  token?: Claims;
  /** Claims of the userinfo endpoint in place of the right ones. */
  userinfo?: Claims;
  /** What tokens are signed with in place of its key. */
  signedWith?: 'an unpublished key' | 'nothing' | 'the secret' | 'the public key';
  /** Answers this status at that endpoint. */
  fails?: { path: string; status: number };
  /** Answers in its own way at that endpoint. */
  hostile?: { path: string; answer: (res: ServerResponse) => void };
  /** Fields of its metadata in place of the right ones. */
  metadata?: Claims;
}

const [CLIENT, SECRET] = ['marquee', 'a secret: with/signs'];

/** One red dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A small issuer of OpenID Connect on this machine. It checks requests strictly, and a test can make it misbehave. */
export class TestIssuer {
  /** Paths of the requests so far. */
  readonly requests: string[] = [];
  private readonly server = createServer(async (req, res) => {
    const { hostile } = this.faults;
    if (hostile && req.url?.endsWith(hostile.path)) return hostile.answer(res);
    const [status, body] = await this.answer(req);
    const isPicture = Buffer.isBuffer(body);
    res.writeHead(status, { 'Content-Type': isPicture ? 'image/png' : 'application/json' });
    res.end(isPicture ? body : JSON.stringify(body));
  });
  private key = newKey();
  private keyId = randomUUID();
  private readonly codes = new Map<string, { claims: Claims; request: URLSearchParams }>();
  private readonly tokens = new Map<string, Claims>();
  private faults: IssuerFaults = {};
  private port = 0;

  /** http://127.0.0.1:port/realm */
  get url(): string {
    return `http://127.0.0.1:${this.port}/realm`;
  }

  /** The variables that make a server sign people in here. */
  get env(): Record<string, string> {
    return { OIDC_ISSUER: this.url, OIDC_CLIENT_ID: CLIENT, OIDC_CLIENT_SECRET: SECRET };
  }

  /** Listens, after `stop` at the same address as before. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Misbehaves in these ways, and in no others, until the next call. */
  setFaults(faults: IssuerFaults): void {
    this.faults = faults;
  }

  /** From now on it signs with a new key, and publishes that one alone. */
  rotateKey(): void {
    [this.key, this.keyId] = [newKey(), randomUUID()];
  }

  /** Signs a person in; gives the address that the browser is redirected to. */
  approve(authorization: string, claims: Claims): string {
    const request = new URL(authorization).searchParams;
    const isComplete = request.get('client_id') === CLIENT && request.get('response_type') === 'code';
    if (!isComplete || request.get('code_challenge_method') !== 'S256') throw new Error(`Not a request: ${request}`);
    const code = randomUUID();
    this.codes.set(code, { claims, request });
    return redirectBack(authorization, { code });
  }

  /** Like `approve`, but the browser is redirected with an error. */
  refuse(authorization: string, error: string): string {
    return redirectBack(authorization, { error, error_description: 'They <b>said</b> no' });
  }

  private async answer(req: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(req.url ?? '/', 'http://local');
    const path = pathname.replace('/realm', '');
    this.requests.push(path);
    if (this.faults.fails?.path === path) return [this.faults.fails.status, {}];
    if (path === '/.well-known/openid-configuration') return [200, { ...this.metadata(), ...this.faults.metadata }];
    if (path === '/jwks') {
      const publicKey = this.key.publicKey.export({ format: 'jwk' });
      return [200, { keys: [{ ...publicKey, kid: this.keyId, use: 'sig', alg: 'ES256' }] }];
    }
    if (path === '/token') return this.redeem(req, new URLSearchParams(await text(req)));
    if (path === '/picture') return [200, PICTURE];
    const claims = this.tokens.get((req.headers.authorization ?? '').replace('Bearer ', ''));
    return path === '/userinfo' && claims ? [200, claims] : [404, {}];
  }

  private metadata(): Claims {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      userinfo_endpoint: `${this.url}/userinfo`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    };
  }

  private redeem(req: IncomingMessage, form: URLSearchParams): Answer {
    const code = form.get('code') ?? '';
    const approved = this.codes.get(code);
    // A code is valid for one try.
    this.codes.delete(code);
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = this.faults.metadata ?? {};
    if (methodOf(req, form) !== (methods as string[])[0]) return [401, { error: 'invalid_client' }];
    const verifier = form.get('code_verifier') ?? '';
    if (
      !approved ||
      approved.request.get('redirect_uri') !== form.get('redirect_uri') ||
      approved.request.get('code_challenge') !== createHash('sha256').update(verifier).digest('base64url')
    ) {
      return [400, { error: 'invalid_grant' }];
    }
    const { claims, request } = approved;
    const accessToken = randomUUID();
    this.tokens.set(accessToken, { ...claims, ...this.faults.userinfo });
    const now = Math.floor(Date.now() / 1000);
    const own = { iss: this.url, aud: CLIENT, iat: now, exp: now + 300, nonce: request.get('nonce') };
    const signedInAt = request.has('max_age') ? { auth_time: claims.auth_time ?? now } : {};
    const idToken = this.sealToken({ ...own, ...signedInAt, sub: claims.sub, ...this.faults.token });
    return [200, { access_token: accessToken, token_type: 'Bearer', id_token: idToken }];
  }

  private sealToken(claims: Claims): string {
    const seal = (alg: string, signatureOf: (payload: string) => Buffer) => {
      const payload = `${base64({ alg, kid: this.keyId, typ: 'JWT' })}.${base64(claims)}`;
      return `${payload}.${signatureOf(payload).toString('base64url')}`;
    };
    const byKey = ({ privateKey }: ReturnType<typeof newKey>) =>
      seal('ES256', (payload) => sign('sha256', Buffer.from(payload), { key: privateKey, dsaEncoding: 'ieee-p1363' }));
    const bySecret = (secret: string | Buffer) =>
      seal('HS256', (payload) => createHmac('sha256', secret).update(payload).digest());
    switch (this.faults.signedWith) {
      case 'an unpublished key':
        return byKey(newKey());
      case 'nothing':
        return seal('none', () => Buffer.alloc(0));
      case 'the secret':
        return bySecret(SECRET);
      case 'the public key':
        return bySecret(this.key.publicKey.export({ type: 'spki', format: 'pem' }));
      default:
        return byKey(this.key);
    }
  }
}

export async function startIssuer(): Promise<TestIssuer> {
  const issuer = new TestIssuer();
  await issuer.start();
  return issuer;
}

/** The method by which the app authenticates, or null if its credentials are wrong. */
function methodOf(req: IncomingMessage, form: URLSearchParams): string | null {
  const credentials = `${CLIENT}:${new URLSearchParams({ '': SECRET }).toString().slice(1)}`;
  const { authorization } = req.headers;
  if (authorization === `Basic ${Buffer.from(credentials).toString('base64')}`) return 'client_secret_basic';
  if (authorization !== undefined || form.get('client_id') !== CLIENT) return null;
  if (form.get('client_secret') === SECRET) return 'client_secret_post';
  return form.has('client_secret') ? null : 'none';
}

function redirectBack(authorization: string, answers: Record<string, string>): string {
  const request = new URL(authorization).searchParams;
  const back = new URL(request.get('redirect_uri') ?? '');
  back.search = new URLSearchParams({ ...answers, state: request.get('state') ?? '' }).toString();
  return back.href;
}
