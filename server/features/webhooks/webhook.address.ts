import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from '../../config/config.ts';
import { invalid } from '../../platform/http/errors.ts';
import { hostOf, isPublicAddress, lookUpAllowed, NotAllowed } from '../../platform/http/outbound.ts';

const TIMEOUT_MS = 10_000;

export interface Post {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/** Where webhooks may send to, and the only way in which they do. */
export interface Outbound {
  /** Throws validation for an address that is refused whatever its name leads to. */
  check(url: URL): void;
  /** Sends a request and resolves with the status of the answer. Follows no redirect and reads no body. */
  post(post: Post, signal: AbortSignal): Promise<number>;
}

type OutboundConfig = Pick<Config, 'publicUrl' | 'webhookNetworks'>;

interface Options {
  /** The port on which this node listens. */
  ownPort: () => number;
  look?: typeof lookup;
  timeoutMs?: number;
}

/**
 * Public addresses with https, and what the operator allows with either protocol. Never this node itself, so that a webhook
 * cannot act as a user of this machine.
 */
export function createOutbound(
  { publicUrl, webhookNetworks }: OutboundConfig,
  { ownPort, look = lookup, timeoutMs = TIMEOUT_MS }: Options,
): Outbound {
  const isAllowedPrivately = (address: string) => webhookNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const isAllowed = (url: URL) => (address: string) => {
    // An IPv4 address in the form of IPv6 would count as another one.
    if (/^::ffff:/i.test(address) || (portOf(url) === ownPort() && isOwn(address))) return false;
    return isAllowedPrivately(address) || (url.protocol === 'https:' && isPublicAddress(address));
  };

  /** Why the address is refused before its name is looked up. */
  function whyRefused(url: URL): string | null {
    const host = hostOf(url);
    if (publicUrl && url.host === publicUrl.host) return 'Marquee cannot send to itself';
    if (isIP(host) && !isAllowed(url)(host)) {
      return 'This address is not public. Ask the person who runs this site to allow it (WEBHOOK_NETWORKS).';
    }
    return null;
  }

  return {
    check(url) {
      const message = whyRefused(url);
      if (message) throw invalid([{ path: 'address', message }]);
    },

    post({ url, headers, body }, signal) {
      if (whyRefused(url)) return Promise.reject(new NotAllowed());
      return new Promise((resolve, reject) => {
        const send = url.protocol === 'https:' ? https.request : http.request;
        const request = send(url, {
          method: 'POST',
          agent: false,
          signal,
          headers: { ...headers, 'Content-Length': Buffer.byteLength(body), 'User-Agent': 'Marquee' },
          lookup: lookUpAllowed(isAllowed(url), look),
        });
        const timer = setTimeout(() => request.destroy(new Error('No answer within 10 seconds')), timeoutMs);
        request
          .on('response', (response) => {
            resolve(response.statusCode ?? 0);
            request.destroy();
          })
          .on('error', reject)
          .on('close', () => clearTimeout(timer));
        request.end(body);
      });
    },
  };
}

const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

function isOwn(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return /^(127\.|0\.|::$)/.test(address) || own.some((one) => one.address === address);
}
