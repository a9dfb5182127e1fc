import { model, Schema, type Types } from 'mongoose';
import type { SchemaFields } from '../../platform/stored.ts';

export interface PinDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  pinnedUserId: Types.ObjectId;
  createdAt: Date;
}

const schema = new Schema<PinDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    pinnedUserId: { type: Schema.Types.ObjectId, required: true },
  } satisfies SchemaFields<PinDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ userId: 1, pinnedUserId: 1 }, { unique: true });
schema.index({ pinnedUserId: 1 });

export const PinModel = model<PinDoc>('Pin', schema, 'pins');
