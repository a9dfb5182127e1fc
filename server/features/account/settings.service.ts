import type { PersonNames } from '../../../common/schemas/forms.ts';
import type { User } from '../../../common/schemas/user.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { endOtherSessions, type OwnSession } from '../../platform/session/session.ts';
import { changeProfile } from '../folders/access/people.service.ts';
import { writeNotification } from '../users/notification.service.ts';
import { hashPassword } from '../users/passwords/password.ts';
import { requireGoodPassword, requireOtherPassword } from '../users/passwords/passwordRules.ts';
import { encodePicture } from '../users/picture.decoder.ts';
import { deletePicture, replacePicture } from '../users/picture.service.ts';
import { disconnectSubject, type SignInConfig, storeEmail, storePassword } from '../users/signInMethods.service.ts';
import { getUser, isOwnPassword, updateProfile } from '../users/user.service.ts';

/** Sets the first and last name. */
export function setNames(actor: Actor, names: PersonNames): Promise<User> {
  return inOperation(actor, () => changeProfile(actor.userId, () => updateProfile(actor.userId, names)));
}

/** Sets the username; throws taken if another user has it, ignoring case. */
export function setUsername(actor: Actor, username: string): Promise<User> {
  return inOperation(actor, () => changeProfile(actor.userId, () => updateProfile(actor.userId, { username })));
}

/**
 * Sets the email address, ends all of the user's other sessions and informs the own tabs. Throws taken if another account has the
 * address.
 */
export async function setEmail(actor: Actor, email: string, session: OwnSession): Promise<User> {
  return inOperation(actor, async () => {
    const { user, credentialsRev } = await storeEmail(actor.userId, session.credentialsRev, email);
    await endOtherSessions(actor.userId, credentialsRev, session.id);
    const { id, username, firstName, lastName, profileImageUrl } = user;
    const shown = { id, username, firstName, lastName, profileImageUrl };
    await writeNotification('user:updated', { user: shown }, { to: [id], by: id });
    return user;
  });
}

/** Sets the profile picture from an uploaded image; throws as `encodePicture` does. */
export async function setPicture(actor: Actor, upload: Buffer): Promise<User> {
  const bytes = await encodePicture(upload);
  const replace = async () =>
    updateProfile(actor.userId, { profileImageUrl: await replacePicture(actor.userId, bytes) });
  return inOperation(actor, () => changeProfile(actor.userId, replace));
}

/** Removes the profile picture, if there is one. */
export function removePicture(actor: Actor): Promise<User> {
  const remove = async () => {
    await deletePicture(actor.userId);
    return updateProfile(actor.userId, { profileImageUrl: null });
  };
  return inOperation(actor, () => changeProfile(actor.userId, remove));
}

/**
 * Sets a new password and ends all of the user's other sessions. Returns null if the current password is wrong. Throws
 * conflict if it was changed during the check, and validation if the
 * new one is the same or easy to guess.
 */
export async function setPassword(
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  session: OwnSession,
): Promise<true | null> {
  if (!(await isOwnPassword(actor.userId, currentPassword))) return null;
  requireOtherPassword('newPassword', newPassword, currentPassword);
  await requireGoodPassword('newPassword', newPassword, await getUser(actor.userId));
  const passwordHash = await hashPassword(newPassword);
  await inOperation(actor, async () => {
    const credentialsRev = await storePassword(actor.userId, session.credentialsRev, passwordHash);
    await endOtherSessions(actor.userId, credentialsRev, session.id);
  });
  return true;
}

/** Removes single sign-on as a sign-in method and ends all of the user's other sessions. */
export async function disconnect(actor: Actor, session: OwnSession, config: SignInConfig): Promise<void> {
  await inOperation(actor, async () => {
    const credentialsRev = await disconnectSubject(actor.userId, session.credentialsRev, config);
    await endOtherSessions(actor.userId, credentialsRev, session.id);
  });
}
