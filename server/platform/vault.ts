import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** Encrypts short texts with a key that only this server's nodes have. */
export interface Vault {
  seal(text: string): string;
  /** The text, or null when it was not sealed by this vault. */
  open(sealed: string): string | null;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Each purpose has its own key, made from the session secret. */
export function createVault(secret: string, purpose: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `marquee ${purpose}`, 32));
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** Hands a value to the client, which returns it later, to any node. The client cannot read or change it. */
export interface Tickets<T> {
  issue(value: T): string;
  /** The value, or null when the ticket has expired or is not ours. */
  read(ticket: string): T | null;
}

export const TICKET_LASTS_MS = 10 * 60 * 1000;

export function createTickets<T>(secret: string, purpose: string, schema: z.ZodType<T>): Tickets<T> {
  const vault = createVault(secret, purpose);
  const ticketSchema = z.object({ value: schema, until: z.number() });
  return {
    issue(value) {
      // biome-ignore lint/plugin: another node may read the date
      return vault.seal(JSON.stringify({ value, until: Date.now() + TICKET_LASTS_MS }));
    },
    read(ticket) {
      const text = vault.open(ticket);
      if (text === null) return null;
      // A ticket of an earlier version may have other fields.
      const { data } = ticketSchema.safeParse(JSON.parse(text));
      // biome-ignore lint/plugin: another node may have written the date
      return data && data.until > Date.now() ? data.value : null;
    },
  };
}
