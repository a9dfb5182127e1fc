import { model, Schema, type Types } from 'mongoose';
import type { Contact, PublicUser, User } from '../../../common/user.ts';

export interface UserDoc {
  _id: Types.ObjectId;
  /** Stored lower case. */
  email: string;
  username: string | null;
  /** The username in lower case: unique in any case. */
  usernameKey?: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  passwordHash?: string;
  /** Who single sign-on says they are: the issuer, '#' and its name for them. Two issuers may use the same name. */
  oidcSubject?: string;
  /** Agreed to a language model reading their reviews for recommendations; absent means no. */
  useModel?: boolean;
  /** Raised by each piece of one's own news. */
  rev: number;
  createdAt: Date;
  updatedAt: Date;
}

const schema = new Schema<UserDoc>(
  {
    email: { type: String, required: true },
    username: { type: String, default: null },
    usernameKey: { type: String },
    firstName: { type: String, default: null },
    lastName: { type: String, default: null },
    profileImageUrl: { type: String, default: null },
    passwordHash: { type: String, select: false },
    oidcSubject: { type: String, select: false },
    useModel: { type: Boolean },
    rev: { type: Number, default: 0 },
  },
  { timestamps: true, versionKey: false },
);
schema.index({ email: 1 }, { unique: true });
schema.index({ usernameKey: 1 }, { unique: true, partialFilterExpression: { usernameKey: { $exists: true } } });
schema.index({ oidcSubject: 1 }, { unique: true, partialFilterExpression: { oidcSubject: { $exists: true } } });

export const UserModel = model<UserDoc>('User', schema, 'users');

export function toPublicUser(user: UserDoc): PublicUser {
  return {
    id: user._id.toHexString(),
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: user.profileImageUrl,
  };
}

export function toContact(user: UserDoc): Contact {
  return { ...toPublicUser(user), email: user.email };
}

export function toUser(user: UserDoc): User {
  return { ...toContact(user), createdAt: user.createdAt.toISOString() };
}
