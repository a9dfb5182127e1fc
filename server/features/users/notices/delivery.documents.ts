import { model, Schema, type Types } from 'mongoose';
import type { SchemaFields } from '../../../platform/stored.ts';

/** One message that waits to be sent to one channel. Deleted when it has been sent, or cannot be. */
export interface NoticeDeliveryDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  channelId: Types.ObjectId;
  /** The events that it tells. They are read again when it is sent. */
  noticeIds: Types.ObjectId[];
  dueAt: Date;
  attempts: number;
  /** A node is sending it. If that node dies, nobody knows whether it was sent, so it is not sent again. */
  claim?: { id: string; at: Date };
}

const schema = new Schema<NoticeDeliveryDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    channelId: { type: Schema.Types.ObjectId, required: true },
    noticeIds: { type: [Schema.Types.ObjectId], required: true },
    dueAt: { type: Date, required: true },
    attempts: { type: Number, default: 0 },
    claim: { type: new Schema({ id: String, at: Date }, { _id: false, id: false }) },
  } satisfies SchemaFields<NoticeDeliveryDoc>,
  { versionKey: false },
);
schema.index({ dueAt: 1 });
schema.index({ 'claim.id': 1 }, { partialFilterExpression: { 'claim.id': { $exists: true } } });
schema.index({ channelId: 1 });
schema.index({ userId: 1 });

export const NoticeDeliveryModel = model<NoticeDeliveryDoc>('NoticeDelivery', schema, 'noticedeliveries');
