import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../../config.ts';
import type { Challenge } from './oidc.ts';

/** A sign-in under way at the issuer. */
export interface Flow extends Challenge {
  returnTo: string;
  /** Whose account is to be connected; absent when somebody signs in. */
  userId?: string;
  /** When the flow is over, in milliseconds since 1970. */
  until: number;
}

export interface Flows {
  keep(req: Request, res: Response, flow: Omit<Flow, 'until'>): void;
  /** The flow that this browser began under that state, once: from then on it is gone. Null when there is none. */
  take(req: Request, res: Response, state: string): Flow | null;
}

export const OIDC_PATH = '/api/auth/oidc';

const PREFIX = 'marquee.oidc.';
const LASTS_MS = 10 * 60 * 1000;
/** A browser keeps few cookies of a site, and servers take few of them; who begins more has given up the earlier ones. */
const AT_ONCE = 5;
const LONGEST_RETURN = 1000;
const wellFormedState = /^[\w-]{20,100}$/;

/**
 * Keeps each flow in a signed cookie of its own with the browser that began it: whichever node it comes back to can
 * go on, tabs do not get in each other's way, and who never comes back leaves nothing.
 */
export function createFlows(config: Pick<Config, 'publicUrl'>, secret: string): Flows {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'marquee single sign-on', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const optionsFor = (req: Request): CookieOptions => ({
    httpOnly: true,
    // The issuer leads back from its own site, by a plain link.
    sameSite: 'lax',
    secure: config.publicUrl?.protocol === 'https:' || req.secure,
    path: OIDC_PATH,
  });

  function open(sealed: string): Flow | null {
    const [payload = '', signature = ''] = sealed.split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(payload))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const flow = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Flow;
    return flow.until > Date.now() ? flow : null;
  }

  return {
    keep(req, res, { returnTo, ...flow }) {
      const earlier = Object.keys(cookiesOf(req)).filter((name) => name.startsWith(PREFIX));
      if (earlier.length >= AT_ONCE) for (const name of earlier) res.clearCookie(name, optionsFor(req));
      const kept: Flow = {
        ...flow,
        returnTo: returnTo.length > LONGEST_RETURN ? '/' : returnTo,
        until: Date.now() + LASTS_MS,
      };
      const payload = Buffer.from(JSON.stringify(kept)).toString('base64url');
      res.cookie(PREFIX + flow.state, `${payload}.${sign(payload)}`, { ...optionsFor(req), maxAge: LASTS_MS });
    },

    take(req, res, state) {
      if (!wellFormedState.test(state)) return null;
      const sealed = cookiesOf(req)[PREFIX + state];
      if (sealed === undefined) return null;
      res.clearCookie(PREFIX + state, optionsFor(req));
      const flow = open(sealed);
      return flow?.state === state ? flow : null;
    },
  };
}

/** None of the names and values that are asked for needs decoding. */
function cookiesOf(req: Request): Record<string, string> {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}
