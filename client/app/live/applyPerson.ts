import type { PublicUser } from '../../../common/schemas/user.ts';
import { usePresence } from '../../features/folders/presence/presence.store.ts';
import { useUsers } from '../../features/users/users.store.ts';

/** A user's data that is stored outside of lists. */
export function applyPerson(user: PublicUser): void {
  useUsers.getState().applyUpdated(user);
  usePresence.getState().applyUpdated(user);
}
