/** How many hexadecimal digits make a coin. Their number is exact in JavaScript. */
const DIGITS = 12;

/**
 * A candidate's coin from HMAC-SHA256(seed, key) in hexadecimal digits: a number from 0 to 1. The key of the HMAC are the
 * bytes of the seed, the message is the candidate's key as UTF-8.
 */
export function coinOf(hmac: string): number {
  return Number.parseInt(hmac.slice(0, DIGITS), 16) / 16 ** DIGITS;
}
