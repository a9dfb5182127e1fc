const listeners = new Set<() => void>();

/** Calls the listener whenever the device is back online or the live connection opens. Returns a function that stops it. */
export function onReachable(listener: () => void): () => void {
  addEventListener('online', listener);
  listeners.add(listener);
  return () => {
    removeEventListener('online', listener);
    listeners.delete(listener);
  };
}

/** To call when the live connection opens: the server answers again. */
export function announceReachable(): void {
  for (const listener of [...listeners]) listener();
}
