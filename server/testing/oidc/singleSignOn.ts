import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { Response } from 'supertest';
import { cookieOf, visitor } from '../people.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { startIssuer, type TestIssuer } from './issuer.ts';

interface SingleSignOn {
  issuer: TestIssuer;
  server: TestServer;
}

/** An issuer, and the app with single sign-on by that issuer, for the tests of one file. */
export function setUpSingleSignOn(env: Record<string, string> = {}): Readonly<SingleSignOn> {
  let issuer: TestIssuer;
  let server: TestServer;
  beforeAll(async () => {
    issuer = await startIssuer();
    server = await startTestServer({ env: { ...issuer.env, LOG_LEVEL: 'silent', ...env } });
  });
  afterAll(async () => {
    await server.stop();
    await issuer.stop();
  });
  return {
    get issuer() {
      return issuer;
    },
    get server() {
      return server;
    },
  };
}

/** The claims of a new person with a confirmed address. */
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

/** Starts single sign-on. Gives the redirect to the issuer and the cookies of the flow. */
export async function leave(server: TestServer, returnTo = '/folders', cookie = '') {
  const answer = await visitor(server).get(`/api/auth/oidc?returnTo=${returnTo}`).set('Cookie', cookie);
  return { authorization: String(answer.headers.location), cookie: cookieOf(answer.headers), answer };
}

export function comeBack(server: TestServer, address: string, cookie: string) {
  return visitor(server).get(pathOf(address)).set('Cookie', cookie);
}

/** Signs in at the issuer as a person with these claims and returns to the app. */
export async function signInBy({ issuer, server }: SingleSignOn, claims: object): Promise<Response> {
  const { authorization, cookie } = await leave(server);
  return comeBack(server, issuer.approve(authorization, { ...claims }), cookie);
}

/** The session's cookie of an answer, or an empty text. */
export function sessionOf({ headers }: Pick<Response, 'headers'>): string {
  const cookies = cookieOf(headers).split('; ');
  return cookies.find((cookie) => cookie.startsWith('marquee.sid=')) ?? '';
}

/** Reads with the session of an answer. */
export function readAs(server: TestServer, answer: Pick<Response, 'headers'>, path = '/api/auth/user') {
  return visitor(server).get(path).set('Cookie', sessionOf(answer));
}
