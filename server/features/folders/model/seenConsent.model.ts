import { model, Schema, type Types } from 'mongoose';
import type { SchemaFields } from '../../../platform/stored.ts';

/**
 * Whether a member of a folder, or its owner, shows the others what they have seen. There is no document before the first
 * answer, and none after the membership has ended.
 */
export interface SeenConsentDoc {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  userId: Types.ObjectId;
  shows: boolean;
}

const schema = new Schema<SeenConsentDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    shows: { type: Boolean, required: true },
  } satisfies SchemaFields<SeenConsentDoc>,
  { versionKey: false },
);
schema.index({ folderId: 1, userId: 1 }, { unique: true });
schema.index({ userId: 1, shows: 1 });

export const SeenConsentModel = model<SeenConsentDoc>('SeenConsent', schema, 'seenconsents');
