import type { SignInMethods } from '../../../../common/schemas/user.ts';
import { createStore } from '../../../lib/createStore.ts';
import { withFreshSignIn } from '../freshSignIn.store.ts';
import { fetchSignInMethods, sendConnect, sendDisconnect } from '../settings.api.ts';

interface SignInMethodsState {
  /** The viewer's sign-in methods; null until loaded. */
  signInMethods: SignInMethods | null;
  loadSignInMethods: () => Promise<void>;
  /** Returns the address to open. It leads back to the settings when connected. */
  connect: (currentPassword: string) => Promise<string>;
  /** Ends the user's other sessions. */
  disconnect: () => Promise<void>;
  applySignInMethods: (signInMethods: SignInMethods) => void;
  applyPasskeyCount: (passkeys: number) => void;
}

export const useSignInMethods = createStore<SignInMethodsState>((set, get) => ({
  signInMethods: null,

  async loadSignInMethods() {
    get().applySignInMethods(await fetchSignInMethods());
  },

  connect: (currentPassword) => withFreshSignIn(() => sendConnect({ currentPassword })),

  async disconnect() {
    await withFreshSignIn(sendDisconnect);
    set(({ signInMethods }) => ({ signInMethods: signInMethods && { ...signInMethods, isConnected: false } }));
  },

  applySignInMethods: (signInMethods) => set({ signInMethods }),

  applyPasskeyCount: (passkeys) =>
    set(({ signInMethods }) => ({ signInMethods: signInMethods && { ...signInMethods, passkeys } })),
}));
