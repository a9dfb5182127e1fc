import { model, Schema, type Types } from 'mongoose';
import type { SchemaFields } from '../../platform/stored.ts';
import { type PlayDoc, playFields } from './play.model.ts';

const KEPT_MS = 60 * 60 * 1000;

/** A play that its user has removed, for as long as the removal can be undone. */
interface RemovedPlayDoc extends PlayDoc {
  expiresAt: Date;
}

const schema = new Schema<RemovedPlayDoc>(
  {
    ...playFields,
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<RemovedPlayDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
schema.index({ userId: 1 });

const RemovedPlayModel = model<RemovedPlayDoc>('RemovedPlay', schema, 'removedplays');

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
