import { model, Schema, Types } from 'mongoose';
import type { ServerEvent, ServerToClientEvents } from '../../common/events.ts';

/** One entry of `changes`, the log and the outbox: a folder's change, or news for named people. */
export interface OutboxDoc {
  _id: Types.ObjectId;
  type: string;
  at: Date;
  expiresAt: Date;
  /** News: whom to tell. A folder's deletion names those who lost it. */
  to?: Types.ObjectId[];
  /** News: also for everyone who may read this folder's invitations at the time of delivery. */
  invitationsOf?: Types.ObjectId;
  payload?: unknown;
  /** A folder's change: its place in the folder's log, who made it, and what was there before and after. */
  folderId?: Types.ObjectId;
  rev?: number;
  byUserId?: Types.ObjectId;
  opId?: string;
  before?: unknown;
  after?: unknown;
  folder?: unknown;
  itemCount?: number;
}

const HOUR_MS = 60 * 60 * 1000;

export const OUTBOX = 'changes';

const schema = new Schema<OutboxDoc>(
  {
    type: { type: String, required: true },
    at: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    to: { type: [Schema.Types.ObjectId], default: undefined },
    invitationsOf: Schema.Types.ObjectId,
    payload: Schema.Types.Mixed,
    folderId: Schema.Types.ObjectId,
    rev: Number,
    byUserId: Schema.Types.ObjectId,
    opId: String,
    before: Schema.Types.Mixed,
    after: Schema.Types.Mixed,
    folder: Schema.Types.Mixed,
    itemCount: Number,
  },
  { versionKey: false, minimize: false },
);
schema.index({ folderId: 1, rev: 1 }, { unique: true, partialFilterExpression: { rev: { $exists: true } } });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const OutboxModel = model<OutboxDoc>('Change', schema, OUTBOX);

type PersonalEvent = Exclude<
  ServerEvent,
  'folder:changes' | 'folder:available' | 'folder:gone' | 'presence:changed' | 'session:ended'
>;

/** Leaves news for people's tabs; written in the transaction of what it tells, told by every node. */
export async function writeNews<E extends PersonalEvent>(
  to: readonly (Types.ObjectId | string)[],
  event: E,
  payload: Parameters<ServerToClientEvents[E]>[0],
  invitationsOf?: Types.ObjectId,
): Promise<void> {
  await insert({ type: event, payload, to, ...(invitationsOf && { invitationsOf }) });
}

/** Tells every node that a session is over, so that it cuts its sockets. */
export async function writeSessionEnded(userId: string, sessionId: string): Promise<void> {
  await insert({ type: 'session:ended', payload: { sessionId }, to: [userId] });
}

async function insert(news: {
  type: string;
  payload: unknown;
  to: readonly (Types.ObjectId | string)[];
  invitationsOf?: Types.ObjectId;
}): Promise<void> {
  const now = Date.now();
  await OutboxModel.insertMany([
    {
      ...news,
      to: [...new Set(news.to.map(String))].map((id) => new Types.ObjectId(id)),
      at: new Date(now),
      expiresAt: new Date(now + HOUR_MS),
    },
  ]);
}
