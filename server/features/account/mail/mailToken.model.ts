import { createHash, randomBytes } from 'node:crypto';
import { model, Schema, type Types, trusted } from 'mongoose';
import type { SchemaFields } from '../../../platform/stored.ts';

const purposes = ['reset', 'confirm'] as const;
export type MailPurpose = (typeof purposes)[number];

/** A link that was sent by mail. It is used once. */
export interface MailTokenDoc {
  /** Hash of the token, which only the mail has. */
  _id: string;
  purpose: MailPurpose;
  userId: Types.ObjectId;
  /** The address that the mail was sent to. */
  email: string;
  /** Of the user at that time: the link ends when the sign-in methods change. */
  credentialsRev: number;
  expiresAt: Date;
}

const schema = new Schema<MailTokenDoc>(
  {
    _id: String,
    purpose: { type: String, enum: purposes, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    email: { type: String, required: true },
    credentialsRev: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<MailTokenDoc>,
  { versionKey: false },
);
schema.index({ userId: 1, purpose: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const MailTokenModel = model<MailTokenDoc>('MailToken', schema, 'mailtokens');

const HOUR_MS = 60 * 60 * 1000;
const LASTS_MS: Record<MailPurpose, number> = { reset: HOUR_MS, confirm: 24 * HOUR_MS };

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Makes a token. Earlier ones of the user for the same purpose end. */
export async function createMailToken(draft: Omit<MailTokenDoc, '_id' | 'expiresAt'>): Promise<string> {
  const { userId, purpose } = draft;
  const token = randomBytes(32).toString('base64url');
  await MailTokenModel.deleteMany({ userId, purpose });
  // biome-ignore lint/plugin: another node may read the date
  const expiresAt = new Date(Date.now() + LASTS_MS[purpose]);
  await MailTokenModel.insertOne({ _id: hashOf(token), ...draft, expiresAt });
  return token;
}

const valid = (token: string, purpose: MailPurpose) => ({
  _id: hashOf(token),
  purpose,
  // biome-ignore lint/plugin: compared with a stored date
  expiresAt: trusted({ $gt: new Date(Date.now()) }),
});

export async function findMailToken(token: string, purpose: MailPurpose): Promise<MailTokenDoc | null> {
  return MailTokenModel.findOne(valid(token, purpose)).lean<MailTokenDoc>();
}

/** Takes the token, so that nobody can use it again. Call it in the transaction of what it allows. */
export async function takeMailToken(token: string, purpose: MailPurpose): Promise<MailTokenDoc | null> {
  return MailTokenModel.findOneAndDelete(valid(token, purpose)).lean<MailTokenDoc>();
}

export async function deleteMailTokensOf(userId: string): Promise<void> {
  await MailTokenModel.deleteMany({ userId });
}
