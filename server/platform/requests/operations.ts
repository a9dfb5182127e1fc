import { model, Schema, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { inTransaction } from '../database/database.ts';
import { hasWaitedInVain } from '../database/databaseAway.ts';
import { conflict } from '../http/errors.ts';
import { createSharedRuns } from '../limits/sharedRuns.ts';
import type { SchemaFields } from '../stored.ts';

/** The user who makes a write, and the operation it belongs to. */
export interface Actor {
  userId: string;
  /** Set when a guest of a poll makes the write. The user is then the one in whose name the log has it. */
  guestId?: string;
  /** Set when the request carries an Idempotency-Key. */
  operation?: {
    /** The key, which becomes the `opId` of the changes. */
    opId: string;
    /** Hash of the request. The key may only be used again for the same request. */
    call: string;
    /** The request may have waited in an app for weeks, so its answer is kept as long. */
    isQueued?: boolean;
    /** Absent for calls with small answers. */
    largePart?: LargePart<unknown>;
  };
}

/** A part of an answer that is not stored for a repeated Idempotency-Key, but read again when the request is repeated. */
export interface LargePart<Answer> {
  omit(answer: Answer): Answer;
  /** Returns the stored answer with the part's current value, or without it when it no longer exists. */
  restore(stored: Answer, callerId: string): Promise<Answer>;
}

/**
 * The response to a write with an Idempotency-Key: a repeated request gets the same response for a day, or for 35 days
 * where apps queue the request. Large parts of responses are not stored, but read again for the repeated request.
 */
interface OperationDoc {
  /** userId:opId, or guestId:opId */
  _id: string;
  call: string;
  answer: unknown;
  /** When it was given. A queued write has the second in place of the first: each has an index that deletes by it. */
  at?: Date | undefined;
  queuedAt?: Date | undefined;
}

const DAY_SECONDS = 24 * 60 * 60;

const operationSchema = new Schema<OperationDoc>(
  {
    _id: String,
    call: { type: String, required: true },
    answer: Schema.Types.Mixed,
    at: Date,
    queuedAt: Date,
  } satisfies SchemaFields<OperationDoc>,
  { versionKey: false, minimize: false },
);
operationSchema.index({ at: 1 }, { expireAfterSeconds: DAY_SECONDS });
operationSchema.index({ queuedAt: 1 }, { expireAfterSeconds: limits.queuedDays * DAY_SECONDS });

const OperationModel = model<OperationDoc>('Operation', operationSchema, 'operations');

const callerId = ({ userId, guestId }: Actor) => guestId ?? userId;
const documentIdOf = (actor: Actor) => `${callerId(actor)}:${actor.operation?.opId}`;

/** The response that the same call got before, or null. Throws conflict when its key was used for another call. */
export async function findAnswer(actor: Actor): Promise<{ answer: unknown } | null> {
  if (!actor.operation) return null;
  const find = () => OperationModel.findById(documentIdOf(actor)).lean<OperationDoc>();
  // A commit that still waits for the majority counts as known, because the write must not run beside it. What it answered
  // is confirmed by the majority, since it may be rolled back.
  const known = (await find().readConcern('local')) && (await find().readConcern('linearizable'));
  if (!known) return null;
  if (known.call !== actor.operation.call) {
    throw conflict('conflict', 'This Idempotency-Key was used for another request');
  }
  const answer: unknown = known.answer ?? undefined;
  const { largePart } = actor.operation;
  return { answer: largePart ? await largePart.restore(answer, callerId(actor)) : answer };
}

/**
 * The stored response, where a request with the same key has already succeeded. Throws the error otherwise, and after
 * seconds of waiting for the database, because the lookup would wait again.
 */
export async function replayIdempotentResponse(actor: Actor, error: unknown): Promise<unknown> {
  if (hasWaitedInVain(error)) throw error;
  // For any other error: the other request may also have created or removed what this write is about.
  const known = await findAnswer(actor);
  if (!known) throw error;
  return known.answer;
}

/** Writes of this node that have no answer yet. */
const unanswered = createSharedRuns();

/** Runs the write, unless the same request is running already: a repeated request then waits for the answer of the first one. */
export function runOnce<T>(actor: Actor, write: () => Promise<T>): Promise<T> {
  if (!actor.operation) return write();
  return unanswered.run(`${documentIdOf(actor)} ${actor.operation.call}`, write);
}

/** Runs a write in a transaction of its own and stores its response for a repeated Idempotency-Key. */
export function inOperation<T>(actor: Actor, write: () => Promise<T>): Promise<T> {
  return runOnce(actor, async () => {
    try {
      return await inTransaction(async () => {
        const answer = await write();
        await storeResponses([{ actor, answer }]);
        return answer;
      });
    } catch (error) {
      return (await replayIdempotentResponse(actor, error)) as T;
    }
  });
}

/** Stores responses in the transaction of their writes. Those without an Idempotency-Key are not stored. */
export async function storeResponses(answered: readonly { actor: Actor; answer: unknown }[]): Promise<void> {
  const operations = answered.flatMap(({ actor, answer }): OperationDoc[] => {
    if (!actor.operation) return [];
    const { call, largePart, isQueued } = actor.operation;
    const stored = largePart ? largePart.omit(answer) : answer;
    return [{ _id: documentIdOf(actor), call, answer: stored ?? null, [isQueued ? 'queuedAt' : 'at']: new Date() }];
  });
  if (operations.length > 0) await OperationModel.insertMany(operations, { lean: true });
}

/** Deletes the stored responses of a user whose account ends. */
export async function deleteResponsesOf(userId: string): Promise<void> {
  await OperationModel.deleteMany({ _id: trusted({ $gte: `${userId}:`, $lt: `${userId};` }) });
}
