import { model, Schema, type Types } from 'mongoose';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import type { Contact } from '../../../../common/schemas/user.ts';
import type { SchemaFields, Stored } from '../../../platform/stored.ts';
import { flagFields, flagsOf } from './folder.model.ts';

export interface InvitationDoc
  extends Stored<Invitation, 'id' | 'categoryId' | 'folder' | 'category' | 'invitedUser' | 'invitedByUser'> {
  _id: Types.ObjectId;
  invitedByUserId: Types.ObjectId;
}

const schema = new Schema<InvitationDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    invitedUserId: { type: Schema.Types.ObjectId, required: true },
    invitedByUserId: { type: Schema.Types.ObjectId, required: true },
    status: { type: String, enum: ['pending', 'accepted', 'declined'], default: 'pending' },
    respondedAt: { type: Date, default: null },
    ...flagFields,
  } satisfies SchemaFields<InvitationDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ folderId: 1, invitedUserId: 1 }, { unique: true, partialFilterExpression: { status: 'pending' } });
schema.index({ invitedUserId: 1, status: 1 });
schema.index({ folderId: 1, invitedByUserId: 1 });
schema.index({ invitedByUserId: 1, status: 1 });

export const InvitationModel = model<InvitationDoc>('Invitation', schema, 'invitations');

export function toInvitation(
  invitation: InvitationDoc,
  folderName: string,
  people: { invitedUser: Contact; invitedByUser: Contact },
): Invitation {
  const folderId = invitation.folderId.toHexString();
  const named = { id: folderId, name: folderName };
  return {
    id: invitation._id.toHexString(),
    status: invitation.status,
    createdAt: invitation.createdAt.toISOString(),
    respondedAt: invitation.respondedAt?.toISOString() ?? null,
    folderId,
    categoryId: folderId,
    folder: named,
    category: named,
    invitedUserId: invitation.invitedUserId.toHexString(),
    ...people,
    ...flagsOf(invitation),
  };
}
