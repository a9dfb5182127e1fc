import type { PublicUser } from '../../../common/schemas/user.ts';
import { useSession } from '../../features/account/session.store.ts';
import { usePresence } from '../../features/folders/presence/presence.store.ts';
import { useUsers } from '../../features/users/users.store.ts';

/** A user's data that is stored outside of lists. */
export function applyPerson(user: PublicUser): void {
  useUsers.getState().applyUpdated(user);
  usePresence.getState().applyUpdated(user);
  // The event has no email address, which the user may have changed in another tab.
  if (user.id === useUsers.getState().viewer?.id) {
    useSession
      .getState()
      .refreshUser()
      .catch(() => undefined);
  }
}
