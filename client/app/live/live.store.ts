import { createStore } from '../../lib/createStore.ts';

interface LiveState {
  /** True after two seconds without the live connection; the header shows it. */
  isReconnecting: boolean;
  /** The server uses a newer protocol than this tab, so the tab needs a reload. */
  isOutdated: boolean;
  /** Set when a new version is on this device: reloads the page with it. */
  update: (() => void) | null;
  applyReconnecting: (isReconnecting: boolean) => void;
  applyOutdated: () => void;
  applyUpdateReady: (update: () => void) => void;
}

export const useLive = createStore<LiveState>((set) => ({
  isReconnecting: false,
  isOutdated: false,
  update: null,
  applyReconnecting: (isReconnecting) => set({ isReconnecting }),
  applyOutdated: () => set({ isOutdated: true }),
  applyUpdateReady: (update) => set({ update }),
}));
