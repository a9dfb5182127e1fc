import { model, Schema, type Types } from 'mongoose';
import type { Folder, FolderCore } from '../../../common/folder.ts';
import type { Access } from '../../../common/permissions.ts';
import type { Contact } from '../../../common/user.ts';

export interface FolderDoc {
  _id: Types.ObjectId;
  name: string;
  /** The owner. */
  userId: Types.ObjectId;
  kind: 'normal' | 'reviewed';
  itemCount: number;
  memberCount: number;
  /** Raised by every change; the folder's place in its own log. */
  rev: number;
  /** Raised whenever the audience changes. */
  membersRev: number;
  /** Raised when somebody in it looks different; items name who added them. Absent until then. */
  peopleRev?: number;
  createdAt: Date;
}

const schema = new Schema<FolderDoc>(
  {
    name: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, enum: ['normal', 'reviewed'], default: 'normal' },
    itemCount: { type: Number, default: 0 },
    memberCount: { type: Number, default: 0 },
    rev: { type: Number, default: 0 },
    membersRev: { type: Number, default: 0 },
    peopleRev: { type: Number },
  },
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ userId: 1, _id: 1 });
schema.index({ userId: 1, kind: 1 }, { unique: true, partialFilterExpression: { kind: 'reviewed' } });

export const FolderModel = model<FolderDoc>('Folder', schema, 'folders');

/** What of a folder is the same for everybody. */
export function toFolderCore(folder: FolderDoc): FolderCore {
  return {
    id: folder._id.toHexString(),
    name: folder.name,
    userId: folder.userId.toHexString(),
    createdAt: folder.createdAt.toISOString(),
    itemCount: folder.itemCount,
    memberCount: folder.memberCount,
    rev: folder.rev,
  };
}

/** A folder as one person sees it: `people` are its owner and, for the owner, its members. */
export function toFolder(
  folder: FolderDoc,
  access: Access,
  people: { owner?: Contact; members?: Contact[]; memberIds?: string[] },
): Folder {
  const isSharedByMe = access.isOwner && folder.memberCount > 0;
  return {
    ...toFolderCore(folder),
    isReviewed: folder.kind === 'reviewed',
    isSharedByMe,
    permissions: access.flags,
    ...(!access.isOwner && people.owner ? { sharedByUser: people.owner } : {}),
    ...(isSharedByMe && people.members ? { sharedWithUser: people.members[0], sharedWithUsers: people.members } : {}),
    ...(people.memberIds ? { memberIds: people.memberIds } : {}),
  };
}
