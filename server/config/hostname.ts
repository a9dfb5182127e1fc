import { isIPv6 } from 'node:net';

/**
 * The name or address in a Host header, an `X-Forwarded-Host` header or a setting, normalised as in a URL and without the
 * port: lower case, IPv6 in brackets, no dot at the end. Null when it is empty or malformed.
 */
export function hostnameOf(host: string): string | null {
  const address = `http://${isIPv6(host) ? `[${host}]` : host}`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(address)) return null;
  return new URL(address).hostname.replace(/\.$/, '') || null;
}
