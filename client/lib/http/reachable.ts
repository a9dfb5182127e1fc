const REACHABLE = 'server-reachable';

/** Calls the listener whenever the device is back online or the live connection opens. Returns a function that stops it. */
export function onReachable(listener: () => void): () => void {
  const events = ['online', REACHABLE];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

/** To call when the live connection opens: the server answers again. */
export function announceReachable(): void {
  dispatchEvent(new Event(REACHABLE));
}
