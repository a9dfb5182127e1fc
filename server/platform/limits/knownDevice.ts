import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { type CookieConfig, clearCookie, findCookieNames, readCookie, setCookie } from '../http/cookies.ts';

/** Remembers which browsers have signed in to which account. */
export interface KnownDevices {
  /** The device's id if this browser has signed in to the account before, or null. */
  find(req: Request, account: string): string | null;
  /** Call it at each successful sign-in. */
  remember(res: Response, account: string): void;
}

const NAME_PREFIX = 'marquee.device.';
const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;
/** How many accounts one browser is remembered for. Browsers limit the cookies of a site. */
const MAX_ACCOUNTS = 5;

/**
 * Uses a signed cookie for each account, so that every node knows the device and nothing is stored. The cookie gives no
 * access: its holder may only try passwords for that account while other devices have to wait.
 */
export function createKnownDevices(config: CookieConfig, secret: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'marquee known device', 32));
  const hmac = (...parts: string[]) => createHmac('sha256', key).update(parts.join('\n')).digest('base64url');

  // A hash, so that the name does not reveal the account's email address.
  const nameFor = (account: string) => NAME_PREFIX + hmac('name', account).slice(0, 16);
  const sign = (account: string, device: string, until: string) => hmac('device', account, device, until);

  function find(req: Request, account: string): string | null {
    const [device = '', until = '', signature = ''] = (readCookie(req, config, nameFor(account)) ?? '').split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(account, device, until))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    // biome-ignore lint/plugin: the cookie contains a date, which another node may have written
    return Number(until) > Date.now() ? device : null;
  }

  return {
    find,

    remember(res, account) {
      const name = nameFor(account);
      const others = findCookieNames(res.req, config, NAME_PREFIX).filter((one) => one !== name);
      // Browsers send the earlier cookies first.
      for (const earlier of others.slice(0, Math.max(0, others.length + 1 - MAX_ACCOUNTS))) {
        clearCookie(res, config, earlier);
      }
      const device = find(res.req, account) ?? randomBytes(12).toString('base64url');
      // biome-ignore lint/plugin: a date in a cookie, which another node may read
      const until = String(Date.now() + LIFETIME_MS);
      const value = [device, until, sign(account, device, until)].join('.');
      setCookie(res, config, { name, value, lastsMs: LIFETIME_MS });
    },
  };
}
