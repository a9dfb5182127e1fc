import { createStore } from '../../lib/createStore.ts';

interface LiveState {
  /** True after two seconds without the live connection; the header shows it. */
  isReconnecting: boolean;
  /** The server uses a newer protocol than this tab, so the tab needs a reload. */
  isOutdated: boolean;
  applyReconnecting: (isReconnecting: boolean) => void;
  applyOutdated: () => void;
}

export const useLive = createStore<LiveState>((set) => ({
  isReconnecting: false,
  isOutdated: false,
  applyReconnecting: (isReconnecting) => set({ isReconnecting }),
  applyOutdated: () => set({ isOutdated: true }),
}));
