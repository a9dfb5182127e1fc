import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Config } from '../../config/config.ts';
import { log } from '../log.ts';
import { forbidden } from './errors.ts';
import { firstValue } from './headers.ts';
import { hideTokens } from './secrets.ts';

type OriginConfig = Pick<Config, 'publicUrl' | 'trustProxy'>;

/**
 * True when a request comes from our own pages or from a client that is not a browser. The pages' origin must be that of
 * PUBLIC_URL. Without PUBLIC_URL, the origin's host must equal the request's host.
 */
export function isSameOrigin(req: Pick<IncomingMessage, 'headers'>, config: OriginConfig): boolean {
  const origin = firstValue(req.headers.origin);
  if (origin === undefined) {
    const site = firstValue(req.headers['sec-fetch-site']);
    return site === undefined || site === 'same-origin' || site === 'none';
  }
  if (!URL.canParse(origin)) return false;
  if (config.publicUrl) return new URL(origin).origin === config.publicUrl.origin;
  const { host, protocol } = new URL(origin);
  const asked = (config.trustProxy && firstValue(req.headers['x-forwarded-host'])) || firstValue(req.headers.host);
  if (!asked || !URL.canParse(`${protocol}//${asked}`)) return false;
  return new URL(`${protocol}//${asked}`).host === host;
}

/** The public origin of this site: PUBLIC_URL's, or the request's own. */
export function originOf(req: Pick<Request, 'protocol' | 'host'>, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl?.origin ?? `${req.protocol}://${req.host}`;
}

/** A line of the server's log, as those of the security log. It concerns no account: anyone can send such requests. */
export function logRefusedOrigin({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): void {
  const type = 'origin-refused';
  log.info({ audit: true, type, origin: firstValue(headers.origin), path: hideTokens(url?.split('?')[0] ?? '') }, type);
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses unsafe requests from other sites' pages (CSRF). */
export function requireSameOrigin(config: OriginConfig): RequestHandler {
  return (req, _res, next) => {
    if (safeMethods.has(req.method) || isSameOrigin(req, config)) return next();
    logRefusedOrigin(req);
    next(forbidden('This request comes from another site'));
  };
}

/**
 * True when the browser reports that a person followed one of our own links or typed the address. False for images, frames
 * and scripts, for links on other sites, and for prefetched pages. Also false when the headers are missing: old browsers do
 * not send them, and no browser sends them over plain http.
 */
export function isOwnNavigation({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return (
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    (headers['sec-fetch-site'] === 'same-origin' || headers['sec-fetch-site'] === 'none') &&
    headers['sec-purpose'] === undefined
  );
}
