import MongoStore from 'connect-mongo';
import type { Application, Request, RequestHandler, Response } from 'express';
import session, { type SessionData } from 'express-session';
import { type Connection, model, type mongo, Schema, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { Config } from '../../config/config.ts';
import { createBatchLoader } from '../database/batchLoader.ts';
import { inTransaction } from '../database/database.ts';
import { writeOtherSessionsEnded, writeSessionEnded, writeSessionReplaced } from '../database/outbox.ts';
import { withTimeLimit } from '../database/timeLimit.ts';
import { addressOf } from '../http/address.ts';
import {
  type CookieConfig,
  clearCookie,
  cookieNameFor,
  cookieOptionsFor,
  readCookie,
  setCookie,
} from '../http/cookies.ts';
import { Problem, unauthorized } from '../http/errors.ts';
import { log } from '../log.ts';
import { deviceOf } from '../securityLog/securityLog.ts';
import type { SchemaFields } from '../stored.ts';
import { deleteAccessTokens } from './accessToken.ts';

declare module 'express-session' {
  interface SessionData {
    userId: string;
    /** The user's credentialsRev at the sign-in. Absent in old sessions, which means 0. */
    credentialsRev?: number;
    /** When the session began, in milliseconds since 1970. Absent in old sessions. */
    startedAt?: number;
    /** When the user last confirmed who they are, in milliseconds since 1970. Absent if only at the sign-in. */
    confirmedAt?: number;
    /** The browser and system, and the network address, at the sign-in. Absent in old sessions. */
    device?: string | null;
    address?: string;
    /** Of an id that was replaced by another one: when it stops working, in milliseconds since 1970. */
    endsAt?: number;
    /** When the session was last renewed; added when it is read. */
    lastModified?: Date;
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const THIRTY_DAYS_MS = 30 * DAY_MS;
/** A session ends then, however often it is used. */
const LIFE_MS = limits.sessionDays * DAY_MS;
/** How often the last use of a session is noted. */
const TOUCH_S = 60 * 60;

export const SESSION_COOKIE = 'marquee.sid';

export const SESSION_COLLECTION = 'sessions';

/** False when the request certainly has no session. */
export function mayHaveSession(req: Pick<Request, 'headers'>, config: CookieConfig): boolean {
  return readCookie(req, config, SESSION_COOKIE) !== undefined;
}

/** A session as connect-mongo stores it with `stringify` off. */
export interface StoredSession {
  _id: string;
  expires: Date;
  lastModified?: Date;
  session: SessionData;
}

const sessionSchema = new Schema<StoredSession>(
  { _id: String, expires: Date, lastModified: Date, session: Schema.Types.Mixed } satisfies SchemaFields<StoredSession>,
  { versionKey: false },
);
sessionSchema.index({ 'session.userId': 1 });

export const SessionModel = model<StoredSession>('Session', sessionSchema, SESSION_COLLECTION);

export interface Sessions {
  middleware: RequestHandler;
  /** The user of a live session, or null. */
  findUserId(sessionId: string): Promise<string | null>;
}

/** Returns the current credentialsRev of each user. Ids without an account are left out. */
type FindCredentialsRevs = (userIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Sessions are stored in MongoDB, so that every node knows them. The cookie is HttpOnly, SameSite=Lax, for 30 days after the last use. */
export async function createSessions(
  connection: Connection,
  config: Config,
  secret: string,
  findCredentialsRevs: FindCredentialsRevs,
): Promise<Sessions> {
  const client = connection.getClient();
  const database = connection.db;
  if (!database) throw new Error('Sessions need a connected database');
  const collection = database.collection<StoredSession>(SESSION_COLLECTION);
  const store = MongoStore.create({
    // Mongoose and connect-mongo may resolve different copies of the driver's types; the client is the same class.
    client: client as unknown as NonNullable<Parameters<typeof MongoStore.create>[0]['client']>,
    dbName: database.databaseName,
    collectionName: SESSION_COLLECTION,
    stringify: false,
    touchAfter: TOUCH_S,
  });
  await dateSessionsWithoutStart(collection);
  const liveSessions = liveSessionsOf(collection, findCredentialsRevs);
  store.get = (sessionId, callback) => {
    withTimeLimit(liveSessions.load(sessionId), READ_WITHIN_MS).then((found) => callback(null, found), callback);
  };
  // Renews the session's expiry. The answer does not wait for that and does not fail with it.
  const touch = store.touch.bind(store);
  store.touch = (sessionId, data, callback) => {
    touch(sessionId, data, (error: unknown) => {
      if (error) log.warn({ err: error }, 'a session could not be renewed');
    });
    callback?.(null);
  };
  const withCookieName = (name: string) =>
    session({
      name,
      secret,
      store,
      resave: false,
      saveUninitialized: false,
      proxy: config.trustProxy > 0,
      cookie: (req) => ({ ...cookieOptionsFor(req, config), maxAge: THIRTY_DAYS_MS }),
    });
  const byCookieName = new Map<string, RequestHandler>();
  const middleware: RequestHandler = (req, res, next) => {
    const name = cookieNameFor(req, config, SESSION_COOKIE);
    const handler = byCookieName.get(name) ?? withCookieName(name);
    byCookieName.set(name, handler);
    handler(req, res, next);
  };
  return {
    middleware,
    findUserId: (sessionId) =>
      new Promise((resolve, reject) => {
        store.get(sessionId, (error: unknown, data?: SessionData | null) =>
          error ? reject(error) : resolve(data?.userId ?? null),
        );
      }),
  };
}

/**
 * Renews the browser's cookie whenever the stored session is renewed. If every response did so, a slow one could overwrite the
 * cookie of a session that began meanwhile.
 */
export function renewSessionCookie(config: CookieConfig): RequestHandler {
  return (req, res, next) => {
    const { userId, lastModified, endsAt } = req.session;
    // biome-ignore lint/plugin: sessions are stored with their date
    const isDue = lastModified !== undefined && lastModified.getTime() + TOUCH_S * 1000 < Date.now();
    const value = userId && endsAt === undefined && isDue ? readCookie(req, config, SESSION_COOKIE) : undefined;
    if (value !== undefined) setCookie(res, config, { name: SESSION_COOKIE, value, lastsMs: THIRTY_DAYS_MS });
    next();
  };
}

/** Makes the browser delete the session cookie. */
export function clearSessionCookie(res: Response, config: CookieConfig): void {
  clearCookie(res, config, SESSION_COOKIE);
}

const MAX_BATCH = 200;
/** A socket's handshake has no other time limit. */
const READ_WITHIN_MS = 8000;

/**
 * Loads live sessions by id. Each request reads the database, so an ended session is invalid from the next request on. A
 * session from before the user's last change of credentials is invalid even if its document still exists: a sign-in may have
 * checked the old password before the change and stored its session after it.
 */
function liveSessionsOf(collection: mongo.Collection<StoredSession>, findCredentialsRevs: FindCredentialsRevs) {
  const read = async (ids: readonly string[]) => {
    const found = await collection.find({ _id: { $in: [...ids] }, expires: { $gt: new Date() } }).toArray();
    const revs = await findCredentialsRevs([...new Set(found.map(({ session }) => session.userId))]);
    const isCurrent = (stored: StoredSession) => isCurrentSession(stored, revs.get(stored.session.userId));
    return { current: found.filter(isCurrent), others: found.filter((stored) => !isCurrent(stored)) };
  };
  return createBatchLoader<string, SessionData | null>(async (ids) => {
    const { current, others } = await read(ids);
    // A session that changes its user's credentials moves to their new rev, perhaps between the two reads.
    if (others.length > 0) current.push(...(await read(others.map(({ _id }) => _id))).current);
    const byId = new Map(current.map((stored) => [stored._id, stored]));
    return ids.map((id) => {
      const stored = byId.get(id);
      // The store uses lastModified to decide whether to renew the session.
      return stored ? { ...stored.session, lastModified: stored.lastModified } : null;
    });
  }, MAX_BATCH);
}

/** False after the session's end, and after a change of credentials. */
export function isCurrentSession({ expires, session }: StoredSession, credentialsRev: number | undefined): boolean {
  // biome-ignore lint/plugin: sessions are stored with their date
  const now = Date.now();
  const { startedAt = now, endsAt = Number.POSITIVE_INFINITY } = session;
  return (
    Math.min(expires.getTime(), startedAt + LIFE_MS, endsAt) > now && (session.credentialsRev ?? 0) === credentialsRev
  );
}

/** Sessions of earlier versions have no start: their life begins with the upgrade. */
async function dateSessionsWithoutStart(collection: mongo.Collection<StoredSession>): Promise<void> {
  await collection.updateMany(
    { 'session.userId': { $exists: true }, 'session.startedAt': { $exists: false } },
    // biome-ignore lint/plugin: sessions are stored with their date
    { $set: { 'session.startedAt': Date.now() } },
  );
}

/**
 * Begins a session under a new id, which prevents session fixation. When the user has too many sessions, the oldest ones end.
 */
export async function beginSession(
  req: Request,
  { userId, credentialsRev }: { userId: string; credentialsRev: number },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    req.session.regenerate((error: unknown) => (error ? reject(error) : resolve()));
  });
  req.session.userId = userId;
  req.session.credentialsRev = credentialsRev;
  // biome-ignore lint/plugin: sessions are stored with their date, and compared with those of other nodes
  req.session.startedAt = Date.now();
  req.session.device = deviceOf(req);
  req.session.address = addressOf(req);
  await saveSession(req);
  warnWithoutCookie(req);
  await endSurplusSessions(userId);
}

const warnedApps = new WeakSet<Application>();

/** A session cookie is not set when the proxy reports plain http although PUBLIC_URL is https. Warns once for each app. */
function warnWithoutCookie({ app, session: { cookie }, secure }: Request): void {
  if (warnedApps.has(app) || !cookie.secure || secure) return;
  warnedApps.add(app);
  log.warn(
    'Sign-ins get no cookie: PUBLIC_URL is https, but requests arrive as http. Let the proxy send X-Forwarded-Proto: https, ' +
      'and set TRUST_PROXY. With docker-compose.yml and a proxy of your own, set OUTER_PROXY',
  );
}

function saveSession(req: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    req.session.save((error: unknown) => (error ? reject(error) : resolve()));
  });
}

