import { createHash, timingSafeEqual } from 'node:crypto';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time. */
export function isSameSecret(given: string, right: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(right));
}
