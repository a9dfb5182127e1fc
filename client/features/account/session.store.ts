import { accountApi } from '../../../common/api.ts';
import type { PasswordBody, User } from '../../../common/user.ts';
import { createStore, resetStores } from '../../lib/createStore.ts';
import { call } from '../../lib/http.ts';
import { useUsers } from '../users/users.store.ts';
import { isUsernameFree, sendPassword, sendPicture, sendUsername } from './settings.api.ts';

interface SessionState {
  status: 'resolving' | 'signedOut' | 'signedIn';
  /** Ended while this tab was open, as by signing out in another: no screen is to be taken for one that wants a sign-in. */
  hasEnded: boolean;
  /** Asks once who is signed in; any failure is a visitor. */
  resolveSession: () => Promise<void>;
  /** Reads the user again, as after a change of name or picture. */
  refreshUser: () => Promise<void>;
  changeUsername: (username: string) => Promise<void>;
  changePicture: (picture: File) => Promise<void>;
  /** Ends the user's other sessions. */
  changePassword: (passwords: PasswordBody) => Promise<void>;
  /** Whether nobody else has it. */
  checkUsername: (username: string) => Promise<boolean>;
  applyUser: (user: User) => void;
  /** Nobody is signed in, as the page itself says. */
  applyVisitor: () => void;
  applySignedOut: () => void;
  /** The landing screen has been reached. */
  applyLeft: () => void;
}

export const useSession = createStore<SessionState>((set, get) => ({
  status: 'resolving',
  hasEnded: false,

  async resolveSession() {
    try {
      get().applyUser(await call(accountApi.currentUser, { isQuietAboutSession: true }));
    } catch {
      resetStores();
      set({ status: 'signedOut' });
    }
  },

  async refreshUser() {
    get().applyUser(await call(accountApi.currentUser));
  },

  async changeUsername(username) {
    get().applyUser(await sendUsername(username));
    await refreshAfterChange(get);
  },

  async changePicture(picture) {
    get().applyUser(await sendPicture(picture));
    await refreshAfterChange(get);
  },

  changePassword: sendPassword,

  checkUsername: isUsernameFree,

  applyUser(user) {
    useUsers.getState().applyViewer(user);
    set({ status: 'signedIn' });
  },

  applyVisitor: () => set({ status: 'signedOut' }),

  applySignedOut() {
    resetStores();
    set({ status: 'signedOut', hasEnded: true });
  },

  applyLeft: () => set({ hasEnded: false }),
}));

/** The change is made and shown; not being able to read it back takes nothing away from that. */
function refreshAfterChange(get: () => SessionState): Promise<void> {
  return get()
    .refreshUser()
    .catch(() => undefined);
}