/** How long a replaced id still works, for requests that other tabs have sent with it. */
const REPLACED_LASTS_MS = 10_000;

/**
 * Moves the request's session to a new id with these changes, so that someone who knows the old id does not gain from them. Tabs
 * of the old id are disconnected and connect again with the browser's new cookie. Throws unauthorized when the session has ended
 * or moved meanwhile.
 */
async function replaceSession(req: Request, changes: Partial<SessionData>): Promise<void> {
  const { sessionID: oldId } = req;
  const { cookie: _cookie, lastModified: _lastModified, ...data } = req.session;
  const { userId = '' } = data;
  req.sessionStore.generate(req);
  Object.assign(req.session, data, changes);
  // Before the old id is checked, so that what ends all sessions of the user also finds the new one.
  await saveSession(req);
  const isReplaced = await inTransaction(async () => {
    // biome-ignore lint/plugin: sessions are stored with their date
    const endsAt = Date.now() + REPLACED_LASTS_MS;
    const { matchedCount } = await SessionModel.updateOne(
      { _id: oldId, 'session.endsAt': trusted({ $exists: false }) },
      { $set: { expires: new Date(endsAt), 'session.endsAt': endsAt } },
    );
    if (matchedCount === 1) await writeSessionReplaced(userId, oldId);
    return matchedCount === 1;
  });
  if (isReplaced) return;
  await endSession(req);
  throw unauthorized();
}

