import type { Place, Presence } from '../../../common/events.ts';
import type { PublicUser } from '../../../common/user.ts';
import { createStore } from '../../lib/createStore.ts';

interface PresenceState {
  /** Where this tab is; app/realtime tells the server. */
  place: Place | null;
  /** Everybody who is in that folder, oneself included, longest there first. */
  present: Presence[];
  applyPlace: (place: Place | null) => void;
  applyPresence: (news: { folderId: string; present: Presence[] }) => void;
  /** Somebody changed their name or picture. */
  applyUpdated: (user: PublicUser) => void;
  /** Without a connection nobody knows who is still there. */
  applyUnknown: () => void;
}

const nobody: Presence[] = [];

export const usePresence = createStore<PresenceState>((set) => ({
  place: null,
  present: nobody,

  applyPlace(place) {
    set((state) => ({ place, present: place?.folderId === state.place?.folderId ? state.present : nobody }));
  },

  // News of the folder that the tab has just left may still be on its way.
  applyPresence({ folderId, present }) {
    set((state) => (state.place?.folderId === folderId ? { present } : state));
  },

  applyUpdated(user) {
    set((state) => {
      if (!state.present.some((one) => one.user.id === user.id)) return state;
      return { present: state.present.map((one) => (one.user.id === user.id ? { ...one, user } : one)) };
    });
  },

  applyUnknown() {
    set({ present: nobody });
  },
}));
