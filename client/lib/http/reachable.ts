const REACHABLE = 'server-reachable';

/** Calls the listener whenever the device is back online or the live connection opens. Returns a function that stops it. */
export function onReachable(listener: () => void): () => void {
  const events = ['online', REACHABLE];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

/** Loads something now, and again whenever the server may answer again. Stores load nothing twice. */
export function loadWhenReachable(load: () => Promise<unknown>): () => void {
  // Each store keeps what has failed, and the screen shows it.
  const attempt = () => void load().catch(() => undefined);
  attempt();
  return onReachable(attempt);
}

/** To call when the live connection opens: the server answers again. */
export function announceReachable(): void {
  dispatchEvent(new Event(REACHABLE));
}
