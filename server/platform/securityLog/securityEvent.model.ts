import { model, Schema, type Types } from 'mongoose';
import { type SecurityEvent, securityEventTypes } from '../../../common/schemas/operator/securityEvent.ts';
import type { SchemaFields, Stored } from '../stored.ts';

/** An entry of the security log about an account. */
export interface SecurityEventDoc extends Stored<SecurityEvent, 'id' | 'isByOther' | 'createdAt'> {
  _id: Types.ObjectId;
  createdAt: Date;
  /** The user whom it concerns. */
  userId: Types.ObjectId;
  /** Who did it. Null for the command line, and for a failed sign-in. */
  actorId: Types.ObjectId | null;
}

const A_YEAR_S = 365 * 24 * 60 * 60;

const schema = new Schema<SecurityEventDoc>(
  {
    type: { type: String, enum: securityEventTypes, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    actorId: { type: Schema.Types.ObjectId, default: null },
    address: { type: String, default: null },
    device: { type: String, default: null },
    detail: { type: String, default: null },
  } satisfies SchemaFields<SecurityEventDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ userId: 1, _id: -1 });
schema.index({ createdAt: 1 }, { expireAfterSeconds: A_YEAR_S });

export const SecurityEventModel = model<SecurityEventDoc>('SecurityEvent', schema, 'securityevents');

export function toSecurityEvent(event: SecurityEventDoc): SecurityEvent {
  return {
    id: event._id.toHexString(),
    type: event.type,
    createdAt: event.createdAt.toISOString(),
    address: event.address,
    device: event.device,
    isByOther: !isByUnknown(event) && !event.actorId?.equals(event.userId),
    detail: event.detail,
  };
}

/** Who failed to sign in is not known, and may be the user. */
function isByUnknown({ type }: SecurityEventDoc): boolean {
  return type === 'sign-in-failed' || type === 'sign-in-locked';
}
