import { model, Schema } from 'mongoose';
import type { SchemaFields } from '../../../../platform/stored.ts';

/** A validated answer of the movie database. Stored as text, because its keys are not ours. */
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
  } satisfies SchemaFields<CachedAnswerDoc>,
  { versionKey: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
schema.index({ fetchedAt: 1 });

export const CachedAnswerModel = model<CachedAnswerDoc>('CachedAnswer', schema, 'cachedanswers');
