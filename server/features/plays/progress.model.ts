import { model, Schema, type Types } from 'mongoose';
import { type ChosenState, chosenStates, type EpisodeNumber, type EpisodeSet } from '../../../common/progress.ts';
import type { SchemaFields } from '../../platform/stored.ts';

/**
 * How far a user is in a show: derived from the plays of its episodes by `foldPlays`, in the transactions that change them, so
 * that nothing reads a play for each episode. Only `state` and `restartedAt` are the user's own. Absent without any of these.
 */
export interface ShowProgressDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  tmdbId: number;
  seen: EpisodeSet;
  repeats: Record<string, number>;
  earlier: EpisodeSet;
  /** How many regular episodes are in `seen`. */
  seenCount: number;
  lastAt: Date | null;
  lastPlay: (EpisodeNumber & { playId: Types.ObjectId; createdAt: Date }) | null;
  state?: ChosenState;
  restartedAt?: Date;
}

const schema = new Schema<ShowProgressDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    tmdbId: { type: Number, required: true },
    seen: { type: Schema.Types.Mixed, required: true },
    repeats: { type: Schema.Types.Mixed, required: true },
    earlier: { type: Schema.Types.Mixed, required: true },
    seenCount: { type: Number, required: true },
    lastAt: { type: Date, default: null },
    lastPlay: { type: Schema.Types.Mixed, default: null },
    state: { type: String, enum: chosenStates },
    restartedAt: { type: Date },
  } satisfies SchemaFields<ShowProgressDoc>,
  { versionKey: false, minimize: false },
);
schema.index({ userId: 1, tmdbId: 1 }, { unique: true });

export const ShowProgressModel = model<ShowProgressDoc>('ShowProgress', schema, 'showprogress');
