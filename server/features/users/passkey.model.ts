import { model, Schema, type Types } from 'mongoose';
import type { Passkey } from '../../../common/schemas/account/passkey.ts';
import type { SchemaFields, Stored } from '../../platform/stored.ts';

export interface PasskeyDoc extends Omit<Stored<Passkey, 'id'>, 'lastUsedAt'> {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  /** The authenticator's id of the key, in base64url. */
  credentialId: string;
  publicKey: Buffer;
  /** How often the authenticator says it was used. Zero for most passkeys. */
  counter: number;
  transports: string[];
  lastUsedAt: Date | null;
}

const schema = new Schema<PasskeyDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    credentialId: { type: String, required: true },
    publicKey: { type: Buffer, required: true },
    counter: { type: Number, required: true },
    transports: { type: [String], required: true },
    name: { type: String, required: true },
    isBackedUp: { type: Boolean, required: true },
    lastUsedAt: { type: Date, default: null },
  } satisfies SchemaFields<PasskeyDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ userId: 1 });
schema.index({ credentialId: 1 }, { unique: true });

export const PasskeyModel = model<PasskeyDoc>('Passkey', schema, 'passkeys');

export function toPasskey(passkey: PasskeyDoc): Passkey {
  return {
    id: passkey._id.toHexString(),
    name: passkey.name,
    createdAt: passkey.createdAt.toISOString(),
    lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
    isBackedUp: passkey.isBackedUp,
  };
}
