import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { type CookieConfig, clearCookie, findCookieNames, readCookie, setCookie } from '../http/cookies.ts';

/** An account, as it is between two changes of its credentials. */
export interface DeviceOwner {
  userId: string;
  credentialsRev: number;
}

interface KnownDevice {
  id: string;
  /** Of the account, when the device signed in. After a change of credentials the device gets no attempts of its own. */
  credentialsRev: number;
}

/** Remembers which browsers have signed in to which account. */
export interface KnownDevices {
  /** The device if this browser has signed in to the account before, or null. */
  find(req: Request, userId: string): KnownDevice | null;
  /** Call it at each successful sign-in, and after a change of credentials in this browser. */
  remember(res: Response, owner: DeviceOwner): void;
}

const NAME_PREFIX = 'marquee.device.';
const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;
/** How many accounts one browser is remembered for. Browsers limit the cookies of a site. */
const MAX_ACCOUNTS = 5;

/**
 * Uses a signed cookie for each account, so that every node knows the device and nothing is stored. The cookie gives no
 * access: its holder may only try passwords for that account while other devices have to wait. It belongs to the account and
 * not to the email address, which may get another owner.
 */
export function createKnownDevices(config: CookieConfig, secret: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'marquee known device', 32));
  const hmac = (...parts: string[]) => createHmac('sha256', key).update(parts.join('\n')).digest('base64url');

  // A hash, so that the name does not reveal the account.
  const nameFor = (userId: string) => NAME_PREFIX + hmac('name', userId).slice(0, 16);
  const sign = (userId: string, ...parts: string[]) => hmac('device', userId, ...parts);

  function find(req: Request, userId: string): KnownDevice | null {
    const [id = '', rev = '', until = '', signature = ''] = (readCookie(req, config, nameFor(userId)) ?? '').split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(userId, id, rev, until))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    // biome-ignore lint/plugin: the cookie contains a date, which another node may have written
    return Number(until) > Date.now() ? { id, credentialsRev: Number(rev) } : null;
  }

  return {
    find,

    remember(res, { userId, credentialsRev }) {
      const name = nameFor(userId);
      const others = findCookieNames(res.req, config, NAME_PREFIX).filter((one) => one !== name);
      // Browsers send the earlier cookies first.
      for (const earlier of others.slice(0, Math.max(0, others.length + 1 - MAX_ACCOUNTS))) {
        clearCookie(res, config, earlier);
      }
      const id = find(res.req, userId)?.id ?? randomBytes(12).toString('base64url');
      const rev = String(credentialsRev);
      // biome-ignore lint/plugin: a date in a cookie, which another node may read
      const until = String(Date.now() + LIFETIME_MS);
      const value = [id, rev, until, sign(userId, id, rev, until)].join('.');
      setCookie(res, config, { name, value, lastsMs: LIFETIME_MS });
    },
  };
}
