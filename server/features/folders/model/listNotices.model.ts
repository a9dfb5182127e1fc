import { model, Schema, type Types } from 'mongoose';
import { type ListNoticeLevel, listNoticeLevels } from '../../../../common/schemas/notice.ts';
import type { SchemaFields } from '../../../platform/stored.ts';

/** Of which changes of a list its owner or a member gets notices. There is no document for all of them. */
export interface ListNoticesDoc {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  userId: Types.ObjectId;
  level: ListNoticeLevel;
}

const schema = new Schema<ListNoticesDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    level: { type: String, enum: listNoticeLevels, required: true },
  } satisfies SchemaFields<ListNoticesDoc>,
  { versionKey: false },
);
schema.index({ folderId: 1, userId: 1 }, { unique: true });
schema.index({ userId: 1 });

export const ListNoticesModel = model<ListNoticesDoc>('ListNotices', schema, 'listnotices');

/** Forgets the choice of a member. Call it in the transaction that ends the membership. */
export async function forgetListNotices(folderId: Types.ObjectId, userId: Types.ObjectId): Promise<void> {
  await ListNoticesModel.deleteOne({ folderId, userId });
}
