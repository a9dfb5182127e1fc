import type { Presence, TabPlace } from '../../../../common/schemas/events.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { createStore } from '../../../lib/createStore.ts';

interface PresenceState {
  /** This tab's location; app/live sends it to the server. */
  place: TabPlace | null;
  /** All users in that folder, including the viewer, ordered by arrival. */
  present: Presence[];
  applyPlace: (place: TabPlace | null) => void;
  applyPresence: (event: { folderId: string; present: Presence[] }) => void;
  /** Users changed their name or picture. */
  applyUpdated: (user: PublicUser) => void;
  /** Without a connection it is unknown who is still there. */
  applyUnknown: () => void;
}

const noPresence: Presence[] = [];

export const usePresence = createStore<PresenceState>((set) => ({
  place: null,
  present: noPresence,

  applyPlace(place) {
    set((state) => ({ place, present: place?.folderId === state.place?.folderId ? state.present : noPresence }));
  },

  // An event of the folder that the tab just left may still arrive.
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
    set({ present: noPresence });
  },
}));
