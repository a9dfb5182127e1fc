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
  createdAt: Date;
}

/** The diary in its order, and that of one kind of titles. */
export const timeIndex = { userId: 1, at: 1, _id: 1 } as const;
export const kindIndex = { userId: 1, mediaType: 1, at: 1, _id: 1 } as const;

const playFields = {
  ...viewingFields,
  userId: { type: Schema.Types.ObjectId, required: true },
  companionIds: { type: [Schema.Types.ObjectId], default: [] },
  sourceKey: { type: String },
} satisfies SchemaFields<PlayDoc>;

const playSchema = new Schema<PlayDoc>(playFields, {
  timestamps: { createdAt: true, updatedAt: false },
  versionKey: false,
});
playSchema.index(timeIndex);
playSchema.index(kindIndex);
playSchema.index({ userId: 1, mediaType: 1, tmdbId: 1 });
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

const KEPT_MS = 60 * 60 * 1000;

/** A play that its user has removed, for as long as the removal can be undone. */
interface RemovedPlayDoc extends PlayDoc {
  expiresAt: Date;
}

const removedPlaySchema = new Schema<RemovedPlayDoc>(
  {
    ...playFields,
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<RemovedPlayDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
removedPlaySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
removedPlaySchema.index({ userId: 1 });

const RemovedPlayModel = model<RemovedPlayDoc>('RemovedPlay', removedPlaySchema, 'removedplays');

export async function keepRemovedPlay(play: PlayDoc): Promise<void> {
  // biome-ignore lint/plugin: the database compares the date
  await RemovedPlayModel.insertOne({ ...play, expiresAt: new Date(Date.now() + KEPT_MS) });
}

/** Takes a removed play of the user out of the collection. Null when there is none. */
export async function takeRemovedPlay(userId: Types.ObjectId | string, playId: string): Promise<PlayDoc | null> {
  const removed = await RemovedPlayModel.findOneAndDelete({ _id: playId, userId }).lean<RemovedPlayDoc>();
  if (!removed) return null;
  const { expiresAt: _expiresAt, ...play } = removed;
  return play;
}

export async function deleteRemovedPlaysOf(userId: string): Promise<void> {
  await RemovedPlayModel.deleteMany({ userId });
}
