import type { PublicUser, User } from '../../../common/user.ts';
import type { Actor } from '../../platform/actor.ts';
import { forbidden } from '../../platform/errors.ts';
import { inOperation } from '../../platform/operations.ts';
import { writeSessionEnded } from '../../platform/outbox.ts';
import type { Sessions } from '../../platform/session.ts';
import { tellProfileChanged } from '../folders/people.service.ts';
import { encodePicture, replacePicture } from '../users/picture.service.ts';
import { changePassword, updateProfile } from '../users/user.service.ts';

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

/** Sets a new password and ends all the user's other sessions; throws forbidden when the current one is wrong. */
export async function setPassword(
  sessions: Sessions,
  userId: string,
  sessionId: string,
  passwords: { currentPassword: string; newPassword: string },
): Promise<void> {
  if (!(await changePassword(userId, passwords.currentPassword, passwords.newPassword))) {
    throw forbidden('The current password is not right');
  }
  for (const ended of await sessions.endOthers(userId, sessionId)) await writeSessionEnded(userId, ended);
}
