import { model, Schema, type Types } from 'mongoose';
import type { MediaType } from '../../../common/schemas/title.ts';
import type { SchemaFields } from '../../platform/stored.ts';

/** A title that a user is not interested in. */
export interface DismissalDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  mediaType: MediaType;
  tmdbId: number;
  createdAt: Date;
}

const schema = new Schema<DismissalDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    mediaType: { type: String, enum: ['movie', 'tv'], required: true },
    tmdbId: { type: Number, required: true },
  } satisfies SchemaFields<DismissalDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ userId: 1, mediaType: 1, tmdbId: 1 }, { unique: true });
// For the latest ones.
schema.index({ userId: 1, _id: -1 });

export const DismissalModel = model<DismissalDoc>('Dismissal', schema, 'dismissals');
