import { model, Schema, type Types } from 'mongoose';
import type { DeletedFolder } from '../../../../common/schemas/folder.ts';
import type { SchemaFields } from '../../../platform/stored.ts';
import type { FolderDoc, ShareDoc } from './folder.model.ts';

/**
 * A deleted list that its owner can restore, with its shares. Its items and log stay where they are. Nothing else reads this
 * collection, so a deleted list is as invisible as one that never existed.
 */
export interface DeletedFolderDoc {
  /** The folder's id. */
  _id: Types.ObjectId;
  /** The owner. */
  userId: Types.ObjectId;
  /** As the deletion left it. */
  folder: FolderDoc;
  shares: ShareDoc[];
  deletedAt: Date;
  /** From then on it cannot be restored, and the cleanup removes what is left of it. */
  expiresAt: Date;
}

const schema = new Schema<DeletedFolderDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    folder: { type: Schema.Types.Mixed, required: true },
    shares: { type: Schema.Types.Mixed, required: true },
    deletedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<DeletedFolderDoc>,
  { versionKey: false, minimize: false },
);
schema.index({ userId: 1, deletedAt: -1 });

export const DeletedFolderModel = model<DeletedFolderDoc>('DeletedFolder', schema, 'deletedfolders');

export function toDeletedFolder({ _id, folder, deletedAt, expiresAt }: DeletedFolderDoc): DeletedFolder {
  return {
    id: _id.toHexString(),
    name: folder.name,
    itemCount: folder.itemCount,
    memberCount: folder.memberCount,
    deletedAt: deletedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
