import type { ListedSession } from '../../../../common/schemas/account/session.ts';
import type { SecurityEvent } from '../../../../common/schemas/instance/securityEvent.ts';
import { createStore } from '../../../lib/createStore.ts';
import { fetchEvents, fetchSessions, sendEndOtherSessions, sendEndSession } from './security.api.ts';

interface SecurityState {
  /** Null until loaded. */
  sessions: ListedSession[] | null;
  events: SecurityEvent[] | null;
  /** Names the next page of events, if there is one. */
  nextEvents: string | undefined;
  loadSessions: () => Promise<void>;
  endSession: (id: string) => Promise<void>;
  endOtherSessions: () => Promise<void>;
  loadEvents: () => Promise<void>;
  loadMoreEvents: () => Promise<void>;
}

export const useSecurity = createStore<SecurityState>((set, get) => ({
  sessions: null,
  events: null,
  nextEvents: undefined,

  async loadSessions() {
    set({ sessions: await fetchSessions() });
  },

  async endSession(id) {
    await sendEndSession(id);
    set(({ sessions }) => ({ sessions: sessions?.filter((session) => session.id !== id) ?? null }));
  },

  async endOtherSessions() {
    await sendEndOtherSessions();
    set(({ sessions }) => ({ sessions: sessions?.filter(({ isCurrent }) => isCurrent) ?? null }));
  },

  async loadEvents() {
    const { events, next } = await fetchEvents();
    set({ events, nextEvents: next });
  },

  async loadMoreEvents() {
    const { events, next } = await fetchEvents(get().nextEvents);
    set((state) => ({ events: [...(state.events ?? []), ...events], nextEvents: next }));
  },
}));
