import { usePresence } from '../../features/folders/presence/presence.store.ts';
import { useLive } from './live.store.ts';

const OFFLINE_MARK_MS = 2000;

/** Shows that the tab is offline, but only after two seconds without a connection. */
export function createOfflineMark() {
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    setOffline() {
      timer ??= setTimeout(() => {
        useLive.getState().applyReconnecting(true);
        usePresence.getState().applyUnknown();
      }, OFFLINE_MARK_MS);
    },
    setOnline() {
      clearTimeout(timer);
      timer = undefined;
      useLive.getState().applyReconnecting(false);
    },
    stop: () => clearTimeout(timer),
  };
}
