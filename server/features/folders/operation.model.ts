import { model, Schema } from 'mongoose';
import { conflict } from '../../platform/errors.ts';
import type { Actor } from '../../platform/request.ts';

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

export const OperationModel = model<OperationDoc>('Operation', schema, 'operations');

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

/** Keeps the answer in the write's own transaction. */
export function toOperation(actor: Actor, answer: unknown): OperationDoc[] {
  if (!actor.operation) return [];
  return [{ _id: operationId(actor), call: actor.operation.call, answer: answer ?? null, at: new Date() }];
}
