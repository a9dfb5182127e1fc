import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Response } from 'express';
import {
  type CookieConfig,
  clearCookie,
  findCookieNames,
  readCookie,
  setCookie,
} from '../../../platform/http/cookies.ts';
import type { Challenge } from './oidc.ts';

/** A sign-in that is in progress at the issuer. */
export interface Flow extends Challenge {
  returnTo: string;
  /** The user who connects single sign-on or confirms who they are; absent for a sign-in. */
  userId?: string;
  /** The credentials rev of that user when the password was checked. */
  credentialsRev?: number;
  /** The user only confirms who they are. */
  isFresh?: boolean;
  /** When the flow expires, in milliseconds since 1970. */
  until: number;
}

export interface Flows {
  keep(res: Response, flow: Omit<Flow, 'until'>): void;
  /** Returns and removes the flow of this browser with that state, or null. */
  take(res: Response, state: string): Flow | null;
}

export const OIDC_PATH = '/api/auth/oidc';

const PREFIX = 'marquee.oidc.';
const LASTS_MS = 10 * 60 * 1000;
/** Browsers and servers limit the number of cookies. If a user starts more flows, the oldest are removed. */
const AT_ONCE = 5;
/** Proxies refuse requests with more than about 8 kB of cookies. */
const LONGEST_RETURN = 500;
const wellFormedState = /^[\w-]{20,100}$/;

/**
 * Stores each flow in its own signed cookie. So any node can continue it, tabs do not interfere with each other, and
 * abandoned flows need no cleanup.
 */
export function createFlows(config: CookieConfig, secret: string): Flows {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'marquee single sign-on', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  function open(sealed: string): Flow | null {
    const [payload = '', signature = ''] = sealed.split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(payload))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const flow = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Flow;
    // biome-ignore lint/plugin: the cookie contains a date from another node
    return flow.until > Date.now() ? flow : null;
  }

  return {
    keep(res, { returnTo, ...flow }) {
      const earlier = findCookieNames(res.req, config, PREFIX);
      if (earlier.length >= AT_ONCE) for (const name of earlier) clearCookie(res, config, name);
      const kept: Flow = {
        ...flow,
        returnTo: returnTo.length > LONGEST_RETURN ? '/' : returnTo,
        // biome-ignore lint/plugin: a date in a cookie for other nodes
        until: Date.now() + LASTS_MS,
      };
      const payload = Buffer.from(JSON.stringify(kept)).toString('base64url');
      setCookie(res, config, { name: PREFIX + flow.state, value: `${payload}.${sign(payload)}`, lastsMs: LASTS_MS });
    },

    take(res, state) {
      if (!wellFormedState.test(state)) return null;
      const name = PREFIX + state;
      const sealed = readCookie(res.req, config, name);
      if (sealed === undefined) return null;
      clearCookie(res, config, name);
      const flow = open(sealed);
      return flow?.state === state ? flow : null;
    },
  };
}
