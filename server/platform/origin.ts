import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { forbidden } from './errors.ts';

type OriginConfig = Pick<Config, 'publicUrl' | 'trustProxy'>;

function first(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim();
}

/** True when a request comes from our own pages, or from a client that is no browser. */
export function isSameOrigin(req: Pick<IncomingMessage, 'headers'>, config: OriginConfig): boolean {
  const origin = first(req.headers.origin);
  if (origin === undefined) {
    const site = first(req.headers['sec-fetch-site']);
    return site === undefined || site === 'same-origin' || site === 'none';
  }
  if (!URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  if (config.publicUrl?.host === host && config.publicUrl.protocol === protocol) return true;
  const asked = (config.trustProxy && first(req.headers['x-forwarded-host'])) || first(req.headers.host);
  if (!asked || !URL.canParse(`${protocol}//${asked}`)) return false;
  return new URL(`${protocol}//${asked}`).host === host;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses unsafe requests from foreign pages: the cookie alone proves no intent. */
export function requireSameOrigin(config: OriginConfig): RequestHandler {
  return (req, _res, next) => {
    if (safeMethods.has(req.method) || isSameOrigin(req, config)) next();
    else next(forbidden('This request comes from another site'));
  };
}
