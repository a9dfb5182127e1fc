import { model, Schema, type Types } from 'mongoose';
import type { PublicLink } from '../../../../common/schemas/publicLink.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import type { SchemaFields, Stored } from '../../../platform/stored.ts';

export interface PublicLinkDoc extends Omit<Stored<PublicLink, 'id' | 'url' | 'createdBy'>, 'expiresAt'> {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  token: string;
  expiresAt: Date | null;
}

const schema = new Schema<PublicLinkDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    createdByUserId: { type: Schema.Types.ObjectId, required: true },
    // Stored as it is, because those who may share the list can copy the address again, as of invitation links.
    token: { type: String, required: true },
    showsNotes: { type: Boolean, required: true },
    showsNames: { type: Boolean, required: true },
    isFindable: { type: Boolean, required: true },
    expiresAt: { type: Date, default: null },
    visits: { type: [{ _id: false, day: String, pages: Number, feeds: Number }], default: [] },
  } satisfies SchemaFields<PublicLinkDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ token: 1 }, { unique: true });
schema.index({ folderId: 1, _id: 1 });
schema.index({ createdByUserId: 1, _id: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const PublicLinkModel = model<PublicLinkDoc>('PublicLink', schema, 'publiclinks');

export function toPublicLink(link: PublicLinkDoc, origin: string, createdBy: PublicUser): PublicLink {
  return {
    id: link._id.toHexString(),
    url: `${origin}/s/${link.token}`,
    showsNotes: link.showsNotes,
    showsNames: link.showsNames,
    isFindable: link.isFindable,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt?.toISOString() ?? null,
    createdByUserId: link.createdByUserId.toHexString(),
    createdBy,
    visits: link.visits,
  };
}
