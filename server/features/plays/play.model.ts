import { model, Schema, type Types } from 'mongoose';
import type { Play } from '../../../common/schemas/play.ts';
import type { PublicUser } from '../../../common/schemas/user.ts';
import type { SchemaFields } from '../../platform/stored.ts';
import { showViewing, type Viewing, viewingFields } from './viewing.ts';

/** One viewing of a title by one user. */
export interface PlayDoc extends Viewing {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  /** With whom the user watched it. */
  companionIds: Types.ObjectId[];
  /** What it came from, if that may be sent again: a review, or a row of an imported file. */
  sourceKey?: string;
  /** The act that added it, if that added several plays at once. */
  actId?: Types.ObjectId;
  createdAt: Date;
}

/** The diary in its order, and that of one kind of titles. */
export const timeIndex = { userId: 1, at: 1, _id: 1 } as const;
export const kindIndex = { userId: 1, mediaType: 1, at: 1, _id: 1 } as const;
/** The plays of a title. With the time, for the latest one. */
export const titleTimeIndex = { userId: 1, mediaType: 1, tmdbId: 1, at: 1, _id: 1 } as const;

export const playFields = {
  ...viewingFields,
  userId: { type: Schema.Types.ObjectId, required: true },
  companionIds: { type: [Schema.Types.ObjectId], default: [] },
  sourceKey: { type: String },
  actId: { type: Schema.Types.ObjectId },
} satisfies SchemaFields<PlayDoc>;

const playSchema = new Schema<PlayDoc>(playFields, {
  timestamps: { createdAt: true, updatedAt: false },
  versionKey: false,
});
playSchema.index(timeIndex);
playSchema.index(kindIndex);
playSchema.index(titleTimeIndex);
playSchema.index(
  { userId: 1, sourceKey: 1 },
  { unique: true, partialFilterExpression: { sourceKey: { $exists: true } } },
);

export const PlayModel = model<PlayDoc>('Play', playSchema, 'plays');

export function toPlay(play: PlayDoc, userById: (id: Types.ObjectId) => PublicUser): Play {
  return {
    id: play._id.toHexString(),
    userId: play.userId.toHexString(),
    ...showViewing(play),
    companions: play.companionIds.map(userById),
    createdAt: play.createdAt.toISOString(),
  };
}
