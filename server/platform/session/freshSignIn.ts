import type { Request } from 'express';
import { Problem } from '../http/errors.ts';
import { SessionModel } from './session.ts';

const FRESH_FOR_MS = 10 * 60 * 1000;

/**
 * For changes of credentials, of the email address, and for deleting the account: throws fresh_sign_in_required unless the
 * user has signed in or confirmed it in the last ten minutes.
 */
export function requireFreshSignIn(req: Request): void {
  const { confirmedAt, startedAt } = req.session;
  const last = Math.max(confirmedAt ?? 0, startedAt ?? 0);
  // biome-ignore lint/plugin: sessions are stored with their date
  if (Date.now() - last > FRESH_FOR_MS) {
    throw new Problem('fresh_sign_in_required', 'Please confirm that it is you');
  }
}

/** Notes that the user has just confirmed who they are. A session that has ended meanwhile stays ended. */
export async function noteFreshSignIn(req: Request): Promise<void> {
  // biome-ignore lint/plugin: sessions are stored with their date
  await SessionModel.updateOne({ _id: req.sessionID }, { $set: { 'session.confirmedAt': Date.now() } });
}
