import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { Config } from '../../config/config.ts';
import { invalid } from './errors.ts';
import { retryAfterMs } from './retryAfter.ts';

/*
 * Requests to addresses that users choose: none of this machine and of private networks, except those that the operator
 * allows.
 */

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's services for its own machines, such as metadata.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(network, bits);
}

const globalNetworks = new BlockList();
globalNetworks.addSubnet('2000::', 3, 'ipv6');

// Teredo and 6to4, which can tunnel to any IPv4 address.
const tunnels = new BlockList();
tunnels.addSubnet('2001::', 32, 'ipv6');
tunnels.addSubnet('2002::', 16, 'ipv6');

/** True for public addresses; false for those of this machine and of private networks. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateNetworks.check(address);
  return isIP(address) === 6 && globalNetworks.check(address, 'ipv6') && !tunnels.check(address, 'ipv6');
}

/** The host in a URL, without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/**
 * A DNS lookup that fails unless all addresses of the name are allowed. The connection uses exactly the checked addresses, so
 * another answer later changes nothing.
 */
export function lookUpAllowed(isAllowed: (address: string) => boolean, look: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    look(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error) callback(error, '');
      else if (!first || !found.every(({ address }) => isAllowed(address))) callback(new NotAllowed(), '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

/** The address is not one that the server connects to. */
class NotAllowed extends Error {
  constructor() {
    super('The address is not public');
  }
}

const TIMEOUT_MS = 10_000;

export interface Post {
  url: URL;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface PostAnswer {
  status: number;
  /** In how many milliseconds the service wants to be asked again, if it says so. */
  retryAfterMs: number | undefined;
}

/** A name in its absolute form, with a dot at its end, is the same name. */
const placeOf = ({ host }: URL) => host.replace(/\.(?=$|:)/, '');

/** Where webhooks and notifications may be sent to, and the only way in which they are. */
export interface Outbound {
  /** Throws validation, at this path of the input, for an address that is refused whatever its name leads to. */
  check(url: URL, path: string): void;
  /** Sends a request. Follows no redirect and reads no body of the answer. Throws if there is no answer within 10 seconds. */
  post(post: Post, signal?: AbortSignal): Promise<PostAnswer>;
}

/** Why a request got no answer, for the user who entered the address. It does not name the address. */
export function whyNotSent(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND') return 'There is no such address';
  if (code === 'ECONNREFUSED') return 'Nothing answers at this address';
  return /^(No answer within|The address is not)/.test(message) ? message : 'Couldn’t connect';
}

type OutboundConfig = Pick<Config, 'publicUrl' | 'outgoingNetworks'>;

interface Options {
  /** The port on which this node listens. */
  ownPort: () => number;
  look?: typeof lookup;
  interfaces?: typeof networkInterfaces;
  timeoutMs?: number;
}

/**
 * Public addresses with https, and what the operator allows with either protocol. A public address of this machine, or of a
 * network that it is in, counts as private: what listens there may be closed to others. Never this node itself, so that
 * nobody acts as a user of this machine.
 */
export function createOutbound(
  { publicUrl, outgoingNetworks }: OutboundConfig,
  { ownPort, look = lookup, interfaces = networkInterfaces, timeoutMs = TIMEOUT_MS }: Options,
): Outbound {
  const isAllowed = (url: URL) => (address: string) => {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const own = Object.values(interfaces()).flatMap((list) => list ?? []);
    const isOwn = /^(127\.|0\.|::$)/.test(address) || own.some((one) => one.address === address);
    // An IPv4 address in the form of IPv6 would count as another one.
    if (/^::ffff:/i.test(address) || (portOf(url) === ownPort() && isOwn)) return false;
    if (outgoingNetworks.check(address, family)) return true;
    return url.protocol === 'https:' && isPublicAddress(address) && !networksOf(own).check(address, family);
  };

  /** Why the address is refused before its name is looked up. */
  function whyRefused(url: URL): string | null {
    const host = hostOf(url);
    if (publicUrl && placeOf(url) === placeOf(publicUrl)) return 'Marquee cannot send to itself';
    if (isIP(host) && !isAllowed(url)(host)) {
      return 'This address is not public. Ask the person who runs this site to allow it (OUTGOING_NETWORKS).';
    }
    return null;
  }

  return {
    check(url, path) {
      const message = whyRefused(url);
      if (message) throw invalid([{ path, message }]);
    },

    post({ url, headers, body }, signal) {
      if (whyRefused(url)) return Promise.reject(new NotAllowed());
      return new Promise((resolve, reject) => {
        const send = url.protocol === 'https:' ? https.request : http.request;
        const request = send(url, {
          method: 'POST',
          agent: false,
          ...(signal && { signal }),
          headers: { ...headers, 'Content-Length': Buffer.byteLength(body), 'User-Agent': 'Marquee' },
          lookup: lookUpAllowed(isAllowed(url), look),
        });
        const timer = setTimeout(() => request.destroy(new Error('No answer within 10 seconds')), timeoutMs);
        request
          .on('response', (response) => {
            resolve({
              status: response.statusCode ?? 0,
              retryAfterMs: retryAfterMs(response.headers['retry-after']),
            });
            request.destroy();
          })
          .on('error', reject)
          .on('close', () => {
            clearTimeout(timer);
            // Neither event comes for an answer that switches protocols.
            reject(new Error('The connection was closed'));
          });
        request.end(body);
      });
    },
  };
}

const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

function networksOf(interfaces: readonly NetworkInterfaceInfo[]): BlockList {
  const networks = new BlockList();
  for (const { address, cidr, family } of interfaces) {
    const bits = Number(cidr?.split('/')[1] ?? Number.NaN);
    const type = family === 'IPv6' ? 'ipv6' : 'ipv4';
    if (Number.isInteger(bits)) networks.addSubnet(address, bits, type);
    else networks.addAddress(address, type);
  }
  return networks;
}
