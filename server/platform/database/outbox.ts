import { model, Schema, Types, trusted } from 'mongoose';
import type { EventPayloads, PersonalEvent } from '../../../common/schemas/events.ts';

/** The fields of every entry of `changes`. The collection is both the log of the folders and the outbox of all events. */
export interface LogEntryBase {
  _id: Types.ObjectId;
  at: Date;
  expiresAt: Date;
}

/** Of a watch group only which one it is: its next episode is read at delivery, so that no entry says who was behind when. */
export type StoredPayloads = Omit<EventPayloads, 'group:changed'> & {
  'group:changed': Pick<EventPayloads['group:changed'], 'folderId' | 'tmdbId'>;
};

export interface RecordedPlays {
  playId: Types.ObjectId;
  count: number;
}

/** An event for named users, as it is stored for an hour, in which every node delivers it. */
export type PersonalNotification<E extends PersonalEvent = PersonalEvent> = {
  [T in E]: LogEntryBase & {
    type: T;
    payload: StoredPayloads[T];
    to: Types.ObjectId[];
    /** Also for everyone who may read this folder's invitations at the time of delivery. */
    invitationsOf?: Types.ObjectId;
    /** Also for everyone who sees this folder at the time of delivery. */
    membersOf?: Types.ObjectId;
    /** For every signed-in user. */
    isForEveryone?: true;
    /** Not delivered to tabs: the newest of the plays that the user has just recorded, and how many they are. */
    recorded?: RecordedPlays;
  };
}[E];

/**
 * Informs every node that one session has ended, or all of a user's except one. Each node disconnects their sockets. A session
 * that only got another id is not over for its tabs: they connect again.
 */
export interface SessionEnded extends LogEntryBase {
  type: 'session:ended';
  payload: { sessionId: string; isReplaced?: true } | { exceptSessionId: string | null };
  /** The user whose sessions they were. */
  to: Types.ObjectId[];
}

const HOUR_MS = 60 * 60 * 1000;

export const OUTBOX = 'changes';

/** The fields of all entries. The types say which of them an entry of each type has. */
export const logFields = {
  type: { type: String, required: true },
  at: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
  to: { type: [Schema.Types.ObjectId], default: undefined },
  invitationsOf: Schema.Types.ObjectId,
  membersOf: Schema.Types.ObjectId,
  isForEveryone: Boolean,
  recorded: Schema.Types.Mixed,
  payload: Schema.Types.Mixed,
  folderId: Schema.Types.ObjectId,
  rev: Number,
  previousRevId: Schema.Types.ObjectId,
  byUserId: Schema.Types.ObjectId,
  opId: String,
  before: Schema.Types.Mixed,
  after: Schema.Types.Mixed,
  folder: Schema.Types.Mixed,
  items: { type: [Schema.Types.Mixed], default: undefined },
  itemCount: Number,
  importId: Schema.Types.ObjectId,
  show: Schema.Types.Mixed,
  pollId: Schema.Types.ObjectId,
  decision: Schema.Types.Mixed,
  comment: Schema.Types.Mixed,
};

/** The fields that queries and indexes use. */
interface QueriedFields extends LogEntryBase {
  type: string;
  folderId?: Types.ObjectId;
  rev?: number;
}

const schema = new Schema<QueriedFields>(logFields, { versionKey: false, minimize: false });
schema.index({ folderId: 1, rev: 1 }, { unique: true, partialFilterExpression: { rev: { $exists: true } } });
// Few entries are about notes. An export looks for the authors of notes.
schema.index({ folderId: 1, type: 1, rev: 1 }, { partialFilterExpression: { type: 'item:noted' } });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const OutboxModel = model<QueriedFields>('Change', schema, OUTBOX);

/** Appends entries in the caller's transaction, without changes. Every entry is written by this function. */
export async function appendEntries(entries: readonly (LogEntryBase & { type: string })[]): Promise<void> {
  if (entries.length > 0) await OutboxModel.insertMany(entries, { lean: true });
}

export async function writeSessionEnded(userId: string, sessionId: string): Promise<void> {
  await appendSessionEnded(userId, { sessionId });
}

/** Stores that a session has got another id in place of this one. */
export async function writeSessionReplaced(userId: string, sessionId: string): Promise<void> {
  await appendSessionEnded(userId, { sessionId, isReplaced: true });
}

/** Stores that all sessions of a user have ended except one. */
export async function writeOtherSessionsEnded(userId: string, exceptSessionId: string | null): Promise<void> {
  await appendSessionEnded(userId, { exceptSessionId });
}

async function appendSessionEnded(userId: string, payload: SessionEnded['payload']): Promise<void> {
  const entry: SessionEnded = { ...envelope(), type: 'session:ended', payload, to: uniqueIds([userId]) };
  await appendEntries([entry]);
}

/**
 * Deletes the stored events that are addressed to a user alone or that mention the user. They are still delivered: nodes
 * read them from the change feed, which has its own copies.
 */
export async function deleteNotificationsOf(userId: string): Promise<void> {
  // biome-ignore lint/plugin: compared with stored dates
  const last = new Date(Date.now() + HOUR_MS);
  // Events expire within an hour. Entries of folders' logs, which are kept for longer, have a rev.
  const events = OutboxModel.find({ expiresAt: trusted({ $lte: last }), rev: trusted({ $exists: false }) })
    .lean<Pick<PersonalNotification, '_id' | 'to' | 'payload'>>()
    .cursor();
  const ids: Types.ObjectId[] = [];
  for await (const { _id, to = [], payload } of events) {
    const isForUserAlone = to.length === 1 && String(to[0]) === userId;
    if (isForUserAlone || JSON.stringify(payload).includes(userId)) ids.push(_id);
  }
  await OutboxModel.deleteMany({ _id: trusted({ $in: ids }) });
}

/** The common fields of an entry that is kept for an hour. */
export function envelope(): LogEntryBase {
  const at = new Date();
  return { _id: new Types.ObjectId(), at, expiresAt: new Date(at.getTime() + HOUR_MS) };
}

export function uniqueIds(ids: readonly (Types.ObjectId | string)[]): Types.ObjectId[] {
  return [...new Set(ids.map(String))].map((id) => new Types.ObjectId(id));
}
