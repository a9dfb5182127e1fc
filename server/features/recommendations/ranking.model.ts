import { model, Schema, type Types } from 'mongoose';
import type { SchemaFields } from '../../platform/stored.ts';

/** The answer of a language model to one question about a user. Kept for a day and counted against the limit of calls. */
export interface RankingDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  /** Hash of the question, so that the same question is sent once. */
  key: string;
  /** Best first; null while the call is running, and after it failed. */
  picks: { key: string; reason: string | null }[] | null;
  at: Date;
}

const DAY_SECONDS = 24 * 60 * 60;

const schema = new Schema<RankingDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    key: { type: String, required: true },
    picks: Schema.Types.Mixed,
    at: { type: Date, required: true },
  } satisfies SchemaFields<RankingDoc>,
  { versionKey: false },
);
schema.index({ userId: 1, key: 1 }, { unique: true });
schema.index({ at: 1 }, { expireAfterSeconds: DAY_SECONDS });

export const RankingModel = model<RankingDoc>('Ranking', schema, 'rankings');
