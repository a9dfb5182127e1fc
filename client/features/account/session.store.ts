import type { PasswordBody, PersonNames } from '../../../common/schemas/forms.ts';
import type { OwnUser, User } from '../../../common/schemas/user.ts';
import { createStore, resetStores } from '../../lib/createStore.ts';
import { accountApi, settingsApi } from '../../lib/http/api.ts';
import { ApiError, call } from '../../lib/http/http.ts';
import { keptFor } from '../offline/keeping.ts';
import { useUsers } from '../users/users.store.ts';
import { withFreshSignIn } from './freshSignIn.store.ts';

interface SessionState {
  /** Unknown: the server did not say who is signed in. */
  status: 'resolving' | 'signedOut' | 'signedIn' | 'unknown';
  /** Why the status is unknown. */
  error?: unknown;
  /** The session ended while this tab was open, for example in another tab: do not show the screen's request to sign in. */
  hasEnded: boolean;
  /** The user has signed out, but there is no connection to end the session. */
  isLeaving: boolean;
  /** Loads the current user once. A server that cannot answer signs no one out. */
  resolveSession: () => Promise<void>;
  /** Loads the user again, for example after a change of name or picture. */
  refreshUser: () => Promise<void>;
  changeNames: (names: PersonNames) => Promise<void>;
  changeUsername: (username: string) => Promise<void>;
  /** Ends the user's other sessions. May ask the user to confirm who they are. */
  changeEmail: (email: string) => Promise<void>;
  changePicture: (picture: File) => Promise<void>;
  removePicture: () => Promise<void>;
  /** Ends the user's other sessions. May ask the user to confirm who they are. */
  changePassword: (passwords: PasswordBody) => Promise<void>;
  /** Whether the username is free. */
  checkUsername: (username: string) => Promise<boolean>;
  applyUser: (user: User | OwnUser) => void;
  /** The page was served to a visitor, so no request is needed. */
  applyVisitor: () => void;
  applySignedOut: () => void;
  applyLeaving: () => void;
  /** Called when the landing screen is open. */
  applyLeft: () => void;
}

const PATIENCE_MS = 5000;

type PrepareEntry = (user: OwnUser | null) => Promise<OwnUser | null>;

let prepareEntry: PrepareEntry = async (user) => user;

/**
 * Called before a user enters the app, to show what this device has kept of them. Null: the server did not say who is
 * signed in. Then the answer is the user whose data is kept, if any.
 */
export function onEntry(prepare: PrepareEntry): void {
  prepareEntry = prepare;
}

export const useSession = createStore<SessionState>((set, get) => ({
  status: 'resolving',
  hasEnded: false,
  isLeaving: false,

  async resolveSession() {
    set({ status: 'resolving' });
    try {
      // With what is on the device, the app opens without a slow answer. The live connection finds out who is signed in.
      const signal = keptFor() ? { signal: AbortSignal.timeout(PATIENCE_MS) } : {};
      const user = await call(accountApi.currentUser, { isQuietAboutSession: true, ...signal });
      get().applyUser((await prepareEntry(user)) ?? user);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) {
        const kept = await prepareEntry(null);
        return kept ? get().applyUser(kept) : set({ status: 'unknown', error });
      }
      resetStores();
      set({ status: 'signedOut' });
    }
  },

  async refreshUser() {
    get().applyUser(await call(accountApi.currentUser));
  },

  async changeNames(names) {
    get().applyUser(await call(settingsApi.setNames, { body: names }));
  },

  async changeUsername(username) {
    get().applyUser(await call(settingsApi.setUsername, { body: { username } }));
    await refreshAfterChange(get);
  },

  async changeEmail(email) {
    get().applyUser(await withFreshSignIn(() => call(settingsApi.setEmail, { body: { email } })));
  },

  async changePicture(picture) {
    const form = new FormData();
    form.append('profileImage', picture);
    get().applyUser(await call(settingsApi.uploadPicture, { form }));
    await refreshAfterChange(get);
  },

  async removePicture() {
    get().applyUser(await call(settingsApi.removePicture));
  },

  changePassword: (passwords) => withFreshSignIn(() => call(settingsApi.setPassword, { body: passwords })),

  async checkUsername(username) {
    return (await call(settingsApi.isUsernameAvailable, { params: { username } })).available;
  },

  applyUser(user) {
    useUsers.getState().applyViewer(user);
    set({ status: 'signedIn' });
  },

  applyVisitor: () => set({ status: 'signedOut' }),

  applySignedOut() {
    resetStores();
    set({ status: 'signedOut', hasEnded: true });
  },

  applyLeaving: () => set({ status: 'signedOut', hasEnded: true, isLeaving: true }),

  applyLeft: () => set({ hasEnded: false }),
}));

/** The change succeeded, so a failed reload is not an error. */
function refreshAfterChange(get: () => SessionState): Promise<void> {
  return get()
    .refreshUser()
    .catch(() => undefined);
}
