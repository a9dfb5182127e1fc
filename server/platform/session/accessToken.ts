import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { model, Schema, type Types, trusted } from 'mongoose';
import type { Call } from '../../../common/api/call.ts';
import { type AccessToken, readScopes, type TokenScope } from '../../../common/schemas/account/token.ts';
import { addressOf } from '../http/address.ts';
import { insufficientScope, unauthorized } from '../http/errors.ts';
import { log } from '../log.ts';
import type { SchemaFields, Stored } from '../stored.ts';
import { hashOfToken } from './guestSession.ts';

/*
 * Personal access tokens: a program sends one in place of a session's cookie. Each call of the contract says which scope opens
 * it, and most calls are open to no token.
 */

export interface AccessTokenDoc extends Omit<Stored<AccessToken, 'id'>, 'expiresAt' | 'lastUsedAt'> {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  /** Of the secret, so that nobody can use what is stored. */
  tokenHash: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

/** For so long, the user still sees that a token has expired. */
const SHOWN_AFTER_END_S = 30 * 24 * 60 * 60;

const schema = new Schema<AccessTokenDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    tokenHash: { type: String, required: true },
    name: { type: String, required: true },
    scopes: { type: [String], required: true },
    expiresAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
    lastAddress: { type: String, default: null },
  } satisfies SchemaFields<AccessTokenDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ tokenHash: 1 }, { unique: true });
schema.index({ userId: 1, _id: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: SHOWN_AFTER_END_S });

export const AccessTokenModel = model<AccessTokenDoc>('AccessToken', schema, 'accesstokens');

const PREFIX = 'mq_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 bytes in base 62, and a CRC-32. */
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;

const tokenPattern = new RegExp(`^${PREFIX}(\\w{${SECRET_LENGTH}})(\\w{${CHECK_LENGTH}})$`);

function base62(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let place = 0; place < length; place++) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

function checkOf(secret: string): string {
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(secret));
  return base62(check, CHECK_LENGTH);
}

/** A new secret: prefix and checksum let scanners find leaked ones, and 32 random bytes need no slow hash. */
export function createSecret(): string {
  const secret = base62(randomBytes(32), SECRET_LENGTH);
  return `${PREFIX}${secret}${checkOf(secret)}`;
}

/** The token with which a request came. */
interface RequestToken {
  id: string;
  userId: string;
  kinds: ReadonlySet<TokenScope>;
  /** The lists to which the token is narrowed, or null. */
  listIds: ReadonlySet<string> | null;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Undefined for requests with a session, of guests and of visitors. */
    accessToken?: RequestToken;
  }
}

/** The secret in the Authorization header. Undefined for other kinds of authorization, which a proxy may need. */
export function secretOf(req: Pick<Request, 'headers'>): string | undefined {
  return /^Bearer +(mq_\S*)$/i.exec(req.headers.authorization ?? '')?.[1];
}

/** The lists to which the token of the current request is narrowed. */
const narrowedTo = new AsyncLocalStorage<ReadonlySet<string>>();

/** Whether the request came with a token for some lists alone. */
export const isForSomeLists = () => narrowedTo.getStore() !== undefined;

/** False if the request came with a token that is narrowed to other lists. */
export const isListOpen = (folderId: string) => narrowedTo.getStore()?.has(folderId.toLowerCase()) ?? true;

/** Finds out who makes a request with a token. Answers 401 for one that is unknown, expired or revoked. */
export const readAccessToken: RequestHandler = async (req, _res, next) => {
  const found = await findToken(secretOf(req) ?? '');
  if (!found) throw unauthorized();
  const { kinds, listIds } = readScopes(found.scopes);
  const lists = listIds && new Set(listIds);
  req.accessToken = {
    id: found._id.toHexString(),
    userId: found.userId.toHexString(),
    kinds: new Set(kinds),
    listIds: lists,
  };
  noteUse(found, addressOf(req));
  if (lists) narrowedTo.run(lists, next);
  else next();
};

async function findToken(token: string): Promise<AccessTokenDoc | null> {
  const [, secret = '', check] = tokenPattern.exec(token) ?? [];
  if (check === undefined || checkOf(secret) !== check) return null;
  return AccessTokenModel.findOne({
    tokenHash: hashOfToken(token),
    $or: [{ expiresAt: null }, { expiresAt: trusted({ $gt: new Date() }) }],
  }).lean<AccessTokenDoc>();
}

const NOTED_EVERY_MS = 60 * 60 * 1000;

/** The answer does not wait for this and does not fail with it. */
function noteUse({ _id, lastUsedAt }: AccessTokenDoc, lastAddress: string): void {
  const now = new Date();
  if (lastUsedAt && lastUsedAt.getTime() + NOTED_EVERY_MS > now.getTime()) return;
  AccessTokenModel.updateOne({ _id }, { $set: { lastUsedAt: now, lastAddress } }).catch((error: unknown) => {
    log.warn({ err: error }, 'the use of an access token could not be noted');
  });
}

/** The signed-in user, or the one for whom the request's token acts. */
export const userIdOf = (req: Request): string | undefined =>
  req.accessToken ? req.accessToken.userId : req.session.userId;

/** Throws insufficient_scope if the request came with a token that does not open calls with this scope. */
export function requireScope({ accessToken }: Request, scope: Call['scope']): void {
  if (!accessToken) return;
  if (scope === null) throw insufficientScope('No access token may do this');
  const isForLists = scope.startsWith('list:');
  const kind = scope.replace('list:', '') as TokenScope;
  if (!accessToken.kinds.has(kind)) throw insufficientScope(`This needs an access token with the scope ${kind}`);
  if (accessToken.listIds && !isForLists) throw insufficientScope('This access token is only for some lists');
}

/** Call it in the transaction that ends the user's access. */
export async function deleteAccessTokens(userId: Types.ObjectId | string): Promise<void> {
  await AccessTokenModel.deleteMany({ userId });
}
