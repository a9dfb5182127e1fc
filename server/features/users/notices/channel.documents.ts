import { model, Schema, type Types } from 'mongoose';
import { type ChannelKind, channelKinds } from '../../../../common/schemas/notice.ts';
import type { SchemaFields } from '../../../platform/stored.ts';

/** Where notices of one person are sent to. */
export interface ChannelDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  kind: ChannelKind;
  name: string;
  /** The host of the address. Empty for mail. */
  host: string;
  /** The address and the keys, encrypted. Empty for mail, which goes to the account's address. */
  sealed: string;
  /** A hash of the address: the same device or service is one channel. */
  targetHash: string;
  createdAt: Date;
  lastSentAt: Date | null;
  problem: string | null;
  /** Nothing is sent before this time, as the service asked. */
  waitUntil?: Date;
  /** Of a browser: when the session began in which it was turned on. It ends with that session. */
  sessionStartedAt?: Date;
  /** Of mail: when the next one may be sent. */
  digestAt?: Date;
}

const schema = new Schema<ChannelDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, enum: channelKinds, required: true },
    name: { type: String, default: '' },
    host: { type: String, default: '' },
    sealed: { type: String, default: '' },
    targetHash: { type: String, required: true },
    lastSentAt: { type: Date, default: null },
    problem: { type: String, default: null },
    waitUntil: { type: Date },
    sessionStartedAt: { type: Date },
    digestAt: { type: Date },
  } satisfies SchemaFields<ChannelDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ userId: 1, targetHash: 1 }, { unique: true });
schema.index({ digestAt: 1 }, { partialFilterExpression: { digestAt: { $exists: true } } });

export const ChannelModel = model<ChannelDoc>('Channel', schema, 'channels');
