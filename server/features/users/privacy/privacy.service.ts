import { type Types, trusted } from 'mongoose';
import type { Privacy, PrivacyBody } from '../../../../common/schemas/account/privacy.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Actor, inOperation } from '../../../platform/requests/operations.ts';
import { writeNotification, writeSharedNotification } from '../notification.service.ts';
import { type UserDoc, UserModel } from '../user.model.ts';
import { loadUser } from '../user.service.ts';
import { instancePrivacy, privacyOf } from '../visibility.ts';

/** What applies to the user now. */
export async function getPrivacy(userId: string): Promise<Privacy> {
  return privacyOf(await loadUser(userId), await instancePrivacy());
}

/** Changes the given settings, and has every open tab load again what it shows of the user. */
export async function setPrivacy(actor: Actor, changes: PrivacyBody): Promise<Privacy> {
  const instance = await instancePrivacy();
  return inOperation(actor, async () => {
    const user = await UserModel.findOneAndUpdate({ _id: actor.userId }, { $set: changes })
      .setOptions({ returnDocument: 'after' })
      .lean<UserDoc>();
    if (!user) throw notFound('User not found');
    await writeChanged(actor.userId, changes);
    return privacyOf(user, instance);
  });
}

/** Presence shows only in lists, where it is sent again, and in the user's own settings. What is watched now is asked for. */
async function writeChanged(
  userId: string,
  { showsPresence: _presence, showsWatching: _watching, ...others }: PrivacyBody,
): Promise<void> {
  const payload = { userId };
  if (Object.keys(others).length > 0) {
    await writeSharedNotification('user:visibility-changed', payload, { isForEveryone: true });
  } else {
    await writeNotification('user:visibility-changed', payload, { to: [userId], by: userId });
  }
}

/** Those of these users who do not show which list they have open. */
export async function findHiddenPresence(userIds: readonly Types.ObjectId[]): Promise<Set<string>> {
  const hidden = await UserModel.find({ _id: trusted({ $in: userIds }), showsPresence: false }, { _id: 1 }).lean<
    Pick<UserDoc, '_id'>[]
  >();
  return new Set(hidden.map(({ _id }) => _id.toHexString()));
}

/** Those of these users who show what they watch now. */
export async function findShowingWatching(userIds: readonly string[]): Promise<Set<string>> {
  const showing = await UserModel.find({ _id: trusted({ $in: userIds }), showsWatching: true }, { _id: 1 }).lean<
    Pick<UserDoc, '_id'>[]
  >();
  return new Set(showing.map(({ _id }) => _id.toHexString()));
}
