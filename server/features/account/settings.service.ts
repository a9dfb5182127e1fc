import type { PublicUser, User } from '../../../common/user.ts';
import type { Actor } from '../../platform/actor.ts';
import { inOperation } from '../../platform/operations.ts';
import { endOtherSessions } from '../../platform/session.ts';
import { tellProfileChanged } from '../folders/people.service.ts';
import { disconnectSubject } from '../users/key.service.ts';
import { hashPassword } from '../users/password.ts';
import { encodePicture, replacePicture } from '../users/picture.service.ts';
import { isOwnPassword, storePassword, updateProfile } from '../users/user.service.ts';

function publicOf({ id, username, firstName, lastName, profileImageUrl }: User): PublicUser {
  return { id, username, firstName, lastName, profileImageUrl };
}

/** Sets the username; throws taken when somebody has it in any case. */
export function setUsername(actor: Actor, username: string): Promise<User> {
  return inOperation(actor, async () => {
    const user = await updateProfile(actor.userId, { username });
    await tellProfileChanged(publicOf(user));
    return user;
  });
}

/** Sets the profile picture from an uploaded image; throws unsupported_media_type when it is none. */
export async function setPicture(actor: Actor, upload: Buffer): Promise<User> {
  const bytes = await encodePicture(upload);
  return inOperation(actor, async () => {
    const user = await updateProfile(actor.userId, { profileImageUrl: await replacePicture(actor.userId, bytes) });
    await tellProfileChanged(publicOf(user));
    return user;
  });
}

/**
 * Sets a new password and ends all of the user's sessions but the one that `keptSessionId` names: whoever else is
 * signed in, knowing the old password perhaps, no longer is. Null when the current password is wrong.
 */
export async function setPassword(
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  keptSessionId: string,
): Promise<true | null> {
  if (!(await isOwnPassword(actor.userId, currentPassword))) return null;
  const passwordHash = await hashPassword(newPassword);
  await inOperation(actor, async () => {
    await storePassword(actor.userId, passwordHash);
    await endOtherSessions(actor.userId, keptSessionId);
  });
  return true;
}

/** Takes single sign-on's key away, and ends the sessions that it may have opened: all of the user's but the kept one. */
export async function disconnect(actor: Actor, keptSessionId: string): Promise<void> {
  await inOperation(actor, async () => {
    await disconnectSubject(actor.userId);
    await endOtherSessions(actor.userId, keptSessionId);
  });
}
