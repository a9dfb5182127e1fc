import { model, Schema, type Types } from 'mongoose';
import { type Flags, flagNames } from '../../../../common/permissions.ts';
import type { PublicShare, Share } from '../../../../common/schemas/share.ts';
import type { Contact, PublicUser } from '../../../../common/schemas/user.ts';
import type { SchemaFields, Stored } from '../../../platform/stored.ts';

export interface ShareDoc extends Stored<PublicShare, 'id' | 'categoryId' | 'sharedWithUserId' | 'sharedWithUser'> {
  _id: Types.ObjectId;
  /** The member. */
  userId: Types.ObjectId;
  /** The rev of the change that made them a member: they read the log from there on. Absent in older shares: from the start. */
  arrivedRev?: number;
}

export const flagFields = {
  canView: { type: Boolean, required: true },
  canAdd: { type: Boolean, required: true },
  canRemove: { type: Boolean, required: true },
  canEdit: { type: Boolean, required: true },
  canShare: { type: Boolean, required: true },
  canManage: { type: Boolean, required: true },
} satisfies SchemaFields<Flags>;

const schema = new Schema<ShareDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    sharedByUserId: { type: Schema.Types.ObjectId, required: true },
    arrivedRev: { type: Number },
    ...flagFields,
  } satisfies SchemaFields<ShareDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ folderId: 1, userId: 1 }, { unique: true });
// For the members of lists in the order in which they joined.
schema.index({ folderId: 1, _id: 1 });
schema.index({ userId: 1 });

export const ShareModel = model<ShareDoc>('Share', schema, 'shares');

export function flagsOf(holder: Flags): Flags {
  return Object.fromEntries(flagNames.map((flag) => [flag, holder[flag]])) as Flags;
}

function toShareCore(share: ShareDoc) {
  const folderId = share.folderId.toHexString();
  return {
    id: share._id.toHexString(),
    folderId,
    categoryId: folderId,
    sharedWithUserId: share.userId.toHexString(),
    sharedByUserId: share.sharedByUserId.toHexString(),
    createdAt: share.createdAt.toISOString(),
    ...flagsOf(share),
  };
}

export function toShare(share: ShareDoc, sharedWithUser: Contact): Share {
  return { ...toShareCore(share), sharedWithUser };
}

export function toPublicShare(share: ShareDoc, sharedWithUser: PublicUser): PublicShare {
  return { ...toShareCore(share), sharedWithUser };
}
