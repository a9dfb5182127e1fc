import { accountApi } from '../../../common/api.ts';
import type { User } from '../../../common/user.ts';
import { createStore, resetStores } from '../../lib/createStore.ts';
import { call } from '../../lib/http.ts';
import { useUsers } from '../users/users.store.ts';

interface SessionState {
  status: 'resolving' | 'signedOut' | 'signedIn';
  /** Asks once who is signed in; any failure is a visitor. */
  resolveSession: () => Promise<void>;
  /** Reads the user again, as after a change of name or picture. */
  refreshUser: () => Promise<void>;
  applyUser: (user: User) => void;
  applySignedOut: () => void;
}

export const useSession = createStore<SessionState>((set, get) => ({
  status: 'resolving',

  async resolveSession() {
    try {
      get().applyUser(await call(accountApi.currentUser, { isQuietAboutSession: true }));
    } catch {
      get().applySignedOut();
    }
  },

  async refreshUser() {
    get().applyUser(await call(accountApi.currentUser));
  },

  applyUser(user) {
    useUsers.getState().applyViewer(user);
    set({ status: 'signedIn' });
  },

  applySignedOut() {
    resetStores();
    set({ status: 'signedOut' });
  },
}));
