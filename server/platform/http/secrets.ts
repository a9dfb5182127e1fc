import { createHash, timingSafeEqual } from 'node:crypto';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time. */
export function isSameSecret(given: string, right: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(right));
}

/** A path as it may be logged: without the tokens in it. Ids stay, which have 24 hexadecimal digits. */
export function hideTokens(path: string): string {
  return path.replace(/[\w-]{20,}/g, (part) => (/^[0-9a-f]{24}$/i.test(part) ? part : '…'));
}
