import { model, Schema, type Types } from 'mongoose';
import type { SchemaFields } from '../../platform/stored.ts';

/** A profile picture as it is served: WebP, at most 256 by 256. */
export interface PictureDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  bytes: Buffer;
  createdAt: Date;
}

const schema = new Schema<PictureDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    bytes: { type: Buffer, required: true },
  } satisfies SchemaFields<PictureDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ userId: 1 });

export const PictureModel = model<PictureDoc>('Image', schema, 'images');
