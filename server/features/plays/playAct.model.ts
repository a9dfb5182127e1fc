import { model, Schema, Types } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { SchemaFields } from '../../platform/stored.ts';

/** An act of a user that added or removed the plays of several episodes of a show, for as long as it can be undone. */
export interface PlayActDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  tmdbId: number;
  kind: 'added' | 'removed';
  isUndone: boolean;
  createdAt: Date;
}

const DAY_SECONDS = 24 * 60 * 60;

const schema = new Schema<PlayActDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    tmdbId: { type: Number, required: true },
    kind: { type: String, enum: ['added', 'removed'], required: true },
    isUndone: { type: Boolean, required: true },
  } satisfies SchemaFields<PlayActDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ createdAt: 1 }, { expireAfterSeconds: limits.actDays * DAY_SECONDS });
schema.index({ userId: 1 });

export const PlayActModel = model<PlayActDoc>('PlayAct', schema, 'playacts');

/** Stores that a user does something with several plays of a show. Call it in the transaction of the act. */
export async function writeAct(act: Pick<PlayActDoc, 'tmdbId' | 'kind'> & { userId: string }): Promise<Types.ObjectId> {
  const _id = new Types.ObjectId();
  await PlayActModel.insertMany([{ ...act, _id, isUndone: false }]);
  return _id;
}

export async function deleteActsOf(userId: string): Promise<void> {
  await PlayActModel.deleteMany({ userId });
}
