import { model, Schema, type Types } from 'mongoose';
import type { SchemaFields } from '../../../platform/stored.ts';

/** A challenge that a passkey has to sign, for any node to check. It is deleted when it is used. */
export interface ChallengeDoc {
  /** The challenge in base64url. */
  _id: string;
  purpose: 'add' | 'sign-in' | 'confirm';
  /** Null for a sign-in. */
  userId: Types.ObjectId | null;
  expiresAt: Date;
}

const schema = new Schema<ChallengeDoc>(
  {
    _id: String,
    purpose: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, default: null },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<ChallengeDoc>,
  { versionKey: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ChallengeModel = model<ChallengeDoc>('Challenge', schema, 'challenges');
