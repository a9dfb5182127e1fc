import type { Keys } from '../../../../common/schemas/user.ts';
import { createStore } from '../../../lib/createStore.ts';
import { fetchKeys, sendConnect, sendDisconnect } from './settings.api.ts';

interface KeysState {
  /** The viewer's sign-in methods; null until loaded. */
  keys: Keys | null;
  loadKeys: () => Promise<void>;
  /** Returns the address to open. It leads back to the settings when connected. */
  connect: (currentPassword: string) => Promise<string>;
  /** Ends the user's other sessions. */
  disconnect: () => Promise<void>;
  applyKeys: (keys: Keys) => void;
}

export const useKeys = createStore<KeysState>((set, get) => ({
  keys: null,

  async loadKeys() {
    get().applyKeys(await fetchKeys());
  },

  connect: (currentPassword) => sendConnect({ currentPassword }),

  async disconnect() {
    await sendDisconnect();
    set(({ keys }) => ({ keys: keys && { ...keys, isConnected: false } }));
  },

  applyKeys: (keys) => set({ keys }),
}));
