import type { Privacy, PrivacyBody } from '../../../../../common/schemas/account/privacy.ts';
import { createStore } from '../../../../lib/createStore.ts';
import { fetchPrivacy, sendPrivacy } from '../settings.api.ts';

interface PrivacyState {
  /** The viewer's settings; null until loaded. */
  privacy: Privacy | null;
  /** The version of what others see of the viewer, as of the last load. */
  version: number;
  /** Loads the settings if they are of another version. */
  loadPrivacy: (version: number) => Promise<void>;
  changePrivacy: (changes: PrivacyBody) => Promise<void>;
}

export const usePrivacy = createStore<PrivacyState>((set, get) => ({
  privacy: null,
  version: 0,

  async loadPrivacy(version) {
    if (get().privacy && get().version === version) return;
    set({ privacy: await fetchPrivacy(), version });
  },

  async changePrivacy(changes) {
    const before = get().privacy;
    // The control shows the choice at once.
    if (before) set({ privacy: { ...before, ...changes } });
    try {
      set({ privacy: await sendPrivacy(changes) });
    } catch (error) {
      set({ privacy: before });
      throw error;
    }
  },
}));
