import { type QueryFilter, Types, trusted, type UpdateQuery } from 'mongoose';
import type { User } from '../../../common/schemas/user.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { DeviceOwner } from '../../platform/limits/knownDevice.ts';
import { toUser, type UserDoc, UserModel } from './user.model.ts';

/** A user who has just been authenticated, and the credentialsRev at that moment. */
export interface VerifiedUser {
  user: User;
  credentialsRev: number;
}

export function toVerifiedUser(user: UserDoc): VerifiedUser {
  return { user: toUser(user), credentialsRev: user.credentialsRev ?? 0 };
}

/** The credentialsRev of each of these users. Ids without an account are left out. Runs with every request. */
export async function findCredentialsRevs(userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  // Uses the driver directly, because mongoose costs more than the read itself.
  const users = await UserModel.collection
    .find<Pick<UserDoc, '_id' | 'credentialsRev'>>(
      { _id: { $in: userIds.map((id) => new Types.ObjectId(id)) } },
      { projection: { credentialsRev: 1 } },
    )
    .toArray();
  return new Map(users.map((user) => [user._id.toHexString(), user.credentialsRev ?? 0]));
}

/** The account with this address, as marks of known devices are bound to it. Null without one. */
export async function findDeviceOwner(email: string): Promise<DeviceOwner | null> {
  const user = await UserModel.findOne({ email }, { credentialsRev: 1 }).lean<
    Pick<UserDoc, '_id' | 'credentialsRev'>
  >();
  return user && { userId: user._id.toHexString(), credentialsRev: user.credentialsRev ?? 0 };
}

/** The only way to change sign-in methods. Also raises credentialsRev. Null when no user matches the filter. */
export async function changeCredentials(
  filter: QueryFilter<UserDoc>,
  update: UpdateQuery<UserDoc>,
): Promise<VerifiedUser | null> {
  const user = await UserModel.findOneAndUpdate(
    filter,
    { ...update, $inc: { credentialsRev: 1 } },
    { returnDocument: 'after' },
  ).lean<UserDoc>();
  return user && toVerifiedUser(user);
}

export const CHANGED_MEANWHILE = 'Your sign-in settings have just changed. Please try again.';

/** Throws conflict when the credentials have changed. Call it in a transaction. */
export async function requireUnchanged(userId: string, credentialsRev: number): Promise<void> {
  if (!(await UserModel.exists(unchangedSince(userId, credentialsRev)))) throw conflict('conflict', CHANGED_MEANWHILE);
}

/** A filter for the user that matches only while the credentials have not changed. */
export function unchangedSince(userId: string, credentialsRev: number): QueryFilter<UserDoc> {
  return { _id: userId, credentialsRev: credentialsRev === 0 ? trusted({ $exists: false }) : credentialsRev };
}
