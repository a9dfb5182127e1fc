import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../../config.ts';
import { cookiesOf } from '../http/cookies.ts';

/** Remembers which browsers have signed in to which account. */
export interface KnownDevices {
  /** The device's id if this browser has signed in to the account before, or null. */
  find(req: Request, account: string): string | null;
  /** Call it at each successful sign-in. */
  remember(req: Request, res: Response, account: string): void;
}

const NAME_PREFIX = 'marquee.device.';
const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;
/** How many accounts one browser is remembered for. Browsers limit the cookies of a site. */
const MAX_ACCOUNTS = 5;

/**
 * Uses a signed cookie for each account, so that every node knows the device and nothing is stored. The cookie gives no
 * access: its holder may only try passwords for that account while other devices have to wait.
 */
export function createKnownDevices(config: Pick<Config, 'publicUrl'>, secret: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'marquee known device', 32));
  const hmac = (...parts: string[]) => createHmac('sha256', key).update(parts.join('\n')).digest('base64url');

  const isSecure = (req: Request) => config.publicUrl?.protocol === 'https:' || req.secure;
  /** Browsers accept a __Host- cookie only over https and only from this host. */
  const prefixFor = (req: Request) => `${isSecure(req) ? '__Host-' : ''}${NAME_PREFIX}`;
  // A hash, so that the name does not reveal the account's email address.
  const nameFor = (req: Request, account: string) => prefixFor(req) + hmac('name', account).slice(0, 16);
  const optionsFor = (req: Request): CookieOptions => ({
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(req),
    path: '/',
  });
  const sign = (account: string, device: string, until: string) => hmac('device', account, device, until);

  function find(req: Request, account: string): string | null {
    const [device = '', until = '', signature = ''] = (cookiesOf(req)[nameFor(req, account)] ?? '').split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(account, device, until))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    // biome-ignore lint/plugin: the cookie contains a date, which another node may have written
    return Number(until) > Date.now() ? device : null;
  }

  return {
    find,

    remember(req, res, account) {
      const name = nameFor(req, account);
      const others = Object.keys(cookiesOf(req)).filter((one) => one.startsWith(prefixFor(req)) && one !== name);
      // Browsers send the earlier cookies first.
      for (const earlier of others.slice(0, Math.max(0, others.length + 1 - MAX_ACCOUNTS))) {
        res.clearCookie(earlier, optionsFor(req));
      }
      const device = find(req, account) ?? randomBytes(12).toString('base64url');
      // biome-ignore lint/plugin: a date in a cookie, which another node may read
      const until = String(Date.now() + LIFETIME_MS);
      const value = [device, until, sign(account, device, until)].join('.');
      res.cookie(name, value, { ...optionsFor(req), maxAge: LIFETIME_MS });
    },
  };
}
