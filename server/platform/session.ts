import MongoStore from 'connect-mongo';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData } from 'express-session';
import { type Connection, model, type mongo, Schema } from 'mongoose';
import type { Config } from '../config.ts';
import { writeSessionEnded } from './outbox.ts';
import { readTogether } from './readTogether.ts';

declare module 'express-session' {
  interface SessionData {
    userId: string;
  }
}

const THIRTY_DAYS_MS = 30 * 24 * 60 * 60 * 1000;

export const SESSION_COOKIE = 'marquee.sid';
export const SESSION_COLLECTION = 'sessions';

const sessionCookie = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE.replace('.', '\\.')}=`);

/** False: the request certainly has no session. True: it may have one. */
export function mayHaveSession({ headers }: Pick<Request, 'headers'>): boolean {
  return sessionCookie.test(headers.cookie ?? '');
}

/** As connect-mongo keeps them with `stringify` off. */
interface StoredSession {
  _id: string;
  expires: Date;
  lastModified?: Date;
  session: SessionData;
}

const schema = new Schema<StoredSession>(
  { _id: String, expires: Date, lastModified: Date, session: Schema.Types.Mixed },
  { versionKey: false },
);
schema.index({ 'session.userId': 1 });

const SessionModel = model<StoredSession>('Session', schema, SESSION_COLLECTION);

export interface Sessions {
  middleware: RequestHandler;
  /** The user of a live session, or null. */
  findUserId(sessionId: string): Promise<string | null>;
}

/** Sessions kept in MongoDB, so that every node knows them: HttpOnly, SameSite=Lax, rolling 30 days. */
export async function createSessions(connection: Connection, config: Config, secret: string): Promise<Sessions> {
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
    touchAfter: 24 * 60 * 60,
  });
  const liveSessions = liveSessionsOf(collection);
  store.get = (sessionId, callback) => {
    liveSessions.load(sessionId).then((found) => callback(null, found), callback);
  };
  const middleware = session({
    name: SESSION_COOKIE,
    secret,
    store,
    resave: false,
    saveUninitialized: false,
    rolling: true,
    proxy: config.trustProxy > 0,
    cookie: {
      httpOnly: true,
      sameSite: 'lax',
      secure: config.publicUrl?.protocol === 'https:' ? true : 'auto',
      maxAge: THIRTY_DAYS_MS,
    },
  });
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

const TOGETHER = 200;

/** Live sessions by id. Always read anew: a session that has ended is gone for whoever asks after that. */
function liveSessionsOf(collection: mongo.Collection<StoredSession>) {
  return readTogether<string, SessionData | null>(async (ids) => {
    const found = await collection.find({ _id: { $in: [...ids] }, expires: { $gt: new Date() } }).toArray();
    const byId = new Map(found.map((stored) => [stored._id, stored]));
    return ids.map((id) => {
      const stored = byId.get(id);
      // The store goes by lastModified when it decides whether to renew the session's time to live.
      return stored ? { ...stored.session, lastModified: stored.lastModified } : null;
    });
  }, TOGETHER);
}

/** Begins a session under a new id, so that nobody can plant one beforehand. */
export async function beginSession(req: Request, userId: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    req.session.regenerate((error: unknown) => (error ? reject(error) : resolve()));
  });
  req.session.userId = userId;
  await new Promise<void>((resolve, reject) => {
    req.session.save((error: unknown) => (error ? reject(error) : resolve()));
  });
}

/** Ends the request's session; answers its id, or null when there was none. */
export async function endSession(req: Request): Promise<{ sessionId: string; userId: string } | null> {
  const { userId } = req.session;
  const sessionId = req.sessionID;
  await new Promise<void>((resolve, reject) => {
    req.session.destroy((error: unknown) => (error ? reject(error) : resolve()));
  });
  return userId ? { sessionId, userId } : null;
}

/**
 * Ends all of a user's sessions but one, and has every node cut their sockets. In the transaction of what asks for it:
 * whoever knows an old password goes out with it.
 */
export async function endOtherSessions(userId: string, keptSessionId: string): Promise<void> {
  const others = { 'session.userId': userId, _id: { $ne: keptSessionId } };
  const ended = await SessionModel.find(others, { _id: 1 }).lean<Pick<StoredSession, '_id'>[]>();
  await SessionModel.deleteMany({ _id: { $in: ended.map(({ _id }) => _id) } });
  for (const { _id } of ended) await writeSessionEnded(userId, _id);
}
