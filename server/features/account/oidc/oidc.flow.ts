import type { Response } from 'express';
import { z } from 'zod';
import { idSchema } from '../../../../common/schemas/primitives.ts';
import {
  type CookieConfig,
  clearCookie,
  findCookieNames,
  readCookie,
  setCookie,
} from '../../../platform/http/cookies.ts';
import { createTickets, TICKET_LASTS_MS } from '../../../platform/vault.ts';
import { spendState } from '../usedState.model.ts';
import type { Challenge } from './oidc.ts';

const stateSchema = z.string().regex(/^[\w-]{20,100}$/);

const flowSchema = z.object({
  state: stateSchema,
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.url(),
  /** The user only confirms who they are. */
  isFresh: z.boolean().exactOptional(),
  returnTo: z.string(),
  /** The user who connects single sign-on or confirms who they are; absent for a sign-in. */
  userId: idSchema.exactOptional(),
  /** The credentials rev of that user when the password was checked. */
  credentialsRev: z.int().exactOptional(),
} satisfies Record<keyof Challenge, z.ZodType> & z.ZodRawShape);
/** A sign-in that is in progress at the issuer. */
export type Flow = z.infer<typeof flowSchema>;

export interface Flows {
  keep(res: Response, flow: Flow): void;
  /** Returns and removes the flow of this browser with that state, or null. A state is returned once. */
  take(res: Response, state: string | null): Promise<Flow | null>;
}

export const OIDC_PATH = '/api/auth/oidc';

const PREFIX = 'marquee.oidc.';
/** Browsers and servers limit the number of cookies. If a user starts more flows, the oldest are removed. */
const AT_ONCE = 5;
/** Proxies refuse requests with more than about 8 kB of cookies. */
const LONGEST_RETURN = 500;

/**
 * Stores each flow in its own encrypted cookie. So any node can continue it, tabs do not interfere with each other, and
 * abandoned flows need no cleanup.
 */
export function createFlows(config: CookieConfig, secret: string): Flows {
  const tickets = createTickets(secret, 'single sign-on', flowSchema);
  return {
    keep(res, flow) {
      const earlier = findCookieNames(res.req, config, PREFIX);
      // Browsers send the earlier cookies first.
      for (const name of earlier.slice(0, Math.max(0, earlier.length + 1 - AT_ONCE))) clearCookie(res, config, name);
      const returnTo = flow.returnTo.length > LONGEST_RETURN ? '/' : flow.returnTo;
      const value = tickets.issue({ ...flow, returnTo });
      setCookie(res, config, { name: PREFIX + flow.state, value, lastsMs: TICKET_LASTS_MS });
    },

    async take(res, given) {
      const { data: state } = stateSchema.safeParse(given);
      if (state === undefined) return null;
      const name = PREFIX + state;
      const ticket = readCookie(res.req, config, name);
      if (ticket === undefined) return null;
      clearCookie(res, config, name);
      const flow = tickets.read(ticket);
      return flow?.state === state && (await spendState(state)) ? flow : null;
    },
  };
}
