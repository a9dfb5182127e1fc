import { isIP } from 'node:net';
import type { Request } from 'express';
import { trusted } from 'mongoose';
import type { Config } from '../../../config/config.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { originOf } from '../../../platform/http/origin.ts';
import { type ChallengeDoc, ChallengeModel } from './challenge.model.ts';

export interface PasskeySite {
  /** The host name. A passkey works for it alone. */
  rpID: string;
  origin: string;
}

/** The site of a request, or null where browsers offer no passkeys: without https, and for a bare IP address. */
export function findPasskeySite(
  req: Pick<Request, 'protocol' | 'host'>,
  config: Pick<Config, 'publicUrl' | 'hasLocalAccounts'>,
): PasskeySite | null {
  const origin = originOf(req, config);
  if (!config.hasLocalAccounts || !URL.canParse(origin)) return null;
  const { hostname, protocol } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if ((protocol !== 'https:' && !isLocal) || isIP(hostname.replace(/^\[|\]$/g, ''))) return null;
  return { rpID: hostname, origin };
}

/** Throws not_found where there are no passkeys. */
export function requirePasskeySite(...args: Parameters<typeof findPasskeySite>): PasskeySite {
  const site = findPasskeySite(...args);
  if (!site) throw notFound('Passkeys need https');
  return site;
}

export const CHALLENGE_LASTS_MS = 10 * 60 * 1000;

type Purpose = ChallengeDoc['purpose'];

export async function keepChallenge(challenge: string, purpose: Purpose, userId: string | null): Promise<void> {
  // biome-ignore lint/plugin: another node may read the date
  await ChallengeModel.create([{ _id: challenge, purpose, userId, expiresAt: Date.now() + CHALLENGE_LASTS_MS }]);
}

/** Uses up a challenge. False when it was not given for this purpose and user, was used before, or has expired. */
export async function spendChallenge(challenge: string, purpose: Purpose, userId: string | null): Promise<boolean> {
  const found = await ChallengeModel.findOneAndDelete({
    _id: challenge,
    purpose,
    userId,
    expiresAt: trusted({ $gt: new Date() }),
  });
  return found !== null;
}
