import { model, Schema, type Types } from 'mongoose';
import type { SchemaFields } from '../../../platform/stored.ts';

/**
 * Whether a member of a folder, or its owner, shows the others what they have seen. There is no document before the first
 * answer, and none after the membership has ended.
 */
export interface SeenConsentDoc {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  userId: Types.ObjectId;
  shows: boolean;
}

const seenConsentSchema = new Schema<SeenConsentDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    shows: { type: Boolean, required: true },
  } satisfies SchemaFields<SeenConsentDoc>,
  { versionKey: false },
);
seenConsentSchema.index({ folderId: 1, userId: 1 }, { unique: true });
seenConsentSchema.index({ userId: 1, shows: 1 });

export const SeenConsentModel = model<SeenConsentDoc>('SeenConsent', seenConsentSchema, 'seenconsents');

/**
 * The titles of which a user has at least one play, in one document. With it, the marks of a list cost one read for each
 * member instead of one for each play.
 */
export interface SeenTitlesDoc {
  /** The user's id. */
  _id: Types.ObjectId;
  /** How many plays the user has. */
  plays: number;
  /** The TMDB ids of the seen movies, and of the seen TV shows. */
  movie: number[];
  tv: number[];
}

const seenTitlesSchema = new Schema<SeenTitlesDoc>(
  {
    plays: { type: Number, default: 0 },
    movie: { type: [Number], default: [] },
    tv: { type: [Number], default: [] },
  } satisfies SchemaFields<SeenTitlesDoc>,
  { versionKey: false },
);

export const SeenTitlesModel = model<SeenTitlesDoc>('SeenTitles', seenTitlesSchema, 'seentitles');
