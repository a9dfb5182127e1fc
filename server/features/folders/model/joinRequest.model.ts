import { model, Schema, type Types } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { JoinRequest } from '../../../../common/schemas/joinRequest.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import type { SchemaFields, Stored } from '../../../platform/stored.ts';

export interface JoinRequestDoc extends Stored<JoinRequest, 'categoryId' | 'user'> {
  _id: Types.ObjectId;
  /** Null while the request waits for an answer. */
  declinedAt: Date | null;
}

const DECLINED_FOR_SECONDS = limits.declinedJoinRequestDays * 24 * 60 * 60;

const schema = new Schema<JoinRequestDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    declinedAt: { type: Date, default: null },
  } satisfies SchemaFields<JoinRequestDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ folderId: 1, userId: 1 }, { unique: true });
schema.index({ userId: 1, declinedAt: 1 });
schema.index({ declinedAt: 1 }, { expireAfterSeconds: DECLINED_FOR_SECONDS });

export const JoinRequestModel = model<JoinRequestDoc>('JoinRequest', schema, 'joinrequests');

/** Requests that were declined at this time or earlier count as removed, even if the database still has them. */
export function lastOverMoment(): Date {
  const moment = new Date();
  moment.setUTCDate(moment.getUTCDate() - limits.declinedJoinRequestDays);
  return moment;
}

export function toJoinRequest({ folderId, userId, createdAt }: JoinRequestDoc, user: PublicUser): JoinRequest {
  const id = folderId.toHexString();
  return { folderId: id, categoryId: id, userId: userId.toHexString(), user, createdAt: createdAt.toISOString() };
}
