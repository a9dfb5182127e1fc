import { model, Schema, type Types, trusted } from 'mongoose';
import type { SchemaFields } from '../../../platform/stored.ts';

/** A user who was in a list. Their titles and changes stay in it, and show their name. */
interface FormerMemberDoc {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  userId: Types.ObjectId;
  /** Set when the account is deleted: tabs that were away until then learn that it has no name any more. */
  expiresAt?: Date;
}

const schema = new Schema<FormerMemberDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    expiresAt: { type: Date },
  } satisfies SchemaFields<FormerMemberDoc>,
  { versionKey: false },
);
schema.index({ folderId: 1, userId: 1 }, { unique: true });
schema.index({ userId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const FormerMemberModel = model<FormerMemberDoc>('FormerMember', schema, 'formermembers');

/** Call it in the transaction in which the user leaves the list, or comes back. */
export async function setFormerMember(
  folderId: Types.ObjectId,
  userId: Types.ObjectId,
  isFormer: boolean,
): Promise<void> {
  if (isFormer) await FormerMemberModel.updateOne({ folderId, userId }, { $set: { userId } }, { upsert: true });
  else await FormerMemberModel.deleteOne({ folderId, userId });
}

/** The lists in which the user was. */
export async function findFormerFolderIds(userId: string): Promise<Types.ObjectId[]> {
  const found = await FormerMemberModel.find({ userId }).lean<FormerMemberDoc[]>();
  return found.map(({ folderId }) => folderId);
}

/** Who was in these lists. */
export function findFormerMembers(
  folderIds: readonly string[],
): Promise<Pick<FormerMemberDoc, 'folderId' | 'userId'>[]> {
  return FormerMemberModel.find({ folderId: trusted({ $in: folderIds }) }).lean<FormerMemberDoc[]>();
}

/** Forgets who was in a list that is deleted for good. */
export async function deleteFormerMembersOf(folderId: string): Promise<void> {
  await FormerMemberModel.deleteMany({ folderId });
}

/** As long as the activity names the user by the id. */
const KEPT_DAYS = 90;

/** Forgets in a while where a user was whose account is deleted. */
export async function expireFormerMemberships(userId: string): Promise<void> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + KEPT_DAYS * 24 * 60 * 60 * 1000);
  await FormerMemberModel.updateMany({ userId }, { $set: { expiresAt } });
}
