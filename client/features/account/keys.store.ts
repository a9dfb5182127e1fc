import type { Keys } from '../../../common/user.ts';
import { createStore } from '../../lib/createStore.ts';
import { fetchKeys, sendConnect, sendDisconnect } from './settings.api.ts';

interface KeysState {
  /** What opens the viewer's account; null until it is known. */
  keys: Keys | null;
  loadKeys: () => Promise<void>;
  /** Answers where the browser is to go; it comes back to the settings, connected. */
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
