import { model, Schema, type Types } from 'mongoose';
import type { SchemaFields } from '../../../platform/stored.ts';

/**
 * One of those members of a list who watch a show together, or to whom somebody proposes that. How far they are is not here:
 * it follows from their plays.
 */
export interface GroupPersonDoc {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  tmdbId: number;
  userId: Types.ObjectId;
  /** A declined proposal stays until it expires, so that it cannot be repeated at once. */
  state: 'member' | 'proposed' | 'declined';
  /** Since when. */
  since: Date;
  /** Whether the others may record plays for this member. */
  trusts: boolean;
  /** Of a proposal: who made it, and when it is over. */
  byUserId?: Types.ObjectId;
  expiresAt?: Date;
  /** Raised by each play of a member, so that plays of two members at the same time conflict, and one of them is repeated. */
  rev: number;
}

const schema = new Schema<GroupPersonDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    tmdbId: { type: Number, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    state: { type: String, enum: ['member', 'proposed', 'declined'], required: true },
    since: { type: Date, required: true },
    trusts: { type: Boolean, required: true },
    byUserId: { type: Schema.Types.ObjectId },
    expiresAt: { type: Date },
    rev: { type: Number, default: 0 },
  } satisfies SchemaFields<GroupPersonDoc>,
  { versionKey: false },
);
schema.index({ folderId: 1, tmdbId: 1, userId: 1 }, { unique: true });
schema.index({ userId: 1, tmdbId: 1 });
schema.index({ byUserId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const GroupPersonModel = model<GroupPersonDoc>('WatchGroup', schema, 'watchgroups');
