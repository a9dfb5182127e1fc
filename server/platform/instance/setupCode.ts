import { createHmac } from 'node:crypto';
import { isSameSecret } from '../http/secrets.ts';

/** Letters and digits that are not mistaken for each other. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const LENGTH = 8;

/** The code with which the first account is created: the same on all nodes and after each restart. For example K7QM-2XHD. */
export function setupCodeOf(secret: string): string {
  const bytes = createHmac('sha256', secret).update('setup code').digest();
  const letters = [...bytes.subarray(0, LENGTH)].map((byte) => alphabet[byte % alphabet.length]);
  return `${letters.slice(0, LENGTH / 2).join('')}-${letters.slice(LENGTH / 2).join('')}`;
}

/** Compares in constant time, and regardless of case, spaces and the hyphen. */
export function isSetupCode(given: string, right: string): boolean {
  return isSameSecret(plain(given), plain(right));
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase();
