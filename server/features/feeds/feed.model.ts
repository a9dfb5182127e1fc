import { model, Schema, type Types } from 'mongoose';
import { feedKinds, type PersonalFeed } from '../../../common/schemas/feed.ts';
import type { SchemaFields, Stored } from '../../platform/stored.ts';

export interface FeedDoc extends Omit<Stored<PersonalFeed, 'id'>, 'lastUsedAt'> {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  /** Of the secret part of the address, so that nobody can use what is stored. */
  tokenHash: string;
  lastUsedAt: Date | null;
}

const schema = new Schema<FeedDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, enum: feedKinds, required: true },
    tokenHash: { type: String, required: true },
    lastUsedAt: { type: Date, default: null },
  } satisfies SchemaFields<FeedDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ tokenHash: 1 }, { unique: true });
schema.index({ userId: 1, _id: -1 });

export const FeedModel = model<FeedDoc>('PersonalFeed', schema, 'feeds');
