import { model, Schema, type Types } from 'mongoose';
import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import type { SchemaFields, Stored } from '../../../platform/stored.ts';
import { flagFields, flagsOf } from './folder.model.ts';

export interface LinkDoc extends Stored<InvitationLink, 'id' | 'folderId' | 'categoryId' | 'createdBy'> {
  _id: Types.ObjectId;
  /** Null for a link that leads to the instance only. */
  folderId: Types.ObjectId | null;
  /** An operator has made it, so that people can create an account with it. Absent means no. */
  isOperators?: boolean;
  /** It has no uses left. It is kept until it expires, so that people who registered with it can still enter its list. */
  isUsedUp?: boolean;
}

export type ListLinkDoc = LinkDoc & { folderId: Types.ObjectId };

const schema = new Schema<LinkDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, default: null },
    isOperators: { type: Boolean },
    isUsedUp: { type: Boolean },
    createdByUserId: { type: Schema.Types.ObjectId, required: true },
    // Stored as it is, because those who may invite can copy the address again until it expires.
    token: { type: String, required: true },
    maxUses: { type: Number, default: null },
    uses: { type: Number, default: 0 },
    expiresAt: { type: Date, required: true },
    ...flagFields,
  } satisfies SchemaFields<LinkDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ token: 1 }, { unique: true });
schema.index({ folderId: 1 });
schema.index({ createdByUserId: 1, _id: 1 });
schema.index({ isOperators: 1 }, { partialFilterExpression: { isOperators: true } });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const LinkModel = model<LinkDoc>('InvitationLink', schema, 'invitationlinks');

export function toInvitationLink(link: ListLinkDoc, createdBy: PublicUser): InvitationLink {
  const folderId = link.folderId.toHexString();
  return {
    id: link._id.toHexString(),
    folderId,
    categoryId: folderId,
    token: link.token,
    maxUses: link.maxUses,
    uses: link.uses,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    createdByUserId: link.createdByUserId.toHexString(),
    createdBy,
    ...flagsOf(link),
  };
}
