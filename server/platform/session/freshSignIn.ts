import type { Request } from 'express';
import { Problem } from '../http/errors.ts';
import { replaceSession } from './session.ts';

const FRESH_FOR_MS = 10 * 60 * 1000;

/**
 * For changes of credentials, of the email address, and for deleting the account: throws fresh_sign_in_required unless the
 * user has signed in or confirmed it in the last ten minutes.
 */
export function requireFreshSignIn(req: Request): void {
  const { confirmedAt, startedAt, endsAt } = req.session;
  const last = Math.max(confirmedAt ?? 0, startedAt ?? 0);
  // biome-ignore lint/plugin: sessions are stored with their date
  if (Date.now() - last > FRESH_FOR_MS || endsAt !== undefined) {
    throw new Problem('fresh_sign_in_required', 'Please confirm that it is you');
  }
}

/** Notes that the user has just confirmed who they are, in a session with a new id. */
export async function noteFreshSignIn(req: Request): Promise<void> {
  // biome-ignore lint/plugin: sessions are stored with their date
  await replaceSession(req, { confirmedAt: Date.now() });
}
