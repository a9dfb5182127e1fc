import { model, Schema, type Types } from 'mongoose';

/** What a language model made of one question about somebody; kept for a day, and counted against what it may cost. */
export interface RankingDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  /** Of the question: the same one is not asked twice. */
  key: string;
  /** Best first; null while the answer is on its way, and when there was none. */
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
  },
  { versionKey: false },
);
schema.index({ userId: 1, key: 1 }, { unique: true });
schema.index({ at: 1 }, { expireAfterSeconds: DAY_SECONDS });

export const RankingModel = model<RankingDoc>('Ranking', schema, 'rankings');