/**
 * Keeps the newest sessions up to the limit. Each sign-in calls this after its own session is stored, so the last of several
 * parallel sign-ins sees them all.
 */
async function endSurplusSessions(userId: string): Promise<void> {
  const surplus = await SessionModel.find({ 'session.userId': userId }, { _id: 1 })
    .sort({ 'session.startedAt': -1, _id: -1 })
    .skip(limits.sessionsPerPerson)
    .lean<Pick<StoredSession, '_id'>[]>();
  if (surplus.length === 0) return;
  await inTransaction(async () => {
    await SessionModel.deleteMany({ _id: trusted({ $in: surplus.map(({ _id }) => _id) }) });
    for (const { _id } of surplus) await writeSessionEnded(userId, _id);
  });
}

/**
 * Ends the request's session. What belongs to the end of a user's session is written in the same transaction: a disk that is
 * nearly full takes only writes that delete.
 */
export async function endSession(req: Request, writeEnd?: (userId: string) => Promise<void>): Promise<void> {
  const { sessionID: sessionId, session: own } = req;
  const { userId } = own;
  if (userId && writeEnd) {
    await inTransaction(async () => {
      await SessionModel.deleteOne({ _id: sessionId });
      await writeEnd(userId);
    });
  }
  await new Promise<void>((resolve, reject) => {
    own.destroy((error: unknown) => (error ? reject(error) : resolve()));
  });
}

/** The session that a request came with. */
export interface OwnSession {
  id: string;
  credentialsRev: number;
  startedAt: Date;
}

export function ownSessionOf(req: Request): OwnSession {
  const { credentialsRev = 0, startedAt = 0 } = req.session;
  return { id: req.sessionID, credentialsRev, startedAt: new Date(startedAt) };
}

/**
 * Ends all of a user's sessions after a change of credentials, except the one with the id `keptId`, which moves to the new
 * credentialsRev. Without `keptId`, others may have had access to the account: its access tokens end too. Every node disconnects the sockets of the ended sessions. Call it in the transaction of the change.
 */
export async function endOtherSessions(userId: string, credentialsRev: number, keptId: string | null): Promise<void> {
  await endSessionsExcept(userId, keptId);
  if (keptId === null) return deleteAccessTokens(userId);
  await SessionModel.updateOne(
    { 'session.userId': userId, _id: keptId },
    { $set: { 'session.credentialsRev': credentialsRev } },
  );
}

/** Ends all of a user's sessions except the one with the id `keptId`. Call it in a transaction. */
export async function endSessionsExcept(userId: string, keptId: string | null): Promise<void> {
  await SessionModel.deleteMany({ 'session.userId': userId, _id: trusted({ $ne: keptId }) });
  await writeOtherSessionsEnded(userId, keptId);
}

/** About when each of these users was here last, by the sessions that are left. */
export async function findLastSeen(userIds: readonly string[]): Promise<Map<string, Date>> {
  const sessions = await SessionModel.find(
    { 'session.userId': trusted({ $in: userIds }) },
    { lastModified: 1, 'session.userId': 1, 'session.startedAt': 1 },
  ).lean<StoredSession[]>();
  const latest = new Map<string, Date>();
  for (const { lastModified, session: data } of sessions) {
    const at = lastModified ?? new Date(data.startedAt ?? 0);
    const known = latest.get(data.userId);
    if (!known || known < at) latest.set(data.userId, at);
  }
  return latest;
}

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
