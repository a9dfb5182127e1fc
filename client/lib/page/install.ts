import { useSyncExternalStore } from 'react';

/** Chromium's event that offers to install the app; no other browser has it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(prompt: InstallPrompt | null): void {
  offered = prompt;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer to install the app for the buttons that show it. It comes once, and early. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => set(null));
}

/** How this browser installs the app: by a call, by hand on iOS, or not at all, perhaps because it is installed. */
export function useInstall(): (() => void) | 'by hand' | null {
  const prompt = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
  if (prompt) {
    // The event asks once only. The browser may offer again later.
    return () => void prompt.prompt().then(() => set(null));
  }
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches;
  return isAppleTouch() && !isInstalled ? 'by hand' : null;
}

/** iPhones, and iPads, which name themselves Macs. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
