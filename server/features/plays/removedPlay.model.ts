import { model, Schema, Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { SchemaFields } from '../../platform/stored.ts';
import { type PlayDoc, playFields } from './play.model.ts';

/** A play that its user has removed, for as long as the removal can be undone. */
interface RemovedPlayDoc extends PlayDoc {
  /** The act that removed it, if that removed several plays at once. */
  removedBy?: Types.ObjectId;
  expiresAt: Date;
}

const endIndex = { userId: 1, expiresAt: 1 } as const;

const removedPlaySchema = new Schema<RemovedPlayDoc>(
  {
    ...playFields,
    removedBy: { type: Schema.Types.ObjectId },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<RemovedPlayDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
removedPlaySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
removedPlaySchema.index({ userId: 1, removedBy: 1 });
removedPlaySchema.index(endIndex);
removedPlaySchema.index({ userId: 1, sourceKey: 1 });

const RemovedPlayModel = model<RemovedPlayDoc>('RemovedPlay', removedPlaySchema, 'removedplays');

const HOUR_MS = 60 * 60 * 1000;
const ACT_MS = limits.actDays * 24 * HOUR_MS;

export async function keepRemovedPlay(play: PlayDoc): Promise<void> {
  // biome-ignore lint/plugin: the database compares the date
  await RemovedPlayModel.insertOne({ ...play, expiresAt: new Date(Date.now() + HOUR_MS) });
}

/** A removed play of the user, which stays where it is. */
export async function findRemovedPlay(userId: string, playId: string): Promise<PlayDoc | null> {
  const removed = await RemovedPlayModel.findOne({ _id: playId, userId }).lean<RemovedPlayDoc>();
  return removed && playOf(removed);
}

/** Whether the user has removed the play that came from this source. */
export async function isRemovedPlay(userId: string, sourceKey: string): Promise<boolean> {
  return (await RemovedPlayModel.exists({ userId, sourceKey })) !== null;
}

/** Takes a removed play of the user out of the collection. Null when there is none. */
export async function takeRemovedPlay(userId: Types.ObjectId | string, playId: string): Promise<PlayDoc | null> {
  const removed = await RemovedPlayModel.findOneAndDelete({ _id: playId, userId }).lean<RemovedPlayDoc>();
  return removed && playOf(removed);
}

/** Keeps the plays that one act removes. */
export async function keepRemovedPlays(plays: readonly PlayDoc[], removedBy: Types.ObjectId): Promise<void> {
  // biome-ignore lint/plugin: the database compares the date
  const expiresAt = new Date(Date.now() + ACT_MS);
  await RemovedPlayModel.insertMany(
    plays.map((play) => ({ ...play, removedBy, expiresAt })),
    { lean: true },
  );
  const [first] = plays;
  if (first) await forgetOldest(first.userId);
}

/** Adding and removing the same episodes again and again must not fill the disk. */
async function forgetOldest(userId: Types.ObjectId): Promise<void> {
  const over = (await RemovedPlayModel.countDocuments({ userId })) - limits.removedPlaysPerPerson;
  if (over <= 0) return;
  const oldest = await RemovedPlayModel.find({ userId }, { _id: 1 })
    .sort({ expiresAt: 1 })
    .hint(endIndex)
    .limit(over)
    .lean<Pick<RemovedPlayDoc, '_id'>[]>();
  await RemovedPlayModel.deleteMany({ _id: trusted({ $in: oldest.map(({ _id }) => _id) }) });
}

/** Takes the plays that an act of the user removed out of the collection. */
export async function takeRemovedPlays(userId: Types.ObjectId | string, removedBy: string): Promise<PlayDoc[]> {
  const of = { userId: new Types.ObjectId(userId), removedBy: new Types.ObjectId(removedBy) };
  const removed = await RemovedPlayModel.find(of).lean<RemovedPlayDoc[]>();
  await RemovedPlayModel.deleteMany(of);
  return removed.map(playOf);
}

function playOf({ expiresAt: _expiresAt, removedBy: _removedBy, ...play }: RemovedPlayDoc): PlayDoc {
  return play;
}

export async function deleteRemovedPlaysOf(userId: string): Promise<void> {
  await RemovedPlayModel.deleteMany({ userId });
}
