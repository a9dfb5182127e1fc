import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/**
 * The client's address, which limits are counted by. Trusted proxies are skipped. An IPv6 address is reduced to its /64, the
 * network that one customer gets.
 */
export function addressOf(req: Pick<Request, 'ip'>): string {
  const address = req.ip ?? 'unknown';
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  return ipv4Of(groups) ?? groups.slice(0, 4).join(':');
}

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  // URL normalises every form of an address, but does not accept a zone (fe80::1%eth0).
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

/** The IPv4 address in an IPv4-mapped IPv6 address such as ::ffff:203.0.113.7, or null. */
function ipv4Of(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
}

/** The headers by which proxies and tunnels name themselves or their client. */
const forwardingHeader =
  /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|(x-)?(true-)?client-ip|x-cluster-client-ip|cf-.+)$/;

/** True when a proxy forwarded the request. Proxies on this machine have its address, too. */
export function isForwarded({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Object.keys(headers).some((name) => forwardingHeader.test(name));
}
