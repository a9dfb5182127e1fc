import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { model, Schema, Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { type CookieConfig, clearCookie, readCookie, setCookie } from '../http/cookies.ts';
import type { SchemaFields } from '../stored.ts';

/*
 * The sessions of guests: people without an account who take part in one poll. Such a session has a cookie of its own and
 * gives access to that poll and to nothing else.
 */

export const GUEST_COOKIE = 'marquee.guest';
const DURATION_MS = limits.pollHours * 60 * 60 * 1000;

declare module 'express-serve-static-core' {
  interface Request {
    /** The token in the guest's cookie. Undefined when the request is certainly not of a guest. */
    guestToken?: string | undefined;
  }
}

interface GuestSessionDoc {
  /** The guest's id. */
  _id: Types.ObjectId;
  pollId: Types.ObjectId;
  /** Of the cookie's token, so that nobody can use what is stored. */
  tokenHash: string;
  expiresAt: Date;
}

const schema = new Schema<GuestSessionDoc>(
  {
    pollId: { type: Schema.Types.ObjectId, required: true },
    tokenHash: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<GuestSessionDoc>,
  { versionKey: false },
);
schema.index({ tokenHash: 1 }, { unique: true });
schema.index({ pollId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const GuestSessionModel = model<GuestSessionDoc>('GuestSession', schema, 'guestsessions');

/** Someone who takes part in one poll without an account. */
export interface Guest {
  id: string;
  pollId: string;
}

/** The hash of a secret token with at least 128 random bits, which needs no slow hash. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url');

export const createToken = () => randomBytes(16).toString('base64url');

/** Stores the session of a new guest. Call it in the transaction in which the guest joins. */
export async function storeGuestSession({ id, pollId }: Guest, token: string): Promise<void> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + DURATION_MS);
  await GuestSessionModel.insertOne({
    _id: new Types.ObjectId(id),
    pollId: new Types.ObjectId(pollId),
    tokenHash: hashOfToken(token),
    expiresAt,
  });
}

export function setGuestCookie(res: Response, token: string, config: CookieConfig): void {
  setCookie(res, config, { name: GUEST_COOKIE, value: token, lastsMs: DURATION_MS });
}

export function clearGuestCookie(res: Response, config: CookieConfig): void {
  clearCookie(res, config, GUEST_COOKIE);
}

export function guestTokenOf(req: Pick<IncomingMessage, 'headers'>, config: CookieConfig): string | undefined {
  return readCookie(req, config, GUEST_COOKIE);
}

/** Sets the request's `guestToken`. */
export function readGuestToken(config: CookieConfig): RequestHandler {
  return (req, _res, next) => {
    req.guestToken = guestTokenOf(req, config);
    next();
  };
}

/** The guest of a request, or null without a valid guest session. */
export async function findGuest({ guestToken: token }: Pick<Request, 'guestToken'>): Promise<Guest | null> {
  if (!token) return null;
  const found = await GuestSessionModel.findOne({
    tokenHash: hashOfToken(token),
    expiresAt: trusted({ $gt: new Date() }),
  }).lean<GuestSessionDoc>();
  return found && { id: found._id.toHexString(), pollId: found.pollId.toHexString() };
}

/** The guests of a poll whose sessions are valid now. */
export async function findGuestIds(pollId: string): Promise<string[]> {
  const found = await GuestSessionModel.find({ pollId, expiresAt: trusted({ $gt: new Date() }) }, { _id: 1 }).lean<
    Pick<GuestSessionDoc, '_id'>[]
  >();
  return found.map(({ _id }) => _id.toHexString());
}

/** Ends the session of one guest, or those of all guests of a poll. Call it in the transaction that ends the access. */
export async function endGuestSessions(ended: { guestId: string } | { pollId: Types.ObjectId }): Promise<void> {
  await GuestSessionModel.deleteMany('guestId' in ended ? { _id: ended.guestId } : { pollId: ended.pollId });
}
