import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { cookieOf, visitor } from '../people.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { startIssuer, type TestIssuer } from './issuer.ts';

/** An issuer, and the real app that people may sign in to by it. */
export async function startSingleSignOn(env: Record<string, string> = {}) {
  const issuer = await startIssuer();
  const server = await startTestServer({ env: { ...issuer.env, LOG_LEVEL: 'silent', ...env } });
  const stop = async () => {
    await server.stop();
    await issuer.stop();
  };
  return { issuer, server, stop };
}

/** Somebody as the issuer knows them, with an address that it has confirmed. */
export function claimsOf(name = 'Ana') {
  return {
    sub: randomUUID(),
    email: `${name}.${randomUUID()}@example.com`,
    email_verified: true,
    given_name: name,
    family_name: 'Alvarez',
  };
}

const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]+/, '');

/** Leaves for the issuer: where it leads, and the cookies of the way back. */
export async function leave(server: TestServer, returnTo = '/folders', cookie = '') {
  const answer = await visitor(server).get(`/api/auth/oidc?returnTo=${returnTo}`).set('Cookie', cookie);
  return { authorization: String(answer.headers.location), cookie: cookieOf(answer.headers), answer };
}

export function comeBack(server: TestServer, address: string, cookie: string) {
  return visitor(server).get(pathOf(address)).set('Cookie', cookie);
}

/** Goes to the issuer, is approved there as somebody with these claims, and comes back. */
export async function signInBy(issuer: TestIssuer, server: TestServer, claims: object): Promise<Response> {
  const { authorization, cookie } = await leave(server);
  return comeBack(server, issuer.approve(authorization, { ...claims }), cookie);
}

/** The session's cookie among those that an answer sets, or nothing. */
export function sessionOf({ headers }: Pick<Response, 'headers'>): string {
  const cookies = cookieOf(headers).split('; ');
  return cookies.find((cookie) => cookie.startsWith('marquee.sid=')) ?? '';
}

/** As whom an answer signed in. */
export function readAs(server: TestServer, answer: Pick<Response, 'headers'>, path = '/api/auth/user') {
  return visitor(server).get(path).set('Cookie', sessionOf(answer));
}
