import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const nonces = new WeakMap<ServerResponse, string>();

/** The nonce for styles in this response's Content-Security-Policy. */
export function styleNonceOf(res: ServerResponse): string {
  const known = nonces.get(res);
  if (known) return known;
  const nonce = randomBytes(16).toString('base64');
  nonces.set(res, nonce);
  return nonce;
}
