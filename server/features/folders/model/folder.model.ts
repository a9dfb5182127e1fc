import { model, Schema, type Types } from 'mongoose';
import { type Access, type Flags, flagNames } from '../../../../common/permissions.ts';
import type { ListVisibility } from '../../../../common/schemas/account/privacy.ts';
import type { Folder, FolderCore } from '../../../../common/schemas/folder.ts';
import type { PublicShare, Share } from '../../../../common/schemas/share.ts';
import type { Contact, PublicUser } from '../../../../common/schemas/user.ts';
import type { SchemaFields, Stored } from '../../../platform/stored.ts';

/** `userId` is the owner. Every change raises `rev`, which is the change's place in the folder's log, and sets `revId`. */
export interface FolderDoc extends Stored<FolderCore, 'id' | 'visibility'> {
  _id: Types.ObjectId;
  kind: 'normal' | 'reviewed';
  /** Absent, as null, in lists that have no visibility of their own. */
  visibility?: ListVisibility;
  /** The id of the log's entry at `rev`. Absent in folders without a change since this was added. */
  revId?: Types.ObjectId;
  /** Raised whenever the audience changes. */
  membersRev: number;
  /** Raised when the owner or a member changes their name or picture. Absent until then. */
  peopleRev?: number;
  /** Raised when the members' marks on seen titles change. Absent until then. */
  seenRev?: number;
  /** The owner allows no public links. */
  hasNoPublicLinks?: true;
}

const folderSchema = new Schema<FolderDoc>(
  {
    name: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, enum: ['normal', 'reviewed'], default: 'normal' },
    itemCount: { type: Number, default: 0 },
    memberCount: { type: Number, default: 0 },
    visibility: { type: String },
    rev: { type: Number, default: 0 },
    revId: { type: Schema.Types.ObjectId },
    membersRev: { type: Number, default: 0 },
    peopleRev: { type: Number },
    seenRev: { type: Number },
    hasNoPublicLinks: { type: Boolean },
  } satisfies SchemaFields<FolderDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
folderSchema.index({ userId: 1, _id: 1 });
folderSchema.index({ userId: 1, kind: 1 }, { unique: true, partialFilterExpression: { kind: 'reviewed' } });

export const FolderModel = model<FolderDoc>('Folder', folderSchema, 'folders');

/** The part of a folder that is the same for every member. */
export function toFolderCore(folder: FolderDoc): FolderCore {
  return {
    id: folder._id.toHexString(),
    name: folder.name,
    userId: folder.userId.toHexString(),
    createdAt: folder.createdAt.toISOString(),
    itemCount: folder.itemCount,
    memberCount: folder.memberCount,
    visibility: folder.visibility ?? null,
    rev: folder.rev,
  };
}

/** A folder as one user sees it. `people` are its owner and, for the owner, its members. */
export function toFolder(
  folder: FolderDoc,
  access: Access,
  people: { owner?: Contact; members?: Contact[]; memberIds?: string[] },
): Folder {
  const isSharedByMe = access.isOwner && folder.memberCount > 0;
  return {
    ...toFolderCore(folder),
    isReviewed: folder.kind === 'reviewed',
    ...(folder.revId ? { revId: folder.revId.toHexString() } : {}),
    ...(folder.peopleRev ? { peopleRev: folder.peopleRev } : {}),
    ...(folder.seenRev ? { seenRev: folder.seenRev } : {}),
    isSharedByMe,
    permissions: access.flags,
    ...(!access.isOwner && people.owner ? { sharedByUser: people.owner } : {}),
    ...(isSharedByMe && people.members ? { sharedWithUser: people.members[0], sharedWithUsers: people.members } : {}),
    ...(people.memberIds ? { memberIds: people.memberIds } : {}),
  };
}

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

const shareSchema = new Schema<ShareDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    sharedByUserId: { type: Schema.Types.ObjectId, required: true },
    arrivedRev: { type: Number },
    ...flagFields,
  } satisfies SchemaFields<ShareDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
shareSchema.index({ folderId: 1, userId: 1 }, { unique: true });
// For the members of lists in the order in which they joined.
shareSchema.index({ folderId: 1, _id: 1 });
shareSchema.index({ userId: 1 });

export const ShareModel = model<ShareDoc>('Share', shareSchema, 'shares');

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
