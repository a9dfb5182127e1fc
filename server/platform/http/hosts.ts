import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { RequestHandler } from 'express';
import type { Config } from '../../config/config.ts';
import { hostnameOf } from '../../config/hostname.ts';
import { Problem } from './errors.ts';
import { firstValue } from './headers.ts';

type HostConfig = Pick<Config, 'publicUrl' | 'trustProxy' | 'host' | 'allowedHosts'>;

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, bits);
}
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Suffixes of names that do not exist in the public DNS. */
const privateSuffixes = ['.localhost', '.local', '.lan', '.home.arpa', '.internal'];

/** The address in a hostname, without brackets. Null when the hostname is a name. */
function addressIn(hostname: string): string | null {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) ? address : null;
}

const isIn = (networks: BlockList, address: string) => networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** True for this machine and private networks, by address or by a name that cannot be registered publicly. */
function isPrivate(hostname: string): boolean {
  const address = addressIn(hostname);
  if (address) return isIn(privateNetworks, address);
  return !hostname.includes('.') || privateSuffixes.some((suffix) => hostname.endsWith(suffix));
}

/** True when a request's Host names this machine itself. */
export function isLoopbackHost({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return isLoopback(headers.host ?? '');
}

/** True when a host, with or without a port, is this machine itself. */
export function isLoopback(host: string): boolean {
  const hostname = hostnameOf(host) ?? '';
  const address = addressIn(hostname);
  const isName = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName || (address !== null && isIn(loopback, address));
}

/**
 * True when a request names a host that this site is served at. An attacker may point any other name at this machine, so
 * that a visitor's browser treats the attacker's pages as ours (DNS rebinding).
 */
export function isKnownHost({ headers }: Pick<IncomingMessage, 'headers'>, config: HostConfig): boolean {
  const { publicUrl, allowedHosts } = config;
  const isKnown = (host: string) => {
    const hostname = hostnameOf(host);
    if (hostname === null) return false;
    if (allowedHosts.includes(hostname)) return true;
    if (publicUrl) return hostname === publicUrl.hostname;
    return isPrivate(hostname) || (hostname === hostnameOf(config.host) && !isUnspecified(config.host));
  };
  const forwarded = !publicUrl && config.trustProxy > 0 ? firstValue(headers['x-forwarded-host']) : undefined;
  return isKnown(headers.host ?? '') && (forwarded === undefined || isKnown(forwarded));
}

/** The app listens on every address of the machine then. In a URL these addresses name no host. */
const isUnspecified = (host: string) => host === '0.0.0.0' || host === '::';

const UNKNOWN_HOST =
  'This site is not open at this address. Its operator can allow the address with PUBLIC_URL or ALLOWED_HOSTS.';

/** Refuses requests for other hosts with the error misdirected. */
export function requireKnownHost(config: HostConfig): RequestHandler {
  return (req, _res, next) => {
    next(isKnownHost(req, config) ? undefined : new Problem('misdirected', UNKNOWN_HOST));
  };
}
