import type { IncomingMessage } from 'node:http';
import type { CookieOptions, Response } from 'express';
import type { Config } from '../../config/config.ts';
import { firstValue } from './headers.ts';

/*
 * Decides the name and the attributes of all cookies. Over https a cookie is set and read only with the prefix __Host-:
 * browsers accept such a cookie only over https and only from this host. A sibling subdomain could set a cookie without it.
 */

export type CookieConfig = Pick<Config, 'publicUrl' | 'trustProxy'>;
type CookieRequest = Pick<IncomingMessage, 'headers'>;

const HOST_PREFIX = '__Host-';

/** True when the browser uses https. The proxy in front of the app ends it. */
function isHttps({ headers }: CookieRequest, { publicUrl, trustProxy }: CookieConfig): boolean {
  if (publicUrl?.protocol === 'https:') return true;
  return trustProxy > 0 && firstValue(headers['x-forwarded-proto'])?.toLowerCase() === 'https';
}

export function cookieNameFor(req: CookieRequest, config: CookieConfig, name: string): string {
  return isHttps(req, config) ? HOST_PREFIX + name : name;
}

export function cookieOptionsFor(req: CookieRequest, config: CookieConfig) {
  return {
    httpOnly: true,
    // Invitation links and the return from single sign-on are navigations from other sites.
    sameSite: 'lax',
    secure: isHttps(req, config),
    path: '/',
  } as const satisfies CookieOptions;
}

/** The value of a cookie of this site, by its name without prefix. */
export function readCookie(req: CookieRequest, config: CookieConfig, name: string): string | undefined {
  return cookiesOf(req).get(cookieNameFor(req, config, name));
}

/** The names, without prefix, of this site's cookies that begin so, the earliest first. */
export function findCookieNames(req: CookieRequest, config: CookieConfig, start: string): string[] {
  const whole = cookieNameFor(req, config, start);
  const found = [...cookiesOf(req).keys()].filter((name) => name.startsWith(whole));
  return found.map((name) => start + name.slice(whole.length));
}

/** Sets a cookie whose value needs no encoding. */
export function setCookie(
  res: Response,
  config: CookieConfig,
  { name, value, lastsMs }: { name: string; value: string; lastsMs: number },
): void {
  const options = { ...cookieOptionsFor(res.req, config), maxAge: lastsMs, encode: String };
  res.cookie(cookieNameFor(res.req, config, name), value, options);
}

/** Makes the browser delete a cookie. */
export function clearCookie(res: Response, config: CookieConfig, name: string): void {
  const { secure, path } = cookieOptionsFor(res.req, config);
  res.clearCookie(cookieNameFor(res.req, config, name), { secure, path });
}

/** The cookies of a request by name. They are not decoded, because our own names and values need no encoding. */
function cookiesOf({ headers }: CookieRequest): Map<string, string> {
  // Unlike trim(), which removes more: browsers let other hosts set a cookie whose name is U+00A0 and then __Host-.
  const pairs = (headers.cookie ?? '').split(/[ \t]*;[ \t]*/).map((pair) => pair.split('='));
  return new Map(pairs.map(([name = '', value = '']) => [name, value]));
}
