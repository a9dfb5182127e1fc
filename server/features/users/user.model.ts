import { model, Schema, type Types } from 'mongoose';
import type { DeletionChoice } from '../../../common/schemas/account/deletion.ts';
import type { EmailAudience, ListAudience } from '../../../common/schemas/audience.ts';
import type { Spoilers } from '../../../common/schemas/progress.ts';
import type { Contact, OwnUser, PublicUser, User } from '../../../common/schemas/user.ts';
import type { SchemaFields, Stored } from '../../platform/stored.ts';

/** `email` is stored in lower case. */
export interface UserDoc extends Stored<User, 'id'> {
  _id: Types.ObjectId;
  /** The username in lower case, so that it is unique regardless of case. */
  usernameKey?: string;
  passwordHash?: string;
  /** The operator has set the password: the user must choose a new one at the next sign-in. */
  mustChangePassword?: boolean;
  /** The subject from single sign-on: the issuer, '#' and the issuer's id of the user. Two issuers may use the same id. */
  oidcSubject?: string;
  /** The second factor of sign-ins by password. The secret is encrypted; `lastPeriod` is that of the last used code. */
  totp?: { secret: string; lastPeriod: number };
  /** The address that its owner has confirmed by a link. It counts while it is the account's address. */
  confirmedEmail?: string;
  /** Hashes of the recovery codes that are left. */
  recoveryCodes?: string[];
  /** Raised by each change of the sign-in methods, which ends earlier sessions. Absent means 0. */
  credentialsRev?: number;
  /** The operator has disabled the account: nobody can sign in to it or find it. Absent means no. */
  isDisabled?: boolean;
  /** The account is being deleted. */
  isEnding?: boolean;
  /** What its user has then chosen for each list. */
  endingChoices?: DeletionChoice[];
  /** The user runs this instance. Absent means no. */
  isOperator?: boolean;
  /** The operator lets the user request titles at Seerr. Absent means no. */
  mayRequest?: boolean;
  /** The user has agreed that a language model may read their reviews for recommendations. Absent means no. */
  useModel?: boolean;
  spoilers?: Spoilers;
  /** The choices about what others see. Where one is absent, the instance's default applies. */
  emailFor?: EmailAudience;
  listsFor?: ListAudience;
  isListed?: boolean;
  showsPresence?: boolean;
  showsWatching?: boolean;
  /** Raised by each transaction that checks a quota of this user, so that parallel transactions conflict and one is retried. */
  quotaRev?: number;
  /** Raised by each event for this user's tabs alone. */
  rev: number;
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
    mustChangePassword: { type: Boolean, select: false },
    oidcSubject: { type: String, select: false },
    totp: { type: new Schema({ secret: String, lastPeriod: Number }, { _id: false }), select: false },
    confirmedEmail: { type: String },
    recoveryCodes: { type: [String], default: undefined, select: false },
    credentialsRev: { type: Number },
    isDisabled: { type: Boolean },
    isEnding: { type: Boolean },
    endingChoices: { type: Schema.Types.Mixed, select: false },
    isOperator: { type: Boolean },
    mayRequest: { type: Boolean },
    useModel: { type: Boolean },
    spoilers: { type: String },
    emailFor: { type: String },
    listsFor: { type: String },
    isListed: { type: Boolean },
    showsPresence: { type: Boolean },
    showsWatching: { type: Boolean },
    quotaRev: { type: Number },
    rev: { type: Number, default: 0 },
  } satisfies SchemaFields<UserDoc>,
  { timestamps: true, versionKey: false },
);
schema.index({ email: 1 }, { unique: true });
schema.index({ isEnding: 1 }, { partialFilterExpression: { isEnding: true } });
schema.index({ isOperator: 1 }, { partialFilterExpression: { isOperator: true } });
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

export function toUserWithRole(user: UserDoc): Omit<OwnUser, 'rev'> {
  return { ...toUser(user), isOperator: user.isOperator ?? false };
}

export function toOwnUser(user: UserDoc): OwnUser {
  return { ...toUserWithRole(user), rev: user.rev };
}
