import { model, Schema } from 'mongoose';

/** An answer of the movie database, as it was validated; as text, since its keys are not ours. */
export interface CachedAnswerDoc {
  _id: string;
  json: string;
  fetchedAt: Date;
  expiresAt: Date;
}

const schema = new Schema<CachedAnswerDoc>(
  {
    _id: { type: String, required: true },
    json: { type: String, required: true },
    fetchedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
schema.index({ fetchedAt: 1 });

export const CachedAnswerModel = model<CachedAnswerDoc>('CachedAnswer', schema, 'cachedanswers');
