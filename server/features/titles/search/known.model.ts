import { model, Schema } from 'mongoose';
import type { SchemaFields } from '../../../platform/stored.ts';

/** A title or person that the movie database has named, by its kind and id: 'movie:603'. */
export interface KnownDoc {
  _id: string;
  /** The name that is shown, and the original one. */
  names: string[];
  fame: number;
  /** YYYY-MM-DD, or empty for people and when unknown. */
  date: string;
  /** What lists show, as text, because its keys are not ours. */
  shown: string;
  seenAt: Date;
  expiresAt: Date;
}

const knownSchema = new Schema<KnownDoc>(
  {
    _id: { type: String, required: true },
    names: { type: [String], required: true },
    fame: { type: Number, required: true },
    date: { type: String, default: '' },
    shown: { type: String, required: true },
    seenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<KnownDoc>,
  { versionKey: false },
);
knownSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
knownSchema.index({ seenAt: 1 });

export const KnownModel = model<KnownDoc>('KnownTitle', knownSchema, 'knowntitles');
