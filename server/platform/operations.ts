import { model, Schema } from 'mongoose';
import type { Actor } from './actor.ts';
import { inTransaction } from './database.ts';
import { conflict } from './errors.ts';

/** A write that carried an Idempotency-Key, with the answer it got: repeated within a day it is answered the same. */
export interface OperationDoc {
  /** userId:key */
  _id: string;
  call: string;
  answer: unknown;
  at: Date;
}

const DAY_SECONDS = 24 * 60 * 60;

const schema = new Schema<OperationDoc>(
  {
    _id: String,
    call: { type: String, required: true },
    answer: Schema.Types.Mixed,
    at: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: DAY_SECONDS });

const OperationModel = model<OperationDoc>('Operation', schema, 'operations');

const operationId = (actor: Actor) => `${actor.userId}:${actor.operation?.id}`;

/** The answer that this very call got before; throws conflict when its key was used for another call. */
export async function findAnswer(actor: Actor): Promise<{ answer: unknown } | null> {
  if (!actor.operation) return null;
  const known = await OperationModel.findById(operationId(actor)).lean<OperationDoc>();
  if (!known) return null;
  if (known.call !== actor.operation.call) {
    throw conflict('conflict', 'This Idempotency-Key was used for another request');
  }
  return { answer: known.answer ?? undefined };
}

/** What a request answers whose write failed: as its twin with the same key that won the race, else it fails too. */
export async function answerOfTwin(actor: Actor, error: unknown): Promise<unknown> {
  // Not only the key itself may clash: the twin has also taken what the write wanted to make or to remove.
  const known = await findAnswer(actor);
  if (!known) throw error;
  return known.answer;
}

/** Runs a write in a transaction of its own and keeps its answer for a repeated Idempotency-Key. */
export async function inOperation<T>(actor: Actor, write: () => Promise<T>): Promise<T> {
  try {
    return await inTransaction(async () => {
      const answer = await write();
      await keepAnswers([{ actor, answer }]);
      return answer;
    });
  } catch (error) {
    return (await answerOfTwin(actor, error)) as T;
  }
}

/** Keeps answers in the transaction of their writes; those without a key are not kept. */
export async function keepAnswers(answered: readonly { actor: Actor; answer: unknown }[]): Promise<void> {
  const operations = answered.flatMap(({ actor, answer }): OperationDoc[] =>
    actor.operation
      ? [{ _id: operationId(actor), call: actor.operation.call, answer: answer ?? null, at: new Date() }]
      : [],
  );
  if (operations.length > 0) await OperationModel.insertMany(operations, { lean: true });
}
