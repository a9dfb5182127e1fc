import { OfflineError } from '../../../lib/http/http.ts';

/** A new UUID for a write: its Idempotency-Key, and the opId of the change that confirms it. */
export function newOpId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  // Browsers have randomUUID only on secure origins, but a home server may use plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const unanswered = new Map<string, string>();

/**
 * Creates something under a key. After a failure without an answer it may be there, so the same thing is sent with the same
 * key when the person tries again.
 */
export async function createOnce<Created>(what: unknown, create: (opId: string) => Promise<Created>): Promise<Created> {
  const name = JSON.stringify(what);
  const opId = unanswered.get(name) ?? newOpId();
  unanswered.delete(name);
  try {
    return await create(opId);
  } catch (error) {
    if (error instanceof OfflineError) unanswered.set(name, opId);
    throw error;
  }
}
