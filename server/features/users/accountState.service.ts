import { Types, trusted, type UpdateQuery } from 'mongoose';
import type { DeletionChoice } from '../../../common/schemas/account/deletion.ts';
import type { AccountsQuery } from '../../../common/schemas/operator/operator.ts';
import type { OwnUser } from '../../../common/schemas/user.ts';
import { notFound, Problem, unauthorized } from '../../platform/http/errors.ts';
import type { IdPage } from '../../platform/http/nextPage.ts';
import { lockInstance } from '../../platform/instance/instance.model.ts';
import { endOtherSessions } from '../../platform/session/session.ts';
import { BlockModel } from './block.model.ts';
import { changeCredentials } from './credentials.service.ts';
import { requireOtherOperator } from './operator.service.ts';
import { PasskeyModel } from './passkey.model.ts';
import { deletePicture } from './picture.service.ts';
import { PinModel } from './pin.model.ts';
import { toUserWithRole, type UserDoc, UserModel } from './user.model.ts';
import { findUserDocs, forgetPerson, lockQuotas, whoseNameContains } from './user.service.ts';

type Id = Types.ObjectId | string;

/** Throws account_disabled when nobody may sign in to the account. */
export async function requireEnabled(userId: string): Promise<void> {
  const user = await UserModel.findById(userId, { isDisabled: 1 }).lean<Pick<UserDoc, 'isDisabled'>>();
  if (!user?.isDisabled) return;
  throw new Problem('account_disabled', 'This account is disabled. Ask the person who runs this site.');
}

/**
 * Throws unauthorized when the account has been deleted, or begins to be: its deletion finds only what was stored before. Call it
 * in a transaction that also writes an event for the user, so that it conflicts with a deletion.
 */
export async function requireRemaining(userId: string): Promise<void> {
  if (!(await UserModel.exists({ _id: userId, isEnding: trusted({ $ne: true }) }))) throw unauthorized();
}

/** Those of these users who have an account that is not disabled, and whether they are operators. */
export async function findEnabled(userIds: Iterable<Id>): Promise<Map<string, { isOperator: boolean }>> {
  const users = (await findUserDocs(userIds)).filter(({ isDisabled }) => !isDisabled);
  return new Map(users.map(({ _id, isOperator = false }) => [_id.toHexString(), { isOperator }]));
}

/**
 * Keeps the state of these accounts as it is until the caller's transaction ends: one that disables an account meanwhile
 * conflicts, and one of the two runs again.
 */
export async function holdAccounts(userIds: Iterable<Id>): Promise<void> {
  for (const userId of new Set([...userIds].map(String))) await lockQuotas(userId);
}

/**
 * Disables an account: its sessions and tabs end on every node, and nobody can sign in to it or find it. Throws conflict for
 * the last operator. Call it in a transaction.
 */
export async function disableUser(userId: string): Promise<void> {
  await endAccess(userId, { $set: { isDisabled: true } });
}

/** Call it in a transaction. */
export async function enableUser(userId: string): Promise<void> {
  // An account that is being deleted stays disabled.
  const { matchedCount } = await UserModel.updateOne(
    { _id: idOf(userId), isEnding: trusted({ $ne: true }) },
    { $unset: { isDisabled: 1 } },
  );
  if (matchedCount === 0) throw notFound('User not found');
}

/**
 * Begins the deletion of an account. Disables it like disableUser, for good. The choices of the first call count. Call it in a
 * transaction.
 */
export async function beginEnding(userId: string, choices: readonly DeletionChoice[]): Promise<void> {
  const hasBegun = (await UserModel.exists({ _id: idOf(userId), isEnding: true })) !== null;
  await endAccess(userId, {
    $set: { isDisabled: true, isEnding: true, ...(!hasBegun && { endingChoices: [...choices] }) },
  });
}

/** What the user whose account is being deleted has chosen for each list. */
export async function findEndingChoices(userId: string): Promise<DeletionChoice[]> {
  const user = await UserModel.findById(userId).select('+endingChoices').lean<UserDoc>();
  return user?.endingChoices ?? [];
}

async function endAccess(userId: string, update: UpdateQuery<UserDoc>): Promise<void> {
  await lockInstance();
  const user = await UserModel.findById(idOf(userId)).lean<UserDoc>();
  if (!user) throw notFound('User not found');
  if (user.isOperator) await requireOtherOperator(user._id);
  // The role ends as well, so that an account that nobody can use never counts as an operator.
  const changed = await changeCredentials({ _id: user._id }, { ...update, $unset: { isOperator: 1 } });
  if (changed) await endOtherSessions(changed.user.id, changed.credentialsRev, null);
}

/** Lets a user request titles at Seerr, or no longer. Throws not_found. */
export async function setMayRequest(userId: string, mayRequest: boolean): Promise<void> {
  const change = mayRequest ? { $set: { mayRequest } } : { $unset: { mayRequest: 1 } };
  const { matchedCount } = await UserModel.updateOne({ _id: idOf(userId) }, change);
  if (matchedCount === 0) throw notFound('User not found');
}

/** The accounts whose deletion has begun. */
export async function findEnding(): Promise<string[]> {
  const users = await UserModel.find({ isEnding: true }, { _id: 1 }).lean();
  return users.map(({ _id }) => _id.toHexString());
}

/** Deletes the account itself, at the end of its deletion. Call it in a transaction. */
export async function deleteUser(userId: string): Promise<void> {
  await deletePicture(userId);
  await PinModel.deleteMany({ $or: [{ userId }, { pinnedUserId: userId }] });
  await BlockModel.deleteMany({ $or: [{ blockerId: userId }, { blockedId: userId }] });
  await PasskeyModel.deleteMany({ userId });
  await UserModel.deleteOne({ _id: userId });
  forgetPerson(userId);
}

/** An id that no account has, in place of a malformed one. */
const idOf = (userId: string) => (Types.ObjectId.isValid(userId) ? userId : new Types.ObjectId());

type AccountState = Omit<OwnUser, 'rev'> & { isDisabled: boolean; mayRequest: boolean };

/** A page of the accounts whose names, username or address contain `q`, in the order of their creation, or the one of `userId`. */
export async function findAccounts({ q, userId, limit, after }: AccountsQuery): Promise<IdPage<AccountState>> {
  const text = q.trim();
  const found = await UserModel.find({
    ...(after && { _id: trusted({ $gt: new Types.ObjectId(after) }) }),
    ...(userId && { _id: new Types.ObjectId(userId) }),
    ...(text && whoseNameContains(text)),
  })
    .sort({ _id: 1 })
    .limit(limit + 1)
    .lean<UserDoc[]>();
  const page = found.slice(0, limit).map((user) => ({
    ...toUserWithRole(user),
    isDisabled: user.isDisabled ?? false,
    mayRequest: user.mayRequest ?? false,
  }));
  return { page, next: found.length > limit ? page.at(-1)?.id : undefined };
}
