import { model, Schema, type Types } from 'mongoose';
import type { SchemaFields } from '../../../platform/stored.ts';

/** How much the marks of a member count at the list's next poll. Absent means 1. */
export interface FairnessDoc {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  userId: Types.ObjectId;
  weight: number;
}

const schema = new Schema<FairnessDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    weight: { type: Number, required: true },
  } satisfies SchemaFields<FairnessDoc>,
  { versionKey: false },
);
schema.index({ folderId: 1, userId: 1 }, { unique: true });

export const FairnessModel = model<FairnessDoc>('Fairness', schema, 'fairness');
