import { model, Schema, type Types } from 'mongoose';
import type { SchemaFields } from '../../../platform/stored.ts';

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

const schema = new Schema<SeenTitlesDoc>(
  {
    plays: { type: Number, default: 0 },
    movie: { type: [Number], default: [] },
    tv: { type: [Number], default: [] },
  } satisfies SchemaFields<SeenTitlesDoc>,
  { versionKey: false },
);

export const SeenTitlesModel = model<SeenTitlesDoc>('SeenTitles', schema, 'seentitles');
