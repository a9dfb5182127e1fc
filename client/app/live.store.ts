import { createStore } from '../lib/createStore.ts';

interface LiveState {
  /** Two seconds without the live connection; the header says so. */
  isReconnecting: boolean;
  applyReconnecting: (isReconnecting: boolean) => void;
}

export const useLive = createStore<LiveState>((set) => ({
  isReconnecting: false,
  applyReconnecting: (isReconnecting) => set({ isReconnecting }),
}));
