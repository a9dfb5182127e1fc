import { model, Schema, type Types } from 'mongoose';
import type { Block } from '../../../common/schemas/account/privacy.ts';
import type { PublicUser } from '../../../common/schemas/user.ts';
import type { SchemaFields } from '../../platform/stored.ts';

/** One person blocks another. Both no longer find, invite or see each other; only the first knows of the block. */
export interface BlockDoc {
  _id: Types.ObjectId;
  blockerId: Types.ObjectId;
  blockedId: Types.ObjectId;
  createdAt: Date;
}

const schema = new Schema<BlockDoc>(
  {
    blockerId: { type: Schema.Types.ObjectId, required: true },
    blockedId: { type: Schema.Types.ObjectId, required: true },
  } satisfies SchemaFields<BlockDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ blockerId: 1, blockedId: 1 }, { unique: true });
schema.index({ blockedId: 1 });

export const BlockModel = model<BlockDoc>('Block', schema, 'blocks');

export function toBlock({ createdAt }: BlockDoc, user: PublicUser): Block {
  return { user, createdAt: createdAt.toISOString() };
}
